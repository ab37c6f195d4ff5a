//! Endgame tables: the exact chance to make the next large tile while the larger ones stand in their corner.
//!
//! Late in a game the large tiles stand in a corner and hardly move; what is played is a small game in the cells
//! that remain, small enough to be solved. [`Endgame`] says which game that is, a [`Tablebase`] is one solved
//! (the laboratory does that), and [`Tables`] are all there are. The engine reads no files: a table is bytes
//! that the caller keeps.
//!
//! ```text
//! 16384  8192  4096     2      L3-512 knows the chance that a 512 is made in the ten free cells
//!   512  1024  2048     .      before one of the six large tiles has to move,
//!     8     4     .     .      and the slides that give this chance
//!     .     .     .     .
//! ```

mod detour;
mod endgame;
#[doc(hidden)]
pub mod file;
#[doc(hidden)]
pub mod layer;
mod lens;
mod pages;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use endgame::{Endgame, Formation, ParseEndgameError};
pub use file::{Directory, TableFormatError};

use crate::{Afterstate, Board, Move, Slide};
use lens::{Lens, Seen};
use pages::{Damage, Pages};

/// One solved endgame. Copies share their bytes.
///
/// It holds the afterstates that can come up from an early start, unless their chance is below
/// [`least`](Tablebase::least). What it says is exact but for rounding; what it does not hold, it says nothing of.
#[derive(Clone, Debug)]
pub struct Tablebase {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    directory: Directory,
    lens: Lens,
    pages: Pages,
    /// The samples of each layer, read when they are first needed; `None` for one that is damaged.
    samples: Vec<OnceLock<Option<Box<[u32]>>>>,
}

/// What a table says of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// The tile to be made.
    pub target: crate::Tile,
    /// The chance to make it with best play while the large tiles stand still, or take detours if they may.
    pub chance: f64,
    /// The first of the slides that give this chance, one that moves no large tile before all others.
    pub best: Move,
}

impl Tablebase {
    /// The table in a whole file. Its directory is checked now, the rest when it is read.
    pub fn open(file: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Tablebase, TableFormatError> {
        let mut directory = Directory::parse(file.as_ref())?;
        let sums = std::mem::take(&mut directory.sums);
        let pages = Pages::new(Arc::new(file), directory.start, sums);
        let lens = Lens::new(directory.endgame);
        let samples = directory.layers.iter().map(|_| OnceLock::new()).collect();
        Ok(Tablebase { inner: Arc::new(Inner { directory, lens, pages, samples }) })
    }

    /// Which endgame it solves.
    pub fn endgame(&self) -> Endgame {
        self.inner.directory.endgame
    }

    /// How many afterstates it holds.
    pub fn states(&self) -> u64 {
        self.inner.directory.states()
    }

    /// The lowest chance it holds.
    pub fn least(&self) -> f64 {
        from_stored(self.inner.directory.least)
    }

    /// A number that tells tables apart by their content.
    pub fn identity(&self) -> u32 {
        self.inner.directory.identity
    }

    /// Reads all of it: whether it is as it was written and makes sense.
    pub fn verify(&self) -> Result<(), TableFormatError> {
        let Inner { directory, pages, .. } = &*self.inner;
        let damaged = |part: String| TableFormatError::Damaged(part);
        (0..pages.count())
            .try_for_each(|page| pages.check(page).map_err(|_| damaged(format!("page {page}"))))?;
        for (half, layer) in directory.layers.iter().enumerate() {
            let (mut next, mut sound) = (0, true);
            let read = layer.each(pages, |key, chance| {
                sound &= u64::from(key) >= next && chance >= directory.least;
                next = u64::from(key) + 1;
            });
            if read.is_err() || !sound || next > directory.endgame.keys() {
                return Err(damaged(format!("layer of sum {}", 2 * half)));
            }
        }
        Ok(())
    }

    /// The chance of an afterstate, if the table holds it.
    pub fn chance_after(&self, after: Afterstate) -> Option<f64> {
        let seen = self.inner.lens.see(after.board())?;
        self.inner.find(seen.board).ok()?
    }

    /// What it says of a board: the best of its slides.
    pub fn advice(&self, board: Board) -> Option<Advice> {
        let chances = self.chances(board)?;
        let chance = chances.into_iter().flatten().reduce(f64::max)?;
        let best = || Move::ALL.into_iter().filter(|mv| chances[mv.index()] == Some(chance));
        let best = best().find(|&mv| self.stays(board, mv)).or(best().next())?;
        Some(Advice { target: self.endgame().target(), chance, best })
    }

    /// Whether a slide leaves the large tiles where they should be.
    fn stays(&self, board: Board, mv: Move) -> bool {
        let lens = &self.inner.lens;
        let slide = board.slide(mv).zip(lens.see(board));
        slide.is_some_and(|(slide, seen)| lens.same_locked(seen.board, seen.turned(slide)))
    }

    /// The chance of each slide it knows of; `None` if the board is not of its endgame, or its answer damaged. In a
    /// shifting endgame a board belongs to it also when some slide brings all large tiles home.
    pub fn chances(&self, board: Board) -> Option<[Option<f64>; 4]> {
        let Some(seen) = self.inner.lens.see(board) else { return self.inner.ways_home(board).ok()? };
        let mut chances = [None; 4];
        for (mv, slide) in board.slides() {
            chances[mv.index()] = self.inner.chance(seen, slide).ok()?;
        }
        Some(chances)
    }
}

impl Inner {
    /// The chance of a slide on a board that is seen like this, if it is allowed and known.
    fn chance(&self, seen: Seen, slide: Slide) -> Result<Option<f64>, Damage> {
        let after = seen.turned(slide);
        if self.lens.same_locked(seen.board, after) {
            self.at_home(after)
        } else if self.directory.endgame.shifts() {
            self.away(seen, after)
        } else {
            Ok(None)
        }
    }

    /// The chance of a turned afterstate whose locked cells are as they were.
    fn at_home(&self, after: Board) -> Result<Option<f64>, Damage> {
        if self.lens.is_won(after) { Ok(Some(1.0)) } else { self.find(after) }
    }

    /// The chance of a turned afterstate.
    fn find(&self, after: Board) -> Result<Option<f64>, Damage> {
        let (half, key) = self.lens.place(after);
        let Some(layer) = self.directory.layers.get(half) else { return Ok(None) };
        let samples = self.samples[half].get_or_init(|| layer.samples(&self.pages).ok());
        let chance = layer.find(&self.pages, samples.as_ref().ok_or(Damage)?, key)?;
        Ok(chance.map(from_stored))
    }
}

/// A chance as it is stored, in steps of 1/65535.
#[doc(hidden)]
pub fn to_stored(chance: f64) -> u16 {
    (chance * f64::from(u16::MAX)).round() as u16
}

/// The chance that is stored like this.
#[doc(hidden)]
pub fn from_stored(stored: u16) -> f64 {
    f64::from(stored) / f64::from(u16::MAX)
}

/// All tables there are. Of several that know a board, the one with the largest target answers, and of those the
/// one that promises most.
#[derive(Clone, Default)]
pub struct Tables {
    tables: Vec<Tablebase>,
}

impl Tables {
    /// These tables.
    pub fn new(mut tables: Vec<Tablebase>) -> Tables {
        tables.sort_by_key(|table| std::cmp::Reverse(table.endgame().target()));
        Tables { tables }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Each of them, the largest target first.
    pub fn iter(&self) -> impl Iterator<Item = &Tablebase> {
        self.tables.iter()
    }

    /// What they say of a board.
    pub fn advice(&self, board: Board) -> Option<Advice> {
        Some(self.answer(board)?.1)
    }

    /// The table that answers for a board, and what it says.
    pub fn answer(&self, board: Board) -> Option<(&Tablebase, Advice)> {
        let mut of_each_target = self.tables.chunk_by(|a, b| a.endgame().target() == b.endgame().target());
        of_each_target.find_map(|tables| {
            let known = tables.iter().filter_map(|table| Some((table, table.advice(board)?)));
            known.reduce(|best, other| if other.1.chance > best.1.chance { other } else { best })
        })
    }

    /// The chance to make the next large tile, if they know the board.
    pub fn chance(&self, board: Board) -> Option<f64> {
        Some(self.advice(board)?.chance)
    }

    /// The same of an afterstate.
    pub fn chance_after(&self, after: Afterstate) -> Option<f64> {
        self.tables.iter().find_map(|table| table.chance_after(after))
    }

    /// The slide with the best chance, if they know the board.
    pub fn best_move(&self, board: Board) -> Option<Move> {
        Some(self.advice(board)?.best)
    }

    /// The identities of all, as text; empty for none.
    pub fn identity(&self) -> String {
        let one = |table: &Tablebase| format!("{}:{:08x}", table.endgame(), table.identity());
        self.tables.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({})", self.identity())
    }
}
