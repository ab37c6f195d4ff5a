//! The working folder of a table: what a build has done so far, so that it goes on after any end.
//!
//! ```text
//! plan         what is being built
//! keys.12      the keys of the layer with half sum 12, while they are needed
//! layers       how many keys each layer has, once all are known
//! solved.12    the chance of each of these keys, and where the layers of the table are so far
//! table        the table so far
//! ```
//! Every file but the table is written beside its place, synced and renamed, and ends with its CRC-32.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use redouble::Endgame;
use redouble::checksum::crc32;
use redouble::tablebase::file::{HEAD, head};
use redouble::tablebase::layer::{Layer, push_number, take_number};

use super::TableBuildError;
use crate::replace::{replace_file, sync_folder};

/// The folder, which no other process can use meanwhile.
pub struct WorkFolder {
    folder: PathBuf,
    endgame: Endgame,
    table: File,
    _lock: File,
}

/// A layer that is solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved {
    /// The layers of the table so far with their checksums, the one with the largest sum first.
    pub layers: Vec<(Layer, u32)>,
    /// The chance of each key of the last of them, before any was dropped.
    pub chances: Vec<f64>,
}

impl WorkFolder {
    /// Opens the folder, or makes it. One that was begun with another plan is refused.
    pub fn open(folder: &Path, endgame: Endgame, least: u16) -> Result<WorkFolder, TableBuildError> {
        let fail = |source| TableBuildError::Io { path: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(fail)?;
        let lock = File::create(folder.join("lock")).map_err(fail)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TableBuildError::Busy { path: folder.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(fail(source)),
        }
        let options = File::options().read(true).write(true).create(true).truncate(false).clone();
        let table = options.open(folder.join("table")).map_err(fail)?;
        let work = WorkFolder { folder: folder.to_owned(), endgame, table, _lock: lock };
        let plan = format!("redouble-table-work 1\n{endgame}\nleast {least}\n").into_bytes();
        match work.read("plan")? {
            None => work.write("plan", plan)?,
            Some(found) if found == plan => {}
            Some(_) => return Err(TableBuildError::OtherPlan { path: folder.to_owned() }),
        }
        Ok(work)
    }

    /// Keeps the keys of a layer.
    pub fn store_keys(&self, half: u32, keys: &[u32]) -> Result<(), TableBuildError> {
        let mut bytes = Vec::with_capacity(4 + keys.len() + keys.len() / 4);
        bytes.extend((keys.len() as u32).to_le_bytes());
        let mut next = 0;
        for &key in keys {
            push_number(&mut bytes, key - next);
            next = key.wrapping_add(1); // the last of all keys has no next
        }
        self.write(&format!("keys.{half}"), bytes)
    }

    /// The keys of a layer; `None` if they are not known.
    pub fn keys(&self, half: u32) -> Result<Option<Vec<u32>>, TableBuildError> {
        let name = format!("keys.{half}");
        let Some(bytes) = self.read(&name)? else { return Ok(None) };
        parse_keys(&bytes).map(Some).ok_or_else(|| self.damaged(&name))
    }

    /// Keeps how many keys each layer has: from now on all are known.
    pub fn store_counts(&self, counts: &[u32]) -> Result<(), TableBuildError> {
        self.write("layers", counts.iter().flat_map(|count| count.to_le_bytes()).collect())
    }

    /// How many keys each layer has; `None` while not all are known.
    pub fn counts(&self) -> Result<Option<Vec<u32>>, TableBuildError> {
        let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Ok(self.read("layers")?.map(|bytes| bytes.chunks_exact(4).map(word).collect()))
    }

    /// Writes the next layer of the table, which begins where the last one ended, and keeps what is needed to
    /// go on from here.
    pub fn store_solved(&mut self, half: u32, solved: &Solved, bytes: &[u8]) -> Result<(), TableBuildError> {
        let fail = |source| TableBuildError::Io { path: self.folder.join("table"), source };
        self.table.write_all(bytes).and_then(|()| self.table.sync_data()).map_err(fail)?;
        let mut content = Vec::with_capacity(4 + 20 * solved.layers.len() + 8 * solved.chances.len());
        content.extend((solved.layers.len() as u32).to_le_bytes());
        for (layer, sum) in &solved.layers {
            content.extend(layer.start.to_le_bytes());
            [layer.length, layer.states, *sum].iter().for_each(|word| content.extend(word.to_le_bytes()));
        }
        solved.chances.iter().for_each(|chance| content.extend(chance.to_le_bytes()));
        self.write(&format!("solved.{half}"), content)
    }

    /// Removes a solved layer that is no longer needed.
    pub fn forget(&self, half: u32) -> Result<(), TableBuildError> {
        ["solved", "keys"].iter().try_for_each(|kind| self.remove(&format!("{kind}.{half}")))
    }

    /// A layer that is solved; `None` if it is not.
    pub fn solved(&self, half: u32) -> Result<Option<Solved>, TableBuildError> {
        let name = format!("solved.{half}");
        let Some(bytes) = self.read(&name)? else { return Ok(None) };
        parse_solved(&bytes).map(Some).ok_or_else(|| self.damaged(&name))
    }

    /// Makes the table as long as these layers need, and goes to its end.
    pub fn rewind(&mut self, layers: &[(Layer, u32)]) -> Result<(), TableBuildError> {
        let end = end(layers);
        let fail = |source| TableBuildError::Io { path: self.folder.join("table"), source };
        if layers.is_empty() {
            self.table.rewind().and_then(|()| self.table.write_all(&head(self.endgame))).map_err(fail)?;
        }
        if self.table.metadata().map_err(fail)?.len() < end {
            return Err(self.damaged("table"));
        }
        self.table.set_len(end).map_err(fail)?;
        self.table.seek(io::SeekFrom::End(0)).map(drop).map_err(fail)
    }

    /// The whole table so far, once its layers are found as they were written.
    pub fn table(&self, layers: &[(Layer, u32)]) -> Result<memmap2::Mmap, TableBuildError> {
        let fail = |source| TableBuildError::Io { path: self.folder.join("table"), source };
        // SAFETY: the folder is locked, and this process does not write to the table while it reads it.
        let bytes = unsafe { memmap2::Mmap::map(&self.table) }.map_err(fail)?;
        let sound = |(layer, sum): &(Layer, u32)| {
            let start = layer.start as usize;
            bytes.get(start..start + layer.length as usize).is_some_and(|bytes| crc32(bytes) == *sum)
        };
        if layers.iter().all(sound) { Ok(bytes) } else { Err(self.damaged("table")) }
    }

    /// Writes the end of the table, puts it in its place and removes the folder.
    pub fn finish(mut self, directory: &[u8], path: &Path) -> Result<(), TableBuildError> {
        let from = self.folder.join("table");
        let fail = |source| TableBuildError::Io { path: from.clone(), source };
        self.table.write_all(directory).and_then(|()| self.table.sync_all()).map_err(fail)?;
        fs::rename(&from, path).map_err(fail)?;
        sync_folder(path);
        drop(self.table);
        fs::remove_dir_all(&self.folder)
            .map_err(|source| TableBuildError::Io { path: self.folder.clone(), source })
    }

    fn write(&self, name: &str, mut content: Vec<u8>) -> Result<(), TableBuildError> {
        content.extend(crc32(&content).to_le_bytes());
        let path = self.folder.join(name);
        replace_file(&path, &content).map_err(|source| TableBuildError::Io { path, source })
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, TableBuildError> {
        let path = self.folder.join(name);
        let mut content = Vec::new();
        match File::open(&path).and_then(|mut file| file.read_to_end(&mut content)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(TableBuildError::Io { path, source }),
        }
        let sum = content.split_off(content.len().saturating_sub(4));
        if sum == crc32(&content).to_le_bytes() { Ok(Some(content)) } else { Err(self.damaged(name)) }
    }

    fn remove(&self, name: &str) -> Result<(), TableBuildError> {
        let path = self.folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(TableBuildError::Io { path, source: error })
            }
            _ => Ok(()),
        }
    }

    /// Refuses to go on if so many bytes do not fit on the disk, where the system says what does.
    pub fn check_space(&self, needed: u64) -> Result<(), TableBuildError> {
        match fs4::available_space(&self.folder) {
            Ok(free) if free < needed => {
                Err(TableBuildError::NoSpace { path: self.folder.clone(), needed, free })
            }
            _ => Ok(()),
        }
    }

    /// The error about something that went wrong in this folder.
    pub fn failed(&self, source: io::Error) -> TableBuildError {
        TableBuildError::Io { path: self.folder.clone(), source }
    }

    /// The error about a file of this folder that is not as it was written.
    pub fn damaged(&self, name: &str) -> TableBuildError {
        TableBuildError::Damaged { path: self.folder.join(name) }
    }
}

/// Where the last of these layers ends.
pub fn end(layers: &[(Layer, u32)]) -> u64 {
    layers.last().map_or(HEAD as u64, |(layer, _)| layer.start + u64::from(layer.length))
}

fn parse_keys(bytes: &[u8]) -> Option<Vec<u32>> {
    let (count, mut rest) = bytes.split_first_chunk()?;
    let mut keys = Vec::with_capacity(u32::from_le_bytes(*count).min(bytes.len() as u32) as usize);
    let mut next = 0u32;
    for _ in 0..u32::from_le_bytes(*count) {
        let key = next.checked_add(take_number(&mut rest)?)?;
        keys.push(key);
        next = key.wrapping_add(1);
    }
    rest.is_empty().then_some(keys)
}

fn parse_solved(bytes: &[u8]) -> Option<Solved> {
    let (count, rest) = bytes.split_first_chunk()?;
    let (entries, chances) = rest.split_at_checked(20 * u32::from_le_bytes(*count) as usize)?;
    let word = |entry: &[u8], at: usize| Some(u32::from_le_bytes(entry[at..at + 4].try_into().ok()?));
    let layer = |entry: &[u8]| {
        let start = u64::from_le_bytes(entry[..8].try_into().ok()?);
        Some((Layer { start, length: word(entry, 8)?, states: word(entry, 12)? }, word(entry, 16)?))
    };
    let chance = |bytes: &[u8]| Some(f64::from_le_bytes(bytes.try_into().ok()?));
    Some(Solved {
        layers: entries.chunks_exact(20).map(layer).collect::<Option<_>>()?,
        chances: chances.chunks_exact(8).map(chance).collect::<Option<_>>()?,
    })
}
