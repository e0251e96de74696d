//! Eviction: keeps the cache directory within its limits. Several processes
//! may evict at the same time; a file that is gone already is no problem.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::entry;
use super::settings::Settings;

/// Age at which a temporary file cannot belong to a living writer.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

struct Entry {
    path: PathBuf,
    used: SystemTime,
    bytes: u64,
}

/// Removes abandoned files, entries that were not used for too long, and then
/// the least recently used ones until nine tenths of the allowed size are left.
/// Returns what it removed.
pub(super) fn evict(directory: &Path, settings: &Settings, now: SystemTime) -> Vec<PathBuf> {
    let age = |used: SystemTime| now.duration_since(used).unwrap_or_default();
    let mut removed = Vec::new();
    let mut remove = |path: PathBuf| {
        if fs::remove_file(&path).is_ok() {
            removed.push(path);
        }
    };

    let mut entries = Vec::new();
    for file in files(directory) {
        let extension = file.path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some(entry::TEMPORARY_EXTENSION) if age(file.used) > ABANDONED => remove(file.path),
            Some(entry::EXTENSION) => match settings.max_age {
                Some(max_age) if age(file.used) > max_age => remove(file.path),
                _ => entries.push(file),
            },
            _ => {}
        }
    }

    let mut total: u64 = entries.iter().map(|entry| entry.bytes).sum();
    let Some(max_bytes) = settings.max_bytes.filter(|&max_bytes| total > max_bytes) else {
        return removed;
    };
    entries.sort_by_key(|entry| entry.used);
    for entry in entries {
        if total <= max_bytes / 10 * 9 {
            break;
        }
        total -= entry.bytes;
        remove(entry.path);
    }
    removed
}

fn files(directory: &Path) -> Vec<Entry> {
    let Ok(listing) = fs::read_dir(directory) else { return Vec::new() };
    let describe = |file: fs::DirEntry| {
        let metadata = file.metadata().ok()?;
        let used = metadata.modified().ok()?;
        Some(Entry { path: file.path(), used, bytes: metadata.len() })
    };
    listing.flatten().filter_map(describe).collect()
}
