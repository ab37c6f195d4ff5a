//! The rules of an endgame, fast enough to play it through: sixteen cells in one word, the locked ones as walls.

use redouble::rows::{pack, reversed, slide_line, unpack};
use redouble::{Cell, Endgame, Tile};

/// A board with 15 in every locked cell, four bits a cell, cell 0 lowest.
pub type Walled = u64;

const WALL: u8 = 15;
const ONES: u64 = 0x1111_1111_1111_1111;
/// How many digits of a key are looked up at once.
const GROUP: usize = 3;

/// A board whose locked tiles have left home, with the lines along which they went as rows.
#[derive(Clone, Copy)]
pub struct Away {
    board: Walled,
    /// What the slide back would make of it if nothing spawned.
    home: Walled,
    back: Back,
}

/// A slide back.
#[derive(Clone, Copy)]
struct Back {
    to_right: bool,
    /// Whether the rows are columns.
    across: bool,
}

/// What is computed once for an endgame.
pub struct SubGame {
    shifts: bool,
    locked: Walled,
    /// The same with rows and columns exchanged.
    locked_across: Walled,
    target: u64,
    /// Each row slid to the left and to the right.
    slid: Vec<(u16, u16)>,
    /// What each row of the board adds to the key.
    digits: [Vec<u32>; 4],
    /// The cells that each value of a group of digits stands for, and half their sum.
    groups: Vec<Vec<(Walled, u32)>>,
    last: u32,
}

impl Away {
    /// The board as a bare word, whose rows may be its columns.
    pub fn board(&self) -> Walled {
        self.board
    }
}

impl SubGame {
    /// The rules of `endgame`.
    pub fn new(endgame: Endgame) -> SubGame {
        let cells: Vec<Cell> = endgame.formation().free_cells().collect();
        let (last, keyed) = cells.split_last().expect("a formation has free cells");
        let locked = Cell::all().filter(|&cell| endgame.formation().locks(cell));
        let locked = locked.fold(0, |board, cell| board | at(cell, WALL));
        SubGame {
            shifts: endgame.shifts(),
            locked,
            locked_across: transposed(locked),
            target: u64::from(endgame.target().exponent()),
            slid: (0..=u16::MAX).map(|row| (left(row), reversed(left(reversed(row))))).collect(),
            digits: std::array::from_fn(|row| row_digits(endgame, keyed, row)),
            groups: keyed.chunks(GROUP).map(|cells| group(endgame, cells)).collect(),
            last: 4 * last.index() as u32,
        }
    }

    /// Whether walls may take detours.
    pub fn shifts(&self) -> bool {
        self.shifts
    }

    /// Over how many layers a turn can lead, a detour with the slide back being one.
    pub fn reach(&self) -> usize {
        if self.shifts { 4 } else { 2 }
    }

    /// The key of an afterstate.
    #[inline]
    pub fn key(&self, after: Walled) -> u32 {
        (0..4).fold(0, |key, row| key + self.digits[row][usize::from((after >> (16 * row)) as u16)])
    }

    /// The afterstate with this key, of the layer with this half sum; `None` if there is none.
    #[inline]
    pub fn after(&self, mut key: u32, mut half: u32) -> Option<Walled> {
        let mut board = self.locked;
        for group in &self.groups {
            let size = group.len() as u32;
            let (cells, sum) = group[(key % size) as usize];
            key /= size;
            board |= cells;
            half = half.checked_sub(sum)?;
        }
        let exponent = if half == 0 { 0 } else { u64::from(half.trailing_zeros()) + 1 };
        let fits = half & half.wrapping_sub(1) == 0 && exponent < self.target && key == 0;
        fits.then_some(board | exponent << self.last)
    }

    /// Every board with this half sum: all ways to fill the free cells.
    pub fn each_board(&self, half: u32, visit: &mut dyn FnMut(Walled)) {
        let cells: Vec<u32> = (0..64).step_by(4).filter(|&cell| self.locked >> cell & 15 == 0).collect();
        self.fill(&cells, self.locked, half, visit);
    }

    fn fill(&self, cells: &[u32], board: Walled, half: u32, visit: &mut dyn FnMut(Walled)) {
        let Some((cell, rest)) = cells.split_first() else {
            if half == 0 {
                visit(board);
            }
            return;
        };
        self.fill(rest, board, half, visit);
        for exponent in (1..self.target).take_while(|&exponent| 1 << (exponent - 1) <= half) {
            self.fill(rest, board | exponent << cell, half - (1 << (exponent - 1)), visit);
        }
    }

    /// The boards that follow when `tile` spawns, one for each empty cell.
    #[inline]
    pub fn spawns(&self, after: Walled, tile: Tile) -> impl Iterator<Item = Walled> {
        let mut empty = zero_nibbles(after);
        std::iter::from_fn(move || {
            let cell = empty & empty.wrapping_neg();
            empty ^= cell;
            (cell != 0).then(|| after | (cell * u64::from(tile.exponent())))
        })
    }

    /// The afterstates of the slides that are allowed: those that change something, but no locked cell.
    #[inline]
    pub fn slides(&self, board: Walled) -> impl Iterator<Item = Walled> {
        let turned = transposed(board);
        let (left, right) = self.slid_rows(board);
        let (up, down) = self.slid_rows(turned);
        let afters = [left, right, transposed(up), transposed(down)];
        afters.into_iter().filter(move |&after| after != board && after & self.locked == self.locked)
    }

    /// The afterstates of the slides that move locked tiles, if they may.
    #[inline]
    pub fn detours(&self, board: Walled) -> impl Iterator<Item = Away> {
        let turned = transposed(board);
        let (left, right) = self.slid_rows(board);
        let (up, down) = self.slid_rows(turned);
        let afters = [(left, true, false), (right, false, false), (up, true, true), (down, false, true)];
        let ways = afters.map(|(after, to_right, across)| (after, Back { to_right, across }));
        let away = move |&(after, back): &(Walled, Back)| self.shifts && !self.is_home(after, back);
        ways.into_iter().filter(away).map(|(board, back)| {
            let (left, right) = self.slid_rows(board);
            Away { board, home: if back.to_right { right } else { left }, back }
        })
    }

    /// What the slide back makes of a detour when `tile` spawns, for each empty cell; `None` where the locked tiles
    /// do not come home. No other slide could bring them there, as `tablebase::detour` of the engine explains.
    #[inline]
    pub fn returns(&self, away: &Away, tile: Tile) -> impl Iterator<Item = Option<Walled>> {
        let &Away { board, home, back } = away;
        let mut empty = zero_nibbles(board);
        std::iter::from_fn(move || {
            let cell = empty & empty.wrapping_neg();
            empty ^= cell;
            (cell != 0).then(|| {
                let row = cell.trailing_zeros() & 48;
                let spawned = (board | (cell * u64::from(tile.exponent()))) >> row;
                let (left, right) = self.slid[usize::from(spawned as u16)];
                let slid = u64::from(if back.to_right { right } else { left });
                let after = home & !(0xffff << row) | slid << row;
                self.is_home(after, back).then(|| if back.across { transposed(after) } else { after })
            })
        })
    }

    #[inline]
    fn is_home(&self, after: Walled, back: Back) -> bool {
        let locked = if back.across { self.locked_across } else { self.locked };
        after & locked == locked
    }

    /// Whether an afterstate has the target.
    #[inline]
    pub fn is_won(&self, after: Walled) -> bool {
        zero_nibbles(after ^ (self.target * ONES)) != 0
    }

    #[inline]
    fn slid_rows(&self, board: Walled) -> (Walled, Walled) {
        let (mut left, mut right) = (0, 0);
        for shift in [0, 16, 32, 48] {
            let (to_left, to_right) = self.slid[usize::from((board >> shift) as u16)];
            left |= u64::from(to_left) << shift;
            right |= u64::from(to_right) << shift;
        }
        (left, right)
    }
}

fn at(cell: Cell, exponent: u8) -> Walled {
    u64::from(exponent) << (4 * cell.index())
}

/// A row slid to the left, walls being tiles that never merge: 131072, by the one rule there is.
fn left(row: u16) -> u16 {
    let exchange = |from: u8, to: u8| move |tile: u8| if tile == from { to } else { tile };
    let never_merges = Tile::MAX.exponent();
    pack(slide_line(unpack(row).map(exchange(WALL, never_merges))).0.map(exchange(never_merges, WALL)))
}

/// What each content of a row adds to the key.
fn row_digits(endgame: Endgame, keyed: &[Cell], row: usize) -> Vec<u32> {
    let weights = keyed.iter().enumerate().filter(|(_, cell)| cell.row() == row);
    let weights: Vec<(usize, u64)> =
        weights.map(|(place, cell)| (cell.column(), endgame.radix().pow(place as u32))).collect();
    let share = |row| {
        let digit = |column: usize| u64::from(unpack(row)[column]);
        weights.iter().map(|&(column, weight)| digit(column) * weight).sum::<u64>() as u32
    };
    (0..=u16::MAX).map(share).collect()
}

/// What each value of the digits of these cells stands for.
fn group(endgame: Endgame, cells: &[Cell]) -> Vec<(Walled, u32)> {
    let stands_for = |mut value: u64| {
        let (mut board, mut half) = (0, 0);
        for &cell in cells {
            let exponent = (value % endgame.radix()) as u8;
            value /= endgame.radix();
            board |= at(cell, exponent);
            half += (1 << exponent) / 2;
        }
        (board, half)
    };
    (0..endgame.radix().pow(cells.len() as u32)).map(stands_for).collect()
}

/// A bit for each cell that is 0, at the lowest of its four.
#[inline]
fn zero_nibbles(board: u64) -> u64 {
    let taken = board | board >> 2;
    !(taken | taken >> 1) & ONES
}

/// Rows and columns exchanged.
#[inline]
fn transposed(b: u64) -> u64 {
    let t = (b ^ b >> 12) & 0x0000_f0f0_0000_f0f0;
    let b = b ^ t ^ t << 12;
    let t = (b ^ b >> 24) & 0x0000_0000_ff00_ff00;
    b ^ t ^ t << 24
}

#[cfg(test)]
mod tests {
    use redouble::Board;

    use super::*;

    /// The same board with large tiles on the locked cells, no two alike, the fifth bit among them.
    fn real(endgame: Endgame, board: Walled) -> Board {
        let mut large = (0..=17).rev();
        Cell::all().fold(Board::EMPTY, |real, cell| {
            let exponent = (board >> (4 * cell.index())) as u8 & 15;
            let locked = endgame.formation().locks(cell);
            let exponent = if locked { large.next().unwrap_or(0) } else { exponent };
            real.with(cell, Tile::new(exponent).unwrap())
        })
    }

    #[test]
    fn slides_are_those_of_the_real_board_that_change_no_locked_cell() {
        for name in ["L3-32", "442-16", "1111-64", "43-64"] {
            let endgame: Endgame = name.parse().unwrap();
            let subgame = SubGame::new(endgame);
            let mut boards = 0;
            subgame.each_board(21, &mut |board| {
                boards += 1;
                let before = real(endgame, board);
                let unmoved = |after: Board| {
                    Cell::all()
                        .all(|cell| !endgame.formation().locks(cell) || after.tile(cell) == before.tile(cell))
                };
                let mut expected: Vec<Board> =
                    before.slides().map(|(_, slide)| slide.after.board()).filter(|&b| unmoved(b)).collect();
                let mut found: Vec<Board> = subgame.slides(board).map(|after| real(endgame, after)).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{name} {before}");
            });
            assert!(boards > 20, "{name}");
        }
    }

    #[test]
    fn returns_are_the_slides_that_bring_every_large_tile_to_its_own_cell() {
        // In the last two a row without walls stands between others.
        for name in ["L3s-32", "442s-16", "4443s-16", "43s-16", "141s-16", "34s-16"] {
            let endgame: Endgame = name.parse().unwrap();
            let subgame = SubGame::new(endgame);
            let mut all = 0;
            subgame.each_board(9, &mut |board| {
                let before = real(endgame, board);
                let at_home = |after: Board| {
                    let same =
                        |cell| !endgame.formation().locks(cell) || after.tile(cell) == before.tile(cell);
                    Cell::all().all(same)
                };
                let afters = before.slides().map(|(_, slide)| slide.after);
                let spawned = afters.filter(|after| !at_home(after.board()));
                let spawned = spawned.flat_map(|after| after.spawns().map(move |(spawn, _)| (after, spawn)));
                let slides = spawned.flat_map(|(after, spawn)| {
                    after.spawn(spawn).slides().map(move |(_, slide)| (spawn.tile, slide.after.board()))
                });
                let mut expected: Vec<_> = slides.filter(|&(_, after)| at_home(after)).collect();
                let mut found = Vec::new();
                for (away, (tile, _)) in
                    subgame.detours(board).flat_map(|away| Tile::SPAWNS.map(|tile| (away, tile)))
                {
                    let home = subgame.returns(&away, tile).flatten();
                    found.extend(home.map(|home| (tile, real(endgame, home))));
                }
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{name} {before}");
                all += found.len();
            });
            assert!(all > 100, "{name}: {all}");
        }
    }

    #[test]
    fn keys_and_afterstates_name_each_other() {
        for name in ["L3-32", "44-64", "4-128", "111-8"] {
            let endgame: Endgame = name.parse().unwrap();
            let subgame = SubGame::new(endgame);
            subgame.each_board(13, &mut |board| {
                let key = subgame.key(board);
                assert!(u64::from(key) < endgame.keys());
                assert_eq!(subgame.after(key, 13), Some(board), "{name}");
            });
        }
    }

    #[test]
    fn a_key_that_does_not_fit_its_layer_is_no_afterstate() {
        let subgame = SubGame::new("4-16".parse().unwrap());
        assert!(subgame.after(0, 4).is_some());
        assert_eq!(subgame.after(0, 3), None, "no tile is a 6");
        assert_eq!(subgame.after(0, 8), None, "a 16 is the target");
        assert_eq!(subgame.after(1, 0), None);
        assert_eq!(subgame.after(u32::MAX, 1), None);
    }
}
