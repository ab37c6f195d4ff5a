//! Keeps the game under way, and the games a person left, while another window may be doing the same.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::archive::Archive;
use super::model::{Best, Mode, Model};
use super::past::PlayedGame;
use super::saved::Saved;
use crate::table::count;

/// How often the game under way is written while it goes on.
const EVERY: Duration = Duration::from_secs(2);
/// The most windows that can have a place of their own.
const SLOTS: u32 = 99;

/// A place for the game under way that no other window writes to as long as this one is open.
pub struct Keeper {
    path: PathBuf,
    slot: u32,
    /// Held, not read: the lock goes with it.
    _lock: File,
    pub archive: Archive,
    /// When the game was last written, and what of it.
    last: Instant,
    written: Option<Mark>,
}

/// What tells whether there is something new to write.
type Mark = (u64, u32, redouble::Board, Mode, String);

impl Keeper {
    /// Takes the first place that no other window has: `path`, then `path.2` and so on. It fails where nothing can be
    /// written.
    pub fn open(path: &Path, now: Instant) -> io::Result<Keeper> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        for slot in 1..=SLOTS {
            let own = slot_path(path, slot);
            if let Some(lock) = lock(&own)? {
                let archive = Archive::beside(path);
                return Ok(Keeper { path: own, slot, _lock: lock, archive, last: now, written: None });
            }
        }
        Err(io::Error::other("too many games are open"))
    }

    /// Whether another window has the first place.
    pub fn is_second(&self) -> bool {
        self.slot > 1
    }

    /// The saved game, if there is one; otherwise perhaps a message about it.
    pub fn load(&self) -> (Option<Saved>, Option<String>) {
        load(&self.path)
    }

    /// Moves the games that other windows left in places of their own to the archive. Gives their number, and the best
    /// scores among them.
    pub fn collect(&self, first: &Path) -> io::Result<(usize, Best)> {
        let (mut count, mut best) = (0, Best::default());
        for path in (2..=SLOTS).filter(|&slot| slot != self.slot).map(|slot| slot_path(first, slot)) {
            if !path.exists() {
                continue;
            }
            let Some(_lock) = lock(&path)? else { continue };
            if let (Some(saved), _) = load(&path) {
                best = best.max(saved.best);
                if saved.played.whole().moves() > 0 {
                    self.archive.keep(&saved.played, saved.agent.as_deref().unwrap_or("an agent"))?;
                    count += 1;
                }
                fs::remove_file(&path)?;
            }
        }
        Ok((count, best))
    }

    /// Writes what was left, and the game if it changed and some time has passed or it is the `end`.
    pub fn keep(&mut self, model: &mut Model, now: Instant, end: bool) -> Result<(), String> {
        let told = |error: io::Error| format!("the game cannot be saved: {error}");
        for left in model.take_left() {
            self.archive.keep(&left, &model.player().to_string()).map_err(told)?;
        }
        let mark = mark(model);
        if self.written.as_ref() == Some(&mark) || (!end && now < self.last + EVERY) {
            return Ok(());
        }
        (self.last, self.written) = (now, Some(mark));
        let (played, agent) = (model.played(), model.chosen.clone());
        let saved = Saved { played, mode: model.mode, agent, best: model.best };
        saved.store(&self.path).map_err(told)
    }

    /// When it wants to write next, if nothing else happens.
    pub fn deadline(&self, model: &Model) -> Option<Instant> {
        (self.written.as_ref() != Some(&mark(model))).then_some(self.last + EVERY)
    }
}

fn mark(model: &Model) -> Mark {
    (model.round, model.game.moves(), model.game.board(), model.mode, model.agent.to_string())
}

fn load(path: &Path) -> (Option<Saved>, Option<String>) {
    match Saved::load(path) {
        Ok(Ok(saved)) => (saved, None),
        Ok(Err(aside)) => {
            let to = aside.to.display();
            (None, Some(format!("the saved game cannot be read ({}); it is now {to}", aside.why)))
        }
        Err(error) => (None, Some(format!("the saved game cannot be read: {error}"))),
    }
}

fn slot_path(path: &Path, slot: u32) -> PathBuf {
    if slot == 1 { path.to_owned() } else { with_ending(path, &format!(".{slot}")) }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The lock of a place, or nothing if another window has it. Where the system knows no locks everyone has them.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).truncate(false).write(true).open(with_ending(path, ".lock"))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// What was found when the game began.
#[derive(Default)]
pub struct Found {
    /// None where nothing can be kept.
    pub keeper: Option<Keeper>,
    pub saved: Option<Saved>,
    pub best: Best,
    /// What the user should know.
    pub notices: Vec<String>,
}

/// Opens the place for the game under way, and gathers what other windows left.
pub fn find(path: &Path, now: Instant) -> Found {
    let keeper = match Keeper::open(path, now) {
        Ok(keeper) => keeper,
        Err(error) => return read_only(path, &error),
    };
    let (saved, fault) = keeper.load();
    let mut notices: Vec<String> = fault.into_iter().collect();
    let mut best = saved.as_ref().map(|saved| saved.best).unwrap_or_default();
    if keeper.is_second() {
        notices.push(
            "Your game is open in another window. This one has a game of its own; \
             the next start will offer it."
                .to_owned(),
        );
        best = best.max(load(path).0.map(|first| first.best).unwrap_or_default());
    } else {
        match keeper.collect(path) {
            Ok((0, found)) => best = best.max(found),
            Ok((games, found)) => {
                best = best.max(found);
                let what = count(games as u64, "game");
                notices.push(format!("{what} from another window: press o to open what was left there."));
            }
            Err(error) => notices.push(format!("a game from another window cannot be kept: {error}")),
        }
    }
    Found { keeper: Some(keeper), saved, best, notices }
}

fn read_only(path: &Path, error: &io::Error) -> Found {
    let saved = load(path).0;
    let best = saved.as_ref().map(|saved| saved.best).unwrap_or_default();
    let notice = format!(
        "Nothing can be kept in {}: {error}. When you quit, this game is lost; x saves a record elsewhere.",
        path.parent().unwrap_or(path).display()
    );
    Found { keeper: None, saved, best, notices: vec![notice] }
}

/// Goes on with a saved game. One that is over makes room for the next, and is kept.
pub fn resume(model: &mut Model, saved: Saved, now: Instant) {
    model.best = model.best.max(saved.best);
    let Saved { played, mode, .. } = saved;
    if played.game.is_over() {
        model.keep(played);
        return;
    }
    let PlayedGame { by_person, .. } = played;
    model.enter(played, now);
    model.mode = match mode {
        Mode::Agent if by_person => Mode::Paused,
        mode => mode,
    };
    if by_person {
        model.say("your game goes on; space: the agent", now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::model;
    use redouble::Move;

    fn played() -> Model {
        let (mut model, now) = (model(), Instant::now());
        Move::ALL.into_iter().for_each(|mv| model.person_moves(mv, now));
        model
    }

    #[test]
    fn the_game_under_way_is_kept_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (path, now) = (folder.path().join("deep").join("game"), Instant::now());
        let mut keeper = Keeper::open(&path, now).unwrap();
        let mut ours = played();
        keeper.keep(&mut ours, now, false).unwrap();
        assert!(!path.exists(), "it is too early");
        keeper.keep(&mut ours, now + EVERY, false).unwrap();
        assert_eq!(keeper.deadline(&ours), None);
        let mut other = model();
        resume(&mut other, keeper.load().0.unwrap(), now);
        assert_eq!((other.game.board(), other.mode), (ours.game.board(), Mode::Person));
        assert_eq!(other.best.person, ours.game.score());
        fs::write(&path, "broken").unwrap();
        assert!(keeper.load().1.unwrap().contains("game.bad"));
    }

    #[test]
    fn a_paused_agent_and_the_chosen_one_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let (path, now) = (folder.path().join("game"), Instant::now());
        let mut keeper = Keeper::open(&path, now).unwrap();
        let mut ours = model();
        (ours.mode, ours.chosen) = (Mode::Paused, Some("random".to_owned()));
        keeper.keep(&mut ours, now, true).unwrap();
        let saved = keeper.load().0.unwrap();
        assert_eq!(saved.agent.as_deref(), Some("random"));
        let mut other = model();
        resume(&mut other, saved, now);
        assert_eq!(other.mode, Mode::Paused);
    }

    #[test]
    fn a_second_window_has_a_place_of_its_own_which_is_offered_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let (path, now) = (folder.path().join("game"), Instant::now());
        let mut first = Keeper::open(&path, now).unwrap();
        let mut second = Keeper::open(&path, now).unwrap();
        assert!(!first.is_second() && second.is_second());
        let (mut ours, mut theirs) = (played(), played());
        theirs.person_moves(Move::Up, now);
        theirs.person_moves(Move::Left, now);
        first.keep(&mut ours, now, true).unwrap();
        second.keep(&mut theirs, now, true).unwrap();
        assert_eq!(first.collect(&path).unwrap().0, 0, "it is still open");
        drop((first, second));
        let next = Keeper::open(&path, now).unwrap();
        assert!(!next.is_second());
        assert_eq!(next.load().0.unwrap().played.game.board(), ours.game.board());
        let (count, best) = next.collect(&path).unwrap();
        assert_eq!((count, best.person), (1, theirs.best.person));
        let kept = next.archive.list();
        assert_eq!(next.archive.open(&kept[0].name).unwrap().game.board(), theirs.game.board());
        assert_eq!(next.collect(&path).unwrap().0, 0, "once is enough");
    }

    #[test]
    fn a_place_that_cannot_be_written_is_told_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let found = find(&file.join("redouble").join("game"), Instant::now());
        assert!(found.keeper.is_none());
        assert!(found.notices[0].starts_with("Nothing can be kept in "), "{:?}", found.notices);
    }
}
