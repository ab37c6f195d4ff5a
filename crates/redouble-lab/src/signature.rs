//! What an agent answers to a few boards, as a number: it changes when the agent does.
//!
//! Games are filed under it, so that those of an engine that plays otherwise are not taken for ours. It is
//! the agent's own part of what `bench` asks of all agents, and costs three moves instead of seconds.

use redouble::luck::mix;
use redouble::{Agent, AgentSpec, Board, Limits, MoveValue, Rng, SearchReport};

/// Early, in the middle and late in a game.
const BOARDS: [&str; 3] = ["6531432022001001", "9731841023101000", "b97421638152c3a0"];

/// The signature of an agent as sixteen hexadecimal digits; `None` for one whose answers depend on time or on
/// threads.
pub fn signature(spec: &AgentSpec, agent: &mut dyn Agent) -> Option<String> {
    let depends = spec.time().is_some() || spec.to_string().contains("threads=");
    (!depends)
        .then(|| format!("{:016x}", BOARDS.iter().fold(0, |hash, board| mixed(hash, ask(agent, board)))))
}

fn ask(agent: &mut dyn Agent, board: &str) -> u64 {
    let board: Board = board.parse().unwrap_or_default();
    agent.begin(Rng::new(1));
    let SearchReport { best, moves, depth, nodes, .. } =
        agent.choose(board, board.score_by_tiles(), Limits::NONE);
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
    use redouble::spec::Resources;

    use super::*;

    fn of(text: &str) -> Option<String> {
        let spec: AgentSpec = text.parse().unwrap();
        signature(&spec, spec.build(&Resources::default()).unwrap().as_mut())
    }

    #[test]
    fn agents_that_answer_otherwise_have_another_signature() {
        let specs =
            ["random", "greedy(eval=grid)", "expectimax(eval=grid,depth=3)", "expectimax(eval=sum,depth=3)"];
        let mut signatures = specs.map(|spec| of(spec).unwrap());
        assert_eq!(specs.map(|spec| of(spec).unwrap()), signatures, "each is the same twice");
        signatures.sort();
        assert!(signatures.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_table_from_an_earlier_search_does_not_change_it() {
        let spec: AgentSpec = "expectimax(eval=merges,depth=5,table=1MiB,reuse=deeper)".parse().unwrap();
        let mut agent = spec.build(&Resources::default()).unwrap();
        let first = signature(&spec, agent.as_mut());
        assert_eq!(signature(&spec, agent.as_mut()), first);
    }

    #[test]
    fn agents_that_depend_on_time_or_threads_have_none() {
        assert_eq!(of("expectimax(eval=grid,time=1ms)"), None);
        assert_eq!(of("expectimax(eval=grid,threads=2)"), None);
    }
}
