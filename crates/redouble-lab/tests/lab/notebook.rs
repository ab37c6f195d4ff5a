//! The notebook: nothing lost, nothing counted twice, nothing wrong believed.

use std::fs;
use std::path::Path;

use redouble::spec::Resources;
use redouble_lab::measuring::notebook::{Circumstances, Entry, Fault, SheetError, export, import};
use redouble_lab::{Arena, Entrant, Identity, Notebook, Outcome, Trial};
use rusqlite::Connection;

use crate::common::{dice, identity, trial};

/// A notebook with some games of `a`.
fn filled(path: &Path, trial: &Trial) -> Vec<Outcome> {
    let mut notebook = Notebook::open(path).unwrap();
    trial.run(&[dice("a")], &mut Arena::new(&mut notebook, 2)).unwrap().remove(0).outcomes
}

fn read(path: &Path, trial: &Trial) -> Result<Vec<Outcome>, redouble_lab::NotebookError> {
    let notebook = Notebook::open_existing(path)?;
    let games =
        trial.numbers().filter_map(|number| notebook.game(&identity("a"), trial.terms(number)).transpose());
    games.map(|game| Ok(Outcome { record: None, ..game? })).collect()
}

fn refusal(path: &Path) -> String {
    let error = Notebook::open(path).map(drop).unwrap_err();
    assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    error.to_string()
}

#[test]
fn what_was_written_is_there_when_the_notebook_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/notebook.sqlite");
    let games = filled(&path, &trial(20));
    assert_eq!(read(&path, &trial(20)).unwrap(), games);
    let shelves = Notebook::open(&path).unwrap().shelves().unwrap();
    assert_eq!((shelves.len(), shelves[0].games, shelves[0].records), (1, 20, 0));
    let mean = games.iter().map(|game| f64::from(game.score)).sum::<f64>() / 20.0;
    assert!((shelves[0].mean_score - mean).abs() < 1e-9);
}

#[test]
fn a_file_of_another_kind_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("shopping.txt");
    fs::write(&text, "milk, eggs, bread\n".repeat(100)).unwrap();
    let before = fs::read(&text).unwrap();
    assert!(refusal(&text).contains("not an SQLite file"));
    assert_eq!(fs::read(&text).unwrap(), before);
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.sqlite");
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE song (name TEXT); PRAGMA user_version = 1").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    assert!(refusal(&path).contains("of another program"));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_notebook_of_another_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("newer.sqlite");
    filled(&path, &trial(1));
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 7").unwrap();
    assert!(refusal(&path).contains("version 7, but this program reads version 2"));
}

#[test]
fn a_damaged_notebook_gives_an_error_or_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("whole.sqlite"), folder.path().join("damaged.sqlite"));
    let games = filled(&path, &trial(60));
    let whole = fs::read(&path).unwrap();
    let mut errors = 0;
    for place in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        fs::write(&copy, bytes).unwrap();
        match read(&copy, &trial(60)) {
            Ok(found) => assert!(found.iter().all(|game| games.contains(game)), "byte {place}"),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                errors += 1;
            }
        }
    }
    assert!(errors > 20, "{errors} of the damages were noticed");
}

#[test]
fn a_notebook_cut_short_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.sqlite");
    filled(&path, &trial(60));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refusal(&path).contains("damaged"));
}

#[test]
fn a_changed_score_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.sqlite");
    filled(&path, &trial(3));
    Connection::open(&path).unwrap().execute("UPDATE game SET score = 999999 WHERE number = 1", []).unwrap();
    let error = read(&path, &trial(3)).unwrap_err();
    assert!(error.to_string().contains("the checksum of game 1 of a"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(refusal(&file.join("notebook.sqlite")).contains("cannot be opened"));
    let missing = Notebook::open_existing(&folder.path().join("none.sqlite")).map(drop).unwrap_err();
    assert!(matches!(missing.fault, Fault::Missing));
    assert!(!folder.path().join("none.sqlite").exists());
}

#[test]
fn two_writers_share_a_notebook() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.sqlite");
    std::thread::scope(|scope| {
        let writers: Vec<_> = [0, 20, 40, 0]
            .into_iter()
            .map(|first| {
                scope.spawn({
                    let path = &path;
                    move || filled(path, &Trial { first, ..trial(40) })
                })
            })
            .collect();
        writers.into_iter().for_each(|writer| assert_eq!(writer.join().unwrap().len(), 40));
    });
    assert_eq!(read(&path, &trial(80)).unwrap().len(), 80);
    assert_eq!(Notebook::open(&path).unwrap().shelves().unwrap()[0].games, 80);
}

#[test]
fn a_merged_game_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here.sqlite", "there.sqlite"].map(|name| folder.path().join(name));
    let mine = filled(&here, &trial(30));
    filled(&there, &Trial { first: 20, ..trial(30) });
    let (mut notebook, other) = (Notebook::open(&here).unwrap(), Notebook::open_existing(&there).unwrap());
    assert_eq!(notebook.merge(&other).unwrap(), 20);
    assert_eq!(notebook.merge(&other).unwrap(), 0);
    assert_eq!(read(&here, &trial(30)).unwrap(), mine, "what was there stays");
    assert_eq!(read(&here, &trial(50)).unwrap().len(), 50);
}

/// A notebook as the first version kept it, with a game of each of these agents under these engines.
fn first_version(path: &Path, agents: &[(&str, &str)]) -> Vec<Entry> {
    let entries: Vec<Entry> = agents.iter().map(|&(spec, engine)| old_entry(spec, engine)).collect();
    let old = Connection::open(path).unwrap();
    old.execute_batch(include_str!("notebook-1.sql")).unwrap();
    old.execute_batch("PRAGMA application_id = 0x5244424c; PRAGMA user_version = 1").unwrap();
    old.execute("INSERT INTO place VALUES (1, 'box', '0.1.0')", []).unwrap();
    for (id, entry) in (1i64..).zip(&entries) {
        let Entry { identity, terms, outcome, .. } = entry;
        let agent = rusqlite::params![id, identity.spec, identity.engine];
        old.execute("INSERT INTO agent VALUES (?, ?, '', ?)", agent).unwrap();
        old.execute(
            "INSERT INTO game VALUES (?1, ?1, 1, ?2, 'two', 'over', ?3, ?4, ?5, ?6, 0, '0 0 0 0 0 0 0 0 0', 0, ?7, 1, 9, ?8, NULL)",
            rusqlite::params![
                id,
                terms.number as i64,
                outcome.score,
                outcome.board.to_string(),
                outcome.moves,
                outcome.nodes as i64,
                outcome.times.to_bytes(),
                entry.checksum() as i64
            ],
        )
        .unwrap();
    }
    entries
}

/// A game with agent and budget in one text.
fn old_entry(spec: &str, engine: &str) -> Entry {
    Entry {
        identity: Identity { engine: engine.to_owned(), ..identity(spec) },
        terms: trial(1).terms(0),
        outcome: Outcome { score: 4, moves: 2, nodes: 1, ..Outcome::default() },
        circumstances: Circumstances { version: "0.1.0".into(), machine: "box".into(), finished: 9 },
    }
}

fn all(notebook: &Notebook) -> Result<Vec<Entry>, redouble_lab::NotebookError> {
    let mut entries = Vec::new();
    notebook
        .each(|entry| {
            entries.push(entry);
            Ok(())
        })
        .map(|()| entries)
}

#[test]
fn a_notebook_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    let agents = [
        ("best(time=1ms,tables=off)", "0.1.0"),
        ("expectimax(eval=grid)", "0123456789abcdef"),
        ("expectimax(eval=grid,nodes=500)", "fedcba9876543210"),
        ("an agent of old", "0.1.0"),
    ];
    let old = first_version(&path, &agents);
    for _ in 0..2 {
        let found = all(&Notebook::open_existing(&path).unwrap()).unwrap();
        let names = |entry: &Entry| {
            let Identity { spec, budget, engine, .. } = entry.identity.clone();
            [spec, budget, engine]
        };
        let expected = [
            ["an agent of old", "", "0.1.0"],
            ["best(tables=off)", "time=1ms", "0.1.0"],
            ["expectimax(eval=grid)", "nodes=500", "fedcba9876543210"],
            ["expectimax(eval=grid,depth=3)", "", "0123456789abcdef"],
        ];
        assert_eq!(found.iter().map(names).collect::<Vec<_>>(), expected.map(|row| row.map(String::from)));
        assert!(found.iter().all(|entry| entry.outcome == old[0].outcome));
    }
}

#[test]
fn a_game_damaged_before_its_notebook_was_brought_up_to_date_is_still_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    first_version(&path, &[("best(time=1ms)", "0.1.0")]);
    Connection::open(&path).unwrap().execute("UPDATE game SET score = 999999", []).unwrap();
    let error = all(&Notebook::open(&path).unwrap()).unwrap_err().to_string();
    assert!(error.contains("the checksum of game 0 of best(time=1ms)"), "{error}");
}

#[test]
fn a_game_under_the_version_of_the_program_is_read_and_never_reused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    first_version(&path, &[("rollout(games=1,time=1s)", "0.1.0")]);
    let mut notebook = Notebook::open(&path).unwrap();
    let now = Entrant::of("rollout(games=1,time=1s)".parse().unwrap(), &Resources::default()).unwrap();
    assert_eq!(notebook.shelves().unwrap()[0].identity.agent(), now.identity.agent());
    assert_eq!(trial(1).run(&[now], &mut Arena::new(&mut notebook, 1)).unwrap()[0].reused(), 0);
    assert_eq!(notebook.shelves().unwrap().len(), 2);
}

#[test]
fn a_sheet_from_before_budgets_had_a_column_is_taken_in() {
    let old = [old_entry("best(time=1ms)", "0.1.0"), old_entry("random", "0123456789abcdef")];
    let mut notebook = Notebook::in_memory().unwrap();
    notebook.add(&old).unwrap();
    let mut text = Vec::new();
    export(&notebook, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap().replacen(",budget,", ",", 1);
    let without = text.replace("\nbest(time=1ms),,", "\nbest(time=1ms),").replace("\nrandom,,", "\nrandom,");
    let mut other = Notebook::in_memory().unwrap();
    assert_eq!(import(&mut other, without.as_bytes()).unwrap(), 2);
    let agents: Vec<_> = all(&other).unwrap().into_iter().map(|entry| entry.identity.agent()).collect();
    assert_eq!(agents, ["best(time=1ms)", "random"]);
    assert_eq!(other.shelves().unwrap()[0].identity.budget, "time=1ms");
}

/// A notebook with records, as a sheet.
fn sheet() -> (Notebook, String) {
    let mut notebook = Notebook::in_memory().unwrap();
    let with_records = Trial { records: true, ..trial(5) };
    with_records.run(&[dice("a"), dice("b \"x\", y")], &mut Arena::new(&mut notebook, 1)).unwrap();
    let mut text = Vec::new();
    assert_eq!(export(&notebook, &mut text).unwrap(), 10);
    (notebook, String::from_utf8(text).unwrap())
}

#[test]
fn an_exported_notebook_is_imported_whole_and_once() {
    let (notebook, text) = sheet();
    let mut other = Notebook::in_memory().unwrap();
    assert_eq!(import(&mut other, text.as_bytes()).unwrap(), 10);
    assert_eq!(import(&mut other, text.as_bytes()).unwrap(), 0);
    assert_eq!(all(&other).unwrap(), all(&notebook).unwrap());
}

#[test]
fn a_sheet_that_was_changed_is_refused_with_its_line_and_nothing_is_taken() {
    let (_, text) = sheet();
    let mut other = Notebook::in_memory().unwrap();
    let header = text.lines().next().unwrap();
    let third = text.match_indices("\na,").nth(2).unwrap().0 + 1;
    let forged = format!(
        "{}{}",
        &text[..third],
        text[third..].replacen(",test,1,2,two,over,", ",test,1,2,two,over,9", 1)
    );
    assert!(matches!(import(&mut other, forged.as_bytes()), Err(SheetError::Changed { .. })));
    let broken = text.replacen(",two,", ",three,", 1);
    let error = import(&mut other, broken.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 2: 'three' cannot be the start of a game");
    assert!(matches!(import(&mut other, &b"a,b\n1,2\n"[..]), Err(SheetError::Columns)));
    let short = format!("{header}\na,b\n");
    assert!(matches!(import(&mut other, short.as_bytes()), Err(SheetError::Text(_))));
    assert!(other.shelves().unwrap().is_empty());
}
