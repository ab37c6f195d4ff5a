//! The keys of the authors' quirks: used by their studies alone.

use crate::Move;
use crate::keys::kinds::{Kind, Sort};
use crate::search::{Average, Quirks, Ties};

pub(super) const STOP_AT: &str = "study: a board with this tile ends the search";
pub(super) const PASSING: &str = "study: a slide that changes nothing is a move";
pub(super) const STAYING: &str = "study: the player may keep the standing board's value";
pub(super) const AVERAGE_ABOUT: &str = "study: cells divides by all empty cells, looked at or not";
pub(super) const FLOOR: &str = "study: the player's maximum starts at 0";
pub(super) const UNTESTED: &str = "study: a leaf is not tested for being lost";
pub(super) const WHOLE: &str = "study: values after spawns are cut to whole numbers";
pub(super) const LEAF_TABLE: &str =
    "study: values of leaves answer anywhere, the whole game long; it only grows";
pub(super) const SLIP: &str = "study: lowers beta where alpha should rise";
pub(super) const TIES_ABOUT: &str = "study: of equal moves the first of these, u r d l, or a random one";

pub(super) const AVERAGE: Kind<Average> = Kind {
    form: "mean or cells",
    sort: Sort::Plain,
    read: |word| match word {
        "mean" => Some(Average::Mean),
        "cells" => Some(Average::Cells),
        _ => None,
    },
    write: |&average| if average == Average::Mean { "mean" } else { "cells" }.to_owned(),
};

pub(super) const TIES: Kind<Ties> = Kind {
    form: "random or u, r, d and l in some order",
    sort: Sort::Plain,
    read: |word| match word {
        "random" => Some(Ties::Random),
        letters => order(letters).map(Ties::First),
    },
    write: |ties| match ties {
        Ties::Random => "random".to_owned(),
        Ties::First(order) => order.iter().filter_map(|mv| mv.name().chars().next()).collect(),
    },
};

/// Four letters, each move once.
fn order(letters: &str) -> Option<[Move; 4]> {
    let moves: Vec<Move> = letters
        .chars()
        .map(|letter| Move::ALL.into_iter().find(|mv| mv.name().starts_with(letter)))
        .collect::<Option<_>>()?;
    let all = Move::ALL.iter().all(|mv| moves.contains(mv));
    moves.try_into().ok().filter(|_| all)
}

/// Refuses what a plain search of quirks would not use.
pub(super) fn check(quirks: Quirks, table: usize, threads: usize) -> Result<(), String> {
    let why =
        "average, floor, untested, whole, leaf-table and slip are searched without a table and on one thread";
    if quirks.are_written() && (table > 0 || threads > 1) { Err(why.to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_of_ties_has_each_move_once() {
        let [up, right, down, left] = Move::ALL;
        assert_eq!(order("drlu"), Some([down, right, left, up]));
        for wrong in ["", "drl", "drld", "drlud", "DRLU", "wasd"] {
            assert_eq!(order(wrong), None, "{wrong}");
        }
        assert_eq!((TIES.write)(&Ties::default()), "urdl");
        assert_eq!((TIES.write)(&Ties::Random), "random");
    }
}
