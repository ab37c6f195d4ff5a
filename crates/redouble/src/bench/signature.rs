//! What an agent answers to a few boards, as a number: it changes when the agent does.
//!
//! Games are filed under it, so that those of an engine that plays otherwise are not taken for ours. It is
//! the agent's own part of what `bench` asks of all agents, and costs three moves instead of seconds.

use crate::luck::mix;
use crate::spec::{BuildError, Resources};
use crate::{Agent, Board, Budget, Budgeted, Limits, MoveValue, Rng, SearchReport};

/// Early, in the middle and late in a game.
const BOARDS: [&str; 3] = ["6531432022001001", "9731841023101000", "b97421638152c3a0"];

/// What is asked of agents whose answers would depend on time or on threads.
const NODES: u64 = 10_000;

/// The signature of an agent as sixteen hexadecimal digits. One whose answers depend on time or on threads is asked
/// with 10,000 nodes on one thread.
pub fn agent_signature(agent: &Budgeted, resources: &Resources) -> Result<String, BuildError> {
    let Budgeted { spec, budget } = repeatable(agent);
    let mut agent = spec.build(resources)?;
    let limits = budget.nodes.map_or(Limits::NONE, Limits::nodes);
    let answers = BOARDS.map(|board| ask(agent.as_mut(), board, limits));
    Ok(format!("{:016x}", answers.into_iter().fold(0, mixed)))
}

/// The agent whose answers stand for those of `agent`.
fn repeatable(agent: &Budgeted) -> Budgeted {
    let spec = agent.spec.clone().on_one_thread();
    let repeats = agent.budget.time.is_none() && spec == agent.spec;
    let budget = if repeats { agent.budget } else { Budget::nodes(NODES) };
    Budgeted { spec, budget }
}

fn ask(agent: &mut dyn Agent, board: &str, limits: Limits<'_>) -> u64 {
    let board: Board = board.parse().unwrap_or_default();
    agent.begin(Rng::new(1));
    let SearchReport { best, moves, depth, nodes, .. } = agent.choose(board, board.score_by_tiles(), limits);
    let values = moves.map(|value| match value {
        MoveValue::Illegal => 1,
        MoveValue::Unknown => 2,
        MoveValue::Known(value) => value.to_bits(),
    });
    let best = best.map_or(4, |mv| mv.index() as u64);
    [best, u64::from(depth), nodes].into_iter().chain(values).fold(0, mixed)
}

fn mixed(hash: u64, number: u64) -> u64 {
    mix(hash ^ mix(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        agent_signature(&text.parse().unwrap(), &Resources::default()).unwrap()
    }

    #[test]
    fn agents_that_answer_otherwise_have_another_signature() {
        let specs =
            ["random", "greedy(eval=grid)", "expectimax(eval=grid,depth=3)", "expectimax(eval=sum,depth=3)"];
        let mut signatures = specs.map(of);
        assert_eq!(specs.map(of), signatures, "each is the same twice");
        signatures.sort();
        assert!(signatures.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn agents_that_depend_on_time_or_threads_are_asked_what_repeats() {
        let counted = of("expectimax(eval=grid,nodes=10000)");
        assert_eq!(of("expectimax(eval=grid,time=1ms)"), counted);
        assert_eq!(of("expectimax(eval=grid,time=1ms,threads=2)"), counted);
        assert_eq!(of("expectimax(eval=grid,threads=2,nodes=7)"), counted);
        assert_ne!(of("expectimax(eval=grid,nodes=500)"), counted);
        assert_ne!(of("expectimax(eval=sum,time=1ms)"), counted, "another evaluation answers otherwise");
    }
}
