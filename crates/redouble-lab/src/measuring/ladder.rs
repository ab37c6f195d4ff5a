//! Where games end: a ladder of large tiles, and how often each rung is left for the next.
//!
//! A game climbs by one large tile at a time, and equal ones join, so what its large tiles add up to says how far it
//! got: 1 is 2048 alone, 3 is 4096 and 2048, 16 is 32768. Between one rung and the next lies a game of its own, in the
//! cells that the large tiles leave.

use redouble::{Board, Start, Tile};
use serde::Serialize;

use crate::measuring::outcome::{Terms, Until};
use crate::measuring::summary::Share;
use crate::measuring::trial::{Tally, Trial};
use redouble_analysis::stats;

/// Games on one rung of the ladder, or on several.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// Its large tiles, as their faces.
    pub tiles: Vec<u32>,
    /// How many games came to it.
    pub came: u64,
    /// How many of them made the next large tile.
    pub left: u64,
    /// How many of the others ended with none of the three tiles below the large ones, with 1024, with 1024 and 512, and
    /// with 256 as well.
    pub lost: [u64; STEPS],
    /// The share of those that left it.
    #[serde(flatten)]
    pub share: Share,
}

/// How far a lost game had got: nothing built of the next large tile, or one, two or three tiles of it.
pub const STEPS: usize = 4;

/// The boards that rungs are measured from: those on which searched games first stood with so many different large
/// tiles. 200 for each number of them from 1 to 5, none for others.
pub fn boards(tiles: usize) -> Vec<Board> {
    let lines = include_str!("ladder.txt").lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| line.parse::<Board>().expect("the tests read all of them"));
    boards.filter(|&board| height(board).count_ones() as usize == tiles).collect()
}

/// Whether a game that began with `start` has one more large tile now, joined to its like as far as it goes.
pub fn has_climbed(start: Start, board: Board) -> bool {
    height(board) > first_rung(start) && is_joined(board)
}

/// Whether no two large tiles are equal.
pub(super) fn is_joined(board: Board) -> bool {
    let large = board.tiles().into_iter().filter(|&tile| tile >= Tile::LARGE).count();
    // Different powers of two add up to a number with as many bits as there are tiles.
    height(board).count_ones() as usize == large
}

/// The rungs that games of a trial came to, from the lowest; none if they end for another reason.
pub fn rungs(trial: &Trial, tally: &Tally) -> Vec<Rung> {
    if !matches!(trial.until, Until::Over | Until::NextLarge) {
        return Vec::new();
    }
    let climbs: Vec<_> = trial
        .numbers()
        .zip(&tally.outcomes)
        .map(|(number, game)| climb(&trial.terms(number), game.board))
        .collect();
    let highest = climbs.iter().map(|climb| climb.end).max().unwrap_or(0);
    // A game up to the next large tile says nothing of the rung it leads to.
    let last = |climb: &Climb| if trial.until == Until::NextLarge { climb.start } else { climb.end };
    let rung = |number: u32| {
        let came = climbs.iter().filter(|climb| climb.start <= number && number <= last(climb));
        let ended = climbs.iter().filter(|climb| climb.end == number && last(climb) == number);
        let mut lost = [0; STEPS];
        ended.for_each(|climb| lost[climb.built] += 1);
        Rung::new(tiles_of(number), came.count() as u64, lost)
    };
    (0..=highest).map(rung).filter(|rung| rung.came > 0).collect()
}

/// The rungs of as many large tiles taken together; the tiles are those of the lowest.
pub fn by_number_of_tiles(rungs: &[Rung]) -> Vec<Rung> {
    let most = rungs.iter().map(|rung| rung.tiles.len()).max().unwrap_or(0);
    let together = |number: usize| {
        let alike = rungs.iter().filter(|rung| rung.tiles.len() == number);
        let (came, lost) = alike.fold((0, [0; STEPS]), |(came, lost), rung| {
            (came + rung.came, std::array::from_fn(|step| lost[step] + rung.lost[step]))
        });
        Rung::new(tiles_of((1 << number) - 1), came, lost)
    };
    (0..=most).map(together).filter(|rung| rung.came > 0).collect()
}

impl Rung {
    fn new(tiles: Vec<u32>, came: u64, lost: [u64; STEPS]) -> Rung {
        let left = came - lost.iter().sum::<u64>();
        Rung { tiles, came, left, lost, share: stats::wilson(left, came).into() }
    }
}

/// A game on the ladder.
struct Climb {
    /// The rung it started on.
    start: u32,
    /// The one it ended on.
    end: u32,
    /// How many tiles of the next large one stood there at the end, 3 at most.
    built: usize,
}

fn climb(terms: &Terms, board: Board) -> Climb {
    let start = first_rung(terms.start);
    let end = match terms.until {
        Until::NextLarge if !has_climbed(terms.start, board) => start,
        _ => height(board),
    };
    // A new large tile that was not joined yet was all that there is to build.
    let built = if height(board) > end { STEPS - 1 } else { built(board) };
    Climb { start, end, built }
}

/// How many of 1024, 512 and 256 a board has, from the first one on.
fn built(board: Board) -> usize {
    let has = |below: &u8| board.tiles().iter().any(|tile| tile.exponent() + below == Tile::LARGE.exponent());
    (1..STEPS as u8).take_while(has).count()
}

fn first_rung(start: Start) -> u32 {
    match start {
        Start::TwoTiles | Start::OneTile => 0,
        Start::Board(board) => height(board),
    }
}

/// What the large tiles of a board add up to, 2048 being one.
pub(super) fn height(board: Board) -> u32 {
    let large = board.tiles().into_iter().filter(|&tile| tile >= Tile::LARGE);
    large.map(|tile| tile.face() / Tile::LARGE.face()).sum()
}

/// The large tiles of a rung, the largest first.
fn tiles_of(number: u32) -> Vec<u32> {
    let exponents = (Tile::LARGE.exponent()..=Tile::MAX.exponent()).rev();
    let faces = exponents.map(|exponent| 1 << exponent);
    faces.filter(|face| number & (face / Tile::LARGE.face()) != 0).collect()
}

#[cfg(test)]
mod tests {
    use redouble::Seed;

    use super::*;

    #[test]
    fn the_height_of_a_board_is_what_its_large_tiles_add_up_to() {
        assert_eq!(height("edcb000000001001".parse().unwrap()), 15);
        assert_eq!(height("ebb0000000001001".parse().unwrap()), 10);
        assert_eq!(tiles_of(11), [16384, 4096, 2048]);
    }

    #[test]
    fn there_are_two_hundred_boards_for_each_number_of_large_tiles() {
        assert_eq!([1, 2, 3, 4, 5].map(|tiles| boards(tiles).len()), [200; 5]);
        for board in (1..=5).flat_map(boards) {
            assert!(!board.is_dead() && !has_climbed(Start::Board(board), board));
            assert!(has_climbed(Start::TwoTiles, board), "{board}: every tile is where it belongs");
        }
    }

    #[test]
    fn a_game_has_climbed_once_its_tile_is_joined() {
        let start = Start::Board("edcb000000001001".parse().unwrap());
        let climbed = |board: &str| has_climbed(start, board.parse().unwrap());
        assert!(!climbed("edcb000b00000000") && !climbed("eddc000000000000"));
        assert!(climbed("f000000000000001") && climbed("fb00000000000001"));
    }

    #[test]
    fn rungs_of_as_many_tiles_are_counted_together() {
        let rungs = [
            Rung::new(tiles_of(1), 10, [1, 0, 1, 0]),
            Rung::new(tiles_of(2), 8, [1, 0, 0, 0]),
            Rung::new(tiles_of(3), 7, [0, 0, 0, 6]),
        ];
        let together = by_number_of_tiles(&rungs);
        assert_eq!(
            together.iter().map(|rung| (rung.came, rung.left, rung.lost)).collect::<Vec<_>>(),
            [(18, 15, [2, 0, 1, 0]), (7, 1, [0, 0, 0, 6])]
        );
    }

    #[test]
    fn a_lost_game_is_counted_by_what_it_had_built() {
        let start = Start::Board("edcb000000001001".parse().unwrap());
        let terms = Terms { seed: Seed(1), number: 0, start, until: Until::NextLarge };
        let built = |board: &str| climb(&terms, board.parse().unwrap()).built;
        assert_eq!(built("edcb987621212121"), 0, "512 without 1024");
        assert_eq!(built("edcba87621212121"), 1);
        assert_eq!(built("edcba97621212121"), 2);
        assert_eq!(built("edcba98721212121"), 3);
        assert_eq!(built("edcb21212121212b"), 3, "the large tile is made");
    }
}
