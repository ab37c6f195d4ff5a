//! Specs: what they read, what they print, what they refuse and how they say so.

use core::time::Duration;

use redouble::search::{ExpectimaxSettings, Parallel};
use redouble::spec::{Listed, Resources};
use redouble::{AgentSpec, Budget, Budgeted, EvaluatorSpec, Rng};

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn budgeted(text: &str) -> Budgeted {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn printed(text: &str) -> String {
    budgeted(text).to_string()
}

fn refusal(text: &str) -> String {
    match text.parse::<Budgeted>() {
        Ok(spec) => panic!("{text} was read as {spec}"),
        Err(error) => error.to_string(),
    }
}

fn search(text: &str) -> ExpectimaxSettings {
    match agent(text) {
        AgentSpec::Expectimax(spec) => spec.search,
        other => panic!("{other} is not an expectimax"),
    }
}

#[test]
fn only_keys_that_differ_from_their_defaults_are_printed() {
    assert_eq!(
        printed("expectimax( depth = 3 , fours = on, eval = snake( stuck=dead ) )"),
        "expectimax(eval=snake,depth=3)"
    );
    assert_eq!(
        printed("expectimax(threads=2,sample=4,eval=grid)"),
        "expectimax(eval=grid,sample=4,threads=2)"
    );
    assert_eq!(printed("best"), "best");
    assert_eq!(printed("random()"), "random");
    assert_eq!(printed("best(time=0.25s,tables=off)"), "best(tables=off,time=250ms)");
    assert_eq!(printed("best(tables=always,depth=3)"), "best(depth=3,tables=always)");
    assert_eq!(printed("best(tables=auto,depth=3)"), "best(depth=3)");
    assert_eq!(printed("greedy"), "greedy(eval=score)");
}

#[test]
fn flags_are_bare_words() {
    let spec = search("snake(passing,staying=on,stuck=rows,stop-at=2048)");
    assert!(spec.quirks.passing && spec.quirks.staying);
    assert_eq!(
        printed("snake(passing,staying=on,stuck=rows,stop-at=2048)"),
        "expectimax(eval=snake(stuck=rows),depth=5,passing,staying,stop-at=2048)"
    );
    assert_eq!(printed("gradient(larger)"), "expectimax(eval=gradient(larger),depth=6,fours=off,sample=4)");
}

#[test]
fn quirks_are_keys_like_others_and_refuse_what_they_would_not_use() {
    let hers = "alphabeta(eval=grid,depth=8,stop-at=2048,floor,leaf-table,slip,ties=random)";
    assert_eq!(printed(hers), hers);
    assert_eq!(printed("grid(ties=urdl,average=mean)"), "expectimax(eval=grid,depth=5)");
    assert_eq!(
        printed("grid(average=cells,untested,whole,ties=drlu)"),
        "expectimax(eval=grid,depth=5,average=cells,untested,whole,ties=drlu)"
    );
    assert!(
        refusal("grid(ties=drl)").contains("expected random or u, r, d and l in some order, found \"drl\"")
    );
    assert!(refusal("grid(average=sum)").contains("expected mean or cells"));
    for with in ["grid(untested,table=1MiB)", "grid(floor,threads=2)", "alphabeta(slip,table=1MiB)"] {
        assert!(refusal(with).contains("without a table and on one thread"), "{with}");
    }
    assert_eq!(printed("grid(ties=drlu,threads=2)"), "expectimax(eval=grid,depth=5,threads=2,ties=drlu)");
}

#[test]
fn a_short_name_takes_the_keys_of_its_search_and_its_evaluation() {
    assert_eq!(printed("gradient(depth=8,sample=off,fours)"), "expectimax(eval=gradient,depth=8)");
    assert_eq!(
        printed("merges(min-prob=off,cache=off,reuse=exact,depth=7,base=90)"),
        "expectimax(eval=merges(base=90),depth=7)"
    );
    assert_eq!(
        printed("wang-alphabeta(depth=12,monotonic=off)"),
        "alphabeta(eval=features(blanks,edges,corner),depth=12,fours=off)"
    );
    assert_eq!(printed("grid(eval=squares)"), "expectimax(eval=squares,depth=5)");
    assert_eq!(printed("wang-rollout(until=over)"), "rollout(games=100)");
    assert!(refusal("grid(eval=squares,stuck=rows)").contains("unknown key of grid \"stuck\""));
}

#[test]
fn a_depth_is_what_an_agent_is_told_and_nothing_else() {
    assert_eq!(search("expectimax(eval=grid)").depth, None);
    assert_eq!(search("expectimax(eval=grid,depth=3)").depth, Some(3));
    assert_eq!(printed("expectimax(eval=grid,depth=3)"), "expectimax(eval=grid,depth=3)");
    assert_eq!(printed("expectimax(eval=grid,depth=off)"), "expectimax(eval=grid)");
    assert_eq!(printed("expectimax(eval=grid,time=10ms)"), "expectimax(eval=grid,time=10ms)");
    assert_eq!(printed("expectimax(time=10ms,eval=grid,depth=3)"), "expectimax(eval=grid,depth=3,time=10ms)");
}

#[test]
fn a_budget_is_no_part_of_the_agent() {
    let (time, nodes) = (Budget::time(Duration::from_millis(10)), Budget::nodes(7));
    for text in ["expectimax(eval=grid", "alphabeta(eval=grid,depth=4", "best(threads=2", "rollout(games=9"] {
        let (plain, timed) = (agent(&format!("{text})")), budgeted(&format!("{text},time=10ms)")));
        assert_eq!((&timed.spec, timed.budget), (&plain, time), "{text}");
        assert_eq!(Budgeted::from(plain).with(time), timed, "{text}");
        assert_eq!(timed.clone().with(nodes), budgeted(&format!("{text},nodes=7,time=10ms)")), "{text}");
        assert_eq!(timed.with(Budget::HINT), budgeted(&format!("{text},time=100ms)")), "{text}");
    }
    for text in ["random", "greedy(eval=grid)"] {
        assert_eq!(budgeted(text).with(time).or_usual(time), budgeted(text), "nothing to spend");
    }
    assert!(refusal("random(time=1ms)").starts_with("character 8: unknown key of random \"time\""));
    assert_eq!(refusal("best(time=1ms,time=2ms)"), "character 15: time is given twice");
}

#[test]
fn only_an_agent_that_is_told_nothing_of_when_to_stop_gets_the_usual_budget() {
    let usual = |text: &str| budgeted(text).or_usual(Budget::PLAY).to_string();
    assert_eq!(usual("best"), "best(time=1ms)");
    assert_eq!(usual("best(threads=2)"), "best(threads=2,time=1ms)");
    for text in ["best(nodes=5)", "best(time=2ms)", "best(depth=5)", "expectimax(eval=grid)", "random"] {
        assert_eq!(usual(text), text);
    }
}

#[test]
fn without_a_budget_the_usual_depth_is_like_any_other() {
    let settled = |text: &str| budgeted(text).settled().to_string();
    assert_eq!(settled("expectimax(eval=grid)"), "expectimax(eval=grid,depth=3)");
    assert_eq!(settled("alphabeta(eval=grid)"), "alphabeta(eval=grid,depth=4)");
    assert_eq!(settled("alphabeta(eval=ntuple)"), "alphabeta(eval=ntuple,depth=3)");
    assert_eq!(settled("expectimax(eval=grid,nodes=5)"), "expectimax(eval=grid)");
    assert_eq!(settled("expectimax(eval=grid,depth=4)"), "expectimax(eval=grid,depth=4)");
}

#[test]
fn the_threshold_belongs_to_parallel_chance() {
    assert_eq!(search("snake(above=1,parallel=chance)").parallel, Parallel::Chance { above: 1 });
    assert_eq!(search("snake(parallel=chance)").parallel, Parallel::Chance { above: 3 });
    assert_eq!(refusal("snake(above=1)"), "character 13: above is for parallel=chance only");
}

#[test]
fn unknown_names_list_the_known_ones_and_suggest_the_nearest() {
    let error = refusal("expctimax(depth=3)");
    assert!(
        error.starts_with("character 1: unknown agent \"expctimax\"; did you mean expectimax? known: best, ")
    );
    assert!(error.ends_with("wang-rollout, grid"), "{error}");
    let error = refusal("expectimax(eval=snaek)");
    assert!(
        error
            .starts_with("character 17: unknown evaluation \"snaek\"; did you mean snake? known: gradient, ")
    );
    let error = refusal("expectimax(eval=snake,dpeth=3)");
    assert!(
        error.starts_with(
            "character 23: unknown key of expectimax \"dpeth\"; did you mean depth? known: eval, "
        )
    );
    assert_eq!(refusal("random(depth=3)"), "character 8: unknown key of random \"depth\"; known: none");
}

#[test]
fn values_out_of_bounds_are_refused_with_what_was_expected() {
    let cases = [
        ("expectimax(depth=0)", "character 18: expected off or a number of plies from 1 to 63, found \"0\""),
        (
            "expectimax(depth=-3)",
            "character 18: expected off or a number of plies from 1 to 63, found \"-3\"",
        ),
        ("expectimax(depth)", "character 12: expected off or a number of plies from 1 to 63, found nothing"),
        (
            "expectimax(depth=\"3\")",
            "character 18: expected off or a number of plies from 1 to 63, found text in quotes",
        ),
        (
            "expectimax(depth=a(b))",
            "character 18: expected off or a number of plies from 1 to 63, found \"a\" with arguments",
        ),
        (
            "best(time=0s)",
            "character 11: expected off or a time above 0 such as 500us, 10ms, 1.5s or 2min, found \"0s\"",
        ),
        (
            "best(time=-1s)",
            "character 11: expected off or a time above 0 such as 500us, 10ms, 1.5s or 2min, found \"-1s\"",
        ),
        ("best(threads=0)", "character 14: expected a number from 1 to 1024, found \"0\""),
        ("rollout(games=0)", "character 15: expected a number from 1 up, found \"0\""),
        ("rollout(until=2047)", "character 15: expected over or a tile from 2 to 131072, found \"2047\""),
        ("expectimax(sample=0)", "character 19: expected off or a number from 1 up, found \"0\""),
        ("expectimax(nodes=0)", "character 18: expected off or a number from 1 up, found \"0\""),
        (
            "expectimax(min-prob=1)",
            "character 21: expected off or a probability above 0 and below 1, found \"1\"",
        ),
        (
            "expectimax(four-limit=0)",
            "character 23: expected off or a probability above 0 and below 1, found \"0\"",
        ),
        (
            "expectimax(cache=64)",
            "character 18: expected off or a size above 0 such as 512KiB, 64MiB or 1GiB, found \"64\"",
        ),
        ("expectimax(fours=maybe)", "character 18: expected on or off, found \"maybe\""),
        ("expectimax(eval)", "character 12: expected an evaluation"),
        ("expectimax(depth=3,depth=4)", "character 20: depth is given twice"),
        ("merges(base=inf)", "character 13: expected a number, found \"inf\""),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn features_without_any_are_refused() {
    let expected = "features needs at least one of blanks, edges, corner, monotonic; points alone are score";
    assert!(refusal("greedy(eval=features)").ends_with(expected));
    assert!(refusal("greedy(eval=features(blanks=off))").ends_with(expected));
    assert!(refusal("wang-expectimax(blanks=off,edges=off,corner=off,monotonic=off)").ends_with(expected));
}

#[test]
fn the_key_of_the_transposition_table_is_read_by_its_old_name_too() {
    assert_eq!(printed("snake(table=64MiB)"), "expectimax(eval=snake,depth=5,cache=64MiB)");
    assert_eq!(agent("alphabeta(table=1MiB)"), agent("alphabeta(cache=1MiB)"));
    assert_eq!(refusal("snake(table=1MiB,cache=1MiB)"), "character 18: cache is given twice");
    assert!(!refusal("expectimax(nonsense=1)").contains(" table,"), "only the new name is offered");
    assert_eq!(
        refusal("snake(cache)"),
        "character 7: expected off or a size above 0 such as 512KiB, 64MiB or 1GiB, found nothing"
    );
}

#[test]
fn a_table_larger_than_the_memory_is_refused() {
    let resources = Resources::default().with_memory(1 << 30);
    assert!(agent("merges").build(&resources).is_ok());
    let error = agent("merges(cache=2GiB)").build(&resources).err().unwrap();
    assert_eq!(error.to_string(), "a table of 2048 MiB does not fit into 1024 MiB of memory");
}

#[test]
fn the_catalogue_says_what_the_defaults_are() {
    for Listed { name, keys, .. } in AgentSpec::catalogue() {
        let spelled: Vec<String> = keys
            .iter()
            .filter(|key| key.name != "above")
            .map(|key| format!("{}={}", key.name, key.default))
            .collect();
        assert_eq!(budgeted(&format!("{name}({})", spelled.join(","))), budgeted(name), "{name}");
    }
    for Listed { name, keys, .. } in
        EvaluatorSpec::catalogue().into_iter().filter(|entry| entry.name != "features")
    {
        let spelled: Vec<String> = keys.iter().map(|key| format!("{}={}", key.name, key.default)).collect();
        let spelled: EvaluatorSpec = format!("{name}({})", spelled.join(",")).parse().unwrap();
        assert_eq!(spelled, name.parse().unwrap(), "{name}");
    }
}

#[test]
fn every_name_of_the_design_is_in_the_catalogue() {
    let agents: Vec<&str> = AgentSpec::catalogue().iter().map(|entry| entry.name).collect();
    for name in
        ["best", "expectimax", "alphabeta", "rollout", "greedy", "random", "gradient", "snake", "merges"]
    {
        assert!(agents.contains(&name), "{name}");
    }
    for name in ["wang-expectimax", "wang-alphabeta", "wang-rollout", "grid"] {
        assert!(agents.contains(&name), "{name}");
    }
    let evaluations: Vec<&str> = EvaluatorSpec::catalogue().iter().map(|entry| entry.name).collect();
    for name in ["gradient", "snake", "merges", "features", "sum", "squares", "grid", "score"] {
        assert!(evaluations.contains(&name), "{name}");
    }
}

/// Words that keys of some form accept, and a few that none does.
const WORDS: [&str; 38] = [
    "on", "off", "over", "exact", "deeper", "levels", "root", "chance", "split", "dead", "rows", "auto", "1",
    "2", "3", "5", "63", "64", "2048", "131072", "0.5", "1e-5", "0.0001", "0", "-1.5", "100", "10ms", "1.5s",
    "2min", "64MiB", "512KiB", "1GiB", "\"text\"", "1e300", "mean", "cells", "random", "drlu",
];

fn one_of<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
    choices[rng.below(choices.len() as u32) as usize].clone()
}

fn generated(rng: &mut Rng, entries: &[Listed], evaluations: &[Listed]) -> String {
    let entry = one_of(rng, entries);
    let mut settings = Vec::new();
    for key in &entry.keys {
        match rng.below(6) {
            0 if key.name == "eval" => settings.push(format!("eval={}", generated(rng, evaluations, &[]))),
            0 => settings.push(format!("{}={}", key.name, one_of(rng, &WORDS))),
            1 if key.name != "eval" => settings.push(format!("{}={}", key.name, key.default)),
            2 if key.default == "off" && rng.below(3) == 0 => settings.push(key.name.to_owned()),
            _ => {}
        }
    }
    format!("{}({})", entry.name, settings.join(", "))
}

/// Whether the text is a spec; if so, it must print what reads back the same.
fn round_trips(text: &str) -> bool {
    let Ok(spec) = text.parse::<Budgeted>() else { return false };
    let printed = spec.to_string();
    assert_eq!(printed.parse().as_ref(), Ok(&spec), "{text} printed as {printed}");
    assert_eq!(budgeted(&printed).to_string(), printed, "{text}");
    true
}

#[test]
fn generated_specs_read_what_they_print() {
    let mut rng = Rng::new(11);
    let (agents, evaluations) = (AgentSpec::catalogue(), EvaluatorSpec::catalogue());
    let read = (0..20_000).filter(|_| round_trips(&generated(&mut rng, &agents, &evaluations))).count();
    assert!(read > 4_000, "only {read} of the generated specs were valid");
}

#[test]
fn long_and_hostile_texts_are_refused_with_short_messages() {
    for text in [
        "x".repeat(100_000),
        "(".repeat(100_000),
        "best(".repeat(100_000),
        format!("best({}", "a,".repeat(50_000)),
    ] {
        assert!(refusal(&text).len() < 400, "{}", refusal(&text));
    }
}
