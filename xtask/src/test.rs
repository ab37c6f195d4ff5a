//! `cargo xtask test` and `cargo xtask check`: the lists of checks. A new check is a new line in [`STEPS`].

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::browser;
use crate::python;
use crate::step::{Skipped, Step, nothing, run_all};

const FORMAT: Step = Step { title: "format", command: "cargo fmt --all --check", needs: nothing, env: &[] };

const LINTS: Step = Step {
    title: "lints",
    command: "cargo clippy --locked --workspace --all-targets -- -D warnings",
    needs: nothing,
    env: &[],
};

/// For the inner loop: what takes seconds once everything was built.
const QUICK: &[Step] = &[
    FORMAT,
    LINTS,
    Step {
        title: "quick tests",
        command: "cargo test --locked --workspace --lib --bins",
        needs: nothing,
        env: &[],
    },
];

/// Everything that must hold.
const STEPS: &[Step] = &[
    FORMAT,
    LINTS,
    Step { title: "tests", command: "cargo test --locked --workspace", needs: nothing, env: &[] },
    // The engine has no dependency for tests alone, so that nothing but itself is built once more.
    Step {
        title: "the engine without threads",
        command: "cargo test --locked --package redouble --no-default-features --lib --config profile.dev.package.redouble.opt-level=1",
        needs: nothing,
        env: &[],
    },
    // Those without 128-bit instructions; the next step builds and links it for the others.
    Step {
        title: "the engine for older browsers",
        command: "cargo check --locked --profile browser --package redouble-wasm --target wasm32-unknown-unknown",
        needs: wasm_target,
        env: &[],
    },
    Step { title: "the static site", command: "cargo xtask site", needs: wasm_target, env: &[] },
    Step { title: "the page in a browser", command: "cargo xtask browser", needs: browser::needs, env: &[] },
    Step { title: "the Python package", command: "cargo xtask python", needs: python::needs, env: &[] },
    Step {
        title: "docs",
        command: "cargo doc --locked --workspace --no-deps",
        needs: nothing,
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    Step { title: "packages", command: "cargo xtask packages", needs: tar, env: &[] },
    Step { title: "sizes of packages", command: "cargo xtask sizes", needs: nothing, env: &[] },
];

/// Runs every step, then says what was skipped.
pub fn run() -> ExitCode {
    run_steps(STEPS)
}

/// Runs the quick steps alone.
pub fn check() -> ExitCode {
    run_steps(QUICK)
}

fn run_steps(steps: &[Step]) -> ExitCode {
    let in_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    match run_all(steps, in_ci) {
        Ok(skipped) => {
            println!("\n{} of {} steps passed.", steps.len() - skipped.len(), steps.len());
            for Skipped { title, why } in skipped {
                println!("!!! SKIPPED: {title}: {why} !!!");
            }
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("\n!!! FAILED: {why} !!!");
            ExitCode::FAILURE
        }
    }
}

/// The standard library for WebAssembly, fetched by rustup when it is not there.
fn wasm_target() -> Result<(), String> {
    let target = "wasm32-unknown-unknown";
    let probe = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let folder = probe.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    if folder.is_ok_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("    fetching the Rust target {target}: rustup target add {target}");
    match Command::new("rustup").args(["target", "add", target]).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the Rust target {target} is not installed and rustup could not fetch it")),
    }
}

/// The program that unpacks packages.
fn tar() -> Result<(), String> {
    let found = Command::new("tar").arg("--version").output().is_ok_and(|output| output.status.success());
    if found { Ok(()) } else { Err("tar, which unpacks packages, is not installed".to_owned()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::step::ROOT;

    /// Tests are modules of one program, so a file that the program does not name would be checked by nobody.
    #[test]
    fn every_file_of_a_test_program_is_a_part_of_it() {
        for folder in
            ["tests/engine/tests", "crates/redouble-lab/tests/lab", "crates/redouble-cli/tests/command"]
        {
            let folder = Path::new(ROOT).join(folder);
            let main = fs::read_to_string(folder.join("main.rs")).unwrap();
            let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
            let names = files.filter(|file| file.is_dir() || file.extension().is_some_and(|end| end == "rs"));
            let names: Vec<_> =
                names.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
            assert!(names.len() > 5, "{}: {names:?}", folder.display());
            for name in names.iter().filter(|name| *name != "main") {
                assert!(
                    main.contains(&format!("\nmod {name};")),
                    "{} has no line for {name}",
                    folder.display()
                );
            }
        }
    }
}
