//! `cargo xtask packages`: every package builds from what is in it, and from our other packages as they are.
//!
//! `cargo package` would build each of them alone, those it depends on included, again and again, and leave them in the
//! user's cargo folder. Unpacked beside each other they are one workspace, checked once and against what was built before.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::step::{ROOT, target};

/// Work in progress is checked too, hence the dirty tree.
const PACK: &str =
    "package --locked --workspace --exclude xtask --exclude redouble-tests --allow-dirty --no-verify --quiet";
const CHECK: &str = "check --offline --workspace --quiet";

/// Packs everything, unpacks it side by side and checks it.
pub fn run() -> ExitCode {
    let packed = target().join("package");
    let checked = forget_old(&packed)
        .and_then(|()| cargo(PACK, Path::new(ROOT)))
        .and_then(|()| unpack(&packed))
        .and_then(|folder| cargo(CHECK, &folder));
    match checked {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("packages: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Removes what an earlier run left in the target folder.
fn forget_old(packed: &Path) -> Result<(), String> {
    match fs::remove_dir_all(packed) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(told(packed, error)),
        _ => Ok(()),
    }
}

fn cargo(arguments: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new("cargo");
    let command = command.args(arguments.split(' ')).current_dir(folder).env("CARGO_TARGET_DIR", target());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`cargo {arguments}` in {} ended with {status}", folder.display())),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// Unpacks all packages in `packed` into a workspace.
fn unpack(packed: &Path) -> Result<PathBuf, String> {
    let folder = packed.join("unpacked");
    fs::create_dir_all(&folder).map_err(|error| told(&folder, error))?;
    let files = fs::read_dir(packed).map_err(|error| told(packed, error))?.flatten();
    let mut names = Vec::new();
    for file in
        files.map(|file| file.path()).filter(|file| file.extension().is_some_and(|end| end == "crate"))
    {
        extract(&file, &folder)?;
        names.extend(file.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    let root = |name: &str| {
        fs::read_to_string(Path::new(ROOT).join(name)).map_err(|error| told(Path::new(name), error))
    };
    let files = [("Cargo.toml", manifest(&names, &root("Cargo.toml")?)), ("Cargo.lock", root("Cargo.lock")?)];
    for (name, text) in files {
        fs::write(folder.join(name), text).map_err(|error| told(&folder.join(name), error))?;
    }
    Ok(folder)
}

fn extract(file: &Path, folder: &Path) -> Result<(), String> {
    match Command::new("tar").arg("-xzf").arg(file).arg("-C").arg(folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("tar could not unpack {}: {status}", file.display())),
        Err(error) => Err(format!("cannot start tar: {error}")),
    }
}

/// A workspace of these packages, which takes none of them from elsewhere and builds as the one at the `root` does.
fn manifest(packages: &[String], root: &str) -> String {
    let members: Vec<String> = packages.iter().map(|package| format!("{package:?}")).collect();
    let patch = |package: &String| {
        let name = package.rsplit_once('-').map_or(package.as_str(), |(name, _)| name);
        format!("{name} = {{ path = {package:?} }}\n")
    };
    let patches: String = packages.iter().map(patch).collect();
    let profiles = root.find("[profile.").map_or("", |place| &root[place..]);
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n{patches}\n{profiles}",
        members.join(", ")
    )
}

fn told(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_takes_our_packages_from_its_own_folder_and_builds_like_ours() {
        let packages = ["redouble-0.1.0", "redouble-lab-0.1.0"].map(String::from);
        let text = manifest(&packages, "[workspace]\nmembers = []\n\n[profile.dev]\ndebug = 1\n");
        assert!(text.contains("members = [\"redouble-0.1.0\", \"redouble-lab-0.1.0\"]"), "{text}");
        assert!(text.contains("\nredouble-lab = { path = \"redouble-lab-0.1.0\" }\n"), "{text}");
        assert!(text.ends_with("\n[profile.dev]\ndebug = 1\n"), "{text}");
    }

    #[test]
    fn only_the_target_folder_is_cleared() {
        let folder = std::env::temp_dir().join(format!("redouble-packages-{}", std::process::id()));
        let packed = folder.join("package");
        fs::create_dir_all(packed.join("unpacked")).unwrap();
        fs::write(folder.join("beside"), "x").unwrap();
        assert_eq!(forget_old(&packed), Ok(()));
        assert_eq!(forget_old(&packed), Ok(()), "nothing there is fine too");
        assert!(!packed.exists() && folder.join("beside").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
