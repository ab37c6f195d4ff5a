//! `cargo xtask python`: the Python package, built as a wheel and tested in a virtual environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::site::cargo;
use crate::step::{ROOT, target};

/// The most bytes of a wheel.
const MOST: u64 = 60_000_000;

/// Builds the command, the wheel and the source distribution, and runs the tests.
pub fn run() -> ExitCode {
    match test() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    needs()?;
    let room = Room::new()?;
    room.furnish()?;
    cargo(&["build", "--locked", "--quiet", "--package", "redouble-cli"], &[])?;
    let wheel =
        room.build(&["build", "--quiet", "--locked", "--interpreter", &text(&room.python())], "whl")?;
    let size = fs::metadata(&wheel).map_err(|why| told(&wheel, why))?.len();
    println!("    {}: {size} bytes", wheel.display());
    if size >= MOST {
        return Err(format!("the wheel has {size} bytes, expected fewer than {MOST}"));
    }
    room.pip(&["install", "--force-reinstall", "--no-deps", "--no-index", &text(&wheel)])?;
    room.check_source(&room.build(&["sdist"], "tar.gz")?)?;
    room.pytest()
}

/// The folder of the package.
fn package() -> PathBuf {
    Path::new(ROOT).join("crates/redouble-python")
}

/// The virtual environment and what is built for it.
struct Room {
    folder: PathBuf,
}

impl Room {
    fn new() -> Result<Room, String> {
        let folder = target().join("python");
        fs::create_dir_all(&folder).map_err(|why| told(&folder, why))?;
        let folder = std::path::absolute(&folder).map_err(|why| told(&folder, why))?;
        Ok(Room { folder })
    }

    fn program(&self, name: &str) -> PathBuf {
        let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join("venv").join(scripts).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    fn python(&self) -> PathBuf {
        self.program("python")
    }

    /// Installs what the lock file names, unless that is what is there.
    fn furnish(&self) -> Result<(), String> {
        let (lock, stamp) = (package().join("requirements.lock"), self.folder.join("venv/installed.lock"));
        let wanted =
            fs::read_to_string(&lock).map_err(|why| told(&lock, why))? + &version().unwrap_or_default();
        if fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
            return Ok(());
        }
        let venv = self.folder.join("venv");
        println!("    making a virtual environment in {}", venv.display());
        let made = Command::new(interpreter()).args(["-m", "venv", "--clear"]).arg(&venv).status();
        ended("python -m venv", made)?;
        self.pip(&["install", "--no-deps", "--requirement", &text(&lock)])?;
        fs::write(&stamp, wanted).map_err(|why| told(&stamp, why))
    }

    fn pip(&self, words: &[&str]) -> Result<(), String> {
        let quiet = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
        ended("pip", Command::new(self.python()).args(quiet).args(words).status())
    }

    /// Builds by maturin; returns the one file it makes, which ends in `extension`.
    fn build(&self, words: &[&str], extension: &str) -> Result<PathBuf, String> {
        let made = self.folder.join(extension);
        let _ = fs::remove_dir_all(&made); // what an earlier run left; nothing there is fine too
        let mut command = Command::new(self.program("maturin"));
        let command = command.args(words).arg("--out").arg(&made).current_dir(package());
        ended("maturin", command.env("CARGO_TARGET_DIR", absolute_target()?).status())?;
        let files = fs::read_dir(&made).map_err(|why| told(&made, why))?.flatten().map(|file| file.path());
        let is_it = |file: &PathBuf| text(file).ends_with(extension);
        files.filter(is_it).last().ok_or_else(|| format!("maturin made no .{extension}"))
    }

    /// Checks that the source distribution has all that it takes to build it.
    fn check_source(&self, sdist: &Path) -> Result<(), String> {
        let folder = self.folder.join("unpacked");
        let _ = fs::remove_dir_all(&folder); // what an earlier run left; nothing there is fine too
        fs::create_dir_all(&folder).map_err(|why| told(&folder, why))?;
        let mut tar = Command::new("tar");
        let tar = tar.arg("-xzf").arg(sdist).args(["--strip-components", "1", "-C"]).arg(&folder);
        ended("tar", tar.status())?;
        let check = ["check", "--offline", "--quiet", "--package", "redouble-python"];
        let mut command = Command::new("cargo");
        let command = command.args(check).env("CARGO_TARGET_DIR", absolute_target()?).current_dir(&folder);
        ended("the source distribution: cargo check", command.status())
    }

    fn pytest(&self) -> Result<(), String> {
        let command = target().join("debug").join(format!("redouble{}", std::env::consts::EXE_SUFFIX));
        let command = std::path::absolute(&command).map_err(|why| told(&command, why))?;
        let status = Command::new(self.python())
            .args(["-m", "pytest", "--quiet", "--no-header", "-p", "no:cacheprovider", "--durations=5"])
            .env("REDOUBLE", command)
            .env("MPLBACKEND", "agg")
            .env("RAY_USAGE_STATS_ENABLED", "0")
            .current_dir(package())
            .status();
        ended("the tests of the Python package", status)
    }
}

fn absolute_target() -> Result<PathBuf, String> {
    std::path::absolute(target()).map_err(|why| told(&target(), why))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn told(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn ended(what: &str, status: std::io::Result<std::process::ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} ended with {status}")),
        Err(why) => Err(format!("{what}: {why}")),
    }
}

/// The interpreter: named by `PYTHON`, or the usual one.
fn interpreter() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Its version, if it is recent enough and can make virtual environments.
fn version() -> Option<String> {
    let probe = "import sys, venv, ensurepip; print(sys.version); sys.exit(sys.version_info < (3, 11))";
    let output = Command::new(interpreter()).args(["-c", probe]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether this machine has Python; in CI it is installed first, as CONTRIBUTING.md says.
pub fn needs() -> Result<(), String> {
    if version().is_none() && std::env::var_os("CI").is_some_and(|ci| ci == "true") {
        println!("    installing Python: apt-get install -y python3 python3-venv");
        let _ = Command::new("apt-get").args(["install", "-y", "python3", "python3-venv"]).status();
    }
    let missing = || {
        format!(
            "{} is not Python 3.11 or later with venv: see CONTRIBUTING.md for how to install it",
            interpreter()
        )
    };
    version().map(drop).ok_or_else(missing)
}
