//! An agent ready to play, with what each of its moves may cost.

use std::io::Write;

use redouble::spec::Resources;
use redouble::{Agent, AgentSpec, Budget, Budgeted, TableRule, Tables};
use redouble_lab::resources;

use crate::failure::Failure;

/// An agent, its name and its budget.
pub struct Player {
    /// The text that would name it again.
    pub name: String,
    /// What each of its moves may cost.
    pub budget: Budget,
    /// The agent.
    pub agent: Box<dyn Agent>,
    /// The endgame tables there are, unless it wants none.
    pub tables: Tables,
    /// Where they choose its move.
    pub table_rule: TableRule,
}

impl Player {
    /// The agent of a text with its budget.
    pub fn new(budgeted: &Budgeted) -> Result<Player, Failure> {
        let Budgeted { spec, budget } = budgeted;
        let resources = resources(spec)?;
        let agent = spec.build(&resources).map_err(|why| Failure::usage("agent", why))?;
        let tables = resources.tables().clone();
        let table_rule = match spec {
            AgentSpec::Best(best) => best.tables,
            _ => TableRule::off(),
        };
        Ok(Player { name: budgeted.to_string(), budget: *budget, agent, tables, table_rule })
    }
}

/// What the agent of `spec` may use on this machine. What is there and cannot be used is said, and nothing more.
pub fn resources(spec: &AgentSpec) -> Result<Resources, Failure> {
    let fault = |why: &str| {
        let _ = writeln!(std::io::stderr(), "redouble: {why}"); // with it closed there is nobody left to tell
    };
    resources::of(spec, fault).map_err(|why| Failure::usage("agent", why))
}
