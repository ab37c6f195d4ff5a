//! The game under way, kept in a file so that it survives the end of the program.
//!
//! ```text
//! redouble-state 1
//! best 3400 120000
//! played person
//! luck 2048 3
//! redouble-game 1
//! …
//! end f7fa3ab2
//! state 6f3b21aa
//! ```
//!
//! A record holds a game since its last edit. So there is one for each part between edits; the first begins the
//! game and each further one is an edit and what was played after it. The last line carries the
//! [CRC-32](redouble::checksum) of all before it.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use redouble::checksum::crc32;
use redouble::record::games;
use redouble::{Game, GameRecord, Seed};

const MAGIC: &str = "redouble-state 1";

/// A game with what is to be known about it, and the highest scores so far.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The game, with its history.
    pub game: Game,
    /// Whether a person moved in it.
    pub by_person: bool,
    /// Whether an agent moved in it.
    pub by_agent: bool,
    /// The highest score of a person alone, in a game that was not edited.
    pub best_of_person: u32,
    /// The highest score of an agent.
    pub best_of_agent: u32,
}

/// A file that could not be read, and where it is now.
#[derive(Debug)]
pub struct PutAside {
    /// Why it could not be read.
    pub why: String,
    /// Where it was put.
    pub to: PathBuf,
}

impl Saved {
    /// Reads the file; `None` if there is none. A file that cannot be read is put aside, so that nothing is lost
    /// and the next start finds no trouble.
    pub fn load(path: &Path) -> io::Result<Result<Option<Saved>, PutAside>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(None)),
            Err(error) => return Err(error),
        };
        match Saved::parse(&bytes) {
            Ok(saved) => Ok(Ok(Some(saved))),
            Err(why) => {
                let to = free_name(path);
                fs::rename(path, &to)?;
                Ok(Err(PutAside { why, to }))
            }
        }
    }

    /// Writes the file, whole or not at all: to another name, synced, then renamed.
    pub fn store(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}", std::process::id()));
        let temporary = path.with_file_name(name);
        let written = write_synced(&temporary, self.text().as_bytes());
        written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
            let _ = fs::remove_file(&temporary); // what failed has an error to tell; this need not add to it
        })
    }

    fn text(&self) -> String {
        let (Seed(seed), number) = (self.game.seed(), self.game.number());
        let mut text = format!("{MAGIC}\nbest {} {}\nplayed", self.best_of_person, self.best_of_agent);
        for (played, who) in [(self.by_person, " person"), (self.by_agent, " agent")] {
            text.push_str(if played { who } else { "" });
        }
        let _ = writeln!(text, "\nluck {seed} {number}");
        parts(&self.game).iter().for_each(|part| text.push_str(&part.to_string()));
        let checksum = crc32(text.as_bytes());
        let _ = writeln!(text, "state {checksum:08x}");
        text
    }

    fn parse(bytes: &[u8]) -> Result<Saved, String> {
        let text = str::from_utf8(bytes).map_err(|_| "this is not text".to_owned())?;
        let body = text.rfind("state ").filter(|&place| place > 0).ok_or("it breaks off")?;
        let (body, last) = text.split_at(body);
        if last != format!("state {:08x}\n", crc32(body.as_bytes())) {
            return Err("its checksum is wrong".to_owned());
        }
        let mut rest = body;
        let mut line = |key: &str| -> Result<Vec<&str>, String> {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            let mut words = line.split(' ');
            match words.next() {
                Some(word) if word == key => Ok(words.collect()),
                _ => Err(format!("{line:?}, expected a line of `{key}`")),
            }
        };
        if line("redouble-state")? != ["1"] {
            return Err(format!("another version, expected `{MAGIC}`"));
        }
        let [best_of_person, best_of_agent] = numbers(&line("best")?)?;
        let played = line("played")?;
        let [seed, number] = numbers(&line("luck")?)?;
        let parts = games(rest.as_bytes()).collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
        Ok(Saved {
            game: whole(&parts, Seed(seed), number).ok_or("there is no game in it")?,
            by_person: played.contains(&"person"),
            by_agent: played.contains(&"agent"),
            best_of_person: u32::try_from(best_of_person).map_err(|_| "a best score too large")?,
            best_of_agent: u32::try_from(best_of_agent).map_err(|_| "a best score too large")?,
        })
    }

    /// Whether the board was edited on the way.
    pub fn was_edited(&self) -> bool {
        parts(&self.game).len() > 1
    }
}

fn numbers(words: &[&str]) -> Result<[u64; 2], String> {
    match words {
        [a, b] => [a, b].map(|word| word.parse().ok()),
        _ => [None, None],
    }
    .into_iter()
    .collect::<Option<Vec<u64>>>()
    .and_then(|numbers| numbers.try_into().ok())
    .ok_or_else(|| format!("{:?}, expected two numbers", words.join(" ")))
}

/// The parts of a game between its edits, the first one first.
pub fn parts(game: &Game) -> Vec<GameRecord> {
    let mut game = game.clone();
    let mut parts = Vec::new();
    loop {
        let part = GameRecord::of(&game);
        (0..part.turns().len()).for_each(|_| {
            game.undo();
        });
        parts.push(part);
        if !take_back_edits(&mut game) {
            break;
        }
    }
    parts.reverse();
    parts
}

/// Takes edits back until a move comes or the start; false if there was none.
fn take_back_edits(game: &mut Game) -> bool {
    let mut any = false;
    while game.last_turn().is_none() && game.undo() {
        any = true;
    }
    any
}

/// The game made of its parts.
fn whole(parts: &[GameRecord], seed: Seed, number: u64) -> Option<Game> {
    let (first, others) = parts.split_first()?;
    let mut game = Game::resume(first.start().0, first.start().1, seed, number);
    replay(&mut game, first)?;
    for part in others {
        game.set_board(part.start().0, part.start().1);
        replay(&mut game, part)?;
    }
    Some(game)
}

fn replay(game: &mut Game, part: &GameRecord) -> Option<()> {
    part.turns().iter().try_for_each(|turn| game.play_with(turn.mv, turn.spawn).ok().map(drop))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The first of `NAME.bad`, `NAME.bad2`, … that is not taken.
fn free_name(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(if number == 1 { ".bad".to_owned() } else { format!(".bad{number}") });
        path.with_file_name(name)
    };
    (1..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::{Board, Move};

    fn played(game: &mut Game, moves: usize) {
        for _ in 0..moves {
            Move::ALL.into_iter().find_map(|mv| game.play(mv));
        }
    }

    fn saved() -> Saved {
        let mut game = Game::new(Seed(5), 6);
        played(&mut game, 20);
        game.set_board("0000654321000001".parse().unwrap(), 700);
        game.set_score(800);
        played(&mut game, 5);
        game.set_board("1100000000000000".parse().unwrap(), 0);
        Saved { game, by_person: true, by_agent: false, best_of_person: 3400, best_of_agent: 120_000 }
    }

    #[test]
    fn a_game_comes_back_with_its_edits_and_its_luck() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("state");
        let mut before = saved();
        before.store(&path).unwrap();
        let mut after = Saved::load(&path).unwrap().unwrap().unwrap();
        assert_eq!((after.best_of_person, after.best_of_agent), (3400, 120_000));
        assert_eq!((after.by_person, after.by_agent, after.was_edited()), (true, false, true));
        played(&mut before.game, 10);
        played(&mut after.game, 10);
        assert_eq!((after.game.board(), after.game.moves()), (before.game.board(), 35));
        while after.game.undo() {}
        assert_eq!(after.game.board(), Game::new(Seed(5), 6).board());
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_game_without_moves_comes_back() {
        for board in ["0000000000000011", "0000000000000000"] {
            let board: Board = board.parse().unwrap();
            let game = Game::resume(board, 12, Seed(1), 2);
            let before =
                Saved { game, by_person: false, by_agent: false, best_of_person: 0, best_of_agent: 0 };
            let after = Saved::parse(before.text().as_bytes()).unwrap();
            assert_eq!((after.game.board(), after.game.score(), after.was_edited()), (board, 12, false));
        }
    }

    #[test]
    fn a_bad_file_is_put_aside_and_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        for expected in ["state.bad", "state.bad2"] {
            fs::write(&path, b"Dear diary").unwrap();
            let aside = Saved::load(&path).unwrap().unwrap_err();
            assert_eq!(aside.to, folder.path().join(expected));
            assert_eq!(fs::read(&aside.to).unwrap(), b"Dear diary");
            assert!(Saved::load(&path).unwrap().unwrap().is_none());
        }
    }

    #[test]
    fn no_changed_file_is_believed() {
        let text = saved().text();
        assert!(Saved::parse(text.as_bytes()).is_ok());
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 4;
            assert!(Saved::parse(&bytes).is_err(), "byte {place}");
            assert!(Saved::parse(&text.as_bytes()[..place]).is_err(), "cut at {place}");
        }
    }
}
