//! The file of a table.
//!
//! ```text
//! "redouble-table" 0 0   version u16   0 0 0 0 0 0
//! the layers, one after the other
//! the directory:
//!     locked cells u16   exponent of the target u16   least chance u16   detours u16   layers u32   pages u32
//!     for each layer, that of sum 0 first, then 2, 4, …:  start u64   length u32   afterstates u32
//!     for each page of 4096 bytes before the directory:   CRC-32 u32
//! where the directory starts u64   CRC-32 u32 of the directory
//! ```
//! The version is 1 and the number of detours 0, or both are those of a shifting endgame: 2 and 1, so that programs
//! that know none do not take its chances for others. Numbers are little-endian. The directory comes last because a table is written as it is solved, and a file
//! without it is no table.

use std::fmt;

use super::layer::Layer;
use super::pages::{PAGE, sums};
use super::{Endgame, Formation};
use crate::Tile;
use crate::checksum::crc32;

const MAGIC: &[u8; 16] = b"redouble-table\0\0";
const LOCKED: u16 = 1;
const SHIFTING: u16 = 2;
const FIXED: usize = 16;
const ENTRY: usize = 16;
const TAIL: usize = 12;

/// What the directory of a table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// What was solved.
    pub endgame: Endgame,
    /// Afterstates of a lower chance were dropped.
    pub least: u16,
    /// The layers, by half their tile sum.
    pub layers: Vec<Layer>,
    /// The checksum of each page before the directory.
    pub(crate) sums: Vec<u32>,
    /// Where it starts.
    pub(crate) start: usize,
    /// Its own checksum: it tells tables apart by their content.
    pub(crate) identity: u32,
}

/// How long the [head] of a table is.
pub const HEAD: usize = 24;

/// The first bytes of a table.
pub fn head(endgame: Endgame) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..16].copy_from_slice(MAGIC);
    head[16..18].copy_from_slice(&version(endgame).to_le_bytes());
    head
}

fn version(endgame: Endgame) -> u16 {
    if endgame.shifts() { SHIFTING } else { LOCKED }
}

/// The last bytes of a table, which follow its head and its layers: `before` is all of these.
pub fn directory(endgame: Endgame, least: u16, layers: &[Layer], before: &[u8]) -> Vec<u8> {
    let sums = sums(before);
    let mut bytes = Vec::with_capacity(FIXED + ENTRY * layers.len() + 4 * sums.len() + TAIL);
    let target = u16::from(endgame.target().exponent());
    let fixed = [endgame.formation().locked(), target, least, u16::from(endgame.shifts())];
    fixed.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    [layers.len(), sums.len()].iter().for_each(|&count| bytes.extend((count as u32).to_le_bytes()));
    for layer in layers {
        bytes.extend(layer.start.to_le_bytes());
        bytes.extend(layer.length.to_le_bytes());
        bytes.extend(layer.states.to_le_bytes());
    }
    sums.iter().for_each(|sum| bytes.extend(sum.to_le_bytes()));
    let checksum = crc32(&bytes);
    bytes.extend((before.len() as u64).to_le_bytes());
    bytes.extend(checksum.to_le_bytes());
    bytes
}

impl Directory {
    /// The directory of a whole file.
    pub fn parse(file: &[u8]) -> Result<Directory, TableFormatError> {
        if file.get(..16) != Some(MAGIC) {
            return Err(TableFormatError::NotATable);
        }
        let found = file.get(16..18).map(|word| u16::from_le_bytes([word[0], word[1]]));
        match found {
            Some(LOCKED | SHIFTING) => {}
            Some(version) => return Err(TableFormatError::Version(version)),
            None => return Err(TableFormatError::Torn),
        }
        let (bytes, start, checksum) = last_part(file).ok_or(TableFormatError::Torn)?;
        if crc32(bytes) != checksum {
            return Err(TableFormatError::Torn);
        }
        let directory = Directory::read(bytes, start, checksum);
        let fits = |directory: &Directory| found == Some(version(directory.endgame));
        directory.filter(fits).ok_or(TableFormatError::Damaged("directory".to_owned()))
    }

    /// The directory in `bytes`, which pass their checksum; `None` if they make no sense all the same.
    fn read(bytes: &[u8], start: usize, identity: u32) -> Option<Directory> {
        let (fixed, rest) = bytes.split_at_checked(FIXED)?;
        let half = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let target = Tile::new(u8::try_from(half(2)).ok()?)?;
        let locked = Endgame::new(Formation::new(half(0))?, target)?;
        let endgame = match half(6) {
            0 => locked,
            1 => locked.shifting(),
            _ => return None,
        };
        let (layers, pages) = (word(fixed, 8)? as usize, word(fixed, 12)? as usize);
        let (entries, sums) = rest.split_at_checked(ENTRY.checked_mul(layers)?)?;
        let whole = sums.len() == pages.checked_mul(4)? && pages == start.div_ceil(PAGE);
        let layers: Vec<Layer> =
            entries.chunks_exact(ENTRY).map(|entry| layer(entry, start)).collect::<Option<_>>()?;
        // Layers that shared their bytes could make a small file take hours to read and gigabytes to keep.
        let apart = layers.iter().map(|layer| u64::from(layer.length)).sum::<u64>() <= (start - HEAD) as u64;
        let sums = sums.chunks_exact(4).filter_map(|sum| word(sum, 0)).collect();
        (whole && apart).then_some(Directory { endgame, least: half(4), layers, sums, start, identity })
    }

    /// How many afterstates the table holds.
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|layer| u64::from(layer.states)).sum()
    }
}

/// The directory's bytes, where they start, and the checksum they should have.
fn last_part(file: &[u8]) -> Option<(&[u8], usize, u32)> {
    let (rest, tail) = file.split_at_checked(file.len().checked_sub(TAIL)?)?;
    let start = usize::try_from(long(tail, 0)?).ok().filter(|&start| start >= HEAD)?;
    Some((rest.get(start..)?, start, word(tail, 8)?))
}

/// The layer of an entry, if it lies before the directory and is long enough for its afterstates.
fn layer(entry: &[u8], end: usize) -> Option<Layer> {
    let layer = Layer { start: long(entry, 0)?, length: word(entry, 8)?, states: word(entry, 12)? };
    let lies_before = layer.start.checked_add(u64::from(layer.length))? <= end as u64;
    (lies_before && layer.has_room()).then_some(layer)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// Why some bytes are no table this program can use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableFormatError {
    /// They do not begin like a table.
    NotATable,
    /// They are of another version.
    Version(u16),
    /// They end too early or too late.
    Torn,
    /// This part is not as it was written.
    Damaged(String),
}

impl fmt::Display for TableFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFormatError::NotATable => {
                write!(f, "this is not an endgame table: it does not begin with \"redouble-table\"")
            }
            TableFormatError::Version(version) => {
                write!(
                    f,
                    "this table is of version {version}; this program reads versions {LOCKED} and {SHIFTING}"
                )
            }
            TableFormatError::Torn => {
                write!(f, "the table is cut short, or its end is damaged: no directory was found there")
            }
            TableFormatError::Damaged(part) => {
                write!(f, "the table is damaged: its {part} is not as written")
            }
        }
    }
}

impl std::error::Error for TableFormatError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::layer::encode;

    /// What is read of a table with these layers over the bytes of one that holds the keys 0, 1 and 2.
    fn read(layers: impl FnOnce(Layer) -> Vec<Layer>) -> Result<Directory, TableFormatError> {
        let bytes = encode(&[0, 1, 2], &[7, 8, 9]);
        let layer = Layer { start: HEAD as u64, length: bytes.len() as u32, states: 3 };
        let endgame = "4-8".parse().unwrap();
        let before = [head(endgame).as_slice(), &bytes].concat();
        let directory = directory(endgame, 0, &layers(layer), &before);
        Directory::parse(&[before, directory].concat())
    }

    #[test]
    fn a_version_that_does_not_fit_the_endgame_is_refused() {
        let locked: Endgame = "4-8".parse().unwrap();
        let file = |head: [u8; HEAD], endgame| [&head[..], &directory(endgame, 0, &[], &head)].concat();
        let read = |file: Vec<u8>| Directory::parse(&file).map(|directory| directory.endgame);
        for endgame in [locked, locked.shifting()] {
            assert_eq!(read(file(head(endgame), endgame)), Ok(endgame));
        }
        let damaged = Err(TableFormatError::Damaged("directory".to_owned()));
        assert_eq!(read(file(head(locked), locked.shifting())), damaged);
        assert_eq!(read(file(head(locked.shifting()), locked)), damaged);
        assert_eq!(head(locked.shifting())[16], 2, "what knows no detours reads version 1");
    }

    #[test]
    fn a_table_reads_as_it_was_written() {
        assert_eq!(read(|layer| vec![Layer::default(), layer]).unwrap().states(), 3);
    }

    #[test]
    fn layers_that_claim_more_than_there_is_are_refused() {
        let damaged = TableFormatError::Damaged("directory".to_owned());
        assert_eq!(read(|layer| vec![layer; 4]), Err(damaged.clone()), "the same bytes four times");
        assert_eq!(read(|layer| vec![Layer { states: 4, ..layer }]), Err(damaged.clone()));
        assert_eq!(read(|layer| vec![Layer { length: layer.length + 1, ..layer }]), Err(damaged));
    }
}
