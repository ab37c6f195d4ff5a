//! What a move may cost, on the command line.

use std::time::Duration;

use clap::Args;
use redouble::spec::parse_time;
use redouble::{Budget, Budgeted};

/// The same flags wherever an agent is asked for moves.
#[derive(Args, Clone, Copy)]
pub struct BudgetFlags {
    /// The most time for a move, such as 2s [default for best: 1ms to play, 100ms to hint, 10ms to review]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// The most boards to look at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl BudgetFlags {
    /// The agent with what the flags say, else with its own budget, else with the `usual` one if it needs one.
    pub fn of(self, agent: &Budgeted, usual: Budget) -> Budgeted {
        let BudgetFlags { time, nodes } = self;
        agent.clone().with(Budget { time, nodes }).or_usual(usual)
    }
}

/// A time on the command line.
pub fn time(text: &str) -> Result<Duration, String> {
    let expected = "expected a time above 0 such as 500us, 100ms, 2s or 1m; a number alone is in seconds";
    parse_time(text.trim()).ok_or_else(|| expected.to_owned())
}
