//! Studies: read, run, and reported from the notebook alone.

use redouble_lab::studies::report::{self, Origin};
use redouble_lab::studies::{Extent, Finding, Measure, Replica};
use redouble_lab::{Arena, Notebook, Study};

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
    Replica::run(study, extent, &redouble_studies::PROGRAMS, &mut Arena::new(notebook, 2)).unwrap()
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
    let mut arena = Arena::new(&mut notebook, 1).observed_by(|game| fresh += u32::from(!game.reused));
    Replica::run(&study, Extent::Full, &[], &mut arena).unwrap();
    drop(arena);
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
    let agreement = table.agreement();
    let differs: Vec<_> =
        agreement.mismatches.iter().map(|found| (found.row.as_str(), found.explained_by())).collect();
    assert_eq!(agreement.reported, 4, "two of each row that is played");
    assert_eq!(differs[0], ("random", None), "a mean score of 1 agrees with nothing");
    assert!(agreement.tested < 4, "three games agree with everything, so they are not counted");
    let findings = table.findings();
    let unclear = "moves to the goal 54 (51 to 57) against 58 (53 to 63), 0.94 times (0.85 to 1.03)";
    assert_eq!(findings[0].1, Some(Finding::Open(unclear.to_owned())));
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
    assert_eq!(row.reported_text(score), Some(("100 to 2,000".to_owned(), None)));
    let range = row.reported(score).unwrap();
    assert_eq!((range.low, range.value, range.high), (100.0, 1050.0, 2000.0));
}

#[test]
fn about_is_within_a_tenth() {
    let study = Study::parse(&FILE.replace("= 12345", "= { about = 2000 }")).unwrap();
    let (row, score) = (&study.tables[0].rows[2], "mean-score".parse().unwrap());
    let about = row.reported(score).unwrap();
    assert_eq!((about.low, about.value, about.high), (1800.0, 2000.0, 2200.0));
    assert_eq!(row.reported_text(score).unwrap().0, "about 2,000");
}

/// What is found when this is the only claim of the small study.
fn finding(claim: &str) -> Finding {
    let (file, _) = FILE.split_once("[[table.claim]]").unwrap();
    let study = Study::parse(&format!("{file}[[table.claim]]\nsays = \"so\"\n{claim}")).unwrap();
    let replica = replicate(&study, Extent::Full, &mut Notebook::in_memory().unwrap());
    replica.tables[0].findings()[0].1.clone().unwrap()
}

#[test]
fn a_claim_of_any_kind_can_hold_fail_and_stay_open() {
    let kinds = [
        ("holds", "measure = 'share-64'\nmore = 'random'\nless = 'sum'\ntimes = 0.5"),
        ("fails", "measure = 'share-64'\nmore = 'random'\nless = 'sum'\ntimes = 2"),
        ("open", "measure = 'best-tile'\nmore = 'random'\nless = 'sum'"),
        ("holds", "measure = 'mean-score'\nrows = ['sum']\nlike = 'random'\nmargin = 2"),
        ("fails", "measure = 'mean-score'\nrows = ['random', 'sum']\nlike = 'random'\nmargin = [1.8, 1.9]"),
        ("open", "measure = 'mean-score'\nrows = ['sum']\nlike = 'random'\nmargin = 1.001"),
        ("holds", "measure = 'mean-score'\nrow = 'random'\nabove = 100"),
        ("fails", "measure = 'mean-score'\nrow = 'random'\nbelow = 100"),
        ("fails", "measure = 'mean-score'\nrow = 'random'\nabout = 1000"),
        ("open", "measure = 'max-score'\nrow = 'random'\nbelow = 100"),
        ("open", "measure = 'mean-score'\nmore = 'random'\nless = 'quoted'"),
    ];
    for (expected, claim) in &kinds {
        let found = finding(claim);
        let kind = match found {
            Finding::Holds(_) => "holds",
            Finding::Fails(_) => "fails",
            Finding::Open(_) => "open",
        };
        assert_eq!(kind, *expected, "{claim}: {}", found.words());
    }
    assert!(finding(kinds[1].1).words().starts_with("It does not hold here: 64, %"));
    assert!(finding(kinds[2].1).words().starts_with("Not enough games: best tile"));
}

/// The table of three evaluations of the study of the grid, with few rows and games, and another claim.
fn three_evaluations(quick: u64, from: &str, to: &str) -> String {
    let file = redouble_studies::FILES[4];
    assert!(file.contains(from));
    let mut study = Study::parse(&file.replace(from, to)).unwrap();
    study.tables.retain(|table| table.title == "Three evaluations");
    let cheap = ["random", "sum, depth 1", "grid, depth 3"];
    for row in &mut study.tables[0].rows {
        row.quick = if cheap.contains(&row.label.as_str()) { quick } else { 0 };
    }
    let replica = replicate(&study, Extent::Quick, &mut Notebook::in_memory().unwrap());
    report::markdown(&[replica], &origin())
}

#[test]
fn a_wrong_claim_in_a_study_does_not_hold() {
    let right = "more = \"grid, depth 5\"\nless = \"squares, depth 5\"";
    let report = |to: &str| three_evaluations(30, right, to);
    assert!(
        report("more = \"random\"\nless = \"sum, depth 1\"")
            .contains("the best of the three. It does not hold here")
    );
    assert!(
        report("more = \"sum, depth 1\"\nless = \"random\"").contains("the best of the three. It holds here")
    );
    let step = |to: &str| {
        report(&format!("larger = [[\"random\", \"{to}\"]]\nsmaller = [[\"random\", \"sum, depth 1\"]]"))
    };
    assert!(step("grid, depth 3").contains("the best of the three. It holds here: these steps"));
    let wrong = "larger = [[\"random\", \"sum, depth 1\"]]\nsmaller = [[\"random\", \"grid, depth 3\"]]";
    assert!(report(wrong).contains("the best of the three. It does not hold here: these steps"));
    let few = three_evaluations(2, right, "more = \"sum, depth 1\"\nless = \"random\"");
    assert!(few.contains("the best of the three. Not enough games"), "two games decide nothing");
    let equal = "rows = [\"sum, depth 1\", \"sum, depth 3\", \"sum, depth 5\"]";
    let not_much_better = three_evaluations(30, equal, "rows = [\"sum, depth 1\"]");
    assert!(not_much_better.contains("1.25 times their score.) It does not hold here"), "{not_much_better}");
}

#[test]
fn a_full_run_plays_at_least_as_many_games_as_the_authors() {
    for study in redouble_studies::FILES.map(|file| Study::parse(file).unwrap()) {
        for row in study.tables.iter().flat_map(|table| &table.rows).filter(|row| row.is_played()) {
            assert!(row.full >= row.games.unwrap_or(0), "{}: {}", study.id, row.label);
            assert!(row.full >= row.quick, "{}: {}", study.id, row.label);
        }
    }
}

#[test]
fn a_reading_has_what_was_reported_and_explains_what_differs() {
    let reading = "[[table.row]]\nlabel = \"first legal\"\nreading-of = \"random\"\nagent = \"greedy(eval=sum)\"\nquick = 60\nfull = 60\n\n[[table.row]]\nlabel = \"quoted\"";
    let file = FILE
        .replace("[[table.row]]\nlabel = \"quoted\"", reading)
        .replace("until = \"64\"", "until = \"over\"");
    let file =
        file.replace("share-64 = 0.9, mean-score = 1.0", "mean-score = SCORE").replace("games = 10\n", "");
    let probe = Study::parse(&file.replace("SCORE", "1.0")).unwrap();
    let replica = replicate(&probe, Extent::Full, &mut Notebook::in_memory().unwrap());
    let ours = replica.tables[0].value("random", "mean-score".parse().unwrap()).unwrap();
    let study = Study::parse(&file.replace("SCORE", &format!("{:.1}", ours.value))).unwrap();
    let replica = replicate(&study, Extent::Full, &mut Notebook::in_memory().unwrap());
    assert!(replica.tables[0].rows[2].row.reported("mean-score".parse().unwrap()).is_some());
    let agreement = replica.tables[0].agreement();
    let found = agreement.mismatches.iter().find(|found| found.row == "random").unwrap();
    assert_eq!(found.explained_by(), Some("random"));
    let page = report::markdown(&[replica], &origin());
    assert!(page.contains("Explained by the reading 'random'."), "{page}");
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

/// Whether there is an interpreter. In CI there must be: nothing may be skipped there.
fn has_python() -> bool {
    let found = std::process::Command::new("python3").arg("--version").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "CI needs python3");
    found
}

#[test]
fn the_python_program_plays_as_the_agent_does() {
    let study = Study::parse(PROGRAM).unwrap();
    let mut notebook = Notebook::in_memory().unwrap();
    let replica = replicate(&study, Extent::Quick, &mut notebook);
    let [ours, plain] = &replica.tables[0].rows[..] else { panic!("two rows") };
    assert_eq!(ours.games.len(), 2);
    if !has_python() {
        return assert!(plain.games.is_empty(), "without an interpreter there are no games");
    }
    let ends = |row: &redouble_lab::studies::ReplicaRow<'_>| {
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
        let mut notebook = Notebook::in_memory().unwrap();
        let played = Replica::run(&study, Extent::Quick, programs, &mut Arena::new(&mut notebook, 1));
        played.map(|replica| replica.tables[0].rows[1].games.len()).map_err(|why| why.to_string())
    };
    assert_eq!(run("worm.py", &[]), Err("there is no program 'worm.py'".to_owned()));
    let wrong = run("worm.py 1", &[("worm.py", "input(); print('sideways')")]);
    match has_python() {
        true => assert!(wrong.unwrap_err().starts_with("python worm.py 1: it answered 'sideways'")),
        false => assert_eq!(wrong, Ok(0), "without an interpreter there are no games"),
    }
}
