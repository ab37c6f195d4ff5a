//! What boards are worth that enter a level, and what is therefore usual there.

use redouble::network::LEVELS;

/// The chances that were seen on boards with which levels were entered: for each level their sum and number.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries([(f64, f64); LEVELS]);

impl Default for Entries {
    fn default() -> Entries {
        Entries([(0.0, 0.0); LEVELS])
    }
}

impl Entries {
    /// Counts a board with this chance, with which `level` was entered.
    pub fn add(&mut self, level: usize, chance: f32) {
        let (sum, number) = &mut self.0[level];
        (*sum, *number) = (*sum + f64::from(chance), *number + 1.0);
    }

    /// Counts those of `newer` too; those that were here count half from now on.
    pub fn renew(&mut self, newer: &Entries) {
        for (mine, newer) in self.0.iter_mut().zip(&newer.0).filter(|(_, newer)| newer.1 > 0.0) {
            *mine = (mine.0 / 2.0 + newer.0, mine.1 / 2.0 + newer.1);
        }
    }

    /// Counts those of `other` too.
    pub fn merge(&mut self, other: &Entries) {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine = (mine.0 + other.0, mine.1 + other.1);
        }
    }

    /// The mean chance of boards that enter `level`, if any did.
    pub fn mean(&self, level: usize) -> Option<f64> {
        let (sum, number) = self.0[level];
        (number > 0.0).then(|| sum / number)
    }

    /// What is usual on each level of `fewest` large tiles or more: the mean, 0 where none was entered.
    pub fn usual(&self, fewest: u32) -> impl Iterator<Item = f32> {
        let mean = move |level: usize| self.mean(level).filter(|_| level.count_ones() >= fewest);
        (0..LEVELS).map(move |level| mean(level).unwrap_or(0.0) as f32)
    }

    /// A line for each.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|(sum, number)| format!("{sum} {number}\n")).collect()
    }

    /// What [`to_text`](Entries::to_text) wrote.
    pub fn from_text(text: &str) -> Option<Entries> {
        let pair = |line: &str| {
            let (sum, number) = line.split_once(' ')?;
            Some((sum.parse().ok()?, number.parse().ok()?))
        };
        let mut entries = Entries::default();
        for (at, line) in text.lines().enumerate() {
            *entries.0.get_mut(at)? = pair(line)?;
        }
        Some(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written() {
        let mut entries = Entries::default();
        entries.add(3, 0.1);
        entries.renew(&entries.clone());
        assert_eq!(Entries::from_text(&entries.to_text()), Some(entries));
    }
}
