//! `cargo xtask sizes`: how large each package is. The public registry takes 10 MiB; ours stay below 9.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::step::target;

/// The most bytes of a package.
pub const MOST: u64 = 9 << 20;

/// Prints the size of every package that `cargo package` made; fails if one is too large.
pub fn run() -> ExitCode {
    let target = target();
    let packages = packages(&target.join("package"));
    if packages.is_empty() {
        eprintln!("no packages in {}: run `cargo package` first", target.join("package").display());
        return ExitCode::FAILURE;
    }
    let mut too_large = 0;
    for (name, size) in packages {
        let fits = size <= MOST;
        let note =
            if fits { String::new() } else { format!("  !!! too large: expected {MOST} bytes at most !!!") };
        println!("{size:>10} bytes  {name}{note}");
        too_large += usize::from(!fits);
    }
    if too_large == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The packages in `folder` with their sizes, by name.
fn packages(folder: &Path) -> Vec<(String, u64)> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut packages: Vec<(String, u64)> = files
        .map(|file| (file.file_name().to_string_lossy().into_owned(), file.metadata()))
        .filter(|(name, _)| name.ends_with(".crate"))
        .filter_map(|(name, found)| Some((name, found.ok()?.len())))
        .collect();
    packages.sort();
    packages
}
