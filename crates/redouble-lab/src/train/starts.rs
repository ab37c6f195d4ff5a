//! Where training games start: at the beginning, where earlier games got to, or with large tiles placed.

use redouble::network::Shape;
use redouble::{Afterstate, Board, Cell, Rng, Tile};

use super::recipe::Games;

/// Boards kept for each stage.
const POOL: usize = 2000;

/// A source of starting boards.
pub struct Starts {
    pools: Vec<Vec<Board>>,
    /// The chance of a harvested and of a placed start for each stage; the rest start afresh.
    chances: Vec<(f64, f64)>,
    /// The most tiles of the chain that placed starts have already.
    built: u8,
    large: Option<Tile>,
}

impl Starts {
    /// The starts that `games` asks for, for a network that has or will have so many stages.
    pub fn new(large: Option<Tile>, stages: usize, games: &Games) -> Starts {
        Starts {
            pools: vec![Vec::new(); stages],
            chances: chances(stages, games),
            built: games.built(),
            large,
        }
    }

    /// From now on starts as `games` asks for.
    pub(super) fn follow(&mut self, games: &Games) {
        self.chances = chances(self.pools.len(), games);
        self.built = games.built();
    }

    /// The boards kept for each stage.
    pub fn pools(&self) -> &[Vec<Board>] {
        &self.pools
    }

    /// The boards kept for each stage, to be filled again.
    pub(super) fn pools_mut(&mut self) -> &mut [Vec<Board>] {
        &mut self.pools
    }

    /// Keeps a board that was reached, in place of a random older one once there are enough.
    pub fn harvest(&mut self, stage: usize, board: Board, rng: &mut Rng) {
        let pool = &mut self.pools[stage];
        if pool.len() < POOL {
            pool.push(board);
        } else {
            pool[rng.below(POOL as u32) as usize] = board;
        }
    }

    /// The next board to start from.
    pub fn next(&self, rng: &mut Rng) -> Board {
        let mut left = unit(rng);
        for (stage, &(harvested, placed)) in self.chances.iter().enumerate() {
            if left < harvested {
                return self.harvested(stage, rng);
            }
            left -= harvested;
            if left < placed {
                return self.placed(stage, rng);
            }
            left -= placed;
        }
        fresh(rng)
    }

    /// A board kept for `stage`, or for the nearest stage below that has any.
    fn harvested(&self, stage: usize, rng: &mut Rng) -> Board {
        match self.pools[..=stage].iter().rfind(|pool| !pool.is_empty()) {
            None => fresh(rng),
            Some(pool) => pool[rng.below(pool.len() as u32) as usize],
        }
    }

    /// Sorts the boards that were kept for the last stage again, now that `shape` tells more stages apart.
    pub fn sort_again(&mut self, shape: &Shape) {
        for board in self.pools.iter_mut().flat_map(std::mem::take).collect::<Vec<_>>() {
            self.pools[shape.stage(board)].push(board);
        }
    }

    /// A board with `count` different large tiles: nine times in ten in good order, else anywhere, and now and then
    /// with the chain below the smallest of them partly built.
    fn placed(&self, count: usize, rng: &mut Rng) -> Board {
        let Some(large) = self.large else { return fresh(rng) };
        let room = u32::from(Tile::MAX.exponent() - large.exponent());
        let count = count.min(room as usize);
        let choices = room.min(5).max(count as u32);
        let mut exponents: Vec<u8> = Vec::new();
        while exponents.len() < count {
            let exponent = large.exponent() + rng.below(choices) as u8;
            if !exponents.contains(&exponent) {
                exponents.push(exponent);
            }
        }
        exponents.sort_unstable_by(|a, b| b.cmp(a));
        let built = rng.below(u32::from(self.built) + 1) as u8;
        exponents.extend((1..=built).map(|step| large.exponent() - step));
        let order =
            if rng.below(10) == 0 { None } else { Some(ORDERS[rng.below(ORDERS.len() as u32) as usize]) };
        let board = exponents.into_iter().enumerate().fold(Board::EMPTY, |board, (at, exponent)| {
            let ordered = order.and_then(|order| Cell::new(order[at]));
            let cell = ordered.unwrap_or_else(|| any_empty(board, rng));
            board.with(cell, Tile::new(exponent).unwrap_or(Tile::MAX))
        });
        spawned(Afterstate::new(spawned(Afterstate::new(board), rng)), rng)
    }
}

/// Cells for tiles from the largest downwards: along rows of four, along rows of three, and with the fourth tile below
/// the third between the first two.
const ORDERS: [[u8; 16]; 3] = [
    [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12],
    [0, 1, 2, 6, 5, 4, 8, 9, 10, 11, 7, 3, 15, 14, 13, 12],
    [0, 2, 1, 5, 6, 7, 3, 4, 8, 9, 10, 11, 15, 14, 13, 12],
];

/// The chance of a harvested and of a placed start for each stage.
fn chances(stages: usize, games: &Games) -> Vec<(f64, f64)> {
    let share = |list: &[f64], stage: usize| list.get(stage).copied().unwrap_or(0.0);
    let total: f64 =
        games.fresh + (0..stages).map(|k| share(&games.harvested, k) + share(&games.placed, k)).sum::<f64>();
    (0..stages).map(|k| (share(&games.harvested, k) / total, share(&games.placed, k) / total)).collect()
}

fn any_empty(board: Board, rng: &mut Rng) -> Cell {
    let nth = rng.below(board.empties()) as usize;
    board.empty_cells().nth(nth).expect("there is an empty cell")
}

/// A board with two spawned tiles.
fn fresh(rng: &mut Rng) -> Board {
    spawned(Afterstate::new(spawned(Afterstate::default(), rng)), rng)
}

/// The board after a random spawn.
#[inline]
pub fn spawned(after: Afterstate, rng: &mut Rng) -> Board {
    after.spawn(rng.spawn(after))
}

/// A number from 0 up to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
}
