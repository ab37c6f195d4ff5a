//! Studies: read, run, and reported from the notebook alone.

use redouble::spec::Resources;
use redouble_lab::report::{self, Origin};
use redouble_lab::study::{Extent, Finding, Measure, Replica, Setting};
use redouble_lab::{Notebook, Study};

const FILE: &str = r#"
id = "small"
document = "none"
title = "A small <study>"
authors = "Nobody"
year = 2048
about = "Random moves against the first legal one."
depth = "One."

[[table]]
title = "Two agents"
until = "64"
columns = ["mean-score", "share-64", "moves-to-goal", "seconds-per-game"]

[[table.row]]
label = "random"
agent = "random"
x = 1
quick = 20
full = 60
games = 10
reported = { share-64 = 0.9, mean-score = 1.0 }

[[table.row]]
label = "sum"
agent = "greedy(eval=sum)"
x = 2
quick = 20
full = 20
trials = [{ tile = 64, score = 500 }, { tile = 32 }, { ms = 12, tile = 64, score = 700 }]

[[table.row]]
label = "quoted"
x = 3
reported = { mean-score = 12345 }

[[table.figure]]
title = "Scores"
measures = ["mean-score"]
x = "agent"

[[table.claim]]
says = "Random scores more than nothing."
measure = "moves-to-goal"
more = "random"
less = "sum"

[[table.claim]]
says = "It is fun."
"#;

fn origin() -> Origin {
    Origin { command: "test".into(), version: "0".into(), machine: "any".into() }
}

fn replicate<'a>(study: &'a Study, extent: Extent, notebook: &mut Notebook) -> Replica<'a> {
    let mut setting = Setting {
        notebook,
        resources: Resources::default(),
        programs: &redouble_studies::PROGRAMS,
        version: "test",
        threads: 2,
    };
    Replica::run(study, extent, &mut setting, &mut |_| {}).unwrap()
}

#[test]
fn a_report_can_be_made_again_from_the_notebook_alone() {
    let study = Study::parse(FILE).unwrap();
    let mut notebook = Notebook::in_memory().unwrap();
    let played = replicate(&study, Extent::Quick, &mut notebook);
    assert_eq!(played.tables[0].rows.iter().map(|row| row.games.len()).collect::<Vec<_>>(), [20, 20, 0]);
    let kept = replicate(&study, Extent::Kept, &mut notebook);
    let pages = [[played], [kept]]
        .map(|replicas| (report::html(&replicas, &origin()), report::markdown(&replicas, &origin())));
    assert_eq!(pages[0], pages[1]);
}

#[test]
fn a_full_run_adds_to_a_quick_one() {
    let study = Study::parse(FILE).unwrap();
    let mut notebook = Notebook::in_memory().unwrap();
    assert_eq!((study.games(Extent::Quick), study.games(Extent::Full)), (40, 80));
    replicate(&study, Extent::Quick, &mut notebook);
    let mut fresh = 0;
    let mut setting = Setting {
        notebook: &mut notebook,
        resources: Resources::default(),
        programs: &[],
        version: "test",
        threads: 1,
    };
    Replica::run(&study, Extent::Full, &mut setting, &mut |game| fresh += u32::from(!game.reused)).unwrap();
    assert_eq!(fresh, 40);
}

#[test]
fn reported_and_measured_stand_side_by_side() {
    let study = Study::parse(FILE).unwrap();
    let replica = replicate(&study, Extent::Full, &mut Notebook::in_memory().unwrap());
    let table = &replica.tables[0];
    let share: Measure = "share-64".parse().unwrap();
    let theirs = study.tables[0].rows[0].reported(share).unwrap();
    assert!(theirs.value == 0.9 && theirs.low > 0.5 && theirs.high < 1.0, "the interval of 9 in 10");
    assert_eq!(study.tables[0].rows[1].reported("mean-score".parse().unwrap()).unwrap().value, 600.0);
    assert!(table.value("random", share).unwrap().value > 0.5);
    let (agree, all) = table.agreement();
    assert!(all == 4 && agree < all, "a mean score of 1 agrees with nothing: {agree} of {all}");
    let findings = table.findings();
    assert!(matches!(findings[0].1, Some(Finding::Holds(_) | Finding::Fails(_) | Finding::Open(_))));
    assert_eq!(findings[1].1, None, "what games cannot show is quoted");

    let page = report::html(&[replica], &origin());
    assert!(page.contains("A small &lt;study&gt;") && !page.contains("<study>"), "text is escaped");
    assert!(page.contains("<svg role=\"img\" aria-label=\"Scores\"") && page.contains("currentColor"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org").count()
    );
    assert!(page.contains("12,345") && page.contains("Expectimax goes right: 54.5"));
}

#[test]
fn a_range_is_quoted_as_a_range() {
    let study = Study::parse(&FILE.replace("= 12345", "= [100, 2000]")).unwrap();
    let (row, score) = (&study.tables[0].rows[2], "mean-score".parse().unwrap());
    assert_eq!(row.reported_text(score), Some(("100 to 2,000".to_owned(), true)));
    let range = row.reported(score).unwrap();
    assert_eq!((range.low, range.value, range.high), (100.0, 1050.0, 2000.0));
}

#[test]
fn a_file_with_a_fault_is_refused_with_its_place() {
    let fault = |from: &str, to: &str| Study::parse(&FILE.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(fault("share-64\"", "share-63\"").contains("unknown measure 'share-63'"));
    assert!(fault("greedy(eval=sum)", "greedy(evil=sum)").contains("row 'sum' of 'Two agents'"));
    assert!(fault("label = \"sum\"", "label = \"random\"").contains("two rows labelled 'random'"));
    assert!(fault("less = \"sum\"", "less = \"some\"").contains("names a row 'some'"));
    assert!(fault("until = \"64\"", "until = \"65\"").contains("expected 'over', a tile"));
    assert!(fault("quick = 20", "quack = 20").contains("unknown field `quack`"));
}

#[test]
fn every_study_can_be_read_and_has_games_to_play() {
    for file in redouble_studies::FILES {
        let study = Study::parse(file).unwrap();
        assert!(study.games(Extent::Quick) > 0 && study.games(Extent::Full) > 0, "{}", study.id);
    }
}

/// One row is the agent, the other a program.
const PROGRAM: &str = r#"
id = "program"
document = "none"
title = "A program"
authors = "Nobody"
about = "The same agent twice."
depth = "One."

[[table]]
title = "Forty moves"
until = "moves=40"
columns = ["mean-score", "ms-per-move"]

[[table.row]]
label = "ours"
agent = "expectimax(eval=snake,depth=3)"
quick = 2

[[table.row]]
label = "plain"
program = "snake.py 2"
quick = 2

[[table.figure]]
title = "Scores one by one"
measures = ["mean-score"]
x = "game"
trials = 2
"#;

#[test]
fn the_python_program_plays_as_the_agent_does() {
    let study = Study::parse(PROGRAM).unwrap();
    let mut notebook = Notebook::in_memory().unwrap();
    let replica = replicate(&study, Extent::Quick, &mut notebook);
    let [ours, plain] = &replica.tables[0].rows[..] else { panic!("two rows") };
    assert_eq!(ours.games.len(), 2);
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return assert!(plain.games.is_empty(), "without an interpreter there are no games");
    }
    let ends = |row: &redouble_lab::study::ReplicaRow<'_>| {
        row.games.iter().map(|game| (game.board, game.score, game.moves)).collect::<Vec<_>>()
    };
    assert_eq!(ends(plain), ends(ours));
    let kept = replicate(&study, Extent::Kept, &mut notebook);
    assert_eq!(kept.tables[0].rows[1].games, plain.games, "its games are in the notebook");
    let page = report::html(&[kept], &origin());
    assert!(page.contains("aria-label=\"Scores one by one\"") && page.contains(">plain</span>"));
    assert!(!page.contains(">they</th>"), "nothing was reported");
}

#[test]
fn a_program_that_is_not_there_or_fails_is_named() {
    let run = |program: &str, programs: &[(&str, &str)]| {
        let study = Study::parse(&PROGRAM.replace("snake.py 2", program)).unwrap();
        let mut setting = Setting {
            notebook: &mut Notebook::in_memory().unwrap(),
            resources: Resources::default(),
            programs,
            version: "test",
            threads: 1,
        };
        let played = Replica::run(&study, Extent::Quick, &mut setting, &mut |_| {});
        played.map(|replica| replica.tables[0].rows[1].games.len()).map_err(|why| why.to_string())
    };
    assert_eq!(run("worm.py", &[]), Err("there is no program 'worm.py'".to_owned()));
    let wrong = run("worm.py 1", &[("worm.py", "input(); print('sideways')")]);
    assert!(wrong == Ok(0) || wrong.unwrap_err().starts_with("python worm.py 1: it answered 'sideways'"));
}
