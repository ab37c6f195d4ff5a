//! The notebook: nothing lost, nothing counted twice, nothing wrong believed.

mod common;

use std::fs;
use std::path::Path;

use common::{dice, identity, trial};
use redouble_lab::notebook::{Fault, SheetError, export, import};
use redouble_lab::{Notebook, Outcome, Trial};
use rusqlite::Connection;

/// A notebook with some games of `a`.
fn filled(path: &Path, trial: &Trial) -> Vec<Outcome> {
    let mut notebook = Notebook::open(path).unwrap();
    trial.run(&[dice("a")], 2, &mut notebook, &mut |_| {}).unwrap().remove(0).outcomes
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
    assert!(refusal(&path).contains("version 7, but this program reads version 1"));
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

/// A notebook with records, as a sheet.
fn sheet() -> (Notebook, String) {
    let mut notebook = Notebook::in_memory().unwrap();
    let with_records = Trial { records: true, ..trial(5) };
    with_records.run(&[dice("a"), dice("b \"x\", y")], 1, &mut notebook, &mut |_| {}).unwrap();
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
    let entries = |notebook: &Notebook| {
        let mut entries = Vec::new();
        notebook
            .each(|entry| {
                entries.push(entry);
                Ok::<_, redouble_lab::NotebookError>(())
            })
            .unwrap();
        entries
    };
    assert_eq!(entries(&other), entries(&notebook));
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
    assert_eq!(error, "line 2: 'three' is no start of a game");
    assert!(matches!(import(&mut other, &b"a,b\n1,2\n"[..]), Err(SheetError::Columns)));
    let short = format!("{header}\na,b\n");
    assert!(matches!(import(&mut other, short.as_bytes()), Err(SheetError::Text(_))));
    assert!(other.shelves().unwrap().is_empty());
}
