//! Which stages of the network an answer can depend on: those must have come, the others may follow.

use redouble::network::{LEVELS, Standing, Symbols};
use redouble::{Board, Budget, Tile};
use serde::{Deserialize, Serialize};

use crate::{Asked, Desk, Fault};

/// Asks how many stages must have come.
#[derive(Clone, Debug, Deserialize)]
pub struct StagesQuestion {
    /// The board in any form.
    pub board: String,
    /// The moves that will be made; `null` for games to their end.
    pub moves: Option<u32>,
    /// Whether quick games are played too, which need the network whatever the agent is.
    #[serde(default)]
    pub playouts: bool,
    /// The tile that ends quick games, as in a question for chances.
    #[serde(default)]
    pub up_to: Option<u32>,
    /// Who will be asked.
    #[serde(flatten)]
    pub asked: Asked,
}

/// How many stages must have come.
#[derive(Clone, Debug, Serialize)]
pub struct Stages {
    /// Those that the answer can depend on.
    needed: usize,
    /// All.
    all: usize,
}

/// More plies than any search looks ahead.
const AHEAD: u32 = 64;

impl Desk {
    pub(crate) fn stages(&self, question: &StagesQuestion) -> Result<Stages, Fault> {
        let board = crate::text::setup(&question.board)?.board;
        let agent = question.asked.budgeted(Budget::PLAY)?;
        let symbols = self.shape().ok_or_else(|| Fault::of("network", "its head has not come yet"))?;
        let all = symbols.stages();
        let of_agent = match question.moves {
            _ if agent.spec.network().is_none() => 0,
            Some(moves) => stages_for(symbols, board, moves + AHEAD),
            None => all,
        };
        let until = crate::coach::until(board, question.up_to)?;
        let of_playouts = if question.playouts { stages_below(symbols, until) } else { 0 };
        Ok(Stages { needed: of_agent.max(of_playouts), all })
    }
}

/// How many stages can see a board of games that end when `until` is made.
fn stages_below(symbols: Symbols, until: Tile) -> usize {
    let Some(large) = symbols.large() else { return symbols.stages() };
    let most = (until.exponent() + 1).saturating_sub(large.exponent());
    with_large_tiles(symbols, most.into())
}

/// How many stages see boards with at most so many large tiles.
fn with_large_tiles(symbols: Symbols, most: usize) -> usize {
    let sees = |standing: &Standing| usize::from(standing.large) <= most;
    symbols.standings().iter().rposition(sees).map_or(1, |last| last + 1)
}

/// How many stages can see a board that is so many plies away at most.
///
/// A stage sees boards by how many large tiles their level stands for. A level is what the large tiles add up to, less one
/// while two are alike, and what they add up to grows by what small tiles and spawns make.
pub fn stages_for(symbols: Symbols, board: Board, plies: u32) -> usize {
    let Some(large) = symbols.large() else { return symbols.stages() };
    let (above, below): (Vec<Tile>, Vec<Tile>) = board.tiles().into_iter().partition(|&tile| tile >= large);
    let small: u32 = below.iter().map(|tile| if tile.is_empty() { 0 } else { tile.face() }).sum();
    let fresh = small.saturating_add(plies.saturating_mul(4)) / large.face();
    let units = above.iter().map(|tile| 1usize << (tile.exponent() - large.exponent()));
    let (sum, set) = units.fold((0, 0), |(sum, set), unit| (sum + unit, set | unit));
    let levels = sum - usize::from(sum != set)..=sum + fresh as usize;
    let count = |level: usize| level.min(LEVELS - 1).count_ones() as usize;
    with_large_tiles(symbols, levels.take(LEVELS).map(count).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::network::Shape;
    use redouble::{Game, Rng, Seed};

    #[test]
    fn no_board_ahead_is_seen_by_a_stage_that_was_not_asked_for() {
        let standings = ["0", "1", "2", "3", "4"].map(|standing| standing.parse().unwrap());
        let symbols = Symbols::staged(Tile::new(8).unwrap(), &standings, 2).unwrap();
        let shape = Shape::of_chances(0.0, vec!["0.1".parse().unwrap(); 5], symbols).unwrap();
        let mut rng = Rng::new(1);
        for start in ["77777777666655aa", "8888777766665555", "9877000000000012", "cc00000000000011"] {
            for number in 0..50 {
                let board: Board = start.parse().unwrap();
                let needed = stages_for(symbols, board, 20);
                let mut game = Game::resume(board, 0, Seed(5), number);
                for _ in 0..10 {
                    let legal: Vec<_> = game.board().slides().map(|(mv, _)| mv).collect();
                    let Some(&mv) = legal.get(rng.below(4) as usize % legal.len().max(1)) else { break };
                    game.play(mv);
                    assert!(shape.stage(game.board()) < needed, "{start} to {}", game.board());
                }
            }
        }
        assert_eq!(
            stages_for(symbols, "0000000000000011".parse().unwrap(), 20),
            1,
            "early on the first will do"
        );
        let standings = ["0", "1", "2", "2+1", "2+2"].map(|standing| standing.parse().unwrap());
        let built = Symbols::staged(Tile::new(10).unwrap(), &standings, 2).unwrap();
        let needed = |board: &str| stages_for(built, board.parse().unwrap(), 20);
        let below = |face: u32| stages_below(built, Tile::from_face(face).unwrap());
        assert_eq!((below(512), below(1024), below(2048), below(131072)), (1, 2, 5, 5));
        assert_eq!(
            (needed("0000000000000011"), needed("a000000000000011"), needed("ba00000000000011")),
            (1, 2, 5)
        );
    }
}
