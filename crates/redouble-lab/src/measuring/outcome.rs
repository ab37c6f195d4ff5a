//! One game of one agent: under what terms it was played, and how it went.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use redouble::search::Counts;
use redouble::spec::{Budgeted, with_budget};
use redouble::{Board, Game, SearchReport, Seed, Start, Tile};

use crate::measuring::clock::Durations;
use crate::measuring::ladder;

/// When a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Until {
    /// When no slide is legal.
    #[default]
    Over,
    /// When this tile stands on the board, or no slide is legal.
    Tile(Tile),
    /// After so many moves, or when no slide is legal.
    Moves(u32),
    /// When one more large tile is where it belongs, or no slide is legal: see [`ladder`].
    NextLarge,
}

/// Prints `over`, the face of the tile, `moves=N`, or `next-large`.
impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Over => f.pad("over"),
            Until::Tile(tile) => write!(f, "{}", tile.face()),
            Until::Moves(moves) => write!(f, "moves={moves}"),
            Until::NextLarge => f.pad("next-large"),
        }
    }
}

/// The text is neither `over` nor a tile from 4 to 131072 nor a number of moves nor `next-large`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an end of a game: expected 'over', a tile from 4 to 131072, 'moves=N' or 'next-large'")]
pub struct ParseUntilError(String);

impl FromStr for Until {
    type Err = ParseUntilError;

    fn from_str(text: &str) -> Result<Until, ParseUntilError> {
        let tile = || text.parse().ok().and_then(Tile::from_face).filter(|&tile| tile >= Tile::FOUR);
        let moves = || text.strip_prefix("moves=")?.parse().ok().filter(|&moves| moves > 0);
        match text {
            "over" => Ok(Until::Over),
            "next-large" => Ok(Until::NextLarge),
            _ => tile()
                .map(Until::Tile)
                .or_else(|| moves().map(Until::Moves))
                .ok_or_else(|| ParseUntilError(text.to_owned())),
        }
    }
}

/// What a game is played under: with the same terms, every agent meets the same luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The seed of the trial.
    pub seed: Seed,
    /// The number of the game under that seed.
    pub number: u64,
    /// What it starts with.
    pub start: Start,
    /// When it ends.
    pub until: Until,
}

impl Terms {
    /// Whether its game ends on `board` after so many moves although it may not be over.
    pub fn end(&self, board: Board, moves: u32) -> bool {
        match self.until {
            Until::Over => false,
            Until::Tile(tile) => board.max_tile() >= tile,
            Until::Moves(most) => moves >= most,
            Until::NextLarge => ladder::has_climbed(self.start, board),
        }
    }

    /// The game at its start.
    pub fn game(&self) -> Game {
        Game::starting(self.start, self.seed, self.number)
    }
}

/// A start as text: `two`, `one`, or a board in its hex form.
pub fn start_text(start: Start) -> String {
    match start {
        Start::TwoTiles => "two".to_owned(),
        Start::OneTile => "one".to_owned(),
        Start::Board(board) => board.to_string(),
    }
}

/// Reads what [`start_text`] wrote.
pub fn parse_start(text: &str) -> Option<Start> {
    match text {
        "two" => Some(Start::TwoTiles),
        "one" => Some(Start::OneTile),
        board => board.parse().ok().map(Start::Board),
    }
}

/// Which agent played: games are the same only if all of this is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Its canonical spec.
    pub spec: String,
    /// What each of its moves may cost; empty if nothing was said.
    pub budget: String,
    /// The content hashes of the networks and tables it uses; empty for none.
    pub data: String,
    /// The signature of the agent in the engine that played it.
    pub engine: String,
}

impl Identity {
    /// The agent and its budget in one text.
    pub fn agent(&self) -> String {
        with_budget(&self.spec, &self.budget)
    }

    /// The same where spec and budget stood in one text, as older notebooks have it. What is not one of our agents stays.
    pub(super) fn modern(self) -> Identity {
        match self.spec.parse::<Budgeted>() {
            Ok(agent) => {
                Identity { spec: agent.settled().to_string(), budget: agent.budget.to_string(), ..self }
            }
            Err(_) => self,
        }
    }
}

/// One game of one agent on one seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Points made.
    pub score: u32,
    /// The last board.
    pub board: Board,
    /// Moves made: slides, and passes where the agent's rules have them.
    pub moves: u32,
    /// Boards and afterstates visited by all its searches.
    pub nodes: u64,
    /// What else all its searches counted.
    pub counts: Counts,
    /// Nodes of the busiest thread of each search, where several searched.
    pub busiest: u64,
    /// How long each move took.
    pub times: Durations,
    /// All moves and spawns, if they were to be kept.
    pub record: Option<String>,
}

impl Outcome {
    /// Counts what a search did for one move.
    pub fn count(&mut self, report: &SearchReport, time: Duration) {
        self.moves += 1;
        self.nodes += report.nodes;
        self.counts += report.counts;
        self.busiest += report.work.iter().copied().max().unwrap_or(0);
        self.times.add(time);
    }

    /// Whether a tile as large as `tile` was reached.
    pub fn reached(&self, tile: Tile) -> bool {
        self.board.max_tile() >= tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_read_as_it_is_written() {
        let board = "0123012301230123".parse().unwrap();
        for start in [Start::TwoTiles, Start::OneTile, Start::Board(board)] {
            assert_eq!(parse_start(&start_text(start)), Some(start));
        }
        assert_eq!(parse_start("three"), None);
    }

    #[test]
    fn an_end_of_a_game_is_read_as_it_is_printed() {
        for text in ["over", "4", "2048", "131072", "moves=1", "next-large"] {
            assert_eq!(text.parse::<Until>().unwrap().to_string(), text);
        }
        for text in ["", "Over", "0", "2", "3000", "262144", "-2048", "moves=0", "moves="] {
            assert!(text.parse::<Until>().unwrap_err().to_string().contains("expected 'over', a tile"));
        }
    }
}
