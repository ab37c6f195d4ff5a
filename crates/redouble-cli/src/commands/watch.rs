//! `redouble watch AGENT`

use clap::Args;
use redouble::{Budgeted, Seed};

use super::play::{Look, has_terminal};
use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::play::{self, Options, Speed};

/// Watch an agent play as fast as it can
///
/// This is the terminal game at full speed. Nothing is kept, and your own game is
/// left alone. All keys work, so you can take over at any time.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble watch best
  redouble watch 'expectimax(eval=merges,depth=5)' --seed 7
  redouble watch random")]
pub struct Watch {
    /// The agent that plays: see `redouble agents`
    #[arg(value_name = "AGENT", default_value = "best")]
    agent: Budgeted,
    #[command(flatten)]
    budget: BudgetFlags,
    /// The seed of the game: the same seed gives the same spawns
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    look: Look,
}

impl Watch {
    pub fn run(self) -> Result<(), Failure> {
        if !has_terminal() {
            let instead = "try redouble --agent SPEC";
            return Err(Failure::Usage(format!(
                "watch needs a terminal; to get a line for each game instead, {instead}"
            )));
        }
        play::run(Options {
            agent: Some(self.agent),
            budget: self.budget,
            seed: self.seed.map(Seed),
            speed: Speed::FULL,
            palette: self.look.palette(),
            state: None,
        })
    }
}
