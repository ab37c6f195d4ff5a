//! Training driven through the command: killed, and continued.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn redouble(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
    command.args(args).env_remove("RUST_BACKTRACE");
    command
}

fn success(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A training that saves a hundred times on its way to so many moves.
fn train(path: &Path, moves: &str) -> Command {
    let path = path.to_str().unwrap();
    redouble(&[
        "train",
        "--network",
        "5x4",
        "--moves",
        moves,
        "--rounds",
        "100",
        "--evaluation",
        "2",
        "--threads",
        "1",
        "--out",
        path,
    ])
}

/// The moves of each line of the learning curve.
fn curve(path: &Path) -> Vec<u64> {
    let shown = success(redouble(&["net", "show", path.to_str().unwrap()]).output().unwrap());
    let lines = shown.lines().skip_while(|line| !line.starts_with("moves,")).skip(1);
    lines.map_while(|line| line.split(',').next()?.parse().ok()).collect()
}

#[test]
fn a_training_killed_at_any_moment_goes_on_from_its_last_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.net");
    let mut before = Vec::new();
    for milliseconds in [900, 400, 700] {
        let mut child = train(&path, "50000000").stdout(Stdio::null()).spawn().unwrap();
        while !path.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap(); // the signal that cannot be caught
        child.wait().unwrap();
        let saved = curve(&path);
        assert!(saved.starts_with(&before), "{saved:?} does not go on from {before:?}");
        before = saved;
    }
    let enough = (before.last().unwrap() + 1).to_string();
    success(train(&path, &enough).output().unwrap());
    let after = curve(&path);
    assert!(after.starts_with(&before) && after.len() > before.len(), "{after:?} after {before:?}");
}

#[test]
fn a_damaged_training_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.net");
    success(train(&path, "20000").output().unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let output = train(&path, "40000").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "what was there is still there");
}
