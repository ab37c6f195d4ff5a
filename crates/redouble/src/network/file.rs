//! The file of a network: named sections, each with its checksum.
//!
//! ```text
//! "redouble"  version u16  sections u16
//! for each section: name (16 bytes, zero-padded)  length u64  CRC-32 u32
//! CRC-32 u32 of all before it
//! the sections, one after the other, to the last byte of the file
//! ```
//! Numbers are little-endian. The sections of a network are `shape` (text: patterns and stages), `levels` (numbers: what is
//! usual on each level and common to each stage, where there are stages), `stage0`, `stage1` … (weights), and text of no
//! concern to play, such as `recipe`; a file of training has more.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use crate::checksum::{crc32, crc32_joined};

const MAGIC: &[u8; 8] = b"redouble";
const VERSION: u16 = 1;
const HEAD: usize = 12;
const ENTRY: usize = 28;
const MOST_SECTIONS: u16 = 64;

/// What a file says of itself where it begins: the name, length and checksum of each of its sections.
#[derive(Clone, Debug)]
pub struct Directory {
    entries: Vec<SectionEntry>,
    /// How many bytes it takes.
    length: usize,
    identity: u32,
}

#[derive(Clone, Debug)]
pub(super) struct SectionEntry {
    pub(super) name: String,
    /// Where it lies in the whole file.
    pub(super) span: Range<usize>,
    sum: u32,
}

impl Directory {
    /// The directory of a file that begins with `start`.
    pub fn parse(start: &[u8]) -> Result<Directory, NetworkFormatError> {
        let head = start.get(..HEAD).ok_or(NetworkFormatError::NotANetwork)?;
        if &head[..8] != MAGIC {
            return Err(NetworkFormatError::NotANetwork);
        }
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(NetworkFormatError::Version(version));
        }
        let count = u16::from_le_bytes([head[10], head[11]]);
        if count > MOST_SECTIONS {
            return Err(NetworkFormatError::Damaged("directory".to_owned()));
        }
        let end = HEAD + ENTRY * usize::from(count);
        let (directory, sum) = start.get(..end).zip(word(start, end)).ok_or(NetworkFormatError::Short)?;
        if crc32(directory) != sum {
            return Err(NetworkFormatError::Damaged("directory".to_owned()));
        }
        let entries = entries(&directory[HEAD..], end + 4).ok_or(NetworkFormatError::Short)?;
        let whole = |crc, entry: &SectionEntry| crc32_joined(crc, entry.sum, entry.span.len());
        let identity = entries.iter().fold(crc32(&start[..end + 4]), whole);
        Ok(Directory { entries, length: end + 4, identity })
    }

    /// The CRC-32 of the whole file, which follows from those of its sections: it tells networks apart.
    pub fn identity(&self) -> u32 {
        self.identity
    }

    /// How long the whole file is.
    pub fn file_length(&self) -> usize {
        self.entries.last().map_or(self.length, |entry| entry.span.end)
    }

    /// How long the directory itself is.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The names and lengths of all sections.
    pub fn list(&self) -> impl Iterator<Item = (&str, usize)> {
        self.entries.iter().map(|entry| (entry.name.as_str(), entry.span.len()))
    }

    pub(super) fn entries(&self) -> &[SectionEntry] {
        &self.entries
    }

    /// The place of this section among the others.
    pub(super) fn place(&self, name: &str) -> Result<usize, NetworkFormatError> {
        let place = self.entries.iter().position(|entry| entry.name == name);
        place.ok_or_else(|| NetworkFormatError::Missing(name.to_owned()))
    }
}

impl SectionEntry {
    /// Whether these bytes are the section as it was written.
    pub(super) fn check(&self, section: &[u8]) -> Result<(), NetworkFormatError> {
        let sound = crc32(section) == self.sum;
        sound.then_some(()).ok_or_else(|| NetworkFormatError::Damaged(self.name.clone()))
    }
}

/// The entries of a directory, the first of whose sections starts at `start`; `None` if they are longer than can be.
fn entries(directory: &[u8], mut start: usize) -> Option<Vec<SectionEntry>> {
    let entry = |entry: &[u8]| {
        let length = u64::from_le_bytes(entry[16..24].try_into().ok()?);
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        let span = std::mem::replace(&mut start, end)..end;
        Some(SectionEntry { name: name(&entry[..16]), span, sum: word(entry, 24)? })
    };
    directory.chunks_exact(ENTRY).map(entry).collect()
}

/// The sections of a file, checked for completeness; each is checked for damage when it is asked for.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    file: &'a [u8],
    directory: Directory,
}

impl<'a> Sections<'a> {
    /// The sections of a whole file.
    pub fn parse(file: &'a [u8]) -> Result<Sections<'a>, NetworkFormatError> {
        let directory = Directory::parse(file)?;
        match file.len().checked_sub(directory.file_length()) {
            None => Err(NetworkFormatError::Short),
            Some(0) => Ok(Sections { file, directory }),
            Some(after) => Err(NetworkFormatError::Long(after)),
        }
    }

    /// What the file says of itself.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The section of this name.
    pub fn get(&self, name: &str) -> Result<&'a [u8], NetworkFormatError> {
        let entry = self.entry(name)?;
        let section = &self.file[entry.span.clone()];
        entry.check(section)?;
        Ok(section)
    }

    /// Where the section of this name lies in the file; it is not checked for damage.
    pub fn span(&self, name: &str) -> Result<Range<usize>, NetworkFormatError> {
        Ok(self.entry(name)?.span.clone())
    }

    fn entry(&self, name: &str) -> Result<&SectionEntry, NetworkFormatError> {
        Ok(&self.directory.entries[self.directory.place(name)?])
    }

    /// The section of this name, if there is one.
    pub fn find(&self, name: &str) -> Result<Option<&'a [u8]>, NetworkFormatError> {
        self.directory.place(name).is_ok().then(|| self.get(name)).transpose()
    }

    /// The section of this name as text.
    pub fn text(&self, name: &str) -> Result<&'a str, NetworkFormatError> {
        std::str::from_utf8(self.get(name)?).map_err(|_| NetworkFormatError::Damaged(name.to_owned()))
    }
}

/// How many bytes come before the first of so many sections.
pub const fn directory_length(sections: usize) -> usize {
    HEAD + ENTRY * sections + 4
}

/// The file made of these sections. Names are at most sixteen bytes long.
pub fn write_sections(sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut file = directory(sections.iter().map(|(name, section)| entry(name, section)));
    sections.iter().for_each(|(_, section)| file.extend(section));
    file
}

/// A section by its name and a way to make it.
pub type Section<'a> = (String, Box<dyn Fn() -> Vec<u8> + 'a>);

/// Writes the file made of these sections, of which never two are in memory at once: each is made twice.
pub fn write_sections_to(sections: &[Section<'_>], out: &mut impl Write) -> io::Result<()> {
    out.write_all(&directory(sections.iter().map(|(name, make)| entry(name, &make()))))?;
    sections.iter().try_for_each(|(_, make)| out.write_all(&make()))
}

/// What comes before the sections.
fn directory(entries: impl ExactSizeIterator<Item = [u8; ENTRY]>) -> Vec<u8> {
    let mut file = Vec::from(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend((entries.len() as u16).to_le_bytes());
    file.extend(entries.flatten());
    file.extend(crc32(&file).to_le_bytes());
    file
}

/// What the directory says of a section.
fn entry(name: &str, section: &[u8]) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..name.len()].copy_from_slice(name.as_bytes());
    entry[16..24].copy_from_slice(&(section.len() as u64).to_le_bytes());
    entry[24..].copy_from_slice(&crc32(section).to_le_bytes());
    entry
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn name(padded: &[u8]) -> String {
    String::from_utf8_lossy(padded).trim_end_matches('\0').replace(char::is_control, "?")
}

/// Why some bytes are no network this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkFormatError {
    /// They do not begin like a network.
    NotANetwork,
    /// They are of another version.
    Version(u16),
    /// They end too early.
    Short,
    /// So many bytes follow the end.
    Long(usize),
    /// This part fails its checksum or makes no sense.
    Damaged(String),
    /// This section is not there.
    Missing(String),
    /// It describes a network that cannot be.
    Shape(String),
    /// It has stages, and yet its values are points: a kind that is no longer played.
    StagedPoints,
}

impl fmt::Display for NetworkFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkFormatError::NotANetwork => {
                write!(f, "this is not a network: it does not begin with \"redouble\"")
            }
            NetworkFormatError::Version(version) => {
                write!(f, "this network is of version {version}; this program reads version {VERSION}")
            }
            NetworkFormatError::Short => write!(f, "the network is cut short"),
            NetworkFormatError::Long(1) => write!(f, "1 byte follows the end of the network"),
            NetworkFormatError::Long(bytes) => write!(f, "{bytes} bytes follow the end of the network"),
            NetworkFormatError::Damaged(part) => {
                write!(f, "the network is damaged: its {part} is not as written")
            }
            NetworkFormatError::Missing(section) => write!(f, "the network has no section `{section}`"),
            NetworkFormatError::Shape(reason) => write!(f, "the network cannot be built: {reason}"),
            NetworkFormatError::StagedPoints => write!(
                f,
                "this is a staged network of points, a kind that is no longer played: train one of chances, as \
                 recipes/default.toml says, or use an older release"
            ),
        }
    }
}

impl std::error::Error for NetworkFormatError {}
