//! `cargo xtask sizes`: how large each package is. The public registry takes 10 MiB; ours stay below 9.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::step::target;

/// The most bytes of a package.
pub const MOST: u64 = 9 << 20;

/// Packages that are larger all the same, until what is in them is laid into several: see `cargo xtask nets`.
const TOLERATED: [&str; 1] = ["redouble-nets-0"];

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
        let verdict = verdict(&name, size);
        println!("{size:>10} bytes  {name}{}", verdict.note());
        too_large += usize::from(verdict == Verdict::TooLarge);
    }
    if too_large == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Fits,
    Tolerated,
    TooLarge,
}

impl Verdict {
    fn note(self) -> &'static str {
        match self {
            Verdict::Fits => "",
            Verdict::Tolerated => {
                "  !!! too large for the registry, tolerated until it is laid into parts !!!"
            }
            Verdict::TooLarge => "  !!! too large: expected 9437184 bytes at most !!!",
        }
    }
}

fn verdict(name: &str, size: u64) -> Verdict {
    let tolerated = TOLERATED.iter().any(|start| name.starts_with(start));
    match (size <= MOST, tolerated) {
        (true, _) => Verdict::Fits,
        (false, true) => Verdict::Tolerated,
        (false, false) => Verdict::TooLarge,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_package_that_waits_for_its_parts_may_be_too_large() {
        assert_eq!(verdict("redouble-0.1.0.crate", MOST), Verdict::Fits);
        assert_eq!(verdict("redouble-0.1.0.crate", MOST + 1), Verdict::TooLarge);
        assert_eq!(verdict("redouble-nets-0.1.0.crate", MOST + 1), Verdict::Tolerated);
        assert_eq!(verdict("redouble-nets-1-0.1.0.crate", MOST + 1), Verdict::TooLarge);
    }
}
