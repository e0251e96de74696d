//! Files that appear whole or not at all, even if a process is killed.
//!
//! A file is written under another name in a separate folder, and renamed. Its writer holds a lock on it, which the
//! system releases when the writer dies: a file in that folder that can be locked was left by a process that was
//! killed.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use tandem_environment::trust;

/// Age at which a file has no living writer, on file systems without locks.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Fails if this process may not write files of this size: an attempt would end the program by a signal.
pub(super) fn check_size_limit(bytes: usize) -> io::Result<()> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max file size")?.split_whitespace().next());
    // The word "unlimited" is no number.
    match limit.and_then(|limit| limit.parse::<usize>().ok()) {
        Some(limit) if bytes > limit => Err(ErrorKind::FileTooLarge.into()),
        _ => Ok(()),
    }
}

/// Writes a file through a temporary one in `folder`. No partial file remains if that fails.
pub(super) fn publish(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    trust::create_private_folder(folder)?;
    trust::check_private_folder(folder)?;
    let temporary = folder.join(temporary_name());
    let mut file = trust::private_options().write(true).create_new(true).open(&temporary)?;
    // Without a lock the file may be taken for an abandoned one, and be gone when it is to be renamed.
    let _ = file.try_lock();
    let written = file.write_all(bytes).and_then(|()| fs::rename(&temporary, path));
    match written {
        // Another process emptied the cache meanwhile.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => {
            // If even this fails, a later process does it.
            let _ = fs::remove_file(&temporary);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Removes the files in `folder` whose writers are dead. Returns them.
pub(super) fn remove_abandoned(folder: &Path) -> Vec<PathBuf> {
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    let paths = listing.flatten().map(|file| file.path());
    paths.filter(|path| is_abandoned(path) && fs::remove_file(path).is_ok()).collect()
}

fn is_abandoned(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let written = file.metadata().and_then(|metadata| metadata.modified());
            written.is_ok_and(|time| SystemTime::now().duration_since(time).unwrap_or_default() > ABANDONED)
        }
    }
}

/// A name that no other process and no other thread uses.
fn temporary_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{count}-{}", std::process::id(), time.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_without_a_writer_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let living = File::create(folder.path().join("living")).unwrap();
        living.lock().unwrap();
        let dead = folder.path().join("dead");
        fs::write(&dead, b"half").unwrap();
        assert_eq!(remove_abandoned(folder.path()), [dead]);
        drop(living);
        assert_eq!(remove_abandoned(folder.path()).len(), 1);
    }

    #[test]
    fn nothing_stays_when_publishing_fails() {
        let folder = tempfile::tempdir().unwrap();
        let writing = folder.path().join("writing");
        // A folder cannot be replaced by a file.
        assert!(publish(&writing, folder.path(), b"bytes").is_err());
        assert_eq!(fs::read_dir(&writing).unwrap().count(), 0);
    }
}
