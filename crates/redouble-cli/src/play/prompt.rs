//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text with what was wrong with it last time.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    text: String,
    /// The cursor, in characters.
    cursor: usize,
    pub fault: Option<String>,
}

impl Prompt {
    pub fn new(text: &str) -> Prompt {
        Prompt { text: text.to_owned(), cursor: text.chars().count(), fault: None }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    pub fn paste(&mut self, text: &str) {
        text.chars().filter(|c| !c.is_control()).for_each(|c| self.insert(c));
    }

    /// Edits the line; false if the key means nothing here.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let held = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if held => (self.text, self.cursor) = (String::new(), 0),
            KeyCode::Char(c) if !held => self.insert(c),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.remove();
            }
            KeyCode::Delete => self.remove(),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.chars().count()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.chars().count(),
            _ => return false,
        }
        self.fault = None;
        true
    }

    fn insert(&mut self, c: char) {
        self.text.insert(self.place(self.cursor), c);
        self.cursor += 1;
        self.fault = None;
    }

    fn remove(&mut self) {
        let place = self.place(self.cursor);
        if place < self.text.len() {
            self.text.remove(place);
        }
    }

    fn place(&self, cursor: usize) -> usize {
        self.text.char_indices().nth(cursor).map_or(self.text.len(), |(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(prompt: &mut Prompt, keys: &[KeyCode]) {
        keys.iter().for_each(|&code| {
            prompt.key(KeyEvent::new(code, KeyModifiers::NONE));
        });
    }

    #[test]
    fn a_line_is_edited_in_the_middle_whatever_its_letters() {
        let mut prompt = Prompt::new("père");
        typed(&mut prompt, &[KeyCode::Left, KeyCode::Left, KeyCode::Backspace, KeyCode::Char('o')]);
        assert_eq!((prompt.text(), prompt.cursor()), ("pore", 2));
        typed(
            &mut prompt,
            &[KeyCode::Home, KeyCode::Backspace, KeyCode::Delete, KeyCode::End, KeyCode::Delete],
        );
        assert_eq!((prompt.text(), prompt.cursor()), ("ore", 3));
        prompt.paste("s\n!");
        assert_eq!(prompt.text(), "ores!");
        prompt.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!((prompt.text(), prompt.cursor()), ("", 0));
    }
}
