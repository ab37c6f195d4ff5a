//! Endgames: large tiles stand in their corner while the next one is built in the cells that remain.

use std::fmt;
use std::str::FromStr;

use crate::{Cell, Tile};

/// Which cells are locked by large tiles.
///
/// It is named by the number of its free cells in each row, from the bottom, all of them at the right end;
/// `4411` is better known as `L3`, after the block of three by two tiles in the corner.
///
/// ```text
///  L3   # # # .     442   # # # #     44   # # # #      # locked
///       # # # .           # # . .          # # # #      . free
///       . . . .           . . . .          . . . .
///       . . . .           . . . .          . . . .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    locked: u16,
}

impl Formation {
    /// Six locked tiles in the top left corner, three wide and two high.
    pub const L3: Formation = Formation { locked: 0x0077 };

    /// The formation with these locked cells, a bit for each, cell 0 lowest; `None` if it has no name: the free
    /// cells of each row stand at its right end, there are some in the bottom row, none above a row without,
    /// and at least one cell is locked and two are free.
    pub fn new(locked: u16) -> Option<Formation> {
        let formation = Formation { locked };
        let rows = [0, 1, 2, 3].map(|row| locked >> (12 - 4 * row) & 15);
        let at_the_right = rows.iter().all(|row| [0b0000, 0b0001, 0b0011, 0b0111, 0b1111].contains(row));
        let no_gap = rows.is_sorted_by_key(|&row| row == 15);
        (at_the_right && no_gap && locked != 0 && formation.free() > 1).then_some(formation)
    }

    /// A bit for each locked cell, cell 0 lowest.
    pub const fn locked(self) -> u16 {
        self.locked
    }

    /// Whether a cell is locked.
    pub const fn locks(self, cell: Cell) -> bool {
        self.locked >> cell.index() & 1 == 1
    }

    /// How many cells are free.
    pub const fn free(self) -> u32 {
        self.locked.count_zeros()
    }

    /// The free cells, from the top left.
    pub fn free_cells(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| !self.locks(cell))
    }
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Formation::L3 {
            return f.pad("L3");
        }
        let free = [0, 1, 2, 3].map(|row| (self.locked >> (12 - 4 * row) & 15).count_zeros() - 12);
        f.pad(&free.iter().filter(|&&free| free > 0).map(u32::to_string).collect::<String>())
    }
}

impl FromStr for Formation {
    type Err = ParseEndgameError;

    fn from_str(text: &str) -> Result<Formation, ParseEndgameError> {
        if text == "L3" {
            return Ok(Formation::L3);
        }
        let wrong = || {
            let forms = "L3, or the free cells of each row from the bottom, such as 442";
            ParseEndgameError(format!("'{text}' is not a formation: expected {forms}"))
        };
        if text.len() > 4 || !text.bytes().all(|digit| (b'1'..=b'4').contains(&digit)) {
            return Err(wrong());
        }
        let row = |at: usize| text.as_bytes().get(at).map_or(15, |digit| 15 >> (digit - b'0'));
        let locked = (0..4).fold(0, |locked, at| locked | row(at) << (12 - 4 * at));
        Formation::new(locked).ok_or_else(wrong)
    }
}

/// A formation and the tile to be made in its free cells.
///
/// It is a game of its own. A board belongs to it when a tile of at least the target stands on every locked
/// cell, no two of them could merge, and all free cells are below the target. A slide is allowed when it changes
/// no locked cell. The game is won by an allowed slide that makes the target, and lost when no slide is allowed.
/// The *chance* of a board or an afterstate is the chance to win with best play.
///
/// In a *shifting* endgame the locked tiles may also take a *detour*: a slide that moves some of them is allowed if
/// the next one brings all of them home, and the game is lost if no slide does.
///
/// ```text
///  16384  8192  4096 2048          16384 8192 4096 2048         16384  8192  4096 2048
///   1024   512     2    8   right      . 1024  512    2   left    1024   512     2    8
///      4    64    32   16     →        4   64   32   16    ←         4    64    32   16
///      .     2     4    8              .    2    4    8              2     4     8    2
/// ```
///
/// ```
/// # use redouble::tablebase::Endgame;
/// let endgame: Endgame = "L3-512".parse()?;
/// assert_eq!((endgame.target().face(), endgame.formation().free()), (512, 10));
/// assert_eq!(endgame.to_string(), "L3-512");
/// assert_eq!(endgame.shifting(), "L3s-512".parse()?);
/// # Ok::<(), redouble::tablebase::ParseEndgameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Endgame {
    formation: Formation,
    target: Tile,
    shifts: bool,
}

impl Endgame {
    /// The endgame of a formation and a target; `None` if the target is not from 8 to 16384 or there would be
    /// more than 2³² keys.
    pub fn new(formation: Formation, target: Tile) -> Option<Endgame> {
        let endgame = Endgame { formation, target, shifts: false };
        let keys = u64::from(target.exponent()).checked_pow(formation.free() - 1);
        let in_range = (3..=14).contains(&target.exponent()) && keys.is_some_and(|keys| keys <= 1 << 32);
        in_range.then_some(endgame)
    }

    /// The same in which the locked tiles may take detours.
    pub const fn shifting(self) -> Endgame {
        Endgame { shifts: true, ..self }
    }

    /// Whether the locked tiles may take detours.
    pub const fn shifts(self) -> bool {
        self.shifts
    }

    /// Which cells are locked.
    pub const fn formation(self) -> Formation {
        self.formation
    }

    /// The tile to be made.
    pub const fn target(self) -> Tile {
        self.target
    }

    /// What a free cell can hold, the empty cell included: the radix of [keys](Endgame::key).
    pub const fn radix(self) -> u64 {
        self.target.exponent() as u64
    }

    /// How many keys there are: each is less.
    pub const fn keys(self) -> u64 {
        self.radix().pow(self.formation.free() - 1)
    }

    /// The key of what stands in the free cells, given as exponents below that of the target: a number whose
    /// digits are all of them but the last, the first one lowest. The last follows from the sum of all.
    pub fn key(self, free: &[u8]) -> u32 {
        let digits = &free[..self.formation.free() as usize - 1];
        digits.iter().rev().fold(0, |key, &digit| key * self.radix() as u32 + u32::from(digit))
    }
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shifts = if self.shifts { "s" } else { "" };
        f.pad(&format!("{}{shifts}-{}", self.formation, self.target.face()))
    }
}

impl FromStr for Endgame {
    type Err = ParseEndgameError;

    fn from_str(text: &str) -> Result<Endgame, ParseEndgameError> {
        let (formation, target) = text.split_once('-').ok_or_else(|| {
            ParseEndgameError(format!("'{text}' is not an endgame: expected one such as L3-512"))
        })?;
        let (formation, shifts) = formation.strip_suffix('s').map_or((formation, false), |name| (name, true));
        let formation: Formation = formation.parse()?;
        let tile = target.parse().ok().and_then(Tile::from_face);
        let endgame = tile.and_then(|target| Endgame::new(formation, target));
        endgame.map(|endgame| Endgame { shifts, ..endgame }).ok_or_else(|| {
            let bound = if tile.is_some_and(|tile| (3..=14).contains(&tile.exponent())) {
                format!("{formation} is too large for it")
            } else {
                "expected a tile from 8 to 16384".to_owned()
            };
            ParseEndgameError(format!("'{target}' is not a target of {formation}: {bound}"))
        })
    }
}

/// Why a text names no endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseEndgameError(String);

impl fmt::Display for ParseEndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseEndgameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_print_as_they_are_read() {
        for name in [
            "L3-256", "L3-1024", "442-512", "44-64", "4-8", "1111-128", "2-16384", "431-32", "L3s-256",
            "442s-512",
        ] {
            let endgame: Endgame = name.parse().unwrap();
            assert_eq!(endgame.to_string(), name);
            let formation = endgame.formation();
            assert_eq!(Formation::new(formation.locked()), Some(formation), "{name}");
        }
        assert_eq!("4411".parse(), Ok(Formation::L3));
        assert_eq!("4411s-64".parse::<Endgame>(), Ok("L3-64".parse::<Endgame>().unwrap().shifting()));
        assert_eq!("4".parse::<Formation>().unwrap().locked(), 0x0fff);
        assert_eq!("442".parse::<Formation>().unwrap().locked(), 0x003f);
    }

    #[test]
    fn what_is_no_endgame_is_refused_with_a_reason() {
        let refusal = |name: &str| name.parse::<Endgame>().unwrap_err().to_string();
        assert_eq!(refusal("L3"), "'L3' is not an endgame: expected one such as L3-512");
        assert_eq!(refusal("L3-500"), "'500' is not a target of L3: expected a tile from 8 to 16384");
        assert_eq!(refusal("L3-x"), "'x' is not a target of L3: expected a tile from 8 to 16384");
        assert_eq!(refusal("444-512"), "'512' is not a target of 444: 444 is too large for it");
        for name in
            ["-8", "0-8", "5-8", "1-8", "4444-8", "44444-8", "l3-8", "Ĺ-8", "04-8", "s-8", "L3ss-8", "L3S-8"]
        {
            assert!(refusal(name).contains("is not a "), "{name}");
        }
    }
}
