//! A game: a board with its score, its luck and its history.

use std::fmt;

use crate::{Afterstate, Board, Cell, Luck, Move, Seed, Slide, Spawn, Tile};

/// What a game begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Two spawns, as the rules say.
    #[default]
    TwoTiles,
    /// One spawn, as one of the studies plays.
    OneTile,
    /// A given board.
    Board(Board),
}

impl Start {
    /// The board of a game with this luck: spawns 0 and 1 of it belong to the start, used or not.
    pub fn board(self, luck: Luck) -> Board {
        let spawned = |board, n| Afterstate::new(board).spawn(luck.spawn(n, Afterstate::new(board)));
        match self {
            Start::TwoTiles => spawned(spawned(Board::EMPTY, 0), 1),
            Start::OneTile => spawned(Board::EMPTY, 0),
            Start::Board(board) => board,
        }
    }
}

/// A slide and the spawn after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// The slide's direction.
    pub mv: Move,
    /// Its points.
    pub reward: u32,
    /// What chance answered.
    pub spawn: Spawn,
}

/// A board with score and luck, and the way it came about.
///
/// Move number m, counted from 1, is followed by spawn m + 1 of the game's luck, so a move taken back and
/// played again meets the same luck.
///
/// ```
/// use redouble::{Game, Move, Seed};
/// let mut game = Game::new(Seed(7), 0);
/// let start = game.board();
/// let turn = game.play(Move::Left).expect("left is legal here");
/// let after = game.board();
///
/// assert!(game.undo());
/// assert_eq!((game.board(), game.moves()), (start, 0));
/// assert_eq!(game.play(Move::Left), Some(turn));
/// assert_eq!(game.board(), after);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    seed: Seed,
    number: u64,
    luck: Luck,
    now: Position,
    past: Vec<Change>,
    future: Vec<Change>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    board: Board,
    score: u32,
    moves: u32,
}

/// A step of the history: the position on its far side, and the turn that leads across unless it was an edit.
#[derive(Clone, Copy, Debug)]
struct Change {
    position: Position,
    turn: Option<Turn>,
}

impl Game {
    /// Game `number` of `seed`, with two tiles on the board.
    pub fn new(seed: Seed, number: u64) -> Game {
        Game::starting(Start::TwoTiles, seed, number)
    }

    /// Game `number` of `seed` with another start.
    pub fn starting(start: Start, seed: Seed, number: u64) -> Game {
        Game::resume(start.board(seed.game(number)), 0, seed, number)
    }

    /// Game `number` of `seed` on a board that comes with a score from earlier.
    pub fn resume(board: Board, score: u32, seed: Seed, number: u64) -> Game {
        let now = Position { board, score, moves: 0 };
        Game { seed, number, luck: seed.game(number), now, past: Vec::new(), future: Vec::new() }
    }

    /// The board, the player to move.
    #[inline]
    pub fn board(&self) -> Board {
        self.now.board
    }

    /// The points so far.
    #[inline]
    pub fn score(&self) -> u32 {
        self.now.score
    }

    /// The moves made so far.
    #[inline]
    pub fn moves(&self) -> u32 {
        self.now.moves
    }

    /// The seed it is a game of.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Its number among the games of its seed.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Its luck.
    pub fn luck(&self) -> Luck {
        self.luck
    }

    /// Whether no slide is legal.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.now.board.is_dead()
    }

    /// Slides, and lets the game's luck spawn; `None`, and nothing happens, if the slide is illegal.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Turn> {
        let slide = self.now.board.slide(mv)?;
        let spawn = self.luck.spawn(u64::from(self.now.moves) + 2, slide.after);
        Some(self.turn(mv, slide, spawn))
    }

    /// Slides, and spawns what the caller saw happen: for games whose luck is elsewhere.
    pub fn play_with(&mut self, mv: Move, spawn: Spawn) -> Result<Turn, IllegalTurn> {
        let slide = self.now.board.slide(mv).ok_or(IllegalTurn::Slide(mv))?;
        let board = slide.after.board();
        if !board.tile(spawn.cell).is_empty() {
            return Err(IllegalTurn::Taken(spawn.cell, board.tile(spawn.cell)));
        }
        if spawn.tile != Tile::TWO && spawn.tile != Tile::FOUR {
            return Err(IllegalTurn::Tile(spawn.tile));
        }
        Ok(self.turn(mv, slide, spawn))
    }

    #[inline]
    fn turn(&mut self, mv: Move, Slide { after, reward }: Slide, spawn: Spawn) -> Turn {
        let Position { score, moves, .. } = self.now;
        let turn = Turn { mv, reward, spawn };
        let next =
            Position { board: after.spawn(spawn), score: score.saturating_add(reward), moves: moves + 1 };
        self.change(next, Some(turn));
        turn
    }

    /// Puts a tile, or none, into a cell.
    ///
    /// Like a move this can be taken back. It makes no points and is not a move, so score, number of moves and
    /// the luck to come stay; the game counts as begun anew on the board it leaves (see
    /// [`start`](Game::start)).
    pub fn place(&mut self, cell: Cell, tile: Tile) {
        self.edit(Position { board: self.now.board.with(cell, tile), ..self.now });
    }

    /// Empties a cell, as [`place`](Game::place) does.
    pub fn remove(&mut self, cell: Cell) {
        self.place(cell, Tile::EMPTY);
    }

    /// Corrects the score: an edit like [`place`](Game::place).
    pub fn set_score(&mut self, score: u32) {
        self.edit(Position { score, ..self.now });
    }

    /// Goes on from another board with another score: one edit like [`place`](Game::place).
    pub fn set_board(&mut self, board: Board, score: u32) {
        self.edit(Position { board, score, ..self.now });
    }

    fn edit(&mut self, next: Position) {
        if next != self.now {
            self.change(next, None);
        }
    }

    #[inline]
    fn change(&mut self, next: Position, turn: Option<Turn>) {
        self.past.push(Change { position: self.now, turn });
        self.future.clear();
        self.now = next;
    }

    /// Takes the last move or edit back; false if there is none.
    pub fn undo(&mut self) -> bool {
        Game::step(&mut self.now, &mut self.past, &mut self.future)
    }

    /// Does again what was taken back last; false if there is nothing, or something else was done since.
    pub fn redo(&mut self) -> bool {
        Game::step(&mut self.now, &mut self.future, &mut self.past)
    }

    fn step(now: &mut Position, from: &mut Vec<Change>, to: &mut Vec<Change>) -> bool {
        let Some(Change { position, turn }) = from.pop() else { return false };
        to.push(Change { position: *now, turn });
        *now = position;
        true
    }

    /// The last turn; `None` at the start and after an edit.
    pub fn last_turn(&self) -> Option<Turn> {
        self.past.last().and_then(|change| change.turn)
    }

    /// The board and the score that the game began with, or that its last edit left.
    pub fn start(&self) -> (Board, u32) {
        let Position { board, score, .. } = self.origin();
        (board, score)
    }

    /// The turns played since the [`start`](Game::start).
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.played().iter().filter_map(|change| change.turn)
    }

    /// Whether all luck so far was its seed's: nothing was edited, and every spawn came from its luck.
    pub fn is_its_own_luck(&self) -> bool {
        let mut game = Game { past: Vec::new(), future: Vec::new(), now: self.origin(), ..*self };
        let untouched = self.played().len() == self.past.len();
        untouched && self.turns().all(|turn| game.play(turn.mv) == Some(turn))
    }

    fn origin(&self) -> Position {
        self.played().first().map_or(self.now, |change| change.position)
    }

    /// The history since the last edit.
    fn played(&self) -> &[Change] {
        let edit = self.past.iter().rposition(|change| change.turn.is_none());
        &self.past[edit.map_or(0, |edit| edit + 1)..]
    }
}

/// Why a turn cannot happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// The slide changes nothing.
    Slide(Move),
    /// The spawn's cell holds a tile.
    Taken(Cell, Tile),
    /// Only a 2 or a 4 can spawn.
    Tile(Tile),
}

impl std::error::Error for IllegalTurn {}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalTurn::Slide(mv) => write!(f, "{mv} changes nothing, expected a legal slide"),
            IllegalTurn::Taken(cell, tile) => {
                let place = cell.describe();
                write!(f, "a spawn in {place}, where a {tile} stands, expected an empty cell")
            }
            IllegalTurn::Tile(tile) => write!(f, "a spawned {tile}, expected a 2 or a 4"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game after up to `moves` moves, each the first legal one.
    fn played(moves: usize) -> Game {
        let mut game = Game::new(Seed(3), 14);
        for _ in 0..moves {
            Move::ALL.into_iter().find_map(|mv| game.play(mv));
        }
        game
    }

    #[test]
    fn a_game_starts_with_two_tiles_unless_told_otherwise() {
        let (seed, given) = (Seed(5), "0123012301230123".parse().unwrap());
        for number in 0..100 {
            let one = Game::starting(Start::OneTile, seed, number).board();
            let two = Game::new(seed, number).board();
            assert_eq!((one.empties(), two.empties()), (15, 14));
            assert!(Cell::all().all(|cell| one.tile(cell).is_empty() || one.tile(cell) == two.tile(cell)));
            assert_eq!(Game::starting(Start::Board(given), seed, number).board(), given);
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let board = "1000000000000000".parse().unwrap();
        let mut game = Game::starting(Start::Board(board), Seed(0), 0);
        assert_eq!(game.play(Move::Left), None);
        assert_eq!((game.board(), game.score(), game.moves(), game.undo()), (board, 0, 0, false));
    }

    #[test]
    fn the_score_is_the_sum_of_the_rewards_and_moves_are_counted() {
        let game = played(120);
        assert_eq!(game.turns().count(), game.moves() as usize);
        assert_eq!(game.turns().map(|turn| turn.reward).sum::<u32>(), game.score());
        assert!(game.moves() > 50 && game.is_its_own_luck());
    }

    #[test]
    fn undo_goes_back_to_the_start_and_redo_to_the_end() {
        let mut game = played(60);
        let end = (game.board(), game.score(), game.moves());
        let turns: Vec<Turn> = game.turns().collect();
        while game.undo() {}
        assert_eq!(game.board(), Game::new(Seed(3), 14).board());
        assert_eq!((game.score(), game.moves(), game.last_turn()), (0, 0, None));
        while game.redo() {}
        assert_eq!((game.board(), game.score(), game.moves()), end);
        assert!(game.turns().eq(turns));
    }

    #[test]
    fn a_move_taken_back_meets_the_same_luck_again() {
        let mut game = played(30);
        let (turn, board) = (game.last_turn().unwrap(), game.board());
        assert!(game.undo());
        assert_eq!(game.play(turn.mv), Some(turn));
        assert_eq!((game.board(), game.redo()), (board, false));
    }

    #[test]
    fn an_edit_is_undone_like_a_move_and_starts_the_record_anew() {
        let mut game = played(30);
        let (board, score) = (game.board(), game.score());
        let corner = Cell::new(0).unwrap();
        game.place(corner, Tile::MAX);
        assert_eq!(game.board(), board.with(corner, Tile::MAX));
        assert_eq!((game.score(), game.moves(), game.start()), (score, 30, (game.board(), score)));
        assert_eq!((game.turns().count(), game.is_its_own_luck()), (0, false));
        game.remove(corner);
        game.set_score(8);
        assert_eq!((game.board().tile(corner), game.score()), (Tile::EMPTY, 8));
        game.set_board(Board::EMPTY, 9);
        assert_eq!((game.board(), game.score(), game.moves()), (Board::EMPTY, 9, 30));
        assert!(game.undo() && game.undo() && game.undo() && game.undo());
        assert_eq!((game.board(), game.turns().count(), game.is_its_own_luck()), (board, 30, true));
    }

    #[test]
    fn an_edit_that_changes_nothing_is_none() {
        let mut game = played(3);
        let (cell, turns) = (game.board().empty_cells().next().unwrap(), game.turns().count());
        game.remove(cell);
        game.set_score(game.score());
        assert_eq!(game.turns().count(), turns);
    }

    #[test]
    fn a_game_can_be_edited_to_its_end_and_back() {
        let mut game = played(10);
        for (cell, digit) in Cell::all().zip("1212212112122121".chars()) {
            game.place(cell, Tile::new(digit.to_digit(10).unwrap() as u8).unwrap());
        }
        assert!(game.is_over());
        assert_eq!(Move::ALL.map(|mv| game.play(mv)), [None; 4]);
        Cell::all().for_each(|cell| game.remove(cell));
        assert!(game.is_over() && game.board() == Board::EMPTY);
        while game.undo() {}
        assert_eq!(game.board(), Game::new(Seed(3), 14).board());
    }

    #[test]
    fn a_turn_from_elsewhere_is_checked() {
        let board = "1100000000000000".parse().unwrap();
        let mut game = Game::starting(Start::Board(board), Seed(0), 0);
        let spawn = |cell, tile| Spawn { cell: Cell::new(cell).unwrap(), tile };
        let refusals = [
            (Move::Up, spawn(5, Tile::TWO), "up changes nothing, expected a legal slide"),
            (
                Move::Left,
                spawn(0, Tile::TWO),
                "a spawn in row 1, column 1, where a 4 stands, expected an empty cell",
            ),
            (Move::Left, spawn(5, Tile::MAX), "a spawned 131072, expected a 2 or a 4"),
            (Move::Left, spawn(5, Tile::EMPTY), "a spawned ., expected a 2 or a 4"),
        ];
        for (mv, spawn, refusal) in refusals {
            assert_eq!(game.play_with(mv, spawn).unwrap_err().to_string(), refusal);
        }
        game.play_with(Move::Left, spawn(5, Tile::FOUR)).unwrap();
        assert_eq!((game.board().to_string().as_str(), game.score()), ("2000020000000000", 4));
    }
}
