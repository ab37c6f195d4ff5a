//! `redouble bench`

use std::io::Write;
use std::time::Instant;

use clap::Args;
use redouble::bench::{self, BenchResult, BenchSearch};
use serde::Serialize;

use crate::failure::Failure;
use crate::json;
use crate::table::number;

/// Search fixed boards with every kind of search: signature and speed
///
/// The signature changes exactly when some agent would play, count or value
/// differently than before; it is the same on every machine. The speed is that
/// of one thread.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble bench
  redouble bench --json | jq -r .signature")]
pub struct Bench {
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Object {
    signature: String,
    searches: Vec<Search>,
}

#[derive(Serialize)]
struct Search {
    search: &'static str,
    nodes: u64,
    leaves: u64,
    nodes_per_second: f64,
}

impl Bench {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (mut results, mut searches) = (Vec::new(), Vec::new());
        for mut search in BenchSearch::all() {
            let (result, timed) = timed(&mut search);
            if !self.json {
                writeln!(out, "{}", line(&timed))?;
            }
            results.push(result);
            searches.push(timed);
        }
        let signature = bench::signature(&results).hex();
        match self.json {
            true => json::line(out, &Object { signature, searches }),
            false => Ok(writeln!(out, "signature {signature}")?),
        }
    }
}

fn timed(search: &mut BenchSearch) -> (BenchResult, Search) {
    let start = Instant::now();
    let result = search.run();
    let nodes_per_second = result.nodes as f64 / start.elapsed().as_secs_f64();
    let BenchResult { search, nodes, leaves, .. } = result;
    (result, Search { search, nodes, leaves, nodes_per_second: nodes_per_second.round() })
}

fn line(Search { search, nodes, nodes_per_second, .. }: &Search) -> String {
    format!(
        "{search:<66} {:>12} nodes {:>8} million/s",
        number(*nodes as f64, 0),
        number(nodes_per_second / 1e6, 1)
    )
}
