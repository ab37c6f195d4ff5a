//! Pictures for the README, of the real program in a pseudo-terminal: `cargo xtask pictures` runs this.
//!
//! It takes the program and the folder to write to, plays until there is something to see, writes the screen as
//! `terminal.svg`, and lets the program review a game as `review.html`.

#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod svg;

#[cfg(unix)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder] = words.as_slice() else { return Err("expected a program and a folder".into()) };
    let folder = std::path::Path::new(folder);
    let scratch = tempfile::tempdir()?;

    let mut game = screen::Screen::open(program, &["watch", "best", "--seed", "7"], scratch.path())?;
    game.wait(|text| screen::number_after(text, "Moves ") >= 5_000)?;
    game.press(" ")?;
    game.wait(|text| text.contains("waits") && !text.contains("thinking") && !text.contains("ago"))?;
    game.wait(|text| screen::number_after(text, "by ") >= 200)?;
    std::fs::write(folder.join("terminal.svg"), svg::drawing(&game.parser()))?;
    game.press("q")?;

    let record = scratch.path().join("game.redouble");
    let mut game =
        screen::Screen::open(program, &["watch", "greedy(eval=merges)", "--seed", "7"], scratch.path())?;
    game.wait(|text| text.contains("Game over"))?;
    game.press("x\u{15}")?;
    game.press(&format!("{}\r", record.display()))?;
    game.wait(|text| text.contains("saved to"))?;
    game.press("q")?;

    let page = folder.join("review.html");
    let review =
        std::process::Command::new(program).arg("review").arg(&record).arg("--html").arg(page).status()?;
    if review.success() { Ok(()) } else { Err("the review failed".into()) }
}

#[cfg(not(unix))]
fn main() {
    eprintln!("pictures are made in a pseudo-terminal, which this system does not have");
}
