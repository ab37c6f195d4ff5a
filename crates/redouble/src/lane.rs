//! A game without a history, for those who play thousands side by side.

use crate::{Board, Luck, Move, Seed, Start};

/// Game after game, one at a time and without a history: every so manieth game of a seed.
///
/// Each is the same as the [`Game`](crate::Game) of its number; thousands of them fit into the processor's cache.
///
/// ```
/// use redouble::{Game, Lane, Move, Seed};
/// let mut lane = Lane::new(Seed(7), 2, 8); // games 2, 10, 18 … of seed 7
/// let mut game = Game::new(Seed(7), 2);
/// assert_eq!(lane.play(Move::Left), game.play(Move::Left).map(|turn| turn.reward));
/// assert_eq!(lane.board(), game.board());
///
/// lane.next_game();
/// assert_eq!((lane.number(), lane.board()), (10, Game::new(Seed(7), 10).board()));
/// ```
#[derive(Clone, Debug)]
pub struct Lane {
    seed: Seed,
    number: u64,
    stride: u64,
    luck: Luck,
    board: Board,
    score: u32,
    moves: u32,
}

impl Lane {
    /// Games `first`, `first + stride`, `first + 2·stride` … of `seed`, the first of them at its start.
    pub fn new(seed: Seed, first: u64, stride: u64) -> Lane {
        let luck = seed.game(first);
        let board = Start::TwoTiles.board(luck);
        Lane { seed, number: first, stride, luck, board, score: 0, moves: 0 }
    }

    /// Gives the game up and begins the next.
    pub fn next_game(&mut self) {
        *self = Lane::new(self.seed, self.number.wrapping_add(self.stride), self.stride);
    }

    /// Begins the game anew on another board, with the luck it has from its start.
    pub fn set_board(&mut self, board: Board, score: u32) {
        (self.board, self.score, self.moves) = (board, score, 0);
    }

    /// Slides, and lets luck spawn: the points; `None`, and nothing happens, if the slide is illegal.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<u32> {
        let slide = self.board.slide(mv)?;
        let spawn = self.luck.spawn(u64::from(self.moves) + 2, slide.after);
        self.board = slide.after.spawn(spawn);
        self.score = self.score.saturating_add(slide.reward);
        self.moves += 1;
        Some(slide.reward)
    }

    /// The board, the player to move.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The points so far.
    #[inline]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// The moves made so far.
    #[inline]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The number of the game among those of its seed.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Rng};

    #[test]
    fn a_lane_plays_the_games_of_its_seed() {
        let (mut rng, mut lane) = (Rng::new(1), Lane::new(Seed(9), 3, 5));
        for number in [3, 8, 13] {
            let mut game = Game::new(Seed(9), number);
            while !game.is_over() {
                let mv = Move::ALL[rng.below(4) as usize];
                assert_eq!(lane.play(mv), game.play(mv).map(|turn| turn.reward));
                let at = (lane.board(), lane.score(), lane.moves(), lane.number());
                assert_eq!(at, (game.board(), game.score(), game.moves(), number));
            }
            lane.next_game();
        }
    }

    #[test]
    fn a_given_board_is_played_with_the_luck_of_the_game() {
        let board: Board = "1100000000000000".parse().unwrap();
        let (mut lane, mut game) = (Lane::new(Seed(2), 4, 1), Game::resume(board, 40, Seed(2), 4));
        lane.set_board(board, 40);
        assert_eq!(lane.play(Move::Left), game.play(Move::Left).map(|turn| turn.reward));
        assert_eq!((lane.board(), lane.score()), (game.board(), game.score()));
    }
}
