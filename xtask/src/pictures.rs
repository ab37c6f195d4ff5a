//! `cargo xtask pictures`: the pictures of the README, from the real program.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::step::ROOT;

/// Builds the program and lets it be drawn; a browser takes the picture of the review.
pub fn run() -> ExitCode {
    match pictures() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn pictures() -> Result<(), String> {
    let root = Path::new(ROOT);
    let (folder, scratch) = (root.join("docs").join("pictures"), root.join("target").join("pictures"));
    for folder in [&folder, &scratch] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    succeed(cargo(&[
        "build",
        "--release",
        "-p",
        "redouble-cli",
        "--bin",
        "redouble",
        "--example",
        "pictures",
    ]))?;
    let release = root.join("target").join("release");
    succeed(
        Command::new(release.join("examples").join("pictures")).arg(release.join("redouble")).arg(&scratch),
    )?;
    copy(&scratch.join("terminal.svg"), &folder.join("terminal.svg"))?;
    let page = scratch.join("review.html");
    succeed(&mut photograph(&page, &folder.join("review.png"), &scratch)?)
}

fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(words).current_dir(ROOT);
    command
}

/// A browser without a window that takes a picture of a page.
fn photograph(page: &Path, picture: &Path, scratch: &Path) -> Result<Command, String> {
    let mut command =
        Command::new(browser().ok_or("expected chromium or google-chrome, for the review page")?);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=960,1000",
    ]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.arg(format!("--user-data-dir={}", scratch.join("browser").display()));
    command.arg(format!("--screenshot={}", picture.display()));
    let page = std::fs::canonicalize(page).map_err(|error| format!("{}: {error}", page.display()))?;
    command.arg(format!("file://{}", page.display()));
    Ok(command)
}

fn browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

fn succeed(mut command: impl std::borrow::BorrowMut<Command>) -> Result<(), String> {
    let command = command.borrow_mut();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", to.display()))
}
