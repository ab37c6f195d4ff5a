//! `cargo xtask site`: the page with its engine and its network as files for any static host.
//!
//! ```text
//! crates/redouble-cli/web/   ──▶ target/site/
//! crates/redouble-wasm       ──▶ target/site/engine.wasm
//! crates/redouble-nets*      ──▶ target/site/network/VERSION/*.part and network/parts.json
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use crate::step::{ROOT, target};

/// The most bytes that are needed before `best` plays its first move.
const MOST: u64 = 12 << 20;
const WASM: &str = "wasm32-unknown-unknown";

/// Writes the site.
pub fn run() -> ExitCode {
    match write_site() {
        Ok(site) => {
            println!("the site is in {}", site.display());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the site and says where it is.
pub fn write_site() -> Result<PathBuf, String> {
    let target = target();
    let site = target.join("site");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(|why| format!("{}: {why}", site.display()))?;
    }
    create(&site)?;
    let mut files = copy_page(&site)?;
    copy(&build_engine(&target)?, &site.join("engine.wasm"))?;
    files.push("engine.wasm".to_owned());
    let first = write_network(&site)?;
    let page: u64 = files.iter().filter_map(|file| Some(fs::metadata(site.join(file)).ok()?.len())).sum();
    println!("{page} bytes of page and engine, {first} of network before the first move");
    if page + first > MOST {
        return Err(format!("{} bytes are needed before best plays, expected {MOST} at most", page + first));
    }
    write_worker(&site, &files)?;
    Ok(site)
}

/// Copies the page and returns the names of its files.
fn copy_page(site: &Path) -> Result<Vec<String>, String> {
    let web = Path::new(ROOT).join("crates/redouble-cli/web");
    let entries = fs::read_dir(&web).map_err(|why| format!("{}: {why}", web.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in &names {
        copy(&web.join(name), &site.join(name))?;
    }
    Ok(names)
}

/// Builds the engine for browsers, with the 128-bit instructions that all of them have had since 2023.
fn build_engine(target: &Path) -> Result<PathBuf, String> {
    let words = [
        "build",
        "--locked",
        "--quiet",
        "--profile",
        "browser",
        "--package",
        "redouble-wasm",
        "--target",
        WASM,
    ];
    let flags = ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128");
    cargo(&words, &[flags])?;
    Ok(target.join(WASM).join("browser/redouble_wasm.wasm"))
}

/// Writes the parts of the network, and returns how many bytes the first move needs.
fn write_network(site: &Path) -> Result<u64, String> {
    let parts = parts();
    let read = |path: &PathBuf| fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
    let bytes: Vec<Vec<u8>> = parts.iter().map(read).collect::<Result<_, _>>()?;
    let version = format!("{:016x}", bytes.iter().fold(FNV, |hash, part| fnv(hash, part)));
    create(&site.join("network").join(&version))?;
    let mut entries = Vec::new();
    for (number, part) in bytes.iter().enumerate() {
        let name = if number == 0 { "head".to_owned() } else { format!("stage{}", number - 1) };
        let file = format!("{version}/{name}.part");
        write(&site.join("network").join(&file), part)?;
        entries.push(format!("{{\"file\":\"{file}\",\"bytes\":{}}}", part.len()));
    }
    let (head, stages) = entries.split_first().ok_or("the network has no parts")?;
    let manifest = format!("{{\"head\":{head},\"stages\":[{}]}}\n", stages.join(","));
    write(&site.join("network/parts.json"), manifest.as_bytes())?;
    Ok(bytes.iter().take(2).map(|part| part.len() as u64).sum())
}

/// The head and the stages of the built-in network, as its packages carry them.
fn parts() -> Vec<PathBuf> {
    let nets = Path::new(ROOT).join("crates/redouble-nets");
    let packages = (1..).map(|number| PathBuf::from(format!("{}-{number}", nets.display())));
    let folders: Vec<PathBuf> = packages.take_while(|package| package.exists()).collect();
    let stage = |name: String| folders.iter().map(|folder| folder.join(&name)).find(|path| path.exists());
    let stages = (0..).map_while(|number| stage(format!("stage{number}.part")));
    std::iter::once(nets.join("head.part")).chain(stages).collect()
}

/// Builds the command exactly as `cargo test --workspace` does, so that after it nothing is built again.
pub fn command() -> Result<PathBuf, String> {
    cargo(&["test", "--locked", "--quiet", "--workspace", "--test", "command", "--no-run"], &[])?;
    built("debug")
}

/// Where the command lies that was built in a folder of the target.
pub fn built(folder: &str) -> Result<PathBuf, String> {
    let path = target().join(folder).join(format!("redouble{}", std::env::consts::EXE_SUFFIX));
    std::path::absolute(&path).map_err(|why| format!("{}: {why}", path.display()))
}

/// Tells the service worker what to keep, under a name that changes with any of it.
fn write_worker(site: &Path, files: &[String]) -> Result<(), String> {
    let kept: Vec<&String> = files.iter().filter(|name| *name != "sw.js").collect();
    let mut hash = FNV;
    for name in &kept {
        let bytes = fs::read(site.join(name)).map_err(|why| format!("{name}: {why}"))?;
        hash = fnv(fnv(hash, name.as_bytes()), &bytes);
    }
    let list: Vec<String> = kept.iter().map(|name| format!("'{name}'")).collect();
    let path = site.join("sw.js");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let text = text
        .replace("'development'", &format!("'redouble-{hash:016x}'"))
        .replace("FILES = []", &format!("FILES = ['./', 'network/parts.json', {}]", list.join(", ")));
    write(&path, text.as_bytes())
}

const FNV: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

pub fn cargo(words: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    let status = Command::new("cargo").args(words).envs(env.iter().copied()).current_dir(ROOT).status();
    ended(&format!("`cargo {}`", words.join(" ")), status)
}

pub fn ended(what: &str, status: std::io::Result<ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} ended with {status}")),
        Err(why) => Err(format!("{what}: {why}")),
    }
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|why| format!("{} to {}: {why}", from.display(), to.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|why| format!("{}: {why}", path.display()))
}
