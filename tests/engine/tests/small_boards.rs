//! Small boards solved exactly by backward induction, against published values.

use std::collections::HashMap;

use redouble::{Cell, Field, SmallBoard, Tile};

/// What a solver does at a player's node: from what each legal slide is worth to what the board is worth.
type Choice = fn(&[f64]) -> f64;
/// What a board without a legal slide is worth.
type End<B> = fn(B) -> f64;

/// The exact value of every board met, by backward induction: tiles only grow, so the recursion ends.
struct Solver<B> {
    choose: Choice,
    end: End<B>,
    points: f64,
    known: HashMap<B, f64>,
}

impl<B: Field> Solver<B> {
    /// The expected score when `choose` plays.
    fn of_score(choose: Choice) -> Solver<B> {
        Solver { choose, end: |_| 0.0, points: 1.0, known: HashMap::new() }
    }

    /// The best chance of an end with what `end` counts as 1.
    fn of_chance(end: End<B>) -> Solver<B> {
        Solver { choose: best, end, points: 0.0, known: HashMap::new() }
    }

    /// The value of a game that starts with two spawns.
    fn start(&mut self) -> f64 {
        B::EMPTY.spawns().map(|(one, chance)| chance * self.after(one)).sum()
    }

    fn after(&mut self, after: B) -> f64 {
        after.spawns().map(|(board, chance)| chance * self.board(board)).sum()
    }

    fn board(&mut self, board: B) -> f64 {
        let board = board.canonical();
        if let Some(&value) = self.known.get(&board) {
            return value;
        }
        let values: Vec<f64> = board
            .slides()
            .map(|(_, after, reward)| self.points * f64::from(reward) + self.after(after))
            .collect();
        let value = if values.is_empty() { (self.end)(board) } else { (self.choose)(&values) };
        self.known.insert(board, value);
        value
    }
}

fn best(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn at_random(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn to_nine_digits(value: f64) -> String {
    format!("{value:.9}")
}

#[test]
fn the_2x2_board_is_worth_66_964149457() {
    assert_eq!(to_nine_digits(Solver::<SmallBoard<2, 2>>::of_score(best).start()), "66.964149457");
}

#[test]
fn random_play_makes_19_656540175_on_2x2() {
    assert_eq!(to_nine_digits(Solver::<SmallBoard<2, 2>>::of_score(at_random).start()), "19.656540175");
}

#[test]
fn the_best_chance_of_a_32_on_2x2_is_0_082887289() {
    let has_32 = |board: SmallBoard<2, 2>| f64::from(board.max_tile().face() == 32);
    assert_eq!(to_nine_digits(Solver::of_chance(has_32).start()), "0.082887289");
}

#[test]
fn the_2x3_board_is_worth_480_258271776_lying_or_standing() {
    assert_eq!(to_nine_digits(Solver::<SmallBoard<2, 3>>::of_score(best).start()), "480.258271776");
    assert_eq!(to_nine_digits(Solver::<SmallBoard<3, 2>>::of_score(best).start()), "480.258271776");
}

#[test]
fn a_small_board_of_4x4_slides_like_the_real_one() {
    let mut rng = redouble::Rng::new(1);
    for _ in 0..20_000 {
        let tiles: [u8; 16] = std::array::from_fn(|_| rng.below(18) as u8 * rng.below(2) as u8);
        let (small, board) = (copied::<SmallBoard<4, 4>>(tiles), copied::<redouble::Board>(tiles));
        for mv in redouble::Move::ALL {
            let slid = board.slide(mv).map(|slide| (slide.after.board().tiles(), slide.reward));
            let small = small.slide(mv).map(|(after, reward)| (tiles_of(after), reward));
            assert_eq!(slid, small, "{mv} on {board:?}");
        }
        assert_eq!(board.empty_cells().collect::<Vec<_>>(), small.empty_cells().collect::<Vec<_>>());
    }
}

fn copied<B: Field>(exponents: [u8; 16]) -> B {
    let tiles = exponents.map(|exponent| Tile::new(exponent).unwrap());
    Cell::all().zip(tiles).fold(B::EMPTY, |board, (cell, tile)| board.place(cell, tile))
}

fn tiles_of(board: SmallBoard<4, 4>) -> [Tile; 16] {
    std::array::from_fn(|cell| board.tile(Cell::new(cell as u8).unwrap()))
}
