//! The `redouble` command: flags and glue around the engine and the lab. This file is its table of contents.

mod failure;
mod interrupt;
mod words;
mod records;
mod outfile;
mod json;
mod style;
mod table;
mod figures;
mod budget;
mod player;
mod view;
mod course;
mod entrants;
mod bar;
mod lessons;
mod play;
mod server;
mod commands {
    pub mod play;
    pub mod watch;
    pub mod hint;
    pub mod review;
    pub mod serve;
    pub mod import;
    pub mod agents;
    pub mod study;
    pub mod trial;
    pub mod ladder;
    pub mod calibrate;
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

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use commands::agents::Agents;
use commands::bench::Bench;
use commands::calibrate::Calibrate;
use commands::compare::Compare;
use commands::completions::Completions;
use commands::hint::Hint;
use commands::import::Import;
use commands::ladder::LadderCommand;
use commands::net::Net;
use commands::notebook::NotebookCommand;
use commands::perft::Perft;
use commands::play::Play;
use commands::review::ReviewCommand;
use commands::serve::Serve;
use commands::study::StudyCommand;
use commands::tables::TablesCommand;
use commands::train::Train;
use commands::trial::TrialCommand;
use commands::tune::Tune;
use commands::watch::Watch;
use failure::Failure;

/// The version of the program and the commit it was built from.
const VERSION: &str = env!("REDOUBLE_VERSION");

/// Play, explain and study the game 2048
///
/// Without a subcommand it opens the terminal game: an agent plays until you
/// press a key. Into a pipe it prints one line for each game and a summary.
#[derive(Parser)]
#[command(name = "redouble", version = VERSION, verbatim_doc_comment)]
#[command(args_conflicts_with_subcommands = true)]
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
    Serve(Serve),
    Import(Import),
    Agents(Agents),
    Trial(TrialCommand),
    Ladder(LadderCommand),
    Calibrate(Calibrate),
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
    let words: Vec<OsString> = words::shield_boards(std::env::args_os()).collect();
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(answer) if is_asked_for(&answer) => return Ok(write!(out, "{answer}")?),
        Err(error) => return Err(Failure::words(&error, &command_of(&words))),
    };
    match cli.command {
        None => cli.play.run(&mut out),
        Some(Command::Play(play)) => play.run(&mut out),
        Some(Command::Watch(watch)) => watch.run(),
        Some(Command::Hint(hint)) => hint.run(&mut out),
        Some(Command::Review(review)) => review.run(&mut out),
        Some(Command::Serve(serve)) => serve.run(&mut out),
        Some(Command::Import(import)) => import.run(&mut out),
        Some(Command::Agents(agents)) => agents.run(&mut out),
        Some(Command::Trial(trial)) => trial.run(&mut out),
        Some(Command::Ladder(ladder)) => ladder.run(&mut out),
        Some(Command::Calibrate(calibrate)) => calibrate.run(&mut out),
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

/// Whether it is help or the version; a command that does nothing without a subcommand lists them.
fn is_asked_for(answer: &clap::Error) -> bool {
    !answer.use_stderr() || answer.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The command and subcommand that `words` name, as they are typed.
fn command_of(words: &[OsString]) -> String {
    let mut command = &Cli::command();
    let mut names = vec![command.get_name()];
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        let Some(found) = command.find_subcommand(word) else { break };
        command = found;
        names.push(command.get_name());
    }
    names.join(" ")
}
