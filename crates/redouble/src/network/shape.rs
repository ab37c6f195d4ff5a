//! From a board to the places of its weights.

use std::fmt;
use std::ops::Range;

use super::Levels;
use super::level::Level;
use super::locate::{Cells, Locator, NO_CELL};
use super::look::{COUNTS, Look, Sight};
use super::pattern::{MOST_PATTERNS, Pattern, Patterns};
use super::symbols::Symbols;
use crate::rows::Row;
use crate::symmetry::{mirror_nibbles, transpose_nibbles};
use crate::{Afterstate, Board, Rewards, Tile};

/// The patterns and the alphabet of a network with all that is needed to find weights quickly.
///
/// The symbols in a pattern's cells are the digits of a number, and that is the place of its weight. Numbers are
/// dense: in the radix of the stage, so that no memory lies between the weights in use.
#[derive(Clone)]
pub struct Shape {
    values: Values,
    /// For each stage.
    patterns: Vec<Patterns>,
    symbols: Symbols,
    /// For each stage, the cells under each pattern.
    cells: Vec<Vec<Cells>>,
    /// For each stage, where each pattern's weights begin, and behind them the number of all.
    offsets: Vec<Vec<u32>>,
    /// What each set of watched and large tiles makes of a board, for each number of large tiles it has got to.
    sights: Vec<Sight>,
    /// The watched and large tiles of every row: which there are, and in the upper byte what the large ones add up to.
    /// Empty for a plain network.
    rows: Vec<u16>,
    /// How many tiles below the large ones are watched.
    watched: u8,
    /// The least reward of a slide that can be a success.
    least_success: u32,
}

/// What the values of a network are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// Points still to come.
    Points,
    /// The chance that the next large tile is made: `success × ((1 − foresight) + foresight × what follows)`, where what
    /// follows is compared with what usually does.
    Chances {
        /// How much of a success is what follows it, from 0 up to 1.
        foresight: f64,
    },
}

impl From<Values> for Rewards {
    fn from(values: Values) -> Rewards {
        match values {
            Values::Points => Rewards::Added,
            Values::Chances { .. } => Rewards::Successes,
        }
    }
}

/// The weights a board selects: which stage, and the place of each.
#[derive(Debug)]
pub struct Places {
    /// The stage.
    pub stage: usize,
    /// The level.
    pub level: Level,
    patterns: usize,
    at: [[u32; 8]; MOST_PATTERNS],
}

impl Places {
    /// Room for the places of any shape.
    pub const fn new() -> Places {
        Places { stage: 0, level: Level::START, patterns: 0, at: [[0; 8]; MOST_PATTERNS] }
    }

    /// The places, eight for each pattern.
    #[inline(always)]
    pub fn as_slice(&self) -> &[[u32; 8]] {
        &self.at[..self.patterns]
    }
}

impl Default for Places {
    fn default() -> Places {
        Places::new()
    }
}

impl Shape {
    /// The shape of a plain network with these patterns, whose values are points; an error if it had over 2³² weights.
    pub fn plain(patterns: Patterns) -> Result<Shape, ShapeError> {
        Shape::with_values(Values::Points, vec![patterns], Symbols::PLAIN)
    }

    /// The shape of a staged network with these patterns for each stage of the alphabet, whose values are chances; an error
    /// if one stage had over 2³² weights.
    ///
    /// # Panics
    /// Unless there are patterns for each stage.
    pub fn of_chances(
        foresight: f64,
        patterns: Vec<Patterns>,
        symbols: Symbols,
    ) -> Result<Shape, ShapeError> {
        assert_eq!(patterns.len(), symbols.stages(), "patterns for each stage");
        Shape::with_values(Values::Chances { foresight }, patterns, symbols)
    }

    fn with_values(values: Values, patterns: Vec<Patterns>, symbols: Symbols) -> Result<Shape, ShapeError> {
        let offsets = (0..symbols.stages())
            .map(|stage| offsets(&patterns[stage], symbols.count(stage)))
            .collect::<Result<_, _>>()?;
        let sight = |at: usize| Sight::new(symbols, at / COUNTS, at % COUNTS);
        Ok(Shape {
            values,
            cells: patterns.iter().map(|patterns| patterns.iter().map(all_positions).collect()).collect(),
            offsets,
            sights: (0..COUNTS * symbols.sets()).map(sight).collect(),
            rows: symbols.large_of_rows(),
            watched: symbols.watched(),
            least_success: symbols.large().map_or(u32::MAX, Tile::face),
            patterns,
            symbols,
        })
    }

    /// The same with only the first of its stages.
    pub(super) fn first_stages(&self, stages: usize) -> Result<Shape, ShapeError> {
        let symbols = self.symbols.first_stages(stages);
        Shape::with_values(self.values, self.patterns[..symbols.stages()].to_vec(), symbols)
    }

    /// What its values are.
    pub fn values(&self) -> Values {
        self.values
    }

    /// The patterns of a stage.
    pub fn patterns(&self, stage: usize) -> &Patterns {
        &self.patterns[stage]
    }

    /// Its alphabet.
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// How many weights a stage has.
    pub fn weights(&self, stage: usize) -> usize {
        self.offsets[stage].last().map_or(0, |&end| end as usize)
    }

    /// Where the weights of each pattern of a stage lie.
    pub fn pattern_spans(&self, stage: usize) -> impl Iterator<Item = Range<usize>> {
        self.offsets[stage].windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    /// How many weights a value of a stage is the sum of.
    pub fn lookups(&self, stage: usize) -> usize {
        8 * self.cells[stage].len()
    }

    /// Whether `stage` sees boards by the same patterns and symbols as stage `theirs` of another shape, and both have the
    /// same kind of values: then the weights of one may serve the other.
    pub fn sees_alike(&self, stage: usize, other: &Shape, theirs: usize) -> bool {
        let (mine, its) = (self.symbols, other.symbols);
        std::mem::discriminant(&self.values) == std::mem::discriminant(&other.values)
            && self.patterns[stage] == other.patterns[theirs]
            && (mine.large(), mine.ranks()) == (its.large(), its.ranks())
            && mine.count(stage) == its.count(theirs)
    }

    /// The stage of `other` that sees the boards of `stage`, if it sees them alike.
    pub fn counterpart(&self, stage: usize, other: &Shape) -> Option<usize> {
        let standing = self.symbols.standings()[stage];
        let theirs = other.symbols.stage_for(standing);
        self.sees_alike(stage, other, theirs).then_some(theirs)
    }

    /// What a slide from `board` is worth, where its afterstate has the value `value`, and `levels` says what is usual.
    #[inline(always)]
    pub fn slide_worth(
        &self,
        board: Board,
        after: Afterstate,
        reward: u32,
        value: f64,
        levels: &Levels,
    ) -> f64 {
        match self.values {
            Values::Points => f64::from(reward) + value,
            Values::Chances { .. } if reward < self.least_success => value,
            Values::Chances { foresight } => {
                let next = self.look(after.board()).level();
                let succeeds = next.number > self.look(board).level().number;
                if succeeds { self.success(foresight, next, value, levels) } else { value }
            }
        }
    }

    /// What a success is worth that leads to a board of level `next` with this chance. Beyond what its stages are meant for
    /// nothing is known, so it counts in full.
    #[inline]
    pub fn success(&self, foresight: f64, next: Level, chance: f64, levels: &Levels) -> f64 {
        if self.knows(next) { levels.success(foresight, next, chance) } else { 1.0 }
    }

    /// Whether its stages are meant for boards that have got as far as `level`. What follows a success beyond them counts
    /// as certain.
    #[inline(always)]
    pub fn knows(&self, level: Level) -> bool {
        level.count() >= self.symbols.fewest()
    }

    /// The stage that sees `board`.
    pub fn stage(&self, board: Board) -> usize {
        self.look(board).stage()
    }

    /// What the patterns see of `board`: itself, or its image with smaller tiles where they do not fit.
    #[doc(hidden)]
    #[inline(always)]
    pub fn look(&self, board: Board) -> Look<'_> {
        if board.high() != 0 {
            return self.look_from_afar(board);
        }
        let word = board.low();
        if self.rows.is_empty() {
            return Look { word, sight: &self.sights[0], level: Level::START };
        }
        let (set, sum) = self.large_tiles(word);
        let level = Level::of(set >> self.watched, sum);
        Look { word, sight: self.sight(set, level), level }
    }

    #[inline(always)]
    fn sight(&self, set: usize, level: Level) -> &Sight {
        &self.sights[COUNTS * set + level.count()]
    }

    /// What the patterns see of a board with tiles that they do not know.
    #[cold]
    fn look_from_afar(&self, board: Board) -> Look<'_> {
        let image = self.symbols.downgraded(board);
        let Some(large) = self.symbols.large() else { return self.look(image) };
        let tiles = board.tiles().into_iter().filter(|&tile| tile >= large);
        let units = tiles.map(|tile| 1 << (tile.exponent() - large.exponent()));
        let (set, sum) =
            units.fold((0, 0), |(set, sum): (usize, usize), unit: usize| (set | unit, sum + unit));
        let level = Level::of(set, sum);
        Look { word: image.low(), sight: self.sight(self.large_tiles(image.low()).0, level), level }
    }

    /// Which watched and large tiles a board has, and what the large ones add up to.
    #[inline(always)]
    fn large_tiles(&self, word: u64) -> (usize, usize) {
        let rows = [0, 16, 32, 48].map(|shift| self.rows[usize::from((word >> shift) as Row)]);
        let set = (rows[0] | rows[1] | rows[2] | rows[3]) & 0xff;
        (usize::from(set), rows.iter().map(|row| usize::from(row >> 8)).sum())
    }

    /// Calls `visit` with the places that a board selects, those of one pattern at a time.
    #[doc(hidden)]
    #[inline(always)]
    pub fn visit<L: Locator>(&self, look: Look<'_>, locator: L, mut visit: impl FnMut([u32; 8])) {
        let Look { word, sight, .. } = look;
        let digits = locator.digits(word, &sight.symbols);
        for (cells, &offset) in self.cells[sight.stage].iter().zip(&self.offsets[sight.stage]) {
            visit(locator.places(digits, cells, sight.radix, offset));
        }
    }

    /// Finds the places that `board` selects.
    #[doc(hidden)]
    #[inline(always)]
    pub fn locate<L: Locator>(&self, board: Board, locator: L, places: &mut Places) {
        let look = self.look(board);
        places.stage = look.stage();
        places.level = look.level();
        places.patterns = 0;
        self.visit(look, locator, |eight| {
            places.at[places.patterns] = eight;
            places.patterns += 1;
        });
    }
}

/// Where each pattern's weights begin in a stage of that many symbols, and behind them the number of all.
fn offsets(patterns: &Patterns, radix: usize) -> Result<Vec<u32>, ShapeError> {
    let mut end = 0u64;
    let mut offsets = vec![0];
    for pattern in patterns.iter() {
        end += (radix as u64).pow(pattern.len());
        offsets.push(u32::try_from(end).map_err(|_| ShapeError { bytes: end * 4 })?);
    }
    Ok(offsets)
}

/// The cells under a pattern in all eight positions.
fn all_positions(pattern: Pattern) -> Cells {
    let mut word = 0xfedc_ba98_7654_3210; // each nibble names its cell
    let mut cells = [[NO_CELL; 8]; 8];
    for (symmetry, cells) in cells.iter_mut().enumerate() {
        for (to, cell) in cells.iter_mut().zip(pattern.cells()) {
            *to = (word >> (4 * cell) & 15) as u8;
        }
        word = if symmetry % 2 == 0 { mirror_nibbles(word) } else { transpose_nibbles(word) };
    }
    cells
}

/// A stage with more weights than can be numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeError {
    /// The memory its weights would take.
    pub bytes: u64,
}

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let gib = self.bytes as f64 / f64::from(1 << 30);
        write!(
            f,
            "one stage of these patterns would take {gib:.1} GiB; the most is 16 GiB: use shorter patterns or fewer symbols"
        )
    }
}

impl std::error::Error for ShapeError {}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({:?})", self.describe())
    }
}
