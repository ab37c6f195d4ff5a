//! One layer on the way up, and one on the way down.

use rayon::prelude::*;
use redouble::Tile;

use super::keyset::{KeySet, Ranks};
use super::subgame::{SubGame, Walled};

/// Boards of at most this half sum are starts, however they came about: a free area with tiles of 64 in sum.
pub const EARLY: u32 = 32;

/// How many afterstates a thread takes at least.
const SHARE: usize = 1024;

/// The keys of a layer in order; `below` are those of the two layers below it, the upper one first. `None` if
/// one of these is no key.
pub fn find(subgame: &SubGame, half: u32, below: &[Vec<u32>; 2], set: &mut KeySet) -> Option<Vec<u32>> {
    let insert = |board: Walled| {
        let going_on = subgame.slides(board).filter(|&after| !subgame.is_won(after));
        going_on.for_each(|after| set.insert(subgame.key(after)));
    };
    if half <= EARLY {
        subgame.each_board(half, &mut |board| insert(board));
    }
    for (less, (keys, (tile, _))) in (1..).zip(below.iter().zip(Tile::SPAWNS)) {
        let expand = |&key: &u32| {
            let after = subgame.after(key, half - less)?;
            subgame.spawns(after, tile).for_each(insert);
            Some(())
        };
        keys.par_iter().with_min_len(SHARE).try_for_each(expand)?;
    }
    Some(set.drain())
}

/// The chance of each afterstate of a layer; `None` if a key is none, or leads to what is not above.
pub fn solve(subgame: &SubGame, half: u32, keys: &[u32], above: &Above) -> Option<Vec<f64>> {
    let solve = |&key: &u32| above.chance(subgame, subgame.after(key, half)?);
    keys.par_iter().with_min_len(SHARE).map(solve).collect()
}

/// The two layers above, the lower one first.
pub struct Above([Layer; 2]);

struct Layer {
    ranks: Ranks,
    chances: Vec<f64>,
}

impl Above {
    /// Nothing, where there can be so many keys.
    pub fn new(keys: u64) -> Above {
        Above([(); 2].map(|()| Layer { ranks: Ranks::new(keys), chances: vec![] }))
    }

    /// Goes down to the layer of these keys.
    pub fn push(&mut self, keys: Vec<u32>, chances: Vec<f64>) {
        self.0.swap(0, 1);
        self.0[0].ranks.set(keys);
        self.0[0].chances = chances;
    }

    /// The mean over the spawns of the best slide.
    fn chance(&self, subgame: &SubGame, after: Walled) -> Option<f64> {
        let (mut sum, mut cells) = (0.0, 0);
        for (layer, (tile, probability)) in self.0.iter().zip(Tile::SPAWNS) {
            cells = 0;
            for board in subgame.spawns(after, tile) {
                sum += probability * layer.best(subgame, board)?;
                cells += 1;
            }
        }
        Some(if cells == 0 { 0.0 } else { sum / f64::from(cells) })
    }
}

impl Layer {
    /// The chance of the best slide; 0 if none is allowed.
    #[inline]
    fn best(&self, subgame: &SubGame, board: Walled) -> Option<f64> {
        let mut best = 0.0;
        for after in subgame.slides(board) {
            if subgame.is_won(after) {
                return Some(1.0);
            }
            best = f64::max(best, self.chances[self.ranks.find(subgame.key(after))?]);
        }
        Some(best)
    }
}
