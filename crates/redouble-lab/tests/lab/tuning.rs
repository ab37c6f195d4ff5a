//! Tuning: it finds better constants, always the same ones, and what was stopped goes on.

use std::sync::atomic::{AtomicBool, Ordering};

use redouble::spec::Resources;
use redouble::{AgentSpec, Budget, Seed};
use redouble_lab::measuring::tune::{Aim, Generation, TuneError};
use redouble_lab::{Arena, Entrant, Notebook, Trial, Tuning, Until};

fn trial(seed: u64, games: u64) -> Trial {
    Trial { seed: Seed(seed), first: 0, games, starts: vec![], until: Until::Over, records: false }
}

/// From constants as bad as can be: a bad tile is praised.
fn tuning() -> Tuning {
    Tuning {
        agent: "greedy(eval=merges(direct=0.01,bad-base=0.2,bad-scale=80))".parse().unwrap(),
        budget: Budget::NONE,
        keys: ["direct", "bad-base"].map(String::from).to_vec(),
        aim: Aim::Score,
        trial: trial(1, 10),
        generations: 6,
        population: 6,
        step: 1.0,
    }
}

/// Tunes until `watch` says stop.
fn tune(
    tuning: &Tuning,
    threads: usize,
    notebook: &mut Notebook,
    watch: &mut dyn FnMut(&Generation) -> bool,
) -> (AgentSpec, usize) {
    let (stop, mut played) = (AtomicBool::new(false), 0);
    let mut arena = Arena::new(notebook, threads).observed_by(|game| played += usize::from(!game.reused));
    let watch = &mut |generation: &Generation| stop.store(watch(generation), Ordering::Relaxed);
    let agent = tuning.run(&mut arena, &stop, watch).unwrap();
    drop(arena);
    (agent, played)
}

fn mean_score(agent: AgentSpec) -> f64 {
    let entrant = Entrant::of(agent.into(), &Resources::default()).unwrap();
    let tallies =
        trial(2, 100).run(&[entrant], &mut Arena::new(&mut Notebook::in_memory().unwrap(), 1)).unwrap();
    Aim::Score.value(&tallies[0].outcomes)
}

#[test]
fn bad_constants_become_better_on_games_that_were_not_played_before() {
    let tuning = tuning();
    let (found, _) = tune(&tuning, 1, &mut Notebook::in_memory().unwrap(), &mut |_| false);
    let (before, after) = (mean_score(tuning.agent), mean_score(found.clone()));
    assert!(after > 1.5 * before, "{before} became {after} with {found}");
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_threads() {
    let find = |threads| tune(&tuning(), threads, &mut Notebook::in_memory().unwrap(), &mut |_| false);
    assert_eq!(find(1), find(3));
}

#[test]
fn a_tuning_that_was_stopped_goes_on_where_it_was() {
    let mut notebook = Notebook::in_memory().unwrap();
    let (halfway, first) = tune(&tuning(), 1, &mut notebook, &mut |generation| generation.number == 3);
    let (found, second) = tune(&tuning(), 1, &mut notebook, &mut |_| false);
    assert_ne!(halfway, found);
    assert_eq!((first, second), (3 * 6 * 10, 3 * 6 * 10));
    assert_eq!(found, tune(&tuning(), 1, &mut Notebook::in_memory().unwrap(), &mut |_| false).0);
}

#[test]
fn constants_that_are_not_named_stay_as_they_are() {
    let (found, _) = tune(&tuning(), 1, &mut Notebook::in_memory().unwrap(), &mut |_| false);
    assert!(found.to_string().ends_with(",bad-scale=80))"), "{found}");
    assert!(found.to_string().starts_with("greedy(eval=merges(direct="), "{found}");
}

#[test]
fn what_is_no_constant_is_refused_by_name() {
    let refused = |agent: &str, keys: &[&str]| {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        let tuning = Tuning { agent: agent.parse().unwrap(), keys, ..tuning() };
        let mut notebook = Notebook::in_memory().unwrap();
        match tuning.run(&mut Arena::new(&mut notebook, 1), &AtomicBool::new(false), &mut |_| {}) {
            Err(TuneError::Keys(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    assert!(refused("greedy(eval=merges)", &["depth"]).contains("no constant 'depth', only: base, direct"));
    assert!(refused("random", &[]).contains("random has no constants"));
    assert!(refused("greedy(eval=grid)", &["base"]).contains("no constant 'base'"));
}
