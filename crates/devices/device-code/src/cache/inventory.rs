//! Inspection of the cache from outside, for `tandem cache`. Programs may use the cache at the same time.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Cache, Damage, Key, entry, evict, publish, usage};

/// A file with an entry.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was read or written last.
    pub last_use: SystemTime,
    /// The key, which has everything that the code depends on, or the reason why the file is no entry.
    pub key: Result<Key, Damage>,
}

/// A file of the cache that cannot be read or removed.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct FileError {
    path: String,
    source: io::Error,
}

/// Sizes of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of entries.
    pub entries: usize,
    /// Their size together.
    pub bytes: u64,
    /// When the entry that was not used for longest was used.
    pub oldest: Option<SystemTime>,
    /// When any entry was used last.
    pub newest: Option<SystemTime>,
    /// Files that processes are writing, or left when they were killed.
    pub unfinished: usize,
}

impl Cache {
    /// The entries, the most recently used one first. The code in them is not
    /// checked.
    pub fn list(&self) -> Result<Vec<Entry>, FileError> {
        self.read_all(|path| entry::read_key(&mut File::open(path)?))
    }

    /// The entries that are damaged, found by reading all of them.
    pub fn verify(&self) -> Result<Vec<Entry>, FileError> {
        let mut entries = self.read_all(|path| {
            let key = entry::verify(&fs::read(path)?);
            Ok(key.and_then(|key| if self.path(&key) == path { Ok(key) } else { Err(Damage::Name) }))
        })?;
        entries.retain(|entry| entry.key.is_err());
        Ok(entries)
    }

    /// Sizes and times.
    pub fn statistics(&self) -> Statistics {
        let entries = evict::files(&self.entries);
        Statistics {
            entries: entries.len(),
            bytes: entries.iter().map(|entry| entry.bytes).sum(),
            oldest: entries.iter().map(|entry| entry.used).min(),
            newest: entries.iter().map(|entry| entry.used).max(),
            unfinished: fs::read_dir(&self.writing).map_or(0, Iterator::count),
        }
    }

    /// Removes all entries and what killed processes left. Returns how many
    /// entries went, and their size.
    pub fn clear(&self) -> Result<(usize, u64), FileError> {
        publish::remove_abandoned(&self.writing);
        // One that evicts, and is stopped while it does, does not stop this.
        let folder = File::open(&self.entries).ok();
        folder.iter().for_each(|folder| _ = usage::lock(folder));
        let (mut count, mut bytes) = (0, 0);
        for file in evict::files(&self.entries) {
            if remove(&file.path)? {
                count += 1;
                bytes += file.bytes;
            }
        }
        if self.usage.exists() {
            let believed = usage::add(&self.usage, 0).map_err(at(&self.usage))?.map_or(0, |usage| usage.bytes);
            usage::correct(&self.usage, believed, 0, SystemTime::now()).map_err(at(&self.usage))?;
        }
        Ok((count, bytes))
    }

    /// Entries with the results of `read`. Entries that were removed meanwhile are left out.
    fn read_all(&self, read: impl Fn(&Path) -> io::Result<Result<Key, Damage>>) -> Result<Vec<Entry>, FileError> {
        let mut files = evict::files(&self.entries);
        files.sort_by_key(|file| std::cmp::Reverse(file.used));
        let mut entries = Vec::new();
        for evict::EntryFile { path, used, bytes } in files {
            match read(&path) {
                Ok(key) => entries.push(Entry { path, bytes, last_use: used, key }),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(at(&path)(error)),
            }
        }
        Ok(entries)
    }
}

/// Removes a file. Returns whether it was still there.
fn remove(path: &Path) -> Result<bool, FileError> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(at(path)(error)),
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.display().to_string();
    move |source| FileError { path, source }
}
