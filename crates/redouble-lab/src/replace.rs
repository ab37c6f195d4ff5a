//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Puts `bytes` in the place of `path`: written beside it, synced, then renamed, so that a crash or a power cut leaves
/// the one or the other but nothing between. What fails leaves nothing beside it.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same for what is too large to be held in memory: `content` writes it.
pub fn replace_with(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, content, File::sync_all)
}

fn replace(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    sync: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = Path::new(&beside);
    let written = write(beside, content, sync).and_then(|()| fs::rename(beside, path));
    if written.is_err() {
        let _ = fs::remove_file(beside); // what failed has an error to tell; this need not add to it
    }
    written?;
    sync_folder(path);
    Ok(())
}

fn write(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    sync: impl Fn(&File) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    content(&mut file)?;
    sync(&file.into_inner()?)
}

/// Makes a rename last, where the system can sync a folder.
pub(crate) fn sync_folder(path: &Path) {
    let parent =
        path.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
    if let Some(folder) = parent.and_then(|parent| File::open(parent).ok()) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_is_synced_as_a_whole_before_it_takes_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace_file(&path, b"old").unwrap();
        let synced = |file: &File| {
            assert_eq!(file.metadata()?.len(), 3);
            assert_eq!(fs::read(&path)?, b"old");
            Ok(())
        };
        replace(&path, |file| file.write_all(b"new"), synced).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn what_cannot_be_synced_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace_file(&path, b"old").unwrap();
        let refused = |_: &File| Err(io::Error::other("no"));
        assert!(replace(&path, |file| file.write_all(b"new"), refused).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
