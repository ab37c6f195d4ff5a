//! A network in parts: its head, and its stages one by one, as a browser fetches them and packages carry them.
//!
//! ```text
//! the file    directory  shape  levels  stage0  stage1  stage2  recipe
//! the head    directory  shape  levels                          recipe
//! the stages                            stage0  stage1  stage2
//! ```
//! What the directory says of the sections holds for the parts too, so each is checked when it comes, and a network
//! made of parts is the one of the file.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::file::{Directory, SectionEntry};
use super::{Levels, Network, NetworkFormatError, Shape, SharedBytes, Weights, encoding};
use crate::luck::mix;

/// A network whose stages come one by one.
///
/// It can play from the first stage on, as the network of those that have come: the last of them serves later boards.
#[derive(Clone, Debug)]
pub struct NetworkParts {
    sections: Stored,
    shape: Shape,
    levels: Levels,
    stages: Vec<Arc<Stage>>,
}

impl NetworkParts {
    /// The network of which only the head has come.
    pub fn new(head: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<NetworkParts, NetworkFormatError> {
        let head = SharedBytes::new(head);
        let directory = Directory::parse(head.as_slice())?;
        let spans = spans_in_head(&directory);
        let end = spans.iter().flatten().last().map_or(directory.length(), |span| span.end);
        match head.as_slice().len().checked_sub(end) {
            None => Err(NetworkFormatError::Short),
            Some(0) => NetworkParts::of_head(Stored::new(directory, &head, spans)?),
            Some(after) => Err(NetworkFormatError::Long(after)),
        }
    }

    /// All parts of a whole file.
    pub(super) fn of_file(file: SharedBytes) -> Result<NetworkParts, NetworkFormatError> {
        let directory = super::Sections::parse(file.as_slice())?.directory().clone();
        let spans = directory.entries().iter().map(|entry| Some(entry.span.clone())).collect();
        let mut parts = NetworkParts::of_head(Stored::new(directory, &file, spans)?)?;
        while parts.has_come() < parts.stages() {
            let place = parts.next_place()?;
            let stored = parts.sections.bytes[place].clone().ok_or(NetworkFormatError::Short)?;
            parts.put(place, stored)?;
        }
        Ok(parts)
    }

    fn of_head(sections: Stored) -> Result<NetworkParts, NetworkFormatError> {
        let shape = sections.find("shape")?.ok_or_else(|| NetworkFormatError::Missing("shape".to_owned()))?;
        let damaged = |_| NetworkFormatError::Damaged("shape".to_owned());
        let shape = Shape::from_description(str::from_utf8(shape).map_err(damaged)?)?;
        let levels = sections.find("levels")?.map_or_else(|| Ok(Levels::none()), Levels::from_bytes)?;
        Ok(NetworkParts { sections, shape, levels, stages: Vec::new() })
    }

    /// The alphabet of all its stages.
    pub fn symbols(&self) -> super::Symbols {
        self.shape.symbols()
    }

    /// How many stages there are.
    pub fn stages(&self) -> usize {
        self.shape.symbols().stages()
    }

    /// How many of them have come.
    pub fn has_come(&self) -> usize {
        self.stages.len()
    }

    /// Adds the next stage, which is checked for damage unless it is plain.
    pub fn add(&mut self, stage: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<(), NetworkFormatError> {
        let (place, stored) = (self.next_place()?, SharedBytes::new(stage));
        let (expected, found) = (self.sections.entry(place).span.len(), stored.as_slice().len());
        match found.checked_sub(expected) {
            None => Err(NetworkFormatError::Short),
            Some(0) => self.put(place, stored),
            Some(after) => Err(NetworkFormatError::Long(after)),
        }
    }

    /// The network of the stages that have come.
    pub fn network(&self) -> Result<Network, NetworkFormatError> {
        if self.stages.is_empty() {
            return Err(NetworkFormatError::Missing("stage0".to_owned()));
        }
        let shape = match self.stages.len() == self.stages() {
            true => self.shape.clone(),
            false => self.with_fewer_stages()?,
        };
        let network = Network {
            inner: Arc::new(super::Inner {
                sections: self.sections.clone(),
                shape,
                stages: self.stages.clone(),
                levels: self.levels.clone(),
                identity: self.identity(),
            }),
        };
        let plain = (0..self.stages.len()).filter(|&stage| self.stages[stage].is_plain());
        plain.into_iter().try_for_each(|stage| network.settle(stage))?;
        Ok(network)
    }

    fn with_fewer_stages(&self) -> Result<Shape, NetworkFormatError> {
        let shape = self.shape.first_stages(self.stages.len());
        shape.map_err(|why| NetworkFormatError::Shape(why.to_string()))
    }

    /// That of the whole file; another one for each number of stages below that.
    fn identity(&self) -> u32 {
        let missing = self.stages() - self.stages.len();
        let mixed = |identity: u32| mix(u64::from(identity)) as u32;
        (0..missing).fold(self.sections.directory.identity(), |identity, _| mixed(identity))
    }

    fn next_place(&self) -> Result<usize, NetworkFormatError> {
        self.sections.directory.place(&format!("stage{}", self.stages.len()))
    }

    fn put(&mut self, place: usize, stored: SharedBytes) -> Result<(), NetworkFormatError> {
        if !encoding::is_plain(stored.as_slice()) {
            self.sections.entry(place).check(stored.as_slice())?;
        }
        self.sections.bytes[place] = Some(stored.clone());
        self.stages.push(Arc::new(Stage { stored, weights: OnceLock::new() }));
        Ok(())
    }
}

/// The parts of a whole file: its head and its stages.
pub fn cut(file: &[u8]) -> Result<(Vec<u8>, Vec<&[u8]>), NetworkFormatError> {
    let sections = super::Sections::parse(file)?;
    let directory = sections.directory();
    let mut head = file[..directory.length()].to_vec();
    for entry in directory.entries().iter().filter(|entry| !is_stage(entry)) {
        head.extend_from_slice(sections.get(&entry.name)?);
    }
    let stages = directory.entries().iter().filter(|entry| is_stage(entry)).count();
    let stages = (0..stages).map(|stage| sections.get(&format!("stage{stage}"))).collect::<Result<_, _>>()?;
    Ok((head, stages))
}

fn is_stage(entry: &SectionEntry) -> bool {
    entry.name.starts_with("stage")
}

/// Where each section lies in the head, if it does.
fn spans_in_head(directory: &Directory) -> Vec<Option<Range<usize>>> {
    let mut start = directory.length();
    let mut span = |entry: &SectionEntry| {
        let end = start.saturating_add(entry.span.len());
        (!is_stage(entry)).then(|| std::mem::replace(&mut start, end)..end)
    };
    directory.entries().iter().map(&mut span).collect()
}

/// A stage, read when it is first needed.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) stored: SharedBytes,
    pub(super) weights: OnceLock<Weights>,
}

impl Stage {
    fn is_plain(&self) -> bool {
        encoding::is_plain(self.stored.as_slice())
    }
}

/// The sections that have come, wherever they lie.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    directory: Directory,
    bytes: Vec<Option<SharedBytes>>,
}

impl Stored {
    fn new(
        directory: Directory,
        bytes: &SharedBytes,
        spans: Vec<Option<Range<usize>>>,
    ) -> Result<Stored, NetworkFormatError> {
        let found = |span: Option<Range<usize>>| match span {
            Some(span) => bytes.part(span).map(Some).ok_or(NetworkFormatError::Short),
            None => Ok(None),
        };
        let bytes = spans.into_iter().map(found).collect::<Result<_, _>>()?;
        Ok(Stored { directory, bytes })
    }

    pub(super) fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The section of this name, checked for damage, if it is there.
    pub(super) fn find(&self, name: &str) -> Result<Option<&[u8]>, NetworkFormatError> {
        let Ok(place) = self.directory.place(name) else { return Ok(None) };
        let Some(section) = &self.bytes[place] else { return Ok(None) };
        self.entry(place).check(section.as_slice())?;
        Ok(Some(section.as_slice()))
    }

    /// Checks all sections for damage.
    pub(super) fn verify(&self) -> Result<(), NetworkFormatError> {
        let known = self.directory.entries().iter().zip(&self.bytes);
        known
            .filter_map(|(entry, bytes)| Some((entry, bytes.as_ref()?)))
            .try_for_each(|(entry, bytes)| entry.check(bytes.as_slice()))
    }

    fn entry(&self, place: usize) -> &SectionEntry {
        &self.directory.entries()[place]
    }
}
