//! Where a search stopped looking, to know whether another would see more.

use super::deepening::Round;

/// The likeliest afterstates that were evaluated and not searched on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frontier {
    /// Among those that were too unlikely.
    unlikely: f64,
    /// Among those that were as deep as the search went.
    deep: f64,
}

impl Frontier {
    /// Meets an afterstate of this probability that was `pruned` for it, or else lies at full depth.
    #[inline]
    pub fn add(&mut self, probability: f64, pruned: bool) {
        let likeliest = if pruned { &mut self.unlikely } else { &mut self.deep };
        *likeliest = likeliest.max(probability);
    }

    /// Meets what another part of the same search met.
    pub fn join(&mut self, other: Frontier) {
        self.add(other.unlikely, true);
        self.add(other.deep, false);
    }

    /// Whether `next` searches on anywhere, after a round as deep as `depth` that stopped here.
    pub fn is_crossed_by(&self, depth: u32, next: Round) -> bool {
        let likeliest = if next.depth > depth { self.unlikely.max(self.deep) } else { self.unlikely };
        likeliest > 0.0 && likeliest >= next.min_prob
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_would_see_the_same_is_told_apart() {
        let mut frontier = Frontier::default();
        assert!(!frontier.is_crossed_by(3, Round { depth: 9, min_prob: 0.0 }), "the game ends everywhere");
        frontier.add(0.08, true);
        frontier.add(0.02, false);
        let crosses = |depth, min_prob| frontier.is_crossed_by(3, Round { depth, min_prob });
        assert!(!crosses(9, 0.1) && crosses(9, 0.08) && crosses(3, 0.05));
        let mut flat = Frontier::default();
        flat.join(Frontier { unlikely: 0.0, deep: 0.02 });
        assert!(flat.is_crossed_by(3, Round { depth: 5, min_prob: 0.01 }));
        assert!(
            !flat.is_crossed_by(3, Round { depth: 3, min_prob: 0.01 }),
            "no deeper, and nothing unlikely"
        );
    }
}
