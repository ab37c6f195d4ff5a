//! `redouble study list|show|run|report`

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use redouble_lab::studies::report::{self, Origin};
use redouble_lab::studies::{Experiment, Extent, Replica, StudyError, StudyRow};
use redouble_lab::{Arena, Notebook, Study, machine};

use crate::VERSION;
use crate::bar::Bar;
use crate::course::default_notebook;
use crate::failure::Failure;
use crate::outfile::{OutFile, What};
use crate::table::Table;
use redouble_lab::resources;

/// Repeat the experiments of five studies and compare the results
#[derive(Args)]
#[command(arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "\
Examples:
  redouble study list
  redouble study show grid
  redouble study run grid --quick
  redouble study run all --quick
  redouble study report --out studies.html")]
pub struct StudyCommand {
    #[command(subcommand)]
    action: Action,
    /// The notebook to keep the games in [default: redouble/notebook.sqlite in your data folder]
    #[arg(long, value_name = "FILE", global = true)]
    notebook: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Action {
    /// List the studies
    List,
    /// Show what a study ran and reported
    Show {
        /// The study: its name, or the number of its document
        id: String,
    },
    /// Play the games of a study, then print its report
    Run {
        /// The study, or all
        id: String,
        /// A few games: all studies in minutes
        #[arg(long, conflicts_with = "full")]
        quick: bool,
        /// At least as many games as the authors
        #[arg(long)]
        full: bool,
        /// How many games to play at once [default: one for each processor]
        #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
        jobs: Option<u16>,
        #[command(flatten)]
        target: Target,
    },
    /// Print the report of studies from the games of the notebook
    Report {
        /// The studies; all if none is named
        ids: Vec<String>,
        #[command(flatten)]
        target: Target,
    },
}

#[derive(Args)]
struct Target {
    /// Write the report to a file: HTML if its name ends in .html, else Markdown
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace whatever has that name
    #[arg(long, requires = "out")]
    force: bool,
}

impl Target {
    /// The file, if there is to be one, checked before the games begin.
    fn file(&self) -> Result<Option<OutFile<'_>>, Failure> {
        self.out.as_deref().map(|path| OutFile::new(path, What::Report, self.force)).transpose()
    }
}

impl StudyCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let studies = studies()?;
        match &self.action {
            Action::List => list(out, &studies),
            Action::Show { id } => show(out, find(&studies, id)?),
            Action::Run { id, full, jobs, target, .. } => {
                let chosen = chosen(&studies, std::slice::from_ref(id))?;
                let extent = if *full { Extent::Full } else { Extent::Quick };
                let threads = jobs.map_or_else(machine::threads, usize::from);
                target.file()?;
                let notebook = Notebook::open(&self.path()?)?.signed(VERSION);
                let flag = if *full { "--full" } else { "--quick" };
                let command = format!("redouble study run {id} {flag}");
                replicate(out, &chosen, extent, notebook, threads, command, target)
            }
            Action::Report { ids, target } => {
                let chosen = chosen(&studies, ids)?;
                target.file()?;
                let notebook = Notebook::open_existing(&self.path()?)?;
                let command = format!("redouble study report {}", ids.join(" "));
                replicate(out, &chosen, Extent::Kept, notebook, 1, command.trim_end().to_owned(), target)
            }
        }
    }

    fn path(&self) -> Result<PathBuf, Failure> {
        self.notebook.clone().map_or_else(default_notebook, Ok)
    }
}

fn studies() -> Result<Vec<Study>, Failure> {
    let parse = |text: &&str| Study::parse(text).map_err(|why| Failure::usage("study", why));
    redouble_studies::FILES.iter().map(parse).collect()
}

fn find<'a>(studies: &'a [Study], id: &str) -> Result<&'a Study, Failure> {
    let named = |study: &&Study| study.id == id || study.document == id || study.number() == id;
    studies.iter().find(named).ok_or_else(|| {
        let known: Vec<&str> = studies.iter().map(|study| study.id.as_str()).collect();
        Failure::Usage(format!("there is no study '{id}', expected one of {}", known.join(", ")))
    })
}

fn chosen<'a>(studies: &'a [Study], ids: &[String]) -> Result<Vec<&'a Study>, Failure> {
    if ids.is_empty() || ids == ["all"] {
        return Ok(studies.iter().collect());
    }
    ids.iter().map(|id| find(studies, id)).collect()
}

fn list(out: &mut dyn Write, studies: &[Study]) -> Result<(), Failure> {
    let mut table = Table::default();
    table.row("study", ["quick games", "full games", "title"].map(String::from));
    for study in studies {
        let games = |extent| study.games(extent).to_string();
        table.row(&study.id, [games(Extent::Quick), games(Extent::Full), study.title.clone()]);
    }
    Ok(table.print(out)?)
}

fn show(out: &mut dyn Write, study: &Study) -> Result<(), Failure> {
    let year = study.year.map(|year| format!(", {year}")).unwrap_or_default();
    writeln!(out, "{}\n{}{year}\n\n{}", study.title, study.authors, study.about.trim())?;
    writeln!(out, "\nDepth: {}", study.depth.trim())?;
    if let Some(machine) = &study.machine {
        writeln!(out, "Machine: {machine}")?;
    }
    for deviation in &study.deviations {
        writeln!(out, "Not as here: {deviation}")?;
    }
    study.tables.iter().try_for_each(|table| show_table(out, table))
}

fn show_table(out: &mut dyn Write, experiment: &Experiment) -> Result<(), Failure> {
    writeln!(out, "\n{}\n", experiment.title)?;
    let mut table = Table::default();
    let measures = &experiment.columns;
    let titles = measures.iter().map(|measure| measure.title());
    table.row("reported", std::iter::once("games".to_owned()).chain(titles));
    let cell = |row: &StudyRow, measure: &redouble_lab::studies::Measure| {
        row.reported_text(*measure).map_or_else(|| "-".to_owned(), |(text, _)| text)
    };
    for row in experiment.rows.iter().filter(|row| row.reading_of.is_none()) {
        let games = row.games.map_or_else(|| "-".to_owned(), |games| games.to_string());
        let cells = measures.iter().map(|measure| cell(row, measure));
        table.row(&row.label, std::iter::once(games).chain(cells));
    }
    table.print(out)?;
    for row in &experiment.rows {
        match (&row.agent, &row.program) {
            (Some(agent), _) => writeln!(out, "  {}: {agent}", row.label)?,
            (None, Some(_)) => writeln!(out, "  {}: a program in plain Python", row.label)?,
            (None, None) => {}
        }
    }
    Ok(())
}

/// Plays what is missing to the extent asked for, and writes the report.
fn replicate(
    out: &mut dyn Write,
    studies: &[&Study],
    extent: Extent,
    mut notebook: Notebook,
    threads: usize,
    command: String,
    target: &Target,
) -> Result<(), Failure> {
    let file = target.file()?;
    let mut bar = Bar::new(studies.iter().map(|study| study.games(extent)).sum());
    let mut arena =
        Arena::new(&mut notebook, threads).offering(resources::usual()).observed_by(|game| bar.advance(game));
    let mut replicas = Vec::new();
    for study in studies {
        let replica = Replica::run(study, extent, &redouble_studies::PROGRAMS, &mut arena);
        replicas.push(replica.map_err(|why| match why {
            StudyError::Notebook(fault) => fault.into(),
            why => Failure::usage(&format!("study {}", study.id), why),
        })?);
    }
    drop(arena);
    drop(bar);
    let origin = Origin { command, version: VERSION.into(), machine: machine::name().into() };
    match file {
        None => Ok(write!(out, "{}", report::markdown(&replicas, &origin))?),
        Some(file) => file.write(page(&file, &replicas, &origin).as_bytes()),
    }
}

fn page(file: &OutFile<'_>, replicas: &[Replica<'_>], origin: &Origin) -> String {
    let is_html = file.path().extension().is_some_and(|end| end.eq_ignore_ascii_case("html"));
    if is_html { report::html(replicas, origin) } else { report::markdown(replicas, origin) }
}
