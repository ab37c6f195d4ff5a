//! A list to choose from, and a line to type anything else.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use redouble::AgentSpec;

use super::prompt::Prompt;

/// An agent or a game to choose.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What is written into the line.
    pub name: String,
    /// What stands in the list.
    pub label: String,
    pub about: String,
}

/// The list with its cursor, and the line below it.
#[derive(Clone, Debug)]
pub struct Chooser {
    pub choices: Vec<Choice>,
    pub at: usize,
    pub prompt: Prompt,
}

impl Chooser {
    /// All agents of the build, with the cursor on the one that plays.
    pub fn agents(now: &str) -> Chooser {
        let choices: Vec<Choice> = AgentSpec::catalogue()
            .into_iter()
            .map(|entry| {
                let (name, label, about) =
                    (entry.name.to_owned(), entry.name.to_owned(), entry.about.to_owned());
                Choice { name, label, about }
            })
            .collect();
        let same = |choice: &Choice| {
            choice.name.parse::<AgentSpec>().is_ok_and(|spec| spec.to_string() == now)
                || now.split('(').next() == Some(&choice.name)
        };
        let at = choices.iter().position(same).unwrap_or(0);
        Chooser { choices, at, prompt: Prompt::new(now) }
    }

    /// Games that were left; where there is none, the name of a file as a suggestion.
    pub fn games(choices: Vec<Choice>, file: &str) -> Chooser {
        let prompt = Prompt::new(choices.first().map_or(file, |choice| &choice.name));
        Chooser { choices, at: 0, prompt }
    }

    /// Moves in the list, which writes the name into the line, or edits the line.
    pub fn key(&mut self, key: KeyEvent) {
        let last = self.choices.len().saturating_sub(1);
        match key.code {
            KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown if self.choices.is_empty() => {}
            KeyCode::Up => self.go(self.at.checked_sub(1).unwrap_or(last)),
            KeyCode::Down => self.go(if self.at == last { 0 } else { self.at + 1 }),
            KeyCode::PageUp => self.go(0),
            KeyCode::PageDown => self.go(last),
            _ => {
                self.prompt.key(key);
            }
        }
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.prompt = Prompt::new(&self.choices[at].name);
    }

    /// What is chosen.
    pub fn text(&self) -> &str {
        self.prompt.text().trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    #[test]
    fn the_list_goes_round_and_writes_names_that_are_specs() {
        let mut chooser = Chooser::agents("best");
        assert_eq!((chooser.at, chooser.text()), (0, "best"));
        for _ in 0..chooser.choices.len() {
            chooser.key(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE));
            assert!(chooser.text().parse::<AgentSpec>().is_ok(), "{}", chooser.text());
        }
        assert_eq!(chooser.at, 0);
    }

    #[test]
    fn any_spec_can_be_typed() {
        let mut chooser = Chooser::agents("random");
        for c in "(x".chars() {
            chooser.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
        assert_eq!(chooser.text(), "random(x");
    }
}
