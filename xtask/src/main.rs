//! `cargo xtask …`: everything a contributor runs.

mod step;
mod sizes;
mod packages;
mod nets;
mod site;
mod browser;
mod load;
mod pictures;
mod python;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test           check everything that must hold before a change is merged
cargo xtask pictures       make the pictures of the README again, from the real program
cargo xtask browser        test the page in Chromium, as a static site and served
cargo xtask python         build the Python package and test it in a virtual environment
cargo xtask shots          take pictures of the page at three widths, light and dark, into target/shots
cargo xtask speed          tell how fast WebAssembly is beside the native engine, over the same games
cargo xtask load           ask `redouble serve` with 64 clients for a minute, on loopback
cargo xtask site           write the page, its engine and its network to target/site, for any static host
cargo xtask check          the quick part of it, for every change: format, lints, unit tests
cargo xtask packages       pack every package and check that it builds from what is in it
cargo xtask sizes          tell the size of every package that `cargo package` made
cargo xtask nets FOLDER    lay the parts of a network, made by `redouble net cut`, into packages

With CI=true in the environment nothing may be skipped.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => test::run(),
        ["pictures"] => pictures::run(),
        ["browser"] => browser::run(),
        ["python"] => python::run(),
        ["shots"] => browser::shots(),
        ["speed"] => browser::speed(),
        ["load"] => load::run(),
        ["site"] => site::run(),
        ["check"] => test::check(),
        ["packages"] => packages::run(),
        ["sizes"] => sizes::run(),
        ["nets", folder] => nets::run(folder),
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
