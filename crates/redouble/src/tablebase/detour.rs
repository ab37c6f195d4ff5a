//! Locked tiles away from home: what a slide that moves them is worth, and which slides bring them back.
//!
//! A slide and the one after it bring every locked tile to its own cell or not home at all. Slides keep the order of
//! a line, so the one back along the same lines can only restore it. One across them changes no number of tiles in a
//! column (or row), as the first changed none in a row (or column); and these two lists of numbers fit no other
//! arrangement than the formation, because its rows are filled from one side.

use super::lens::Seen;
use super::pages::Damage;
use super::{Afterstate, Board, Inner};

impl Inner {
    /// The chance of a slide that moves locked tiles of a board and leads to the afterstate `away`, by a detour or
    /// because they are at home there too, in another position of the board. From such a board a detour can end as
    /// one can begin, so both are looked at wherever one stands.
    pub(super) fn away(&self, seen: Seen, away: Board) -> Result<Option<f64>, Damage> {
        if self.lens.has_more_large(seen.board, away) {
            return Ok(Some(1.0));
        }
        let at_home = self.lens.see(away).map_or(Ok(None), |other| self.find(other.board))?;
        let detour = self.detour(seen.board, Afterstate::new(away))?;
        Ok([at_home, detour].into_iter().flatten().reduce(f64::max))
    }

    /// The mean over the spawns of the best slide that brings the locked tiles home. What the table does not hold
    /// counts as 0, and if it holds none of them, nothing is known.
    fn detour(&self, home: Board, away: Afterstate) -> Result<Option<f64>, Damage> {
        let (mut sum, mut known) = (0.0, false);
        for (spawn, probability) in away.spawns() {
            let best = self.way_home(home, away.spawn(spawn))?;
            known |= best.is_some();
            sum += probability * best.unwrap_or(0.0);
        }
        Ok(known.then_some(f64::min(sum, 1.0)))
    }

    /// The chance of the best slide that makes the locked cells what they were on the turned board `home`.
    fn way_home(&self, home: Board, away: Board) -> Result<Option<f64>, Damage> {
        let mut best: Option<f64> = None;
        for (_, slide) in away.slides() {
            let after = slide.after.board();
            if self.lens.same_locked(home, after)
                && let Some(chance) = self.at_home(after)?
            {
                best = Some(best.map_or(chance, |best| best.max(chance)));
            }
        }
        Ok(best)
    }

    /// The chances of the slides that bring the large tiles of this board home, wherever they stand; `None` if no
    /// slide does, or not so many are large.
    pub(super) fn ways_home(&self, board: Board) -> Result<Option<[Option<f64>; 4]>, Damage> {
        if !self.directory.endgame.shifts() || !self.lens.has_all_large(board) {
            return Ok(None);
        }
        let mut chances = [None; 4];
        for (mv, slide) in board.slides() {
            let after = slide.after.board();
            chances[mv.index()] = match self.lens.see(after) {
                Some(seen) => self.find(seen.board)?,
                None => self.lens.is_home_with_target(after).then_some(1.0),
            };
        }
        Ok(chances.iter().any(Option::is_some).then_some(chances))
    }
}
