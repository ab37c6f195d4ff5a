//! `cargo xtask load`: 64 clients ask `redouble serve` for a minute. Loopback only; it ends by itself.
//!
//! Each question is a search of a fixed number of nodes, so that the cores decide how many are answered. First as many
//! clients as threads ask, which is what the cores can do; then 64.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::site::cargo;
use crate::step::target;

const CLIENTS: usize = 64;
const MINUTE: Duration = Duration::from_secs(60);
const ALONE: Duration = Duration::from_secs(15);
const BODY: &str = r#"{"board":"6531432022001001","agent":"expectimax(eval=grid,depth=7)"}"#;

/// Runs the load and prints what came of it; fails if an answer failed.
pub fn run() -> ExitCode {
    match measure() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failures) => {
            eprintln!("{failures} answers failed");
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<u64, String> {
    cargo(&["build", "--locked", "--release", "--package", "redouble-cli"], &[])?;
    let server = Server::start()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let alone = ask(&server.address, threads, ALONE);
    let load = ask(&server.address, CLIENTS, MINUTE);
    let ratio = load.rate() / alone.rate();
    println!("{} clients: {}", threads, alone.text());
    println!("{CLIENTS} clients: {}", load.text());
    println!("throughput: {:.1} % of what {threads} clients get", 100.0 * ratio);
    println!("slowest client: {:.2} times the mean latency", load.slowest() / load.mean());
    println!("memory: {}", server.memory());
    Ok(alone.failures() + load.failures())
}

/// A server that ends with its value.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Server, String> {
        let program = target().join("release/redouble");
        let mut child = Command::new(&program)
            .args(["serve", "--port", "0", "--no-notebook"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| format!("{}: {why}", program.display()))?;
        let mut line = String::new();
        let output = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(output).read_line(&mut line).map_err(|why| why.to_string())?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { child, address })
    }

    /// The most memory it ever used, where the system tells.
    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak.map_or("unknown".to_owned(), |peak| format!("{} at most", peak.trim()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What clients met: the latency of each answer, in seconds, by client, and how many failed.
struct Load {
    latencies: Vec<Vec<f64>>,
    failed: u64,
    took: f64,
}

impl Load {
    fn answers(&self) -> usize {
        self.latencies.iter().map(Vec::len).sum()
    }

    fn failures(&self) -> u64 {
        self.failed
    }

    fn rate(&self) -> f64 {
        self.answers() as f64 / self.took
    }

    fn mean(&self) -> f64 {
        self.latencies.iter().flatten().sum::<f64>() / self.answers().max(1) as f64
    }

    /// The mean latency of the client that waited longest.
    fn slowest(&self) -> f64 {
        let mean = |client: &Vec<f64>| client.iter().sum::<f64>() / client.len().max(1) as f64;
        self.latencies.iter().map(mean).fold(0.0, f64::max)
    }

    fn text(&self) -> String {
        let mut all: Vec<f64> = self.latencies.iter().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        let at = |share: f64| {
            all.get((share * all.len() as f64) as usize).or(all.last()).copied().unwrap_or(0.0) * 1e3
        };
        format!(
            "{} answers in {:.1} s, {:.1} a second, {} failures, latency mean {:.1} ms, median {:.1}, 99 % {:.1}, most {:.1}",
            self.answers(),
            self.took,
            self.rate(),
            self.failed,
            self.mean() * 1e3,
            at(0.5),
            at(0.99),
            at(1.0)
        )
    }
}

fn ask(address: &str, clients: usize, time: Duration) -> Load {
    let start = Instant::now();
    let client = || {
        let (mut latencies, mut failed) = (Vec::new(), 0);
        while start.elapsed() < time {
            let asked = Instant::now();
            match question(address) {
                Ok(()) => latencies.push(asked.elapsed().as_secs_f64()),
                Err(_) => failed += 1,
            }
        }
        (latencies, failed)
    };
    let found: Vec<(Vec<f64>, u64)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..clients).map(|_| scope.spawn(client)).collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
    });
    let failed = found.iter().map(|(_, failed)| failed).sum();
    let latencies = found.into_iter().map(|(latencies, _)| latencies).collect();
    Load { latencies, failed, took: start.elapsed().as_secs_f64() }
}

/// Asks once on a connection of its own.
fn question(address: &str) -> Result<(), String> {
    let mut stream = TcpStream::connect(address).map_err(|why| why.to_string())?;
    let head = format!(
        "POST /api/hint HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        BODY.len()
    );
    stream.write_all((head + BODY).as_bytes()).map_err(|why| why.to_string())?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).map_err(|why| why.to_string())?;
    match reply.starts_with("HTTP/1.1 200") && reply.contains("\"best\":") {
        true => Ok(()),
        false => Err(reply),
    }
}
