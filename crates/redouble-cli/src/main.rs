//! The `redouble` command: flags and glue around the engine and the lab. This file is its table of contents.

mod bar;
mod course;
mod entrants;
mod failure;
mod figures;
mod json;
mod table;
mod words;
mod commands {
    pub mod agents;
    pub mod compare;
    pub mod completions;
    pub mod notebook;
    pub mod perft;
    pub mod trial;
}

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::agents::Agents;
use commands::compare::Compare;
use commands::completions::Completions;
use commands::notebook::NotebookCommand;
use commands::perft::Perft;
use commands::trial::TrialCommand;
use failure::Failure;

/// Play, explain and study the game 2048.
#[derive(Parser)]
#[command(name = "redouble", version = env!("REDOUBLE_VERSION"), disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Agents(Agents),
    Perft(Perft),
    Trial(TrialCommand),
    Compare(Compare),
    Notebook(NotebookCommand),
    Completions(Completions),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let cli = match Cli::try_parse_from(words::shield_boards(std::env::args_os())) {
        Ok(cli) => cli,
        Err(answer) if !answer.use_stderr() => return Ok(write!(out, "{answer}")?), // --help or --version
        Err(error) => return Err(error.into()),
    };
    match cli.command {
        Command::Agents(agents) => agents.run(&mut out),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Trial(trial) => trial.run(&mut out),
        Command::Compare(compare) => compare.run(&mut out),
        Command::Notebook(notebook) => notebook.run(&mut out),
        Command::Completions(completions) => completions.run(&mut out),
    }
}
