//! `redouble import FILE`

use std::io::Write;

use clap::Args;
use redouble_analysis::import::{self, Format};

use crate::failure::Failure;
use crate::records;

/// Convert a game recorded by another program to a Redouble record
///
/// It recognises 2048verse old and new, 2048-next, .rpl files, the gameState of the
/// original game, and boards in any form. Every turn is replayed, and one that is
/// against the rules is refused with its place. The formats were taken from the
/// programs' sources; none was checked against a real export.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble import replay.txt >> games.redouble
  redouble import --format verse-old old.txt
  xclip -o | redouble import - | redouble review -")]
pub struct Import {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Its format: redouble, verse, verse-old, next, rpl, gamestate or board
    #[arg(long, value_name = "NAME", value_parser = format)]
    format: Option<Format>,
}

impl Import {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let bytes = records::bytes(&self.file)?;
        let games = import::read(&bytes, self.format)
            .map_err(|why| Failure::usage(records::name(&self.file), why))?;
        games.iter().try_for_each(|game| write!(out, "{game}"))?;
        Ok(())
    }
}

fn format(name: &str) -> Result<Format, String> {
    let known = Format::ALL.map(Format::name).join(", ");
    let found = Format::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| format!("expected one of {known}"))
}
