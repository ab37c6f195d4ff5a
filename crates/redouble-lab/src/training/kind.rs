//! What kind of network a file holds: something that can go on learning, or a copy made to play.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use redouble::network::{Directory, encoding};

/// More than any directory takes.
const START: u64 = 1 << 20;

/// A kind of network file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// With all that training needs to go on.
    Training,
    /// Small, to keep.
    Packed,
    /// Large, to open at once.
    Unpacked,
}

impl Kind {
    /// The kind of the network in a file; `None` if there is none in it. Only its beginning is read.
    pub fn of(path: &Path) -> io::Result<Option<Kind>> {
        let mut file = File::open(path)?;
        let mut start = Vec::new();
        Read::take(&mut file, START).read_to_end(&mut start)?;
        let Ok(directory) = Directory::parse(&start) else { return Ok(None) };
        if directory.list().any(|(name, _)| name == "effort") {
            return Ok(Some(Kind::Training));
        }
        let before = directory.list().take_while(|(name, _)| *name != "stage0");
        let place = directory.length() + before.map(|(_, length)| length).sum::<usize>();
        let mut encoded = [0];
        file.seek(SeekFrom::Start(place as u64))?;
        file.read_exact(&mut encoded)?;
        Ok(Some(if encoding::is_plain(&encoded) { Kind::Unpacked } else { Kind::Packed }))
    }

    /// In words, such as `a packed network`.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Training => "a network in training",
            Kind::Packed => "a packed network",
            Kind::Unpacked => "an unpacked network",
        }
    }
}
