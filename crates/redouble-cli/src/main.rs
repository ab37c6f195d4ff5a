//! The `redouble` command: flags and glue around the engine and the lab. This file is its table of contents.

mod failure;
mod interrupt;
mod words;
mod records;
mod json;
mod style;
mod table;
mod figures;
mod player;
mod view;
mod course;
mod entrants;
mod bar;
mod lessons;
mod play;
mod commands {
    pub mod play;
    pub mod watch;
    pub mod hint;
    pub mod review;
    pub mod import;
    pub mod agents;
    pub mod study;
    pub mod trial;
    pub mod compare;
    pub mod tune;
    pub mod notebook;
    pub mod train;
    pub mod net;
    pub mod tables;
    pub mod bench;
    pub mod perft;
    pub mod completions;
}

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::agents::Agents;
use commands::bench::Bench;
use commands::compare::Compare;
use commands::completions::Completions;
use commands::hint::Hint;
use commands::import::Import;
use commands::net::Net;
use commands::notebook::NotebookCommand;
use commands::perft::Perft;
use commands::play::Play;
use commands::review::ReviewCommand;
use commands::study::StudyCommand;
use commands::tables::TablesCommand;
use commands::train::Train;
use commands::trial::TrialCommand;
use commands::tune::Tune;
use commands::watch::Watch;
use failure::Failure;

/// Play, explain and study the game 2048
///
/// Without a subcommand it opens the terminal game: an agent plays until you
/// press a key. Into a pipe it prints one line for each game and a summary.
#[derive(Parser)]
#[command(name = "redouble", version = env!("REDOUBLE_VERSION"), verbatim_doc_comment)]
#[command(disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
#[command(override_usage = "redouble [OPTIONS]\n       redouble COMMAND")]
#[command(after_help = "\
Examples:
  redouble                                      watch the strongest agent, or play
  redouble --agent snake --games 10 | cat       ten games of another, a line each
  redouble hint ba98456732100001                the best move on a board
  redouble hint --help                          more about a command

A board is 16 characters row by row, 0 empty, 1 a 2, 2 a 4, ... f 32768, or 16
numbers such as 2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Command {
    Play(Play),
    Watch(Watch),
    Hint(Hint),
    Review(ReviewCommand),
    Import(Import),
    Agents(Agents),
    Trial(TrialCommand),
    Compare(Compare),
    Tune(Tune),
    Notebook(NotebookCommand),
    Study(StudyCommand),
    Train(Train),
    Net(Net),
    Tables(TablesCommand),
    Bench(Bench),
    Perft(Perft),
    Completions(Completions),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let mut out = std::io::stdout(); // not locked: a thread that panics restores the terminal through it
    let cli = match Cli::try_parse_from(words::shield_boards(std::env::args_os())) {
        Ok(cli) => cli,
        Err(answer) if !answer.use_stderr() => return Ok(write!(out, "{answer}")?), // --help or --version
        Err(error) => return Err(error.into()),
    };
    match cli.command {
        None => cli.play.run(&mut out),
        Some(Command::Play(play)) => play.run(&mut out),
        Some(Command::Watch(watch)) => watch.run(),
        Some(Command::Hint(hint)) => hint.run(&mut out),
        Some(Command::Review(review)) => review.run(&mut out),
        Some(Command::Import(import)) => import.run(&mut out),
        Some(Command::Agents(agents)) => agents.run(&mut out),
        Some(Command::Trial(trial)) => trial.run(&mut out),
        Some(Command::Compare(compare)) => compare.run(&mut out),
        Some(Command::Tune(tune)) => tune.run(&mut out),
        Some(Command::Notebook(notebook)) => notebook.run(&mut out),
        Some(Command::Study(study)) => study.run(&mut out),
        Some(Command::Train(train)) => train.run(&mut out),
        Some(Command::Net(net)) => net.run(&mut out),
        Some(Command::Tables(tables)) => tables.run(&mut out),
        Some(Command::Bench(bench)) => bench.run(&mut out),
        Some(Command::Perft(perft)) => perft.run(&mut out),
        Some(Command::Completions(completions)) => completions.run(&mut out),
    }
}
