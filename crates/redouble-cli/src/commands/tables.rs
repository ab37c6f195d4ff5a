//! `redouble tables build|list|verify|remove`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use redouble::{Endgame, Tablebase};
use redouble_lab::machine;
use redouble_lab::tables::{
    BuildProgress, DEFAULT_SET, Plan, Shelved, ShelvedState, TableBuildError, TableShelf,
};

use crate::failure::Failure;
use crate::table::{Table, count, megabytes, number};

/// Build and manage endgame tables
///
/// A table holds the exact chance to make the next large tile while the larger
/// ones stand still in their corner, or at most take detours. `hint` tells what
/// the tables know of a board, and `best(tables=always)` plays by them.
#[derive(Args)]
#[command(arg_required_else_help = true, subcommand_required = true)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble tables build                 442 and L3 for 256, 512 and 1024: minutes, and below 2 GB of disk
  redouble tables build 442-512         the one that games need most: a minute or two, 191 MB
  redouble tables build 44-64           a small one
  redouble tables list
  redouble tables verify 442-512

A name is a formation and the tile to be made. 442 is a row of four large tiles
with two more below its end, named by the free cells of each row from the bottom,
as others can be; L3 is the block of three by two large tiles in a corner. With an
s behind the formation, as in 442s-512, a slide may move large tiles if the next
one brings all of them home: more is won, and building takes longer. An
interrupted build continues when it is started again. Tables are mapped: remove or
replace them at any time, but do not shorten one that is in use, for the system
ends a program whose mapped file is cut off.")]
pub struct TablesCommand {
    #[command(subcommand)]
    action: Action,
    /// Where tables are kept [default: redouble/tables in your data folder]
    #[arg(long, value_name = "DIR", global = true)]
    folder: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// Solve endgames, or continue where it stopped
    Build(Build),
    /// List the tables
    List,
    /// Check tables for damage
    Verify {
        /// Which ones [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove tables, finished or not
    Remove {
        /// Which ones
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
}

#[derive(Args)]
struct Build {
    /// Which ones [default: 442-512 442-256 442-1024 L3-1024 L3-512 L3-256]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Drop positions less likely than this to succeed
    #[arg(long, value_name = "P", default_value_t = Plan::USUAL_LEAST, value_parser = probability)]
    least: f64,
    /// How many threads to use [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl TablesCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let shelf = match self.folder {
            Some(folder) => TableShelf::new(folder),
            None => TableShelf::of_user().ok_or_else(|| {
                Failure::Usage("there is no data folder: set HOME, or name a folder with --folder DIR".into())
            })?,
        };
        match self.action {
            Action::Build(build) => build.run(&shelf, out),
            Action::List => list(&shelf, out),
            Action::Verify { names } => verify(&shelf, &names, out),
            Action::Remove { names } => remove(&shelf, &names, out),
        }
    }
}

impl Build {
    fn run(self, shelf: &TableShelf, out: &mut dyn Write) -> Result<(), Failure> {
        let names = if self.names.is_empty() { DEFAULT_SET.map(str::to_owned).to_vec() } else { self.names };
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        for endgame in endgames(&names)? {
            let plan = Plan { endgame, least: self.least };
            if let Some(table) = there(shelf, plan) {
                writeln!(out, "{endgame}: there already, {}", described(shelf, &table))?;
                continue;
            }
            let start = Instant::now();
            let mut bar = Bar::new(plan);
            let table = shelf.build(plan, threads, &mut |progress| bar.show(progress))?;
            drop(bar);
            writeln!(out, "{endgame}: {}, in {}", described(shelf, &table), spent(start.elapsed()))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The table of the plan, if it is there.
fn there(shelf: &TableShelf, plan: Plan) -> Option<Tablebase> {
    shelf.open(plan.endgame).ok().filter(|table| table.least() == plan.lowest())
}

fn described(shelf: &TableShelf, table: &Tablebase) -> String {
    let bytes = std::fs::metadata(shelf.path(table.endgame())).map_or(0, |metadata| metadata.len());
    format!("{} afterstates, {}", number(table.states() as f64, 0), megabytes(bytes))
}

fn spent(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        HumanDuration(time).to_string()
    }
}

fn list(shelf: &TableShelf, out: &mut dyn Write) -> Result<(), Failure> {
    let shelved = shelf.list()?;
    if shelved.is_empty() {
        return Ok(writeln!(out, "no tables in {}", shelf.folder().display())?);
    }
    let mut table = Table::default();
    table.row("", ["afterstates", "least %", "disk", "identity"].map(str::to_owned));
    let mut notes = Vec::new();
    for Shelved { name, bytes, state } in shelved {
        let disk = megabytes(bytes);
        let unknown = || "-".to_owned();
        match state {
            ShelvedState::Whole(found) => {
                let states = number(found.states() as f64, 0);
                let least = number(100.0 * found.least(), 3);
                table.row(&name, [states, least, disk, format!("{:08x}", found.identity())]);
            }
            ShelvedState::Unfinished => {
                table.row(&name, [unknown(), unknown(), disk, unknown()]);
                notes.push(format!("{name} is not finished: `redouble tables build {name}` goes on with it"));
            }
            ShelvedState::Unusable(why) => {
                table.row(&name, [unknown(), unknown(), disk, unknown()]);
                notes.push(format!("{name} cannot be used: {why}"));
            }
        }
    }
    table.print(out)?;
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
    Ok(writeln!(out, "in {}", shelf.folder().display())?)
}

fn verify(shelf: &TableShelf, names: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let names = if names.is_empty() { finished(shelf)? } else { names.to_vec() };
    let mut faults = 0;
    for name in &names {
        let endgame = name.parse().map_err(|why| format!("{why}"));
        let table = endgame.and_then(|endgame| shelf.open(endgame));
        match table.and_then(|table| table.verify().map(|()| table).map_err(|why| why.to_string())) {
            Ok(table) => writeln!(out, "{name}: as written, {}", described(shelf, &table))?,
            Err(why) => {
                faults += 1;
                writeln!(out, "{name}: {why}")?;
            }
        }
    }
    match faults {
        0 => Ok(()),
        _ => Err(Failure::Io(io::Error::other(format!(
            "{faults} of {} cannot be used",
            count(names.len() as u64, "table")
        )))),
    }
}

/// The names of all tables that are not being built.
fn finished(shelf: &TableShelf) -> Result<Vec<String>, Failure> {
    let shelved = shelf.list()?.into_iter();
    let finished = shelved.filter(|shelved| !matches!(shelved.state, ShelvedState::Unfinished));
    Ok(finished.map(|shelved| shelved.name).collect())
}

fn remove(shelf: &TableShelf, names: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    for endgame in endgames(names)? {
        match shelf.remove(endgame)? {
            true => writeln!(out, "{endgame}: removed")?,
            false => return Err(Failure::usage(&endgame.to_string(), "there is no such table")),
        }
    }
    Ok(())
}

fn endgames(names: &[String]) -> Result<Vec<Endgame>, Failure> {
    names.iter().map(|name| name.parse().map_err(|why| Failure::usage("table", why))).collect()
}

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|least| (0.0..=1.0).contains(least))
        .ok_or("expected a number from 0 to 1".into())
}

impl From<TableBuildError> for Failure {
    fn from(error: TableBuildError) -> Failure {
        Failure::Io(io::Error::other(error))
    }
}

/// What is going on, on standard error and only on a terminal.
struct Bar {
    bar: ProgressBar,
    begun: bool,
    size: String,
}

impl Bar {
    fn new(plan: Plan) -> Bar {
        let bar = ProgressBar::new(1000);
        let template = format!("{}  {{bar:30}} {{percent}} %  {{msg}}  {{eta}} left", plan.endgame);
        let style = ProgressStyle::with_template(&template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let size = plan.estimated_bytes().map(|bytes| format!(", about {} in the end", megabytes(bytes)));
        Bar { bar, begun: false, size: size.unwrap_or_default() }
    }

    fn show(&mut self, progress: BuildProgress) {
        let BuildProgress { solving, sum, states, all, done, bytes } = progress;
        self.bar.set_position((1000.0 * done.unwrap_or(0.0)) as u64);
        if !std::mem::replace(&mut self.begun, true) {
            self.bar.reset_eta(); // what was done before says nothing of how long the rest takes
        }
        let all = all.map_or(String::new(), |all| format!(" of {}", number(all as f64, 0)));
        let what = if solving { "solved" } else { "found" };
        let disk = if solving { format!(", {}", megabytes(bytes)) } else { self.size.clone() };
        self.bar.set_message(format!("sum {sum}, {}{all} {what}{disk}", number(states as f64, 0)));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
