//! `cargo xtask nets FOLDER`: lays the parts of a network into packages that a registry takes.
//!
//! ```text
//! FOLDER/head.part              ──▶ crates/redouble-nets/head.part, and src/default.rs which puts all together
//! FOLDER/stage0.part …          ──▶ crates/redouble-nets-1/, crates/redouble-nets-2/ …, as many as are needed
//! ```
//! `redouble net cut FILE --out FOLDER` makes the parts.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::sizes::MOST;
use crate::step::ROOT;

/// What a package needs beside its parts.
const OVERHEAD: u64 = 64 << 10;
/// The package that puts the parts together.
const NETS: &str = "redouble-nets";

/// Lays the parts in `folder` into packages.
pub fn run(folder: &str) -> ExitCode {
    match lay(Path::new(folder), &Path::new(ROOT).join("crates")) {
        Ok(packages) => {
            println!(
                "{NETS} and {packages} packages of parts are written: build once, then commit Cargo.lock too."
            );
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the packages and returns how many there are of stages.
fn lay(folder: &Path, crates: &Path) -> Result<usize, String> {
    let lengths = stage_lengths(folder)?;
    let groups = groups(&lengths)?;
    remove_old(crates)?;
    for (number, stages) in (1..).zip(&groups) {
        write_package(folder, &crates.join(name(number)), number, stages)?;
    }
    let nets = crates.join(NETS);
    copy(&folder.join("head.part"), &nets.join("head.part"))?;
    write(&nets.join("src/default.rs"), &assembly(groups.len()))?;
    let manifest = nets.join("Cargo.toml");
    let old = fs::read_to_string(&manifest).map_err(|why| format!("{}: {why}", manifest.display()))?;
    write(&manifest, &with_dependencies(&old, groups.len()))?;
    Ok(groups.len())
}

/// The length of each stage.
fn stage_lengths(folder: &Path) -> Result<Vec<u64>, String> {
    let length = |stage: usize| fs::metadata(folder.join(part(stage))).map(|found| found.len()).ok();
    let lengths: Vec<u64> = (0..).map_while(length).collect();
    match folder.join("head.part").is_file() && !lengths.is_empty() {
        true => Ok(lengths),
        false => {
            Err(format!("{}: expected head.part, stage0.part … of `redouble net cut`", folder.display()))
        }
    }
}

/// Which stages go into which package: as many neighbours as fit.
fn groups(lengths: &[u64]) -> Result<Vec<Vec<usize>>, String> {
    let room = MOST - OVERHEAD;
    let mut groups: Vec<(u64, Vec<usize>)> = Vec::new();
    for (stage, &length) in lengths.iter().enumerate() {
        match groups.last_mut() {
            _ if length > room => {
                return Err(format!(
                    "stage {stage} has {length} bytes, expected {room} at most: pack it with a larger --least-error"
                ));
            }
            Some((total, stages)) if *total + length <= room => {
                *total += length;
                stages.push(stage);
            }
            _ => groups.push((length, vec![stage])),
        }
    }
    Ok(groups.into_iter().map(|(_, stages)| stages).collect())
}

/// Removes the packages of the network before.
fn remove_old(crates: &Path) -> Result<(), String> {
    for number in 1.. {
        let package = crates.join(name(number));
        if !package.exists() {
            break;
        }
        fs::remove_dir_all(&package).map_err(|why| format!("{}: {why}", package.display()))?;
    }
    Ok(())
}

fn write_package(folder: &Path, package: &Path, number: usize, stages: &[usize]) -> Result<(), String> {
    fs::create_dir_all(package.join("src")).map_err(|why| format!("{}: {why}", package.display()))?;
    for &stage in stages {
        copy(&folder.join(part(stage)), &package.join(part(stage)))?;
    }
    write(&package.join("Cargo.toml"), &manifest(number))?;
    write(&package.join("src/lib.rs"), &library(stages))
}

fn manifest(number: usize) -> String {
    let inherited = ["version", "edition", "rust-version", "license", "authors", "keywords", "categories"];
    let inherited: String = inherited.iter().map(|key| format!("{key}.workspace = true\n")).collect();
    format!(
        "[package]\nname = \"{}\"\ndescription = \"A part of the networks that come with Redouble: use redouble-nets\"\n\
         {inherited}\n[lints]\nworkspace = true\n",
        name(number)
    )
}

fn library(stages: &[usize]) -> String {
    let includes: String =
        stages.iter().map(|&stage| format!("    include_bytes!(\"../{}\"),\n", part(stage))).collect();
    format!(
        "//! A part of the networks that come with Redouble, which `redouble-nets` puts together.\n\
         //! Written by `cargo xtask nets`.\n#![deny(missing_docs)]\n\n/// The stages in it.\n\
         #[rustfmt::skip]\npub static STAGES: [&[u8]; {}] = [\n{includes}];\n",
        stages.len()
    )
}

/// The module that puts the parts together.
fn assembly(packages: usize) -> String {
    let all: Vec<String> =
        (1..=packages).map(|number| format!("redouble_nets_{number}::STAGES.as_slice()")).collect();
    format!(
        "//! What the default network is made of. Written by `cargo xtask nets`.\n\n\
         use redouble::network::{{Network, NetworkFormatError, NetworkParts}};\n\n\
         #[rustfmt::skip]\npub fn network() -> Result<Network, NetworkFormatError> {{\n    \
         let mut parts = NetworkParts::new(include_bytes!(\"../head.part\").as_slice())?;\n    \
         let packages = [{}];\n    \
         packages.concat().into_iter().try_for_each(|stage| parts.add(stage))?;\n    \
         parts.network()\n}}\n",
        all.join(", ")
    )
}

/// The manifest of the package that puts the parts together, with its dependencies on theirs.
fn with_dependencies(manifest: &str, packages: usize) -> String {
    let others = manifest.lines().filter(|line| !line.starts_with("redouble-nets-"));
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    let at = lines.iter().position(|line| line == "[dependencies]").map_or(lines.len(), |at| at + 1);
    let ours = (1..=packages)
        .map(|number| format!("{0} = {{ path = \"../{0}\", version = \"{VERSION}\" }}", name(number)));
    lines.splice(at..at, ours);
    lines.join("\n") + "\n"
}

/// The version of all packages.
const VERSION: &str = "0.1.0";

fn name(number: usize) -> String {
    format!("{NETS}-{number}")
}

fn part(stage: usize) -> String {
    format!("stage{stage}.part")
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|why| format!("{} to {}: {why}", from.display(), to.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_packages_have_one_version() {
        let root = include_str!("../../Cargo.toml");
        assert!(root.contains(&format!("[workspace.package]\nversion = \"{VERSION}\"\n")));
    }

    #[test]
    fn neighbours_share_a_package_as_long_as_they_fit() {
        let mebibytes = |numbers: &[u64]| numbers.iter().map(|number| number << 20).collect::<Vec<_>>();
        assert_eq!(groups(&mebibytes(&[3, 5, 8, 1, 1])), Ok(vec![vec![0, 1], vec![2], vec![3, 4]]));
        assert!(groups(&mebibytes(&[1, 9])).unwrap_err().starts_with("stage 1 has 9437184 bytes"));
    }

    #[test]
    fn dependencies_take_the_place_of_those_before() {
        let once = with_dependencies("[package]\n\n[dependencies]\nredouble.workspace = true\n", 2);
        let line = |number| format!("redouble-nets-{number} = {{ path = \"../redouble-nets-{number}\"");
        assert!(once.contains(&line(1)) && once.contains(&line(2)) && once.contains("redouble.workspace"));
        let again = with_dependencies(&once, 1);
        assert!(again.contains(&line(1)) && !again.contains(&line(2)));
    }

    #[test]
    fn a_network_is_laid_into_packages_and_the_next_one_replaces_it() {
        let root = std::env::temp_dir().join(format!("redouble-xtask-{}", std::process::id()));
        let (folder, crates) = (root.join("parts"), root.join("crates"));
        fs::create_dir_all(crates.join("redouble-nets/src")).unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(crates.join("redouble-nets/Cargo.toml"), "[dependencies]\n").unwrap();
        for (name, length) in [("head", 10), ("stage0", 6 << 20), ("stage1", 5 << 20)] {
            fs::write(folder.join(format!("{name}.part")), vec![7; length]).unwrap();
        }
        assert_eq!(lay(&folder, &crates), Ok(2));
        assert!(crates.join("redouble-nets-2/stage1.part").is_file());
        let assembly = fs::read_to_string(crates.join("redouble-nets/src/default.rs")).unwrap();
        assert!(assembly.contains("redouble_nets_1::STAGES") && assembly.contains("redouble_nets_2::STAGES"));
        fs::remove_file(folder.join("stage1.part")).unwrap();
        assert_eq!(lay(&folder, &crates), Ok(1));
        assert!(!crates.join("redouble-nets-2").exists());
        fs::remove_dir_all(&root).unwrap();
    }
}
