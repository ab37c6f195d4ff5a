//! Random play, as fast as it goes.

use crate::{Board, Move, Rng, Slide, Tile};

/// How a rollout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The last board.
    pub board: Board,
    /// The points made on the way, without those of before.
    pub reward: u32,
    /// The moves made.
    pub moves: u32,
}

/// A game of random moves from `start`, each legal slide as likely as the others, until none is legal or `stop` says so.
///
/// ```
/// use redouble::{Game, Rng, Seed, Tile, rollout};
/// let start = Game::new(Seed(1), 0).board();
/// let end = rollout(start, &mut Rng::new(7), |board| board.max_tile() >= Tile::new(6).unwrap());
/// assert_eq!(end.board.max_tile().face(), 64);
/// ```
pub fn rollout(start: Board, rng: &mut Rng, mut stop: impl FnMut(Board) -> bool) -> Rollout {
    let (mut board, mut moves, mut fours) = (start, 0, 0);
    while !stop(board) {
        match board.slide(Move::ALL[rng.below(4) as usize]) {
            Some(Slide { after, .. }) => {
                let spawn = rng.spawn(after);
                board = after.spawn(spawn);
                fours += u32::from(spawn.tile == Tile::FOUR);
                moves += 1;
            }
            None if board.is_dead() => break,
            None => (), // drawing again leaves the legal slides equally likely
        }
    }
    // What the tiles are worth above the start, less what the spawned 4s brought along.
    let reward = board.score_by_tiles() - start.score_by_tiles() - 4 * fours;
    Rollout { board, reward, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seed};

    #[test]
    fn a_rollout_ends_dead_and_makes_the_points_of_its_slides() {
        for seed in 0..200 {
            let start = Game::new(Seed(seed), 0).board();
            let (mut rng, mut board, mut reward, mut moves) = (Rng::new(seed), start, 0, 0);
            while !board.is_dead() {
                if let Some(slide) = board.slide(Move::ALL[rng.below(4) as usize]) {
                    board = slide.after.spawn(rng.spawn(slide.after));
                    reward += slide.reward;
                    moves += 1;
                }
            }
            assert_eq!(rollout(start, &mut Rng::new(seed), |_| false), Rollout { board, reward, moves });
        }
    }

    #[test]
    fn a_rollout_stops_when_told() {
        let start = "ba98456732100001".parse().unwrap();
        let nothing = Rollout { board: start, reward: 0, moves: 0 };
        assert_eq!(rollout(start, &mut Rng::new(1), |_| true), nothing);
        let grown = rollout(start, &mut Rng::new(1), |board| board.empties() < 3);
        assert_eq!(grown.board.empties(), 2);
    }

    #[test]
    fn a_dead_board_is_its_own_end() {
        let dead = "1212212112122121".parse().unwrap();
        assert_eq!(rollout(dead, &mut Rng::new(1), |_| false), Rollout { board: dead, reward: 0, moves: 0 });
    }

    #[test]
    fn legal_slides_are_equally_likely() {
        // Up and left are illegal; after right the tile is in the top right corner, after down in the bottom left.
        let start: Board = "f000000000000000".parse().unwrap();
        let mut rng = Rng::new(5);
        let rights = (0..10_000).filter(|_| {
            let end = rollout(start, &mut rng, |board| board != start);
            end.board.low() >> 12 & 15 == 15
        });
        assert!((4_800..5_200).contains(&rights.count()));
    }
}
