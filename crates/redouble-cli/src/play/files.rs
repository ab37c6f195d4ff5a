//! The files of the terminal game: the saved game, and records.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use redouble::GameRecord;
use redouble::record::whole_length;
use redouble_lab::import;
use redouble_lab::saved::Saved;

use super::model::{Best, Mode, Model};

/// How often the game under way is written while it goes on.
const EVERY: Duration = Duration::from_secs(2);

/// Where the game under way is kept.
pub struct Keeper {
    path: PathBuf,
    /// When it was last written, and what of.
    last: Instant,
    written: Option<(u64, u32, redouble::Board)>,
}

impl Keeper {
    pub fn new(path: PathBuf, now: Instant) -> Keeper {
        Keeper { path, last: now, written: None }
    }

    /// The saved game, if there is one; otherwise perhaps a message about it.
    pub fn load(&self) -> (Option<Saved>, Option<String>) {
        match Saved::load(&self.path) {
            Ok(Ok(saved)) => (saved, None),
            Ok(Err(aside)) => {
                let to = aside.to.display();
                (None, Some(format!("the saved game cannot be read ({}); it is now {to}", aside.why)))
            }
            Err(error) => (None, Some(format!("the saved game cannot be read: {error}"))),
        }
    }

    /// Writes the game if it changed and some time has passed, or at once at the `end`.
    pub fn keep(&mut self, model: &Model, now: Instant, end: bool) -> Result<(), String> {
        let state = (model.round, model.game.moves(), model.game.board());
        if self.written == Some(state) || (!end && now < self.last + EVERY) {
            return Ok(());
        }
        (self.last, self.written) = (now, Some(state));
        let best = self.best(model.best);
        let saved = Saved {
            game: model.game.clone(),
            by_person: model.touched,
            by_agent: model.helped,
            best_of_person: best.person,
            best_of_agent: best.agent,
        };
        saved.store(&self.path).map_err(|error| format!("the game cannot be saved: {error}"))
    }

    /// Another window may have made a better score meanwhile.
    fn best(&self, ours: Best) -> Best {
        match Saved::load(&self.path) {
            Ok(Ok(Some(theirs))) => Best {
                person: ours.person.max(theirs.best_of_person),
                agent: ours.agent.max(theirs.best_of_agent),
            },
            _ => ours,
        }
    }

    /// When it wants to write next, if nothing else happens.
    pub fn deadline(&self, model: &Model) -> Option<Instant> {
        let state = (model.round, model.game.moves(), model.game.board());
        (self.written != Some(state)).then_some(self.last + EVERY)
    }
}

/// Goes on with a saved game. One that is over makes room for the next.
pub fn resume(model: &mut Model, saved: Saved, now: Instant) {
    model.best = Best { person: saved.best_of_person, agent: saved.best_of_agent };
    if saved.game.is_over() {
        return;
    }
    let edited = saved.was_edited();
    model.new_game(saved.game, now);
    (model.touched, model.helped, model.edited) = (saved.by_person, saved.by_agent, edited);
    if saved.by_person {
        model.mode = Mode::Person;
        model.say("your game goes on; space lets the agent play", now);
    }
}

/// Appends the game to a file of records.
pub fn save(model: &Model, path: &str) -> Result<String, String> {
    let agent = model.agent.spec.as_str();
    let who = match (model.touched, model.helped) {
        (true, true) => format!("a person and {agent}"),
        (true, false) => "a person".to_owned(),
        _ => agent.to_owned(),
    };
    let record = GameRecord::of(&model.game).by(&who).on(&today());
    append(Path::new(path), &record)?;
    let shortened = if model.edited { " since the last edit" } else { "" };
    Ok(format!("{} moves{shortened} saved to {path}", record.turns().len()))
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
        false => whole_length(&old).map_err(|_| "this file holds something else than games".to_owned())?,
    };
    let mut options = fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).map_err(told)?;
    if length < old.len() {
        file.set_len(length as u64).map_err(told)?;
    }
    file.write_all(record.to_string().as_bytes()).and_then(|()| file.sync_all()).map_err(told)
}

/// Opens the last game of a file, whoever wrote it.
pub fn open(model: &mut Model, path: &str, now: Instant) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let games = import::read(&bytes, None).map_err(|why| why.to_string())?;
    let record = games.last().ok_or("there is no game in this file")?;
    model.open(record, now);
    Ok(format!("{} moves; u and r step through them, Home goes to the start", record.turns().len()))
}

/// `2025-01-31`, in universal time.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date((since.as_secs() / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970 on.
///
/// CITE: the era arithmetic is Howard Hinnant's `civil_from_days`.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468; // from the first of March of the year 0
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
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
    use super::*;
    use crate::play::tests::model;
    use redouble::Move;

    #[test]
    fn days_are_dated() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_454), (2026, 1, 1));
    }

    #[test]
    fn a_game_is_saved_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games").display().to_string();
        let (mut ours, now) = (model(), Instant::now());
        Move::ALL.into_iter().for_each(|mv| ours.person_moves(mv, now));
        save(&ours, &path).unwrap();
        save(&ours, &path).unwrap();
        assert_eq!(import::read(&fs::read(&path).unwrap(), None).unwrap().len(), 2);
        let mut other = model();
        open(&mut other, &path, now).unwrap();
        assert_eq!((other.game.board(), other.game.moves()), (ours.game.board(), ours.game.moves()));
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("diary");
        fs::write(&path, "Dear diary").unwrap();
        assert!(save(&model(), &path.display().to_string()).unwrap_err().contains("something else"));
        assert_eq!(fs::read(&path).unwrap(), b"Dear diary");
        assert!(save(&model(), "").is_err());
        assert!(open(&mut model(), &path.display().to_string(), Instant::now()).is_err());
    }

    #[test]
    fn the_game_under_way_is_kept_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (path, now) = (folder.path().join("game"), Instant::now());
        let mut keeper = Keeper::new(path.clone(), now);
        let mut ours = model();
        Move::ALL.into_iter().for_each(|mv| ours.person_moves(mv, now));
        keeper.keep(&ours, now, false).unwrap();
        assert!(!path.exists(), "it is too early");
        keeper.keep(&ours, now + EVERY, false).unwrap();
        assert_eq!(keeper.deadline(&ours), None);
        let mut other = model();
        resume(&mut other, keeper.load().0.unwrap(), now);
        assert_eq!((other.game.board(), other.mode), (ours.game.board(), Mode::Person));
        assert_eq!(other.best.person, ours.game.score());
        fs::write(&path, "broken").unwrap();
        assert!(keeper.load().1.unwrap().contains("game.bad"));
    }
}
