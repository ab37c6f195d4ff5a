//! Laws that hold on every board and in every game.

use proptest::prelude::*;
use redouble::{Afterstate, Board, Cell, Game, GameRecord, Move, Seed, Start, Tile};

fn tiles() -> impl Strategy<Value = Tile> {
    let exponent = prop_oneof![3 => Just(0u8), 4 => 1u8..6, 1 => 6u8..15, 2 => 15u8..=17];
    exponent.prop_map(|exponent| Tile::new(exponent).unwrap())
}

fn boards() -> impl Strategy<Value = Board> {
    prop::array::uniform16(tiles()).prop_map(Board::from_tiles)
}

fn cells() -> impl Strategy<Value = Cell> {
    (0u8..16).prop_map(|cell| Cell::new(cell).unwrap())
}

fn moves() -> impl Strategy<Value = Move> {
    prop::sample::select(Move::ALL.to_vec())
}

/// What a slide does to the picture of a board.
fn slid(board: Board, mv: Move) -> Option<(Board, u32)> {
    board.slide(mv).map(|slide| (slide.after.board(), slide.reward))
}

fn mirrored(mv: Move) -> Move {
    match mv {
        Move::Left => Move::Right,
        Move::Right => Move::Left,
        other => other,
    }
}

fn transposed(mv: Move) -> Move {
    match mv {
        Move::Up => Move::Left,
        Move::Left => Move::Up,
        Move::Down => Move::Right,
        Move::Right => Move::Down,
    }
}

proptest! {
    #[test]
    fn symmetries_commute_with_slides(board in boards(), mv in moves()) {
        let slide = slid(board, mv);
        let seen = |view: fn(Board) -> Board| slide.map(|(after, reward)| (view(after), reward));
        prop_assert_eq!(slid(board.mirrored(), mirrored(mv)), seen(Board::mirrored));
        prop_assert_eq!(slid(board.transposed(), transposed(mv)), seen(Board::transposed));
    }

    #[test]
    fn symmetries_move_cells_as_their_names_say(board in boards(), cell in cells()) {
        let (row, column) = (cell.row() as u8, cell.column() as u8);
        prop_assert_eq!(board.mirrored().tile(cell), board.tile(Cell::at(row, 3 - column).unwrap()));
        prop_assert_eq!(board.transposed().tile(cell), board.tile(Cell::at(column, row).unwrap()));
    }

    #[test]
    fn the_canonical_board_is_the_same_for_all_eight(board in boards()) {
        let all = board.symmetries();
        prop_assert!(all.contains(&board.canonical()));
        prop_assert!(all.iter().all(|other| other.canonical() == board.canonical()));
        prop_assert!(all.iter().all(|other| other.symmetries().contains(&board)));
    }

    #[test]
    fn a_slide_keeps_the_sum_and_makes_its_points(board in boards()) {
        for (_, slide) in board.slides() {
            let after = slide.after.board();
            prop_assert_eq!(after.sum(), board.sum());
            prop_assert_eq!(after.score_by_tiles(), board.score_by_tiles() + slide.reward);
            prop_assert!(after.empties() >= board.empties() && after.empties() > 0);
        }
    }

    #[test]
    fn a_board_is_dead_when_no_slide_is_legal(board in boards()) {
        prop_assert_eq!(board.is_dead(), board.slides().next().is_none());
    }

    #[test]
    fn a_crowded_board_is_dead_when_no_slide_is_legal(digits in prop::array::uniform16(14u8..=17)) {
        let board = Board::from_tiles(digits.map(|digit| Tile::new(digit).unwrap()));
        prop_assert_eq!(board.is_dead(), board.slides().next().is_none());
    }

    #[test]
    fn spawns_add_2_or_4_and_their_chances_sum_to_one(board in boards()) {
        prop_assume!(board.empties() > 0);
        let after = Afterstate::new(board);
        let mut total = 0.0;
        for (spawn, chance) in after.spawns() {
            prop_assert_eq!(after.spawn(spawn).sum() - board.sum(), spawn.tile.face());
            prop_assert_eq!(chance, if spawn.tile.face() == 2 { 0.9 } else { 0.1 } / f64::from(board.empties()));
            total += chance;
        }
        prop_assert!((total - 1.0).abs() < 1e-12);
        prop_assert_eq!(after.spawns().count() as u32, 2 * board.empties());
    }

    #[test]
    fn luck_spawns_into_empty_cells_and_repeats_itself(board in boards(), seed: u64, number: u64, n: u64) {
        prop_assume!(board.empties() > 0);
        let spawn = Seed(seed).game(number).spawn(n, Afterstate::new(board));
        prop_assert!(board.tile(spawn.cell).is_empty());
        prop_assert_eq!(Seed(seed).game(number).spawn(n, Afterstate::new(board)), spawn);
    }

    #[test]
    fn what_is_printed_is_read_back(board in boards()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
        prop_assert_eq!(format!("{board:?}").parse(), Ok(board));
    }

    #[test]
    fn a_board_is_the_sum_of_its_tiles(board in boards(), cell in cells(), tile in tiles()) {
        prop_assert_eq!(Board::from_tiles(board.tiles()), board);
        let changed = board.with(cell, tile);
        let expected = |other| if other == cell { tile } else { board.tile(other) };
        prop_assert!(Cell::all().all(|other| changed.tile(other) == expected(other)));
        prop_assert_eq!(board.empty_cells().count() as u32, board.empties());
        prop_assert!(board.empty_cells().all(|cell| board.tile(cell).is_empty()));
    }
}

/// Something a user does to a game.
#[derive(Clone, Debug)]
enum Act {
    Play(Move),
    Undo,
    Redo,
    Place(Cell, Tile),
    SetScore(u32),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        12 => moves().prop_map(Act::Play),
        3 => Just(Act::Undo),
        3 => Just(Act::Redo),
        1 => (cells(), tiles()).prop_map(|(cell, tile)| Act::Place(cell, tile)),
        1 => (0u32..1000).prop_map(Act::SetScore),
    ];
    prop::collection::vec(act, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 64 } else { 512 }))]

    /// The model of a game's history: all positions it can step through, and where it stands.
    #[test]
    fn a_game_steps_through_its_history_and_can_always_be_written_down(
        start in prop_oneof![Just(Start::TwoTiles), Just(Start::OneTile), boards().prop_map(Start::Board)],
        acts in acts(),
    ) {
        let mut game = Game::starting(start, Seed(11), 22);
        let position = |game: &Game| (game.board(), game.score(), game.moves());
        let (mut history, mut at) = (vec![position(&game)], 0);
        for act in acts {
            let before = position(&game);
            match act {
                Act::Undo => at -= usize::from(game.undo()),
                Act::Redo => at += usize::from(game.redo()),
                Act::Play(mv) => prop_assert_eq!(game.play(mv).is_some(), before.0.slide(mv).is_some()),
                Act::Place(cell, tile) => game.place(cell, tile),
                Act::SetScore(score) => game.set_score(score),
            }
            if !matches!(act, Act::Undo | Act::Redo) && position(&game) != before {
                history.truncate(at + 1);
                history.push(position(&game));
                at += 1;
            }
            prop_assert_eq!(position(&game), history[at]);
            prop_assert_eq!(game.is_over(), game.board().is_dead());
        }
        let record = GameRecord::of(&game);
        prop_assert_eq!(record.end(), (game.board(), game.score()));
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }
}
