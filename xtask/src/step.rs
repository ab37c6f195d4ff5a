//! A step of a task: a command, what it needs, and what became of it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The root of the workspace.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Where everything is built.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(Path::new(ROOT).join("target"), PathBuf::from)
}

/// One command that must succeed.
pub struct Step {
    /// What it checks, in a word or two.
    pub title: &'static str,
    /// The command as one would type it; words are parted by spaces.
    pub command: &'static str,
    /// Fetches what the command needs, or says why this machine cannot run it.
    pub needs: fn() -> Result<(), String>,
    /// Set in the command's environment.
    pub env: &'static [(&'static str, &'static str)],
}

/// A step that this machine cannot run.
#[derive(Debug, PartialEq)]
pub struct Skipped {
    pub title: &'static str,
    pub why: String,
}

/// For steps that need Rust and nothing else.
pub fn nothing() -> Result<(), String> {
    Ok(())
}

/// Runs the steps in order, stops at the first failure and returns those skipped. In CI none may be.
pub fn run_all(steps: &[Step], in_ci: bool) -> Result<Vec<Skipped>, String> {
    let mut skipped = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        println!("\n[{}/{}] {}: {}", number + 1, steps.len(), step.title, step.command);
        match (step.needs)() {
            Ok(()) => run(step, in_ci)?,
            Err(why) if in_ci => return Err(format!("{}: nothing may be skipped in CI: {why}", step.title)),
            Err(why) => {
                println!("    skipped: {why}");
                skipped.push(Skipped { title: step.title, why });
            }
        }
    }
    Ok(skipped)
}

/// What CI builds it builds once and nobody debugs: it keeps nothing for the next change, no lines of code, and does not
/// part crates for threads that are busy with other crates anyway.
const ONCE: [(&str, &str); 5] = [
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_DEV_BUILD_OVERRIDE_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_BROWSER_BUILD_OVERRIDE_CODEGEN_UNITS", "1"),
];

/// Runs one step at the root of the workspace.
fn run(step: &Step, in_ci: bool) -> Result<(), String> {
    let mut words = step.command.split(' ');
    let program = words.next().unwrap_or_default();
    let start = Instant::now();
    let once: &[_] = if in_ci { &ONCE } else { &[] };
    let env = step.env.iter().chain(once).copied();
    match Command::new(program).args(words).envs(env).current_dir(ROOT).status() {
        Ok(status) if status.success() => {
            println!("    passed in {:.1} s", start.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(status) => Err(format!("{}: `{}` ended with {status}", step.title, step.command)),
        Err(error) => Err(format!("{}: cannot start `{program}`: {error}", step.title)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: Step = Step { title: "passes", command: "rustc --version", needs: nothing, env: &[] };
    const FAILS: Step = Step { title: "fails", command: "rustc --no-such-flag", needs: nothing, env: &[] };
    const LACKS: Step =
        Step { title: "lacks", command: "rustc --version", needs: || Err("no moon".into()), env: &[] };

    #[test]
    fn a_failing_command_ends_the_run() {
        let why = run_all(&[PASSES, FAILS, LACKS], false).unwrap_err();
        assert!(why.starts_with("fails: `rustc --no-such-flag` ended with"), "{why}");
    }

    #[test]
    fn a_missing_part_is_skipped_and_named() {
        let skipped = Skipped { title: "lacks", why: "no moon".into() };
        assert_eq!(run_all(&[PASSES, LACKS, PASSES], false), Ok(vec![skipped]));
    }

    #[test]
    fn a_missing_part_is_a_failure_in_ci() {
        let why = run_all(&[PASSES, LACKS], true).unwrap_err();
        assert_eq!(why, "lacks: nothing may be skipped in CI: no moon");
    }
}
