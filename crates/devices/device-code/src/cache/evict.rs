//! Counting the entries, and eviction of those that are too many or too old.
//! A file that is gone already, because another process evicts as well, is no
//! problem.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::entry;
use super::settings::Settings;

/// A file with an entry.
#[derive(Clone, Debug)]
pub(super) struct EntryFile {
    pub(super) path: PathBuf,
    pub(super) used: SystemTime,
    pub(super) bytes: u64,
}

/// The entries after an eviction.
#[derive(Debug)]
pub(super) struct Outcome {
    /// Bytes of those that are left.
    pub(super) bytes: u64,
    /// Those that went.
    pub(super) removed: Vec<PathBuf>,
}

/// Removes entries that were not used for too long. If the rest does not leave
/// `room` bytes free, the least recently used ones go until a tenth of the
/// allowed size is free as well.
pub(super) fn evict(folder: &Path, settings: &Settings, room: u64, now: SystemTime) -> Outcome {
    let mut entries = files(folder);
    entries.sort_by_key(|entry| entry.used);
    let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
    let limit = match settings.max_bytes {
        Some(max_bytes) if bytes.saturating_add(room) > max_bytes => max_bytes / 10 * 9,
        _ => u64::MAX,
    };
    let mut removed = Vec::new();
    for entry in entries {
        let age = now.duration_since(entry.used).unwrap_or_default();
        let is_old = settings.max_age.is_some_and(|max_age| age > max_age);
        if !is_old && bytes.saturating_add(room) <= limit {
            break;
        }
        bytes -= entry.bytes;
        if fs::remove_file(&entry.path).is_ok() {
            removed.push(entry.path);
        }
    }
    Outcome { bytes, removed }
}

/// The entries in a folder.
pub(super) fn files(folder: &Path) -> Vec<EntryFile> {
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    let describe = |file: fs::DirEntry| {
        let path = file.path();
        let metadata = file.metadata().ok()?;
        let is_entry = path.extension().is_some_and(|extension| extension == entry::EXTENSION);
        let used = metadata.modified().ok()?;
        is_entry.then_some(EntryFile { path, used, bytes: metadata.len() })
    };
    listing.flatten().filter_map(describe).collect()
}
