//! Games that were left for another one: undo brings them back as they were.

use redouble::Game;

use super::assistant::Lesson;

/// How many games undo can bring back.
const MOST: usize = 50;

/// A game, and who moved in it.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub game: Game,
    /// When it began, in microseconds since 1970. It tells games apart, whatever their seeds.
    pub born: u64,
    /// Whether a person moved in it, and whether an agent did.
    pub by_person: bool,
    pub by_agent: bool,
    /// Whether the board was edited, or came from elsewhere.
    pub edited: bool,
    pub lessons: Vec<Lesson>,
}

impl PlayedGame {
    /// A game nobody moved in yet, which begins now.
    pub fn new(game: Game) -> PlayedGame {
        PlayedGame {
            game,
            born: microseconds(),
            by_person: false,
            by_agent: false,
            edited: false,
            lessons: Vec::new(),
        }
    }

    /// The game as far as it ever went, whatever was taken back since.
    pub fn whole(&self) -> Game {
        let mut game = self.game.clone();
        while game.redo() {}
        game
    }
}

/// The games before and after the one on the screen.
#[derive(Debug, Default)]
pub struct Past {
    earlier: Vec<PlayedGame>,
    later: Vec<PlayedGame>,
}

impl Past {
    /// Another game begins after `left`.
    pub fn advance(&mut self, left: PlayedGame) {
        self.later.clear();
        if self.earlier.len() == MOST {
            self.earlier.remove(0);
        }
        self.earlier.push(left);
    }

    /// The game before this one, which is left for it.
    pub fn back(&mut self, this: PlayedGame) -> Option<PlayedGame> {
        let earlier = self.earlier.pop()?;
        self.later.push(this);
        Some(earlier)
    }

    /// The game after this one, which is left for it.
    pub fn forth(&mut self, this: PlayedGame) -> Option<PlayedGame> {
        let later = self.later.pop()?;
        self.earlier.push(this);
        Some(later)
    }

    /// The game before goes on another way.
    pub fn forget_later(&mut self) {
        self.later.clear();
    }
}

/// The time since 1970.
pub fn microseconds() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64
}
