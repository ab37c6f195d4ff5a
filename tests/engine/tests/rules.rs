//! The engine's rules against the rule in words, on all rows and on millions of boards.

use redouble::rows::{self, slide_line};
use redouble::{Board, Move, Rng, Tile};

use crate::naive::{self, Grid};

const BOARDS: u32 = if cfg!(debug_assertions) { 200_000 } else { 3_000_000 };

fn face(exponent: u8) -> u32 {
    Tile::new(exponent).unwrap().face()
}

#[test]
fn every_line_of_four_slides_by_the_rule_in_words() {
    for code in 0..18u32.pow(4) {
        let line = [1, 18, 324, 5832].map(|place| (code / place % 18) as u8);
        let (slid, reward) = slide_line(line);
        assert_eq!((slid.map(face).to_vec(), reward), naive::slide_line(&line.map(face)), "{line:?}");
    }
}

#[test]
fn every_row_slides_by_the_rule_in_words_in_all_directions_and_places() {
    for row in 0..=u16::MAX {
        let line = rows::unpack(row).map(face);
        for place in 0..4 {
            let mut lying: Grid = [[0; 4]; 4];
            lying[place] = line;
            let standing: Grid = std::array::from_fn(|r| std::array::from_fn(|c| lying[c][r]));
            check(naive::board(lying), Move::Left);
            check(naive::board(lying), Move::Right);
            check(naive::board(standing), Move::Up);
            check(naive::board(standing), Move::Down);
        }
    }
}

#[test]
fn random_boards_slide_as_in_the_naive_program() {
    let mut rng = Rng::new(2048);
    let mut largest = 0;
    for _ in 0..BOARDS {
        let board = naive::random_board(&mut rng);
        largest += u32::from(board.max_tile() == Tile::MAX);
        Move::ALL.into_iter().for_each(|mv| check(board, mv));
    }
    assert!(largest > BOARDS / 100, "131072 was on {largest} boards only");
}

fn check(board: Board, mv: Move) {
    let (slid, points) = naive::slide(naive::grid(board), mv);
    let expected = (slid != naive::grid(board)).then_some((slid, points));
    let found = board.slide(mv).map(|slide| (naive::grid(slide.after.board()), slide.reward));
    assert_eq!(found, expected, "{mv} on {board:?}");
}

#[test]
fn the_largest_tiles_merge_up_to_131072_and_no_further() {
    let cases = [
        ("ff00", "g000", 65536),
        ("ffff", "gg00", 131072),
        ("gg00", "h000", 131072),
        ("hh00", "hh00", 0),
        ("h0hh", "hhh0", 0),
        ("ggff", "hg00", 196608),
    ];
    for (before, after, reward) in cases {
        let [before, after]: [Board; 2] = [before, after].map(|row| format!("{row:0<16}").parse().unwrap());
        let slide = before.slide(Move::Left);
        let expected = (after != before).then_some((after, reward));
        assert_eq!(slide.map(|slide| (slide.after.board(), slide.reward)), expected, "{before:?}");
    }
}

#[test]
fn tiles_are_counted_as_one_would_by_hand() {
    let mut rng = Rng::new(7);
    for _ in 0..BOARDS / 10 {
        let board = naive::random_board(&mut rng);
        let mut faces = naive::grid(board).concat();
        assert_eq!(board.sum(), faces.iter().sum::<u32>());
        assert_eq!(board.score_by_tiles(), faces.iter().map(|&face| points(face)).sum::<u32>());
        assert_eq!(board.max_tile().face(), *faces.iter().max().unwrap());
        for exponent in 0..=17 {
            let tile = Tile::new(exponent).unwrap();
            let count = faces.iter().filter(|&&face| face == tile.face()).count();
            assert_eq!(board.count(tile) as usize, count, "{tile} on {board:?}");
        }
        assert_eq!(board.empties(), board.count(Tile::EMPTY));
        faces.retain(|&face| face > 0);
        faces.sort();
        faces.dedup();
        assert_eq!(board.distinct_tiles() as usize, faces.len(), "{board:?}");
    }
}

/// The points on the way to a tile made of 2s: those of its two halves, and its face for merging them.
fn points(face: u32) -> u32 {
    if face <= 2 { 0 } else { 2 * points(face / 2) + face }
}
