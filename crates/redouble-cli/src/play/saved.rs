//! The game under way, kept in a file so that it survives the end of the program.
//!
//! ```text
//! redouble-state 2
//! best 3400 120000
//! played person
//! luck 2048 3
//! born 1763427600000000
//! back 0
//! mode person
//! agent best
//! redouble-game 1
//! …
//! end f7fa3ab2
//! state 6f3b21aa
//! ```
//!
//! A record holds a game since its last edit. So there is one for each part between edits; the first begins the
//! game and each further one is an edit and what was played after it. The last line carries the
//! [CRC-32](redouble::checksum) of all before it. Version 1 had no lines `born` to `agent`.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redouble::checksum::crc32;
use redouble::record::games;
use redouble::{Game, GameRecord, Seed};
use redouble_lab::replace::replace_file;

use super::model::{Best, Mode};
use super::past::{PlayedGame, microseconds};

const MAGIC: &str = "redouble-state";

/// A game with what is to be known about it, and the highest scores so far.
#[derive(Clone, Debug)]
pub struct Saved {
    pub played: PlayedGame,
    /// Who was to move.
    pub mode: Mode,
    /// The agent that was chosen, if any was.
    pub agent: Option<String>,
    pub best: Best,
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

    /// Writes the file, whole or not at all.
    pub fn store(&self, path: &Path) -> io::Result<()> {
        replace_file(path, self.text().as_bytes())
    }

    fn text(&self) -> String {
        let Saved { played, mode, agent, best } = self;
        let (Seed(seed), number) = (played.game.seed(), played.game.number());
        let mut text = format!("{MAGIC} 2\nbest {} {}\nplayed", best.person, best.agent);
        for (is, word) in
            [(played.by_person, " person"), (played.by_agent, " agent"), (played.edited, " edited")]
        {
            text.push_str(if is { word } else { "" });
        }
        let (born, back) = (played.born, taken_back(&played.game));
        let agent = agent.as_deref().filter(|agent| !agent.contains('\n')).unwrap_or_default();
        let _ = writeln!(
            text,
            "\nluck {seed} {number}\nborn {born}\nback {back}\nmode {}\nagent {agent}",
            name(*mode)
        );
        GameRecord::parts(&played.whole()).iter().for_each(|part| text.push_str(&part.to_string()));
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
        let mut lines = Lines(body);
        let version = lines.value(MAGIC)?;
        if !["1", "2"].contains(&version) {
            return Err(format!("version {version}, expected 1 or 2"));
        }
        let [person, agent] = lines.numbers("best")?;
        let best = Best { person: score(person)?, agent: score(agent)? };
        let who: Vec<&str> = lines.value("played")?.split(' ').collect();
        let [seed, number] = lines.numbers("luck")?;
        let by_person = who.contains(&"person");
        let (mut born, mut back) = (microseconds(), 0);
        let (mut mode, mut agent) = (if by_person { Mode::Person } else { Mode::Agent }, None);
        if version == "2" {
            [born] = lines.numbers("born")?;
            [back] = lines.numbers("back")?;
            mode = mode_of(lines.value("mode")?)?;
            agent = Some(lines.value("agent")?.to_owned()).filter(|agent| !agent.is_empty());
        }
        let parts =
            games(lines.0.as_bytes()).collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
        let mut game = whole(&parts, Seed(seed), number).ok_or("there is no game in it")?;
        (0..back).take_while(|_| game.undo()).for_each(drop);
        let edited = who.contains(&"edited") || parts.len() > 1;
        let by_agent = who.contains(&"agent");
        let played = PlayedGame { game, born, by_person, by_agent, edited, lessons: Vec::new() };
        Ok(Saved { played, mode, agent, best })
    }
}

/// What is left of a text, read line by line: a key, a space and a value.
struct Lines<'a>(&'a str);

impl<'a> Lines<'a> {
    fn value(&mut self, key: &str) -> Result<&'a str, String> {
        let (line, after) = self.0.split_once('\n').unwrap_or((self.0, ""));
        self.0 = after;
        match line.split_once(' ').unwrap_or((line, "")) {
            (word, value) if word == key => Ok(value),
            _ => Err(format!("{line:?}, expected a line of `{key}`")),
        }
    }

    fn numbers<const N: usize>(&mut self, key: &str) -> Result<[u64; N], String> {
        let value = self.value(key)?;
        let numbers: Option<Vec<u64>> = value.split(' ').map(|word| word.parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| format!("{value:?} after `{key}`, expected numbers: {N}"))
    }
}

fn score(number: u64) -> Result<u32, String> {
    u32::try_from(number).map_err(|_| "a best score too large".to_owned())
}

const MODES: [(Mode, &str); 3] = [(Mode::Agent, "agent"), (Mode::Paused, "paused"), (Mode::Person, "person")];

fn name(mode: Mode) -> &'static str {
    MODES.iter().find(|(known, _)| *known == mode).map_or("paused", |(_, name)| name)
}

fn mode_of(name: &str) -> Result<Mode, String> {
    let found = MODES.iter().find(|(_, known)| *known == name).map(|(mode, _)| *mode);
    found.ok_or_else(|| format!("mode {name:?}, expected agent, paused or person"))
}

/// The moves and edits that could be done again. Edits without a move between them are one when they are read.
fn taken_back(game: &Game) -> u64 {
    let mut game = game.clone();
    let (mut count, mut was_edit) = (0, false);
    while game.redo() {
        let is_edit = game.last_turn().is_none();
        count += u64::from(!(is_edit && was_edit));
        was_edit = is_edit;
    }
    count
}

/// The game made of its parts.
pub fn whole(parts: &[GameRecord], seed: Seed, number: u64) -> Option<Game> {
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
        let played = PlayedGame { by_person: true, edited: true, born: 77, ..PlayedGame::new(game) };
        let agent = Some("expectimax(eval=ntuple(net=\"my net\"))".to_owned());
        Saved { played, mode: Mode::Paused, agent, best: Best { person: 3400, agent: 120_000 } }
    }

    #[test]
    fn a_game_comes_back_with_its_edits_and_its_luck() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let mut before = saved();
        before.store(&path).unwrap();
        let mut after = Saved::load(&path).unwrap().unwrap().unwrap();
        assert_eq!((after.best, after.mode, &after.agent), (before.best, Mode::Paused, &before.agent));
        let PlayedGame { by_person, by_agent, edited, born, .. } = after.played;
        assert_eq!((by_person, by_agent, edited, born), (true, false, true, 77));
        played(&mut before.played.game, 10);
        played(&mut after.played.game, 10);
        let mut game = after.played.game;
        assert_eq!((game.board(), game.moves()), (before.played.game.board(), 35));
        while game.undo() {}
        assert_eq!(game.board(), Game::new(Seed(5), 6).board());
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn what_was_taken_back_can_still_be_done_again() {
        for steps in [1, 3, 9, 30] {
            let mut before = saved();
            (0..steps).take_while(|_| before.played.game.undo()).for_each(drop);
            let mut after = Saved::parse(before.text().as_bytes()).unwrap().played;
            assert_eq!(after.game.board(), before.played.game.board(), "{steps}");
            assert_eq!(after.whole().board(), before.played.whole().board());
            while after.game.redo() {}
            assert_eq!(after.game.moves(), 25);
        }
    }

    #[test]
    fn a_game_without_moves_comes_back() {
        for board in ["0000000000000011", "0000000000000000"] {
            let board: Board = board.parse().unwrap();
            let played = PlayedGame::new(Game::resume(board, 12, Seed(1), 2));
            let before = Saved { played, mode: Mode::Agent, agent: None, best: Best::default() };
            let after = Saved::parse(before.text().as_bytes()).unwrap();
            let PlayedGame { game, edited, .. } = after.played;
            assert_eq!((game.board(), game.score(), edited, after.agent), (board, 12, false, None));
        }
    }

    #[test]
    fn the_first_version_is_still_read() {
        let mut game = Game::new(Seed(5), 6);
        played(&mut game, 3);
        let body = format!(
            "redouble-state 1\nbest 3400 120000\nplayed person agent\nluck 5 6\n{}",
            GameRecord::of(&game)
        );
        let text = format!("{body}state {:08x}\n", crc32(body.as_bytes()));
        let after = Saved::parse(text.as_bytes()).unwrap();
        assert_eq!((after.played.game.board(), after.best.agent), (game.board(), 120_000));
        assert_eq!((after.mode, after.agent, after.played.edited), (Mode::Person, None, false));
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
