//! The games a person left, each in a file of records of its own, to be opened again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redouble::record::games;
use redouble::{GameRecord, Seed};
use redouble_lab::replace::replace_file;

use super::chooser::Choice;
use super::date::{label, moment, today};
use super::past::PlayedGame;
use super::saved::whole;
use crate::table::{count, number};

/// How many of the last games are listed.
const LISTED: usize = 500;
const ENDING: &str = "redouble";

/// A folder of games.
pub struct Archive {
    folder: PathBuf,
}

impl Archive {
    /// The folder beside the game under way: `games` beside `game`.
    pub fn beside(path: &Path) -> Archive {
        let mut name = path.as_os_str().to_owned();
        name.push("s");
        Archive { folder: name.into() }
    }

    /// Keeps a game as far as it ever went, in place of what was kept of it before.
    pub fn keep(&self, played: &PlayedGame, agent: &str) -> io::Result<()> {
        let game = played.whole();
        let parts = GameRecord::parts(&game);
        if parts.iter().all(|part| part.turns().is_empty()) {
            return Ok(());
        }
        let (who, date) = (who(played, agent), today());
        let text: String = parts.into_iter().map(|part| part.by(&who).on(&date).to_string()).collect();
        fs::create_dir_all(&self.folder)?;
        replace_file(&self.path(&moment(played.born)), text.as_bytes())
    }

    /// The games, the last one first.
    pub fn list(&self) -> Vec<Choice> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
        files.sort_unstable();
        files.iter().rev().take(LISTED).filter_map(|path| listed(path)).collect()
    }

    /// A game by its name in the list.
    pub fn open(&self, name: &str) -> Result<PlayedGame, String> {
        let path = self.path(name);
        let parts = read(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let (Seed(seed), luck) = parts[0].seed().unwrap_or((super::model::seed_of_now(), 0));
        let game = whole(&parts, Seed(seed), luck).ok_or("there is no game in it")?;
        let who = parts[0].agent().unwrap_or_default();
        Ok(PlayedGame {
            game,
            born: born(name).unwrap_or_else(super::past::microseconds),
            by_person: who.starts_with(PERSON),
            by_agent: who != PERSON,
            edited: parts.len() > 1 || parts[0].seed().is_none(),
            lessons: Vec::new(),
        })
    }

    /// Whether there is a game of this name.
    pub fn has(&self, name: &str) -> bool {
        born(name).is_some() && self.path(name).is_file()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }
}

const PERSON: &str = "a person";

/// Who moved in a game, in words.
pub fn who(played: &PlayedGame, agent: &str) -> String {
    match (played.by_person, played.by_agent) {
        (true, true) => format!("{PERSON} and {agent}"),
        (true, false) => PERSON.to_owned(),
        _ => agent.to_owned(),
    }
}

fn born(name: &str) -> Option<u64> {
    super::date::parse(name)
}

fn read(path: &Path) -> Result<Vec<GameRecord>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let parts = games(&bytes).collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
    if parts.is_empty() { Err("there is no game in it".to_owned()) } else { Ok(parts) }
}

fn listed(path: &Path) -> Option<Choice> {
    let parts = read(path).ok()?;
    let moves: usize = parts.iter().map(|part| part.turns().len()).sum();
    let (board, score) = parts.last()?.end();
    let about =
        format!("{}, {} points, {}", count(moves as u64, "move"), number(score.into(), 0), board.max_tile());
    let name = path.file_stem()?.to_str()?.to_owned();
    Some(Choice { label: label(born(&name)?), name, about })
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::{Game, Move};

    fn played(moves: usize) -> PlayedGame {
        let mut game = Game::new(Seed(5), 6);
        for _ in 0..moves {
            Move::ALL.into_iter().find_map(|mv| game.play(mv));
        }
        PlayedGame { by_person: true, ..PlayedGame::new(game) }
    }

    #[test]
    fn a_game_is_kept_once_and_opened_again_with_its_edits() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::beside(&folder.path().join("game"));
        let mut ours = played(30);
        archive.keep(&ours, "best").unwrap();
        ours.game.set_board("0000654321000001".parse().unwrap(), 700);
        Move::ALL.into_iter().find_map(|mv| ours.game.play(mv)).unwrap();
        archive.keep(&ours, "best").unwrap();
        archive.keep(&played(0), "best").unwrap();
        let list = archive.list();
        assert_eq!(list.len(), 1, "the same game counts once, one without moves not at all");
        assert!(list[0].about.starts_with("31 moves, "), "{}", list[0].about);
        let mut again = archive.open(&list[0].name).unwrap();
        assert_eq!((again.game.board(), again.born), (ours.game.board(), ours.born));
        assert_eq!((again.by_person, again.by_agent, again.edited), (true, false, true));
        while again.game.undo() {}
        assert_eq!(again.game.board(), Game::new(Seed(5), 6).board());
    }

    #[test]
    fn what_was_taken_back_is_kept_too() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::beside(&folder.path().join("game"));
        let mut ours = played(30);
        (0..29).take_while(|_| ours.game.undo()).for_each(drop);
        archive.keep(&ours, "best").unwrap();
        assert!(archive.list()[0].about.starts_with("30 moves"));
    }

    #[test]
    fn the_last_game_is_listed_first_and_strangers_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::beside(&folder.path().join("game"));
        let (old, new) =
            (PlayedGame { born: 1 << 50, ..played(3) }, PlayedGame { born: (1 << 50) + 1, ..played(1) });
        archive.keep(&old, "best").unwrap();
        archive.keep(&new, "best").unwrap();
        fs::write(folder.path().join("games").join("diary.redouble"), "Dear diary").unwrap();
        let abouts: Vec<String> = archive.list().into_iter().map(|choice| choice.about).collect();
        assert!(abouts.len() == 2 && abouts[0].starts_with("1 move, "), "{abouts:?}");
        assert!(!archive.has("diary") && !archive.has("../game"));
    }
}
