//! `redouble watch AGENT`

use clap::Args;
use redouble::{AgentSpec, Seed};

use super::play::{Look, has_terminal};
use crate::failure::Failure;
use crate::play::{self, Options, Speed};

/// Watch an agent play as fast as it can
///
/// The terminal game with another beginning: nothing is kept, and the game you
/// left is untouched. All keys work, so you may take over at any time.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble watch best
  redouble watch 'expectimax(eval=merges,depth=5)' --seed 7
  redouble watch random")]
pub struct Watch {
    /// Who plays: see `redouble agents`
    #[arg(value_name = "AGENT", default_value = "best")]
    agent: AgentSpec,
    /// The seed of its luck: the same seed, the same spawns
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
                "watch needs a terminal; for a line about each game {instead}"
            )));
        }
        play::run(Options {
            agent: self.agent,
            seed: self.seed.map(Seed),
            speed: Speed::FULL,
            palette: self.look.palette(),
            state: None,
        })
    }
}
