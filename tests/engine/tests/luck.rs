//! The luck of games: pinned for ever, and fair.

use redouble::{Afterstate, Board, Seed, Spawn};

/// Where and what spawns on a board that fills without a slide, as a cell's number and a face.
fn filling(seed: u64, number: u64) -> Vec<(usize, u32)> {
    let mut board = Board::EMPTY;
    (0..16)
        .map(|n| {
            let spawn = Seed(seed).game(number).spawn(n, Afterstate::new(board));
            board = Afterstate::new(board).spawn(spawn);
            (spawn.cell.index(), spawn.tile.face())
        })
        .collect()
}

/// Computed by another program from the description in `docs/formats.md`.
#[test]
fn the_luck_of_a_game_never_changes() {
    let golden: [(u64, u64, [usize; 16], &[usize]); 5] = [
        (0, 0, [10, 11, 5, 9, 13, 1, 12, 3, 6, 7, 4, 0, 2, 14, 15, 8], &[]),
        (1, 0, [5, 15, 0, 12, 3, 11, 9, 4, 2, 6, 10, 14, 1, 13, 8, 7], &[9, 10]),
        (1, 1, [7, 0, 1, 10, 6, 13, 8, 3, 12, 4, 9, 2, 15, 11, 14, 5], &[2, 6]),
        (42, 17, [14, 10, 7, 2, 5, 8, 3, 15, 12, 0, 6, 4, 11, 9, 13, 1], &[2]),
        (u64::MAX, u64::MAX, [10, 11, 4, 0, 13, 1, 7, 12, 8, 15, 3, 5, 2, 9, 6, 14], &[9]),
    ];
    for (seed, number, cells, fours) in golden {
        let face = |n| if fours.contains(&n) { 4 } else { 2 };
        let expected: Vec<_> = (0..16).map(|n| (cells[n], face(n))).collect();
        assert_eq!(filling(seed, number), expected, "game {number} of seed {seed}");
    }
}

/// Computed by another program as above.
#[test]
fn the_luck_of_an_agent_never_changes() {
    let golden = [
        (0, 0, [0xb34b_cd87_d082_3264, 0x7f81_7815_8d50_3540]),
        (42, 17, [0x5eec_3aad_d789_c308, 0x76f9_b486_6f65_8d19]),
    ];
    for (seed, number, bits) in golden {
        let mut rng = Seed(seed).game(number).agent();
        assert_eq!([rng.bits(), rng.bits()], bits, "game {number} of seed {seed}");
    }
}

const SPAWNS: u64 = if cfg!(debug_assertions) { 20_000 } else { 200_000 };

/// A board with this many empty cells, spread over it.
fn with_empties(empties: usize) -> Afterstate {
    let order = (0..16).map(|n| n * 7 % 16);
    let text: String = order.map(|place| if place < empties { '0' } else { '3' }).collect();
    Afterstate::new(text.parse().unwrap())
}

/// Pearson's statistic of spawns against 9 : 1 in every empty cell alike.
fn chi_squared(after: Afterstate, spawns: impl Iterator<Item = Spawn>) -> f64 {
    let mut counts = [[0u32; 2]; 16];
    let mut total = 0.0;
    for spawn in spawns {
        counts[spawn.cell.index()][usize::from(spawn.tile.face() == 4)] += 1;
        total += 1.0;
    }
    let term = |(spawn, chance): (Spawn, f64)| {
        let count = counts[spawn.cell.index()][usize::from(spawn.tile.face() == 4)];
        (f64::from(count) - total * chance).powi(2) / (total * chance)
    };
    after.spawns().map(term).sum()
}

/// The value that chi-squared exceeds once in a hundred thousand times (Wilson and Hilferty's formula).
fn critical(freedom: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 4.265 * part.sqrt()).powi(3)
}

#[test]
fn cells_are_uniform_and_one_spawn_in_ten_is_a_4() {
    for empties in 1..=16 {
        let after = with_empties(empties);
        assert_eq!(after.empties() as usize, empties);
        let along_a_game = chi_squared(after, (0..SPAWNS).map(|n| Seed(1).game(5).spawn(n, after)));
        let across_games = chi_squared(after, (0..SPAWNS).map(|g| Seed(1).game(g).spawn(9, after)));
        let across_seeds = chi_squared(after, (0..SPAWNS).map(|s| Seed(s).game(0).spawn(0, after)));
        for statistic in [along_a_game, across_games, across_seeds] {
            assert!(
                statistic < critical(2.0 * empties as f64 - 1.0),
                "{statistic} with {empties} empty cells"
            );
        }
    }
}

#[test]
fn the_chi_squared_test_notices_a_loaded_die() {
    let after = with_empties(8);
    let honest = (0..SPAWNS).map(|n| Seed(3).game(0).spawn(n, after));
    let loaded = honest.filter(|spawn| spawn.cell.index() != 0 || spawn.tile.face() == 4);
    assert!(chi_squared(after, loaded) > critical(15.0));
}
