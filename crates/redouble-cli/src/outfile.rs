//! The one rule for files that commands write: what is there is replaced only by more of the same.
//!
//! A copy made to play gives way to one of the same training that went on, a page to another page of its kind. Anything
//! else is left alone unless `--force` says otherwise, and a network in training is never replaced.

use std::fs;
use std::path::Path;

use redouble::network::{Network, Sections};
use redouble_analysis::review;
use redouble_lab::measuring::calibration_plot;
use redouble_lab::replace::replace_file;
use redouble_lab::resources;
use redouble_lab::studies::report;
use redouble_lab::training::{Kind, curve};

use crate::failure::Failure;

/// What a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Network(Kind),
    /// A piece of a network, which nothing but the same piece may replace.
    Part,
    /// A learning curve, as numbers or drawn, which goes with its training.
    Curve,
    /// A picture of whether chances come true.
    Calibration,
    Report,
    Review,
}

/// A file to be written, checked before the work for it begins.
pub struct OutFile<'a> {
    path: &'a Path,
    what: What,
    force: bool,
}

impl<'a> OutFile<'a> {
    /// Refuses a file that is there and of another kind.
    pub fn new(path: &'a Path, what: What, force: bool) -> Result<OutFile<'a>, Failure> {
        let file = OutFile { path, what, force };
        if !path.exists() || what == What::Part {
            return Ok(file);
        }
        match What::of(path).map_err(|error| Failure::file(path, error))? {
            Some(What::Network(Kind::Training)) => {
                Err(file.refusal("holds a network in training, which is never replaced; choose another name"))
            }
            Some(found) if found == what => Ok(file),
            _ if force => Ok(file),
            Some(found) => Err(file.in_the_way(found.name())),
            None => Err(file.in_the_way("something else")),
        }
    }

    pub fn path(&self) -> &Path {
        self.path
    }

    /// Writes it, unless what is there would be lost by that.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        if !self.force && self.path.exists() && self.loses(bytes) {
            let what = self.what.name();
            return Err(self.refusal(&format!(
                "already holds {what} of another network; choose another name or use --force"
            )));
        }
        replace_file(self.path, bytes).map_err(|error| Failure::file(self.path, error))
    }

    /// Pages and curves can be made again; a copy of a network can where the new one comes from the same training.
    fn loses(&self, new: &[u8]) -> bool {
        match self.what {
            What::Report | What::Review | What::Curve | What::Calibration => false,
            What::Part => !fs::read(self.path).is_ok_and(|old| old == new),
            What::Network(_) => !resources::network(self.path).is_ok_and(|old| continues(&old, new)),
        }
    }

    fn in_the_way(&self, found: &str) -> Failure {
        let what = self.what.name();
        let way_out = if self.what == What::Curve { "move it away" } else { "use --force" };
        self.refusal(&format!(
            "already exists and holds {found}, not {what}; choose another name or {way_out}"
        ))
    }

    fn refusal(&self, why: &str) -> Failure {
        Failure::Usage(format!("{} {why}", self.path.display()))
    }
}

impl What {
    fn of(path: &Path) -> std::io::Result<Option<What>> {
        if let Some(kind) = Kind::of(path)? {
            return Ok(Some(What::Network(kind)));
        }
        let bytes = fs::read(path)?;
        let known = [
            (What::Report, report::is_report(&bytes)),
            (What::Review, review::is_page(&bytes)),
            (What::Curve, curve::is_curve(&bytes)),
            (What::Calibration, calibration_plot::is_calibration(&bytes)),
        ];
        Ok(known.into_iter().find_map(|(what, is)| is.then_some(what)))
    }

    fn name(self) -> &'static str {
        match self {
            What::Network(kind) => kind.words(),
            What::Part => "a part",
            What::Curve => "a learning curve",
            What::Calibration => "a calibration",
            What::Report => "a report of studies",
            What::Review => "a review",
        }
    }
}

/// Whether `new` was trained as `old` was and perhaps longer: its learning curve begins with the old one.
fn continues(old: &Network, new: &[u8]) -> bool {
    let curve =
        |section: Option<&[u8]>| section.map(|bytes| String::from_utf8_lossy(bytes).trim_end().to_owned());
    let old = old.section("curve").ok().flatten();
    let new = Sections::parse(new).ok().and_then(|sections| sections.find("curve").ok().flatten());
    match (curve(old), curve(new)) {
        (Some(old), Some(new)) => new.starts_with(&old),
        _ => false,
    }
}
