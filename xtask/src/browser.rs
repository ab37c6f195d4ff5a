//! `cargo xtask browser`: the page in a real Chromium, as a static site and as `redouble serve` serves it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::site::{self, built, cargo, command, ended};
use crate::step::{ROOT, target};

/// Builds site and command, fetches what the tests need, and runs them.
pub fn run() -> ExitCode {
    exit(test(&["engine.test.mjs", "site.test.mjs", "server.test.mjs"]))
}

/// Takes pictures of the page at three widths, light and dark, into `target/shots`.
pub fn shots() -> ExitCode {
    let shots = target().join("shots");
    let folder = shots.display().to_string();
    let taken = site::write_site().and_then(|site| {
        std::fs::create_dir_all(&shots).map_err(|why| format!("{folder}: {why}"))?;
        fetch()?;
        node(&["shots.mjs", &folder], &site, &command()?)
    });
    exit(taken.map(|()| println!("the pictures are in {folder}")))
}

/// Tells how fast WebAssembly is beside the native engine, over the same games.
pub fn speed() -> ExitCode {
    let told = cargo(&["build", "--locked", "--quiet", "--release", "--package", "redouble-cli"], &[])
        .and_then(|()| site::write_site())
        .and_then(|site| node(&["speed.mjs"], &site, &built("release")?));
    exit(told)
}

fn exit(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn test(files: &[&str]) -> Result<(), String> {
    let site = site::write_site()?;
    fetch()?;
    node(&[&["--test", "--test-reporter=spec"], files].concat(), &site, &command()?)
}

/// The folder of the tests.
fn folder() -> PathBuf {
    Path::new(ROOT).join("tests/browser")
}

/// Fetches what the lock file names.
fn fetch() -> Result<(), String> {
    let status = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"])
        .current_dir(folder())
        .status();
    ended("npm ci", status)
}

fn node(words: &[&str], site: &Path, command: &Path) -> Result<(), String> {
    let site = std::path::absolute(site).map_err(|why| format!("{}: {why}", site.display()))?;
    let status = Command::new("node")
        .args(words)
        .env("SITE", site)
        .env("REDOUBLE", command)
        .env("CHROMIUM", chromium().unwrap_or_default())
        .current_dir(folder())
        .status();
    ended(&format!("node {}", words.join(" ")), status)
}

/// Whether this machine has a browser and node; in CI they are installed first, as CONTRIBUTING.md says.
pub fn needs() -> Result<(), String> {
    let missing = || {
        let programs = [("chromium", chromium().is_some()), ("nodejs", works("node")), ("npm", works("npm"))];
        programs.into_iter().filter(|(_, there)| !there).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let absent = missing();
    if !absent.is_empty() && std::env::var_os("CI").is_some_and(|ci| ci == "true") {
        install(&absent);
    }
    match missing().as_slice() {
        [] => Ok(()),
        names => Err(format!("{} not found: see CONTRIBUTING.md for how to install it", names.join(", "))),
    }
}

/// Asks the system for what is missing and nothing else: a node that came from elsewhere may not go with Debian's npm.
fn install(missing: &[&str]) {
    println!("    installing what is missing: apt-get install -y {}", missing.join(" "));
    for words in [&["update"], &["install", "-y"][..]] {
        let names = if words.len() > 1 { missing } else { &[] };
        let _ = Command::new("apt-get").args(words).args(names).status();
    }
}

/// Where the browser is: named by `CHROMIUM`, or under one of its usual names.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.is_file());
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    named.or_else(|| {
        std::env::split_paths(&folders)
            .flat_map(|folder| names.map(|name| folder.join(name)))
            .find(|path| path.is_file())
    })
}

fn works(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
