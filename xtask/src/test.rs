//! `cargo xtask test`: the list of checks. A new check is a new line in [`STEPS`].

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::step::{ROOT, Skipped, Step, nothing, run_all};

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
        title: "the engine without threads",
        command: "cargo test --locked --package redouble --no-default-features --lib",
        needs: nothing,
        env: &[],
    },
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
        needs: no_old_packages,
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
    if folder.is_ok_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("    fetching the Rust target {target}: rustup target add {target}");
    match Command::new("rustup").args(["target", "add", target]).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the Rust target {target} is not installed and rustup could not fetch it")),
    }
}

/// To check a package, cargo unpacks and builds those of ours that it depends on, and never again while their
/// version stays: without this the command would be checked against an old engine.
fn no_old_packages() -> Result<(), String> {
    let cargo_home = std::env::home_dir().unwrap_or_default().join(".cargo");
    let unpacked = folder("CARGO_HOME", cargo_home).join("registry/src");
    let built = folder("CARGO_TARGET_DIR", Path::new(ROOT).join("target")).join("debug/.fingerprint");
    entries(&unpacked, "-").iter().try_for_each(|registry| remove_ours(registry))?;
    remove_ours(&built)
}

fn folder(variable: &str, default: PathBuf) -> PathBuf {
    std::env::var_os(variable).map_or(default, PathBuf::from)
}

fn remove_ours(folder: &Path) -> Result<(), String> {
    let remove =
        |path: &PathBuf| std::fs::remove_dir_all(path).map_err(|why| format!("{}: {why}", path.display()));
    entries(folder, "redouble").iter().try_for_each(remove)
}

/// What lies in `folder` under a name that starts with `start`.
fn entries(folder: &Path, start: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    all.filter(|entry| entry.file_name().to_string_lossy().starts_with(start))
        .map(|entry| entry.path())
        .collect()
}
