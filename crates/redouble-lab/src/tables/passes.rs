//! One layer on the way up, and one on the way down.

use rayon::prelude::*;
use redouble::Tile;

use super::keyset::{KeySet, Ranks};
use super::subgame::{Away, SubGame, Walled};

/// Boards of at most this half sum are starts, however they came about: a free area with tiles of 64 in sum.
pub const EARLY: u32 = 32;

/// How many afterstates a thread takes at least.
const SHARE: usize = 1024;

/// The keys of a layer in order; `below` are those of as many layers below it as a turn can lead over, the upper one
/// first. `None` if one of these is no key.
pub fn find(subgame: &SubGame, half: u32, below: &[Vec<u32>], set: &mut KeySet) -> Option<Vec<u32>> {
    let insert = |after| {
        if !subgame.is_won(after) {
            set.insert(subgame.key(after));
        }
    };
    let stay = |board: Walled| subgame.slides(board).for_each(insert);
    let detour = |board: Walled, tile: Tile| {
        let away = subgame.detours(board).filter(|away| !subgame.is_won(away.board()));
        away.for_each(|away| subgame.returns(&away, tile).flatten().for_each(insert));
    };
    if half <= EARLY {
        subgame.each_board(half, &mut |board| stay(board));
    }
    for (less, (tile, _)) in (1..).zip(Tile::SPAWNS) {
        each(subgame, below, half, less, &|after| subgame.spawns(after, tile).for_each(stay))?;
    }
    if !subgame.shifts() {
        return Some(set.drain());
    }
    for (later, (last, _)) in (1..).zip(Tile::SPAWNS) {
        if let Some(early) = half.checked_sub(later).filter(|&early| early <= EARLY) {
            subgame.each_board(early, &mut |board| detour(board, last));
        }
        for (less, (first, _)) in (1..).zip(Tile::SPAWNS) {
            let go = |after| subgame.spawns(after, first).for_each(|board| detour(board, last));
            each(subgame, below, half, less + later, &go)?;
        }
    }
    Some(set.drain())
}

/// Visits every afterstate of the layer that is `less` below; `None` if one of its keys is none.
fn each(
    subgame: &SubGame,
    below: &[Vec<u32>],
    half: u32,
    less: u32,
    visit: &(impl Fn(Walled) + Sync),
) -> Option<()> {
    let keys = &below[less as usize - 1];
    keys.par_iter().with_min_len(SHARE).try_for_each(|&key| {
        visit(subgame.after(key, half - less)?);
        Some(())
    })
}

/// The chance of each afterstate of a layer; `None` if a key is none, or leads to what is not above.
pub fn solve(subgame: &SubGame, half: u32, keys: &[u32], above: &Above) -> Option<Vec<f64>> {
    let solve = |&key: &u32| above.chance(subgame, subgame.after(key, half)?);
    keys.par_iter().with_min_len(SHARE).map(solve).collect()
}

/// The layers above that a turn can lead to, the lowest one first.
pub struct Above(Vec<Layer>);

struct Layer {
    ranks: Ranks,
    chances: Vec<f64>,
}

impl Above {
    /// Nothing, where there can be so many keys, in so many layers.
    pub fn new(keys: u64, layers: usize) -> Above {
        let layer = || Layer { ranks: Ranks::new(keys), chances: vec![] };
        Above(std::iter::repeat_with(layer).take(layers).collect())
    }

    /// Goes down to the layer of these keys.
    pub fn push(&mut self, keys: Vec<u32>, chances: Vec<f64>) {
        self.0.rotate_right(1);
        self.0[0].ranks.set(keys);
        self.0[0].chances = chances;
    }

    /// The mean over the spawns of the best slide.
    fn chance(&self, subgame: &SubGame, after: Walled) -> Option<f64> {
        let (mut sum, mut cells) = (0.0, 0);
        for (place, (tile, probability)) in Tile::SPAWNS.into_iter().enumerate() {
            cells = 0;
            for board in subgame.spawns(after, tile) {
                sum += probability * self.best(subgame, board, place)?;
                cells += 1;
            }
        }
        Some(if cells == 0 { 0.0 } else { sum / f64::from(cells) })
    }

    /// The chance of the best slide of a board as high as the layer at this `place`; 0 if none is allowed.
    #[inline]
    fn best(&self, subgame: &SubGame, board: Walled, place: usize) -> Option<f64> {
        let mut best = 0.0;
        for after in subgame.slides(board) {
            best = f64::max(best, self.0[place].of(subgame, after)?);
        }
        for away in subgame.detours(board) {
            if best == 1.0 {
                break;
            }
            best = f64::max(best, self.detour(subgame, &away, place + 1)?);
        }
        Some(best)
    }

    /// The chance of a detour: the mean over the spawns of the slide back, which leads to the layers from `place` on.
    fn detour(&self, subgame: &SubGame, away: &Away, place: usize) -> Option<f64> {
        if subgame.is_won(away.board()) {
            return Some(1.0);
        }
        let (mut sum, mut cells) = (0.0, 0);
        for (layer, (tile, probability)) in self.0[place..].iter().zip(Tile::SPAWNS) {
            cells = 0;
            for home in subgame.returns(away, tile) {
                cells += 1;
                if let Some(after) = home {
                    sum += probability * layer.of(subgame, after)?;
                }
            }
        }
        Some(if cells == 0 { 0.0 } else { sum / f64::from(cells) })
    }
}

impl Layer {
    /// The chance of an afterstate with all walls at home.
    #[inline]
    fn of(&self, subgame: &SubGame, after: Walled) -> Option<f64> {
        if subgame.is_won(after) {
            return Some(1.0);
        }
        Some(self.chances[self.ranks.find(subgame.key(after))?])
    }
}
