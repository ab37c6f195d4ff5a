//! Records that are saved to files and opened from them, and where the state is kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use redouble::GameRecord;
use redouble::record::whole_length;
use redouble_analysis::import;

use super::archive::who;
use super::date::today;
use super::model::Model;
use super::past::PlayedGame;
use crate::table::count;

/// Appends the game to a file of records.
pub fn save(model: &Model, path: &str) -> Result<String, String> {
    let who = who(&model.played(), &model.player().to_string());
    let record = GameRecord::of(&model.game).by(&who).on(&today());
    append(Path::new(path), &record)?;
    let shortened = if model.edited { " since the last edit" } else { "" };
    Ok(format!("{}{shortened} saved to {path}", count(record.turns().len() as u64, "move")))
}

/// A file that holds something else is left alone; a torn last game is cut.
fn append(path: &Path, record: &GameRecord) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    if path.as_os_str().is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    let old = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(told(error)),
    };
    let length = match old.is_empty() {
        true => 0,
        false => whole_length(&old).map_err(|_| "this file holds something other than games".to_owned())?,
    };
    let mut options = fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).map_err(told)?;
    if length < old.len() {
        file.set_len(length as u64).map_err(told)?;
    }
    file.write_all(record.to_string().as_bytes()).and_then(|()| file.sync_all()).map_err(told)
}

/// The last game of a file, whoever wrote it.
pub fn open(path: &str) -> Result<PlayedGame, String> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let games = import::read(&bytes, None).map_err(|why| format!("{path}: {why}"))?;
    let record = games.last().ok_or_else(|| format!("{path}: there is no game in this file"))?;
    Ok(PlayedGame { edited: true, ..PlayedGame::new(record.game()) })
}

/// Where the system wants programs to keep what they were doing: `redouble/game` in the user's state folder.
pub fn default_state() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(absolute);
    let home = || std::env::home_dir().filter(absolute);
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library").join("Application Support"))
    } else {
        variable("XDG_STATE_HOME").or_else(|| home().map(|home| home.join(".local").join("state")))
    };
    Some(folder?.join("redouble").join("game"))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::play::tests::model;
    use redouble::Move;

    #[test]
    fn a_game_is_saved_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games").display().to_string();
        let (mut ours, now) = (model(), Instant::now());
        Move::ALL.into_iter().for_each(|mv| ours.person_moves(mv, now));
        save(&ours, &path).unwrap();
        save(&ours, &path).unwrap();
        assert_eq!(import::read(&fs::read(&path).unwrap(), None).unwrap().len(), 2);
        let opened = open(&path).unwrap();
        assert_eq!((opened.game.board(), opened.game.moves()), (ours.game.board(), ours.game.moves()));
        assert!(opened.edited && !opened.by_person, "what others played makes no best score");
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("diary");
        fs::write(&path, "Dear diary").unwrap();
        assert!(save(&model(), &path.display().to_string()).unwrap_err().contains("something other"));
        assert_eq!(fs::read(&path).unwrap(), b"Dear diary");
        assert!(save(&model(), "").is_err());
        assert!(open(&path.display().to_string()).unwrap_err().contains("diary: unknown format"));
    }
}
