//! Games from other programs become records, and records are reviewed.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn redouble(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn printed(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Two 2s in the top row, merged to the left; a 4 spawned in the bottom left corner.
const OLD_VERSE: &[u8] = "replay_4x4 $ö".as_bytes();

/// A crowded board on which down is a blunder: it ends the game.
const BLUNDER: &str = "\
redouble-game 1
agent a person
start 1254212315aa2120 15000
result 15000 1024 1 over
moves d3
";

fn blunder() -> String {
    format!("{BLUNDER}end {:08x}\n", redouble::checksum::crc32(BLUNDER.as_bytes()))
}

#[test]
fn a_foreign_game_is_imported_from_standard_input() {
    let record = printed(redouble(&["import", "-"], OLD_VERSE));
    assert!(
        record.starts_with("redouble-game 1\nstart 1100000000000000\nresult 4 4 1 unfinished\nmoves Lc\n"),
        "{record}"
    );
    let again = printed(redouble(&["import", "-"], record.as_bytes()));
    assert_eq!(again, record, "our own format is read, too");
}

#[test]
fn a_game_that_does_not_replay_is_refused_with_the_place() {
    let output = redouble(&["import", "-"], b"replay_4x4 $ ");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("redouble: standard input: as verse-old: item 3: up changes nothing"), "{told}");
}

#[test]
fn a_review_shows_the_worst_move_with_its_board_and_writes_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let (record, page) = (folder.path().join("record"), folder.path().join("page.html"));
    std::fs::write(&record, blunder()).unwrap();
    let (record, html) = (record.display().to_string(), page.display().to_string());
    let args = ["review", "--agent", "expectimax(eval=snake,depth=3)", "--html", &html, &record];
    let text = printed(redouble(&args, b""));
    assert!(text.starts_with("a person: 1 move, 15,000 points, largest tile 1024\n"), "{text}");
    assert!(text.contains("good 0  inexact 0  mistake 0  blunder 1"), "{text}");
    assert!(text.contains("move 1, blunder: down, "), "{text}");
    assert!(text.contains("      2     32   1024   1024"), "{text}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("a game of a person") && page.contains("Move 1: blunder"));
}

#[test]
fn machines_are_told_about_every_move() {
    let args = ["review", "--agent", "expectimax(eval=snake,depth=3)", "--json", "-"];
    let found: Value = serde_json::from_str(&printed(redouble(&args, blunder().as_bytes()))).unwrap();
    assert_eq!((&found["ratings"]["blunder"], &found["list"][0]["played"]), (&1.into(), &"down".into()));
    assert!(found["list"][0]["points_lost"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_file_without_the_game_asked_for_is_refused() {
    let output = redouble(&["review", "--game", "2", "-"], blunder().as_bytes());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "redouble: standard input: game 2, expected one of its 1\n"
    );
}
