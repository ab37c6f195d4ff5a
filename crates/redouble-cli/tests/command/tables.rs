//! Endgame tables by the command, from building to removing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tables(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.arg("tables").args(args).arg("--folder").arg(folder).output().unwrap()
}

fn printed(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn complained(output: Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    assert_ne!(output.status.code(), Some(101), "it must not panic");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_table_is_built_listed_verified_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(printed(tables(folder, &["list"])).starts_with("no tables in "));
    let built = printed(tables(folder, &["build", "42-32", "4-16", "--threads", "2"]));
    assert!(built.starts_with("42-32: ") && built.lines().count() == 2, "{built}");
    assert!(printed(tables(folder, &["build", "4-16"])).starts_with("4-16: there already, "));
    let listed = printed(tables(folder, &["list"]));
    assert!(listed.contains("\n4-16 ") && listed.contains("\n42-32 "), "{listed}");
    assert_eq!(printed(tables(folder, &["verify"])).matches("as written").count(), 2);
    assert_eq!(printed(tables(folder, &["remove", "4-16", "42-32"])), "4-16: removed\n42-32: removed\n");
    assert!(complained(tables(folder, &["remove", "4-16"])).contains("there is no such table"));
}

#[test]
fn damaged_tables_are_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(tables(folder, &["build", "42-16", "4-16", "--least", "0"]));
    let path = folder.join("42-16.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let verified = tables(folder, &["verify"]);
    let text = String::from_utf8(verified.stdout.clone()).unwrap();
    assert!(text.contains("42-16: the table is damaged: its page 0 is not as written"), "{text}");
    assert_eq!(complained(verified), "redouble: 1 of 2 tables cannot be used\n");
    fs::write(&path, &bytes[..1000]).unwrap();
    let listed = printed(tables(folder, &["list"]));
    assert!(listed.contains("42-16 cannot be used: the table is cut short"), "{listed}");
    let again = printed(tables(folder, &["build", "42-16", "--least", "0"]));
    assert!(!again.contains("there already"), "{again}");
    printed(tables(folder, &["verify"]));
}

#[test]
fn work_that_was_ended_is_listed_and_can_be_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("4-16.work")).unwrap();
    fs::write(folder.join("4-16.work").join("plan"), b"foreign").unwrap();
    let listed = printed(tables(folder, &["list"]));
    assert!(
        listed.contains("4-16 is not finished: `redouble tables build 4-16` goes on with it"),
        "{listed}"
    );
    let refused = complained(tables(folder, &["build", "4-16"]));
    assert!(refused.contains("the work so far is damaged"), "{refused}");
    printed(tables(folder, &["remove", "4-16"]));
    printed(tables(folder, &["build", "4-16"]));
}

/// Builds where no file may grow beyond so many blocks, as on a disk that is full.
#[cfg(unix)]
fn build_cramped(folder: &Path, name: &str, blocks: u32) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_redouble"), "tables", "build", name, "--folder"]);
    command.arg(folder).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_the_work_goes_on_once_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for blocks in [1, 8, 64] {
        let text = complained(build_cramped(folder, "43-64", blocks));
        assert!(text.contains("43-64.work") && text.contains("too large"), "{text}");
        let listed = printed(tables(folder, &["list"]));
        assert!(
            listed.contains("43-64 is not finished: `redouble tables build 43-64` goes on with it"),
            "{listed}"
        );
    }
    printed(tables(folder, &["build", "43-64"]));
    let elsewhere = tempfile::tempdir().unwrap();
    printed(tables(elsewhere.path(), &["build", "43-64"]));
    let file = |folder: &Path| fs::read(folder.join("43-64.table")).unwrap();
    assert!(file(folder) == file(elsewhere.path()), "the same table as without interruptions");
}

#[test]
fn names_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, why) in
        [("L3", "expected one such as L3-512"), ("L9-512", "is not a formation"), ("L3-3", "from 8 to 16384")]
    {
        let refused = complained(tables(folder.path(), &["build", name]));
        assert!(refused.contains(why), "{refused}");
    }
    assert!(complained(tables(folder.path(), &["build", "4-16", "--least", "2"])).contains("from 0 to 1"));
}

/// What the command says with the tables of this data folder.
fn hinting(data: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.env("XDG_DATA_HOME", data).env("HOME", data).env("APPDATA", data);
    command.args(args).output().unwrap()
}

fn hint(data: &Path, board: &str) -> Output {
    hinting(data, &["hint", "--agent", "best(depth=1)", "--json", board])
}

#[test]
#[cfg(not(target_os = "macos"))] // where the data folder has another name
fn the_tables_in_the_data_folder_are_found_and_broken_ones_do_not_stop_play() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("redouble").join("tables");
    let answer = |output: &Output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    let board = "hgfedcba94120010";
    let without = hint(data.path(), board);
    assert!(without.stderr.is_empty() && answer(&without)["nodes"].as_u64() > Some(0), "{without:?}");
    printed(tables(&folder, &["build", "42-16"]));
    let with = hint(data.path(), board);
    assert!(with.stderr.is_empty() && answer(&with)["nodes"].as_u64() > Some(0), "{with:?}");
    let always = ["hint", "--agent", "best(depth=1,tables=always)", board];
    let text = printed(hinting(data.path(), &always));
    assert!(text.contains("the chance of a 16 while the large tiles stand still, by 42-16\n"), "{text}");
    let chosen = text.lines().find(|line| line.starts_with('*')).unwrap();
    assert!(chosen.ends_with(" %"), "{text}");
    printed(tables(&folder, &["remove", "42-16"]));
    printed(tables(&folder, &["build", "42s-16"]));
    let text = printed(hinting(data.path(), &always));
    assert!(
        text.contains("the chance of a 16 while the large tiles at most take detours, by 42s-16\n"),
        "{text}"
    );
    printed(tables(&folder, &["remove", "42s-16"]));
    printed(tables(&folder, &["build", "42-16"]));
    let endgame = &answer(&with)["endgame"];
    assert_eq!((&endgame["table"], &endgame["target"]), (&"42-16".into(), &16.into()));
    let told = ["up", "right", "down", "left"].iter().filter_map(|&mv| endgame[mv].as_f64());
    assert!(told.fold(0.0, f64::max) > 0.2, "{endgame}");
    assert!(answer(&without).get("endgame").is_none());
    let declined = |agent: &str, board: &str| {
        let text = printed(hinting(data.path(), &["hint", "--agent", agent, board]));
        text.split("it did not choose the move: ").nth(1).map(|why| why.lines().next().unwrap().to_owned())
    };
    let searching = "a search does as well or better (tables=always asks for them)";
    assert_eq!(declined("best(depth=1,tables=always)", board), None);
    assert_eq!(declined("best(depth=1)", board).as_deref(), Some(searching));
    let alone = "there is no other 16 that the new one could merge with";
    assert_eq!(declined("best(depth=1,tables=always)", "hgfedcba95120010").as_deref(), Some(alone));
    fs::write(folder.join("L3-512.table"), b"redouble-table").unwrap();
    fs::create_dir(folder.join("L3-256.work")).unwrap();
    let still = hint(data.path(), board);
    assert_eq!(answer(&still)["best"], answer(&with)["best"]);
    let said = String::from_utf8(still.stderr).unwrap();
    assert_eq!(said.matches("redouble: the endgame table L3-512 is not used: ").count(), 1, "{said}");
}
