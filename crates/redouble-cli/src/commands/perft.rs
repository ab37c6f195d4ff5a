//! `redouble perft BOARD DEPTH`

use std::io::Write;
use std::time::Instant;

use clap::Args;
use redouble::{Board, perft};
use serde::Serialize;

use crate::failure::Failure;
use crate::json;
use crate::table;
use crate::words;

/// Count every way a game can go on for some moves
///
/// One count for each depth up to DEPTH: the number of ways to slide and let
/// chance spawn a 2 or a 4, that many times. Two programs with the same rules
/// agree on all of them.
#[derive(Args)]
#[command(verbatim_doc_comment, override_usage = "redouble perft [--json] BOARD DEPTH")]
#[command(after_help = "\
Examples:
  redouble perft 0123012301230123 3
  redouble perft 2 4 . . / . . . . / . . . . / . . . 1024 2
  echo 0000000000000011 | redouble perft - 3 --json")]
pub struct Perft {
    /// A board in any form, as one argument or many, or - for standard input;
    /// then the number of moves
    #[arg(required = true, num_args = 2.., value_names = ["BOARD", "DEPTH"], verbatim_doc_comment)]
    words: Vec<String>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counts {
    board: String,
    /// Depth 0 first.
    counts: Vec<u64>,
    ms: f64,
}

impl Perft {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (board, depth) = self.board_and_depth()?;
        if !self.json {
            writeln!(out, "depth {:>20}", "boards")?;
        }
        let start = Instant::now();
        let mut counts = Vec::new();
        for depth in 0..=depth {
            let count = perft(board, depth);
            if !self.json {
                writeln!(out, "{depth:>5} {count:>20}")?;
            }
            counts.push(count);
        }
        let seconds = start.elapsed().as_secs_f64();
        match self.json {
            true => {
                json::line(out, &Counts { board: board.to_string(), counts, ms: json::ms(start.elapsed()) })
            }
            false => summary(out, counts.iter().sum(), seconds),
        }
    }

    fn board_and_depth(&self) -> Result<(Board, u32), Failure> {
        let (depth, board) = self.words.split_last().expect("clap asks for two words");
        let expected = || Failure::Usage(format!("depth: '{depth}' comes last, expected a number from 0"));
        let depth = depth.parse().map_err(|_| expected())?;
        Ok((words::setup(board)?.board, depth))
    }
}

fn summary(out: &mut dyn Write, boards: u64, seconds: f64) -> Result<(), Failure> {
    let speed = boards as f64 / seconds / 1e6;
    Ok(writeln!(
        out,
        "{boards} {} in {seconds:.3} s, {speed:.1} million a second",
        table::words(boards, "board")
    )?)
}
