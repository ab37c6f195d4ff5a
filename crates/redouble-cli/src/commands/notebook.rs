//! `redouble notebook list|show|export|import|merge`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use redouble_lab::notebook::{Entry, SheetError, Shelf, export, import};
use redouble_lab::outcome::start_text;
use redouble_lab::{Notebook, Outcome, Summary, Until};

use crate::course::default_notebook;
use crate::failure::Failure;
use crate::figures;
use crate::table::{Table, number};

/// Look at the games kept so far, take them out, bring others in
#[derive(Args)]
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
    /// Say which agents played how many games
    List,
    /// Say what the games of an agent show
    Show {
        /// The spec of the agent, or a part of it
        agent: String,
    },
    /// Print every game as comma-separated values
    Export,
    /// Take games in that were exported
    Import {
        /// The exported file, or - for standard input
        file: PathBuf,
    },
    /// Take over the games of other notebooks; the same game counts once
    Merge {
        /// The other notebooks
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl NotebookCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let path = self.notebook.map_or_else(default_notebook, Ok)?;
        match self.action {
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
        let cells = [seed.0.to_string(), start, until, games, records, mean, identity.engine, identity.data];
        table.row(&identity.spec, cells);
    }
    Ok(table.print(out)?)
}

/// The games of each agent whose spec contains `part`, engine and end rule apart.
fn show(out: &mut dyn Write, notebook: &Notebook, part: &str) -> Result<(), Failure> {
    let mut groups: BTreeMap<[String; 4], (Until, Vec<Outcome>)> = BTreeMap::new();
    notebook.each(|Entry { identity, terms, mut outcome, .. }| {
        if identity.spec.contains(part) {
            outcome.record = None;
            let key = [identity.spec, identity.data, identity.engine, terms.until.to_string()];
            groups.entry(key).or_insert((terms.until, Vec::new())).1.push(outcome);
        }
        Ok::<_, Failure>(())
    })?;
    if groups.is_empty() {
        let why = format!("no agent of this notebook has '{part}' in its spec; see redouble notebook list");
        return Err(Failure::Usage(why));
    }
    for (index, ([spec, data, engine, end], (until, outcomes))) in groups.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        let data = if data.is_empty() { String::new() } else { format!(", data {data}") };
        writeln!(out, "{gap}{spec}, until {end}, engine {engine}{data}\n")?;
        figures::table(&[Summary::new(spec, outcomes, 0, *until)]).print(out)?;
    }
    Ok(())
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
