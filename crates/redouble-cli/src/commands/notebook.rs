//! `redouble notebook list|show|export|import|merge`

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use redouble::Start;
use redouble_lab::measuring::notebook::{Entry, SheetError, Shelf, export, import};
use redouble_lab::measuring::outcome::start_text;
use redouble_lab::{Notebook, Outcome, Summary, Until};

use crate::course::default_notebook;
use crate::failure::Failure;
use crate::figures;
use crate::table::{Table, number};

/// List, show, export, import and merge the games kept so far
#[derive(Args)]
#[command(arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "\
Examples:
  redouble notebook list
  redouble notebook show 'expectimax(eval=snake'
  redouble notebook export > games.csv
  redouble notebook merge from-the-other-machine.sqlite")]
pub struct NotebookCommand {
    #[command(subcommand)]
    action: Action,
    /// The notebook [default: redouble/notebook.sqlite in your data folder]
    #[arg(long, value_name = "FILE", global = true)]
    notebook: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// List the agents and how many games each has played
    List,
    /// Summarise the games of an agent
    Show {
        /// The spec of the agent, or a part of it
        agent: String,
    },
    /// Print every game as comma-separated values
    Export,
    /// Import games that were exported
    Import {
        /// The exported file, or - for standard input
        file: PathBuf,
    },
    /// Add the games of other notebooks; a game in both counts once
    Merge {
        /// The other notebooks
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl NotebookCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let named = self.notebook.is_some();
        let path = self.notebook.map_or_else(default_notebook, Ok)?;
        match self.action {
            Action::List if !named && !path.exists() => {
                Ok(writeln!(out, "no games yet; redouble trial plays some and keeps them")?)
            }
            Action::List => list(out, &Notebook::open_existing(&path)?),
            Action::Show { agent } => show(out, &Notebook::open_existing(&path)?, &agent),
            Action::Export => write_sheet(out, &Notebook::open_existing(&path)?),
            Action::Import { file } => read_sheet(out, &path, &file),
            Action::Merge { files } => merge(out, &path, &files),
        }
    }
}

fn list(out: &mut dyn Write, notebook: &Notebook) -> Result<(), Failure> {
    let mut table = Table::default();
    let head = ["seed", "start", "until", "games", "records", "mean score", "engine", "data"];
    table.row("agent", head.map(String::from));
    for shelf in notebook.shelves()? {
        let Shelf { identity, seed, start, until, games, records, mean_score, .. } = shelf;
        let counts = [games, records].map(|count| number(count as f64, 0));
        let [games, records] = counts;
        let (start, until, mean) = (start_text(start), until.to_string(), number(mean_score, 0));
        let agent = identity.agent();
        let cells = [seed.0.to_string(), start, until, games, records, mean, identity.engine, identity.data];
        table.row(&agent, cells);
    }
    Ok(table.print(out)?)
}

/// Games that can be told in one breath: of one agent, begun and ended alike.
#[derive(Default)]
struct Group {
    until: Until,
    boards: BTreeSet<String>,
    outcomes: Vec<Outcome>,
}

/// The games of each agent whose text contains `part`, with engine, start and end apart.
fn show(out: &mut dyn Write, notebook: &Notebook, part: &str) -> Result<(), Failure> {
    let mut groups: BTreeMap<[String; 5], Group> = BTreeMap::new();
    notebook.each(|Entry { identity, terms, mut outcome, .. }| {
        if identity.agent().contains(part) {
            outcome.record = None;
            let key = [
                identity.agent(),
                kind(terms.start),
                terms.until.to_string(),
                identity.engine,
                identity.data,
            ];
            let group = groups.entry(key).or_default();
            group.until = terms.until;
            group.boards.insert(start_text(terms.start));
            group.outcomes.push(outcome);
        }
        Ok::<_, Failure>(())
    })?;
    if groups.is_empty() {
        let why = format!("no agent of this notebook has '{part}' in its spec; see redouble notebook list");
        return Err(Failure::Usage(why));
    }
    for (index, (key, group)) in groups.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}\n", title(key, group))?;
        figures::table(&[Summary::new(&key[0], &group.outcomes, 0, group.until)]).print(out)?;
    }
    Ok(())
}

/// Games from the beginning are one kind, those with one tile to start with another, and those from given boards a third.
fn kind(start: Start) -> String {
    if let Start::Board(_) = start { "boards".to_owned() } else { start_text(start) }
}

fn title([agent, kind, end, engine, data]: &[String; 5], group: &Group) -> String {
    let from = match kind.as_str() {
        "two" => String::new(),
        "one" => ", from one tile".to_owned(),
        _ if group.boards.len() == 1 => {
            format!(", from {}", group.boards.iter().map(String::as_str).collect::<String>())
        }
        _ => format!(", from {} given boards", group.boards.len()),
    };
    let data = if data.is_empty() { String::new() } else { format!(", data {data}") };
    format!("{agent}{from}, until {end}, engine {engine}{data}")
}

fn write_sheet(out: &mut dyn Write, notebook: &Notebook) -> Result<(), Failure> {
    export(notebook, out).map(drop).map_err(|error| sheet_failure("standard output", error))
}

fn read_sheet(out: &mut dyn Write, path: &Path, file: &Path) -> Result<(), Failure> {
    let name = file.display().to_string();
    let mut notebook = Notebook::open(path)?;
    let new = if file == Path::new("-") {
        import(&mut notebook, io::stdin().lock())
    } else {
        let opened = File::open(file).map_err(|error| Failure::usage(&name, error))?;
        import(&mut notebook, BufReader::new(opened))
    };
    let new = new.map_err(|error| sheet_failure(&name, error))?;
    Ok(writeln!(out, "{new} new games")?)
}

fn sheet_failure(name: &str, error: SheetError) -> Failure {
    match error {
        SheetError::Io(error) => error.into(),
        SheetError::Notebook(error) => error.into(),
        error => Failure::usage(name, error),
    }
}

fn merge(out: &mut dyn Write, path: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let others = files.iter().map(|file| Notebook::open_existing(file)).collect::<Result<Vec<_>, _>>()?;
    let mut notebook = Notebook::open(path)?;
    for other in &others {
        let new = notebook.merge(other)?;
        writeln!(out, "{}: {new} new games", other.path().display())?;
    }
    Ok(())
}
