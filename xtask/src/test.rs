//! `cargo xtask test`: the list of checks. A new check is a new line in [`STEPS`].

use std::process::{Command, ExitCode};

use crate::step::{Skipped, Step, nothing, run_all};

const STEPS: &[Step] = &[
    Step { title: "format", command: "cargo fmt --all --check", needs: nothing, env: &[] },
    Step {
        title: "lints",
        command: "cargo clippy --locked --workspace --all-targets -- -D warnings",
        needs: nothing,
        env: &[],
    },
    Step { title: "tests", command: "cargo test --locked --workspace", needs: nothing, env: &[] },
    Step {
        title: "the engine in the browser",
        command: "cargo build --locked --package redouble --no-default-features --target wasm32-unknown-unknown",
        needs: wasm_target,
        env: &[],
    },
    Step {
        title: "docs",
        command: "cargo doc --locked --workspace --no-deps",
        needs: nothing,
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    // Work in progress is checked too, hence the dirty tree.
    Step {
        title: "packages",
        command: "cargo package --locked --workspace --exclude xtask --allow-dirty --quiet",
        needs: nothing,
        env: &[],
    },
];

/// Runs every step, then says what was skipped.
pub fn run() -> ExitCode {
    let in_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    match run_all(STEPS, in_ci) {
        Ok(skipped) => {
            println!("\n{} of {} steps passed.", STEPS.len() - skipped.len(), STEPS.len());
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
    if folder.is_ok_and(|folder| std::path::Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("    fetching the Rust target {target}: rustup target add {target}");
    match Command::new("rustup").args(["target", "add", target]).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the Rust target {target} is not installed and rustup could not fetch it")),
    }
}
