//! Tells the command which commit it was built from, where that can be known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    match packaged_commit().or_else(checked_out_commit) {
        Some(commit) => println!("cargo::rustc-env=REDOUBLE_VERSION={version} ({commit:.10})"),
        None => println!("cargo::rustc-env=REDOUBLE_VERSION={version}"),
    }
}

/// The commit that `cargo package` wrote into the package.
fn packaged_commit() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let hash = info.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    Some(hash.to_owned())
}

/// The commit git has checked out, if this file belongs to it and not to some project around us.
fn checked_out_commit() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(file) = git(&["rev-parse", "--git-path", path]).filter(|file| Path::new(file).exists()) {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "HEAD"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
