//! The bench: every kind of search on fixed boards, counted, not timed.
//!
//! Its *signature* is a hash of node counts, chosen moves and value bits. It changes exactly when some agent
//! would play, count or value differently, and is the same in debug, release and wasm builds. Whoever has a
//! clock can time [`BenchSearch::run`].
//!
//! ```
//! use redouble::bench::{self, BenchSearch};
//! let mut greedy = BenchSearch::all().find(|search| search.spec() == "greedy(eval=merges)").unwrap();
//! let results = [greedy.run()];
//! assert!(results[0].nodes > 0);
//! assert_eq!(bench::signature(&results).hex().len(), 16);
//! ```

mod network;
mod signature;

use std::fmt;

use crate::luck::mix;
use crate::spec::Resources;
use crate::{Agent, Board, Budgeted, Limits, MoveValue, Rng, SearchReport};

pub use network::network;
use network::networks;
#[doc(hidden)]
pub use signature::agent_signature;

/// Early, middle and late in a game; full; with tiles that need a fifth bit; about to be lost; over.
const BOARDS: [&str; 8] = [
    "6531432022001001",
    "9731841023101000",
    "ba98456732101020",
    "b97421638152c3a0",
    "1234123412341234",
    "gfed9abc56784320",
    "3456654334560789",
    "1212212112122121",
];

/// Every evaluation, every device, every search, the agents of the studies and their quirks, and learned values, each on one thread.
const SEARCHES: [&str; 49] = [
    "random",
    "greedy(eval=score)",
    "greedy(eval=merges)",
    "expectimax(eval=gradient,depth=6)",
    "expectimax(eval=gradient,depth=7)",
    "expectimax(eval=snake,depth=7)",
    "expectimax(eval=snake,depth=8)",
    "expectimax(eval=merges,depth=7)",
    "expectimax(eval=merges,depth=8)",
    "expectimax(eval=features(blanks,edges,corner,monotonic),depth=5)",
    "expectimax(eval=features(blanks,edges,corner,monotonic),depth=6)",
    "expectimax(eval=sum,depth=7)",
    "expectimax(eval=squares,depth=8)",
    "expectimax(eval=grid,depth=7)",
    "expectimax(eval=grid,depth=8)",
    "expectimax(eval=score,depth=5)",
    "expectimax(eval=grid,depth=8,fours=off)",
    "expectimax(eval=grid,depth=8,sample=3)",
    "expectimax(eval=grid,depth=8,four-limit=0.05)",
    "expectimax(eval=grid,depth=9,min-prob=0.001)",
    "expectimax(eval=merges,depth=9,cache=4MiB)",
    "expectimax(eval=merges,depth=9,cache=4MiB,reuse=deeper)",
    "expectimax(eval=snake,nodes=1000000,cache=4MiB)",
    "alphabeta(eval=features(blanks,edges,corner,monotonic),depth=7)",
    "alphabeta(eval=snake,depth=9,four-limit=0.05,cache=4MiB)",
    "expectimax(eval=features(blanks,edges,corner,monotonic),cache=4MiB,nodes=300000)",
    "expectimax(eval=grid,four-limit=0.02,cache=4MiB,nodes=300000)",
    "alphabeta(eval=features(blanks,edges,corner,monotonic),four-limit=0.05,cache=4MiB,nodes=300000)",
    "greedy(eval=ntuple)",
    "expectimax(eval=ntuple,depth=3)",
    "expectimax(eval=ntuple,depth=5,min-prob=0.01)",
    "alphabeta(eval=ntuple,depth=5,cache=4MiB)",
    "ntuple(nodes=30000)",
    "expectimax(eval=ntuple(net=\"chances\"),depth=5)",
    "ntuple(net=\"chances\",nodes=30000)",
    "best",
    "best(depth=5)",
    "best(nodes=100000)",
    "gradient",
    "snake",
    "merges",
    "wang-expectimax",
    "wang-alphabeta",
    "wang-rollout",
    "rollout(games=50,until=over)",
    "expectimax(eval=gradient,depth=6,fours=off,sample=4,average=cells,untested)",
    "expectimax(eval=merges(bad-scale=12.5),depth=5,floor,ties=udlr)",
    "expectimax(eval=features(blanks,edges,corner,monotonic),depth=6,stop-at=2048,whole,leaf-table,ties=random)",
    "alphabeta(eval=features(blanks,edges,corner,monotonic),depth=8,fours=off,leaf-table,slip)",
];

/// One search of the bench, ready to run.
pub struct BenchSearch {
    spec: &'static str,
    agent: Box<dyn Agent>,
    limits: Limits<'static>,
}

impl fmt::Debug for BenchSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BenchSearch").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// What one search of the bench found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BenchResult {
    /// The agent, as a spec.
    pub search: &'static str,
    /// The nodes it visited on all boards.
    pub nodes: u64,
    /// The evaluations it made on all boards.
    pub leaves: u64,
    /// A hash of its nodes, moves and value bits on all boards.
    pub hash: u64,
}

/// A hash of what all searches found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(pub u64);

impl Signature {
    /// Its 16 hexadecimal digits, as `redouble bench` prints it.
    pub fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The signature of all results, in their order.
pub fn signature(results: &[BenchResult]) -> Signature {
    Signature(results.iter().fold(0, |hash, result| mixed(hash, result.hash)))
}

impl BenchSearch {
    /// All of them, in the order of the signature, each made ready when its turn comes.
    pub fn all() -> impl ExactSizeIterator<Item = BenchSearch> {
        SEARCHES.into_iter().map(BenchSearch::new)
    }

    fn new(spec: &'static str) -> BenchSearch {
        let Ok(Budgeted { spec: read, budget }) = spec.parse() else { unreachable!("a test reads {spec}") };
        let limits = budget.nodes.map_or(Limits::NONE, Limits::nodes);
        match read.build(&resources()) {
            Ok(agent) => BenchSearch { spec, agent, limits },
            Err(why) => unreachable!("a test builds every search of the bench, {spec} too: {why}"),
        }
    }

    /// The agent that searches, as a spec.
    pub fn spec(&self) -> &'static str {
        self.spec
    }

    /// Searches all boards.
    pub fn run(&mut self) -> BenchResult {
        self.agent.begin(Rng::new(2048));
        let mut result = BenchResult { search: self.spec, nodes: 0, leaves: 0, hash: 0 };
        for hex in BOARDS {
            let Ok(board) = hex.parse::<Board>() else { unreachable!("a test reads {hex}") };
            let report = self.agent.choose(board, board.score_by_tiles(), self.limits);
            result.nodes += report.nodes;
            result.leaves += report.leaves;
            result.hash = hashed(result.hash, &report);
        }
        result
    }
}

/// What the searches may use: networks that no file can change.
fn resources() -> Resources {
    let [plain, chances] = networks().clone();
    Resources::default().with_network(None, plain).with_network(Some("chances"), chances)
}

/// The hash after one more report: nodes, depth, move and values.
fn hashed(hash: u64, report: &SearchReport) -> u64 {
    let best = report.best.map_or(4, |mv| mv.index() as u64);
    let seen = [report.nodes, report.leaves, u64::from(report.depth), best];
    let values = report.moves.map(|mv| match mv {
        MoveValue::Illegal => 1,
        MoveValue::Unknown => 2,
        MoveValue::Known(value) => (value + 0.0).to_bits(), // −0 and 0 are the same
    });
    seen.into_iter().chain(values).fold(hash, mixed)
}

fn mixed(hash: u64, word: u64) -> u64 {
    mix(hash.rotate_left(5) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentSpec, Move};

    #[test]
    fn every_search_can_be_built_and_finds_the_same_again() {
        for mut search in BenchSearch::all() {
            let result = search.run();
            assert!(result.nodes > 0 || search.spec() == "random", "{result:?}");
            assert_eq!(result, search.run());
        }
    }

    #[test]
    fn all_evaluations_and_searches_of_the_catalogue_are_in_it() {
        for entry in AgentSpec::catalogue().iter().chain(&crate::EvaluatorSpec::catalogue()) {
            let known = SEARCHES.iter().any(|spec| spec.contains(entry.name));
            assert!(known, "{} is not in the bench", entry.name);
        }
    }

    #[test]
    fn a_search_that_would_stop_later_has_another_hash() {
        let [early, late] =
            ["best(nodes=100000)", "expectimax(eval=ntuple,min-prob=0.003,cache=16MiB,nodes=100000)"]
                .map(|spec| BenchSearch::new(spec).run());
        assert!(early.nodes < late.nodes && early.hash != late.hash, "{early:?} {late:?}");
    }

    #[test]
    fn a_node_a_move_or_a_bit_of_a_value_changes_the_signature() {
        let report = SearchReport {
            best: Some(Move::Up),
            moves: [MoveValue::Known(1.0), MoveValue::Illegal, MoveValue::Unknown, MoveValue::Known(0.5)],
            nodes: 5,
            ..SearchReport::default()
        };
        let other_move = SearchReport { best: Some(Move::Left), ..report.clone() };
        let other_nodes = SearchReport { nodes: 6, ..report.clone() };
        let mut other_bit = report.clone();
        other_bit.moves[3] = MoveValue::Known(f64::from_bits(0.5f64.to_bits() + 1));
        let hashes = [&report, &other_move, &other_nodes, &other_bit].map(|report| hashed(0, report));
        for (place, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..place].contains(hash));
        }
    }
}
