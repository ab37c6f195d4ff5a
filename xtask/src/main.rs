//! `cargo xtask …`: everything a contributor runs.

mod step;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test    check everything that must hold before a change is merged

With CI=true in the environment nothing may be skipped.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => test::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("unknown: cargo xtask {}\n\n{HELP}", words.join(" "));
            ExitCode::from(2)
        }
    }
}
