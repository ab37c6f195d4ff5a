//! Where training games start: at the beginning, where earlier games got to, or with large tiles placed.

use std::fmt;

use redouble::network::Shape;
use redouble::{Afterstate, Board, Cell, Rng, Tile};

use super::recipe::Games;

/// Boards kept for each number of large tiles.
const POOL: usize = 2000;
/// Numbers of large tiles that boards are kept for: more than there are.
const POOLS: usize = 12;

/// Where a game started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At the beginning.
    Fresh,
    /// Where an earlier game got to.
    Harvested,
    /// With large tiles placed.
    Placed,
    /// With large tiles placed and part of what they need next already built.
    PartBuilt,
}

impl Origin {
    /// All of them.
    pub const ALL: [Origin; 4] = [Origin::Fresh, Origin::Harvested, Origin::Placed, Origin::PartBuilt];

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Fresh => "fresh",
            Origin::Harvested => "harvested",
            Origin::Placed => "placed",
            Origin::PartBuilt => "part built",
        }
    }
}

/// A source of starting boards.
pub struct Starts {
    /// Boards kept for each number of large tiles.
    pools: Vec<Vec<Board>>,
    /// How likely each start is; the rest start afresh.
    chances: Vec<(Origin, usize, f64)>,
    /// The most tiles of the chain that placed starts have already.
    built: u8,
    large: Option<Tile>,
    /// Cells for placed tiles, from the largest downwards.
    orders: Vec<[u8; 16]>,
}

impl Starts {
    /// The starts that `games` asks for, where tiles from `large` upwards are large.
    pub fn new(large: Option<Tile>, games: &Games) -> Starts {
        Starts {
            pools: vec![Vec::new(); POOLS],
            chances: chances(games),
            built: games.built(),
            large,
            orders: orders(games),
        }
    }

    /// From now on starts as `games` asks for.
    pub(super) fn follow(&mut self, games: &Games) {
        self.chances = chances(games);
        self.built = games.built();
        self.orders = orders(games);
    }

    /// The boards kept for each number of large tiles.
    pub fn pools(&self) -> &[Vec<Board>] {
        &self.pools
    }

    /// The same, to be filled again.
    pub(super) fn pools_mut(&mut self) -> &mut [Vec<Board>] {
        &mut self.pools
    }

    /// Keeps a board with `count` large tiles that was reached, in place of a random older one once there are enough.
    pub fn harvest(&mut self, count: usize, board: Board, rng: &mut Rng) {
        let pool = &mut self.pools[count];
        if pool.len() < POOL {
            pool.push(board);
        } else {
            pool[rng.below(POOL as u32) as usize] = board;
        }
    }

    /// The next board to start from.
    pub fn next(&self, rng: &mut Rng) -> (Origin, Board) {
        let mut left = rng.uniform();
        for &(origin, count, chance) in &self.chances {
            if left < chance {
                return (origin, self.start(origin, count, rng));
            }
            left -= chance;
        }
        (Origin::Fresh, fresh(rng))
    }

    fn start(&self, origin: Origin, count: usize, rng: &mut Rng) -> Board {
        match origin {
            Origin::Fresh => fresh(rng),
            Origin::Harvested => self.harvested(count, rng),
            Origin::Placed => {
                let built = rng.below(u32::from(self.built) + 1) as u8;
                self.placed(count, (1..=built).collect(), rng)
            }
            Origin::PartBuilt => self.placed(count, self.part(rng), rng),
        }
    }

    /// Part of the next large tile, its sum drawn evenly: how far below the large tiles each tile of it stands.
    fn part(&self, rng: &mut Rng) -> Vec<u8> {
        let large = self.large.map_or(1, Tile::exponent);
        let sum = rng.below(1 << (large - 1)) << 1;
        (1..large).filter(|step| sum >> (large - step) & 1 == 1).collect()
    }

    /// A board with `count` large tiles that was kept, or with the nearest number below of which there are any.
    fn harvested(&self, count: usize, rng: &mut Rng) -> Board {
        match self.pools[..=count].iter().rfind(|pool| !pool.is_empty()) {
            None => fresh(rng),
            Some(pool) => pool[rng.below(pool.len() as u32) as usize],
        }
    }

    /// A board with `count` different large tiles and the tiles that stand so far below them: nine times in ten in good
    /// order, else anywhere.
    fn placed(&self, count: usize, below: Vec<u8>, rng: &mut Rng) -> Board {
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
        exponents.extend(below.into_iter().map(|step| large.exponent() - step));
        let order = (rng.below(10) > 0).then(|| self.orders[rng.below(self.orders.len() as u32) as usize]);
        let board = exponents.into_iter().enumerate().fold(Board::EMPTY, |board, (at, exponent)| {
            let ordered = order.and_then(|order| Cell::new(order[at]));
            let cell = ordered.unwrap_or_else(|| any_empty(board, rng));
            board.with(cell, Tile::new(exponent).unwrap_or(Tile::MAX))
        });
        spawned(Afterstate::new(spawned(Afterstate::new(board), rng)), rng)
    }
}

impl fmt::Debug for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept: Vec<usize> = self.pools.iter().map(Vec::len).collect();
        f.debug_struct("Starts").field("kept", &kept).finish_non_exhaustive()
    }
}

/// Which boards `board` is kept with: those that have got to as many large tiles.
pub(super) fn pool(shape: &Shape, board: Board) -> usize {
    shape.look(board).level().count()
}

/// Cells for tiles from the largest downwards: along rows of four, along rows of three, and with the fourth tile below
/// the third between the first two.
const ORDERS: [[u8; 16]; 3] = [
    [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12],
    [0, 1, 2, 6, 5, 4, 8, 9, 10, 11, 7, 3, 15, 14, 13, 12],
    [0, 2, 1, 5, 6, 7, 3, 4, 8, 9, 10, 11, 15, 14, 13, 12],
];

/// The orders that a recipe lists, or the usual ones.
fn orders(games: &Games) -> Vec<[u8; 16]> {
    let listed: Vec<[u8; 16]> = games.orders.iter().filter_map(|text| parse_order(text)).collect();
    if listed.is_empty() { ORDERS.to_vec() } else { listed }
}

/// Sixteen different cells, separated by dots.
pub(super) fn parse_order(text: &str) -> Option<[u8; 16]> {
    let cells: Vec<u8> = text.split('.').map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
    let set = cells.iter().fold(0u32, |set, &cell| set | 1u32.checked_shl(u32::from(cell)).unwrap_or(0));
    cells.try_into().ok().filter(|_| set == 0xffff)
}

/// How likely each start is but for fresh ones.
fn chances(games: &Games) -> Vec<(Origin, usize, f64)> {
    let lists = [
        (Origin::Harvested, &games.harvested),
        (Origin::Placed, &games.placed),
        (Origin::PartBuilt, &games.part_built),
    ];
    let share = |list: &[f64], count: usize| list.get(count).copied().unwrap_or(0.0);
    let shares: Vec<_> = (0..POOLS)
        .flat_map(|count| lists.map(|(origin, list)| (origin, count, share(list, count))))
        .filter(|&(_, _, share)| share > 0.0)
        .collect();
    let total = games.fresh + shares.iter().map(|(_, _, share)| share).sum::<f64>();
    shares.into_iter().map(|(origin, count, share)| (origin, count, share / total)).collect()
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
