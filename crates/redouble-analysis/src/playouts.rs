//! Quick games: thousands of them say what a board is good for.

use std::fmt;
use std::sync::Arc;

use redouble::{Board, Evaluator, Luck, Rewards, Seed, Slide, Tile};

/// A player quick enough for thousands of games, with the name to label their results by.
#[derive(Clone)]
pub struct Playouts {
    name: String,
    policy: Arc<dyn Policy>,
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playouts({:?})", self.name)
    }
}

/// How a playout went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// The points made in it.
    pub points: u32,
    /// The largest tile at its end.
    pub tile: Tile,
    /// Its moves.
    pub moves: u32,
}

impl Playouts {
    /// Games in which every slide is the one that `evaluator` values most, without looking further.
    pub fn greedy(name: &str, evaluator: impl Evaluator + 'static) -> Playouts {
        Playouts { name: name.to_owned(), policy: Arc::new(Greedy(evaluator)) }
    }

    /// The evaluation that plays.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Plays from `board` until `tile` stands on it or the game is over. Playout number `number` has the same
    /// luck from every board.
    pub fn play(&self, board: Board, tile: Tile, number: u64) -> Playout {
        self.policy.play(board, tile, LUCK.game(number))
    }

    /// As [`play`](Playouts::play), but chance moves first, and `slide`'s reward counts.
    pub fn play_after(&self, slide: Slide, tile: Tile, number: u64) -> Playout {
        let board = slide.after.spawn(LUCK.game(number).spawn(FIRST, slide.after));
        let playout = self.play(board, tile, number);
        Playout { points: playout.points + slide.reward, moves: playout.moves + 1, ..playout }
    }
}

/// Luck of their own, so that no playout knows what the real game will bring.
const LUCK: Seed = Seed(0x706c_6179_6f75_7473);
/// The number of the spawn before the first move, far from those after moves.
const FIRST: u64 = 1 << 40;

trait Policy: Send + Sync {
    fn play(&self, board: Board, tile: Tile, luck: Luck) -> Playout;
}

struct Greedy<E>(E);

impl<E: Evaluator> Policy for Greedy<E> {
    fn play(&self, mut board: Board, tile: Tile, luck: Luck) -> Playout {
        let mut playout = Playout { tile: board.max_tile(), ..Playout::default() };
        while playout.tile < tile
            && let Some((_, Slide { after, reward })) = board.best_slide(|slide| self.value(board, slide))
        {
            board = after.spawn(luck.spawn(u64::from(playout.moves), after));
            playout.moves += 1;
            playout.points += reward;
            if reward >= 2 * playout.tile.face() || playout.tile < Tile::FOUR {
                playout.tile = board.max_tile(); // only such a slide, or the first spawned 4, makes a larger one
            }
        }
        playout
    }
}

impl<E: Evaluator> Greedy<E> {
    fn value(&self, board: Board, Slide { after, reward }: Slide) -> f64 {
        let value = self.0.after(after);
        match self.0.rewards() {
            Rewards::Carried => f64::from(reward) + value,
            _ => self.0.slide_worth(board, after, reward, value),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use redouble::eval::{Merges, MergesConstants};

    /// Playouts for tests: short ones, that no new network changes.
    pub fn quick() -> Playouts {
        Playouts::greedy("merges", Merges::new(MergesConstants::default()))
    }

    #[test]
    fn a_playout_makes_the_moves_of_the_greedy_agent() {
        use redouble::{AgentSpec, Limits, spec::Resources};
        for eval in ["merges", "grid", "score"] {
            let spec: AgentSpec = format!("greedy(eval={eval})").parse().unwrap();
            let mut agent = spec.build(&Resources::default()).unwrap();
            let board: Board = "0000000000000011".parse().unwrap();
            let playouts = match eval {
                "merges" => quick(),
                "grid" => Playouts::greedy("grid", redouble::eval::Grid::new()),
                _ => Playouts::greedy("score", redouble::eval::Score),
            };
            let (mut now, mut points, mut moves) = (board, 0, 0);
            while let Some(mv) = agent.choose(now, points, Limits::NONE).best {
                let slide = now.slide(mv).unwrap();
                now = slide.after.spawn(LUCK.game(9).spawn(moves, slide.after));
                (points, moves) = (points + slide.reward, moves + 1);
            }
            let expected = Playout { points, tile: now.max_tile(), moves: moves as u32 };
            assert_eq!(playouts.play(board, Tile::MAX, 9), expected, "{eval}");
        }
    }

    #[test]
    fn a_playout_ends_when_its_tile_is_reached() {
        let board: Board = "4 4 . . / 2 . . . / . . . . / . . . .".parse().unwrap();
        let (eight, playouts) = (Tile::from_face(8).unwrap(), quick());
        let playout = playouts.play(board, eight, 0);
        assert_eq!(playout.tile, eight);
        assert_eq!(playouts.play(board, Tile::FOUR, 0), Playout { points: 0, tile: Tile::FOUR, moves: 0 });
    }

    #[test]
    fn a_slide_counts_its_reward_and_its_move() {
        let board: Board = "4 4 . . / 2 . . . / . . . . / . . . .".parse().unwrap();
        let slide = board.slide(redouble::Move::Left).unwrap();
        let playout = quick().play_after(slide, Tile::TWO, 3);
        assert_eq!((playout.points, playout.moves), (8, 1));
    }
}
