//! The file of a network: named sections, each with its checksum.
//!
//! ```text
//! "redouble"  version u16  sections u16
//! for each section: name (16 bytes, zero-padded)  length u64  CRC-32 u32
//! CRC-32 u32 of all before it
//! the sections, one after the other, to the last byte of the file
//! ```
//! Numbers are little-endian. The sections of a network are `shape` (text: patterns, large tile, stages,
//! ranks), `stage0` … `stage7` (weights), `bases` (floats: the large tile, then one for each level; all 0 if missing),
//! `recipe` and `log` (text, of no concern to play); a file of training has more.

use std::fmt;
use std::ops::Range;

use crate::checksum::crc32;

const MAGIC: &[u8; 8] = b"redouble";
const VERSION: u16 = 1;
const HEAD: usize = 12;
const ENTRY: usize = 28;
const MOST_SECTIONS: u16 = 64;

/// The sections of a file, checked for completeness; each is checked for damage when it is asked for.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    file: &'a [u8],
    entries: Vec<Entry>,
    identity: u32,
}

#[derive(Clone, Debug)]
struct Entry {
    name: String,
    span: Range<usize>,
    sum: u32,
}

impl<'a> Sections<'a> {
    /// The sections of a whole file.
    pub fn parse(file: &'a [u8]) -> Result<Sections<'a>, NetworkFormatError> {
        let head = file.get(..HEAD).ok_or(NetworkFormatError::NotANetwork)?;
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
        let (directory, sum) = file.get(..end).zip(word(file, end)).ok_or(NetworkFormatError::Short)?;
        if crc32(directory) != sum {
            return Err(NetworkFormatError::Damaged("directory".to_owned()));
        }
        let mut start = end + 4;
        let mut entries = Vec::new();
        for entry in directory[HEAD..].chunks_exact(ENTRY) {
            let length = u64::from_le_bytes(entry[16..24].try_into().expect("eight bytes"));
            let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
            let end = end.filter(|&end| end <= file.len()).ok_or(NetworkFormatError::Short)?;
            let sum = word(entry, 24).unwrap_or(0);
            entries.push(Entry { name: name(&entry[..16]), span: start..end, sum });
            start = end;
        }
        let after = file.len() - start;
        if after == 0 {
            Ok(Sections { file, entries, identity: sum })
        } else {
            Err(NetworkFormatError::Long(after))
        }
    }

    /// The checksum of the directory, which has those of all sections in it.
    pub fn identity(&self) -> u32 {
        self.identity
    }

    /// The section of this name.
    pub fn get(&self, name: &str) -> Result<&'a [u8], NetworkFormatError> {
        let entry = self.entry(name)?;
        self.check(entry)?;
        Ok(&self.file[entry.span.clone()])
    }

    /// Where the section of this name lies in the file; it is not checked for damage.
    pub fn span(&self, name: &str) -> Result<Range<usize>, NetworkFormatError> {
        Ok(self.entry(name)?.span.clone())
    }

    /// Checks all sections for damage.
    pub fn verify(&self) -> Result<(), NetworkFormatError> {
        self.entries.iter().try_for_each(|entry| self.check(entry))
    }

    fn entry(&self, name: &str) -> Result<&Entry, NetworkFormatError> {
        let found = self.entries.iter().find(|entry| entry.name == name);
        found.ok_or_else(|| NetworkFormatError::Missing(name.to_owned()))
    }

    fn check(&self, entry: &Entry) -> Result<(), NetworkFormatError> {
        let sound = crc32(&self.file[entry.span.clone()]) == entry.sum;
        sound.then_some(()).ok_or_else(|| NetworkFormatError::Damaged(entry.name.clone()))
    }

    /// The section of this name, if there is one.
    pub fn find(&self, name: &str) -> Result<Option<&'a [u8]>, NetworkFormatError> {
        self.entries.iter().any(|entry| entry.name == name).then(|| self.get(name)).transpose()
    }

    /// The section of this name as text.
    pub fn text(&self, name: &str) -> Result<&'a str, NetworkFormatError> {
        std::str::from_utf8(self.get(name)?).map_err(|_| NetworkFormatError::Damaged(name.to_owned()))
    }

    /// The names and lengths of all sections.
    pub fn list(&self) -> impl Iterator<Item = (&str, usize)> {
        self.entries.iter().map(|entry| (entry.name.as_str(), entry.span.len()))
    }
}

/// How many bytes come before the first of so many sections.
pub const fn directory_length(sections: usize) -> usize {
    HEAD + ENTRY * sections + 4
}

/// The file made of these sections. Names are at most sixteen bytes long.
pub fn write_sections(sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut file = Vec::from(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend((sections.len() as u16).to_le_bytes());
    for (name, section) in sections {
        let mut padded = [0; 16];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        file.extend(padded);
        file.extend((section.len() as u64).to_le_bytes());
        file.extend(crc32(section).to_le_bytes());
    }
    file.extend(crc32(&file).to_le_bytes());
    sections.iter().for_each(|(_, section)| file.extend(section));
    file
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn name(padded: &[u8]) -> String {
    String::from_utf8_lossy(padded).trim_end_matches('\0').replace(char::is_control, "?")
}

/// Why some bytes are no network this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

impl fmt::Display for NetworkFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkFormatError::NotANetwork => {
                write!(f, "this is no network: it does not begin with \"redouble\"")
            }
            NetworkFormatError::Version(version) => {
                write!(f, "this network is of version {version}; this program reads version {VERSION}")
            }
            NetworkFormatError::Short => write!(f, "the network is cut short"),
            NetworkFormatError::Long(bytes) => write!(f, "{bytes} bytes follow the end of the network"),
            NetworkFormatError::Damaged(part) => {
                write!(f, "the network is damaged: its {part} is not as written")
            }
            NetworkFormatError::Missing(section) => write!(f, "the network has no section `{section}`"),
            NetworkFormatError::Shape(reason) => write!(f, "the network cannot be built: {reason}"),
        }
    }
}

impl std::error::Error for NetworkFormatError {}
