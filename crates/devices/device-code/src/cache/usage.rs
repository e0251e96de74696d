//! The size of the cache, as far as its processes know: a number in a file that all of them add to, so that the limit
//! is kept without reading the entries for each write.
//!
//! ```text
//! +-------+----------------------+
//! | bytes | time of last count   |   little endian; seconds since 1970
//! | 8     | 8                    |
//! +-------+----------------------+
//! ```
//!
//! The number may be too high (entries that were replaced, processes that were killed): the entries are then counted
//! too early, which corrects it. A file with invalid contents has the same effect.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use tandem_environment::trust;

/// How long to wait for other processes. They hold a lock for as long as the work takes, at most milliseconds; a
/// process that is stopped while it does must not stop all others.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long the number is believed without counting.
const TRUSTED: Duration = Duration::from_secs(24 * 60 * 60);

/// The contents of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// Bytes in all entries.
    pub(super) bytes: u64,
    /// When they were last counted, in seconds since 1970.
    counted: u64,
}

impl Usage {
    /// Whether the entries are to be counted: there are too many, or the last count is too old.
    pub(super) fn is_count_due(self, max_bytes: Option<u64>, now: SystemTime) -> bool {
        let age = seconds(now).checked_sub(self.counted);
        age.is_none_or(|age| age > TRUSTED.as_secs()) || max_bytes.is_some_and(|max_bytes| self.bytes > max_bytes)
    }
}

/// Announces an entry of `bytes` bytes. Returns `None` if other processes hold the lock for long.
pub(super) fn add(path: &Path, bytes: u64) -> io::Result<Option<Usage>> {
    update(path, |usage| Usage { bytes: usage.bytes.saturating_add(bytes), ..usage })
}

/// Records that the entries were counted: they have `actual` bytes, instead of the `believed` bytes in the file. Bytes
/// that others added since then are kept. One process at a time counts: the caller holds the lock on the folder of the
/// entries.
pub(super) fn correct(path: &Path, believed: u64, actual: u64, now: SystemTime) -> io::Result<()> {
    let corrected = |usage: Usage| Usage {
        bytes: usage.bytes.saturating_sub(believed).saturating_add(actual),
        counted: seconds(now),
    };
    update(path, corrected).map(|_| ())
}

fn update(path: &Path, change: impl FnOnce(Usage) -> Usage) -> io::Result<Option<Usage>> {
    let mut options = trust::private_options();
    options.read(true).write(true).create(true).truncate(false);
    let file = trust::open_private(path, &options)?;
    if !lock(&file) {
        return Ok(None);
    }
    let mut bytes = [0; 16];
    let len = file.read_at(&mut bytes, 0)?;
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    let known = if len == bytes.len() { Usage { bytes: number(0), counted: number(8) } } else { Usage::UNKNOWN };
    let usage = change(known);
    bytes[..8].copy_from_slice(&usage.bytes.to_le_bytes());
    bytes[8..].copy_from_slice(&usage.counted.to_le_bytes());
    file.write_all_at(&bytes, 0)?;
    Ok(Some(usage))
}

impl Usage {
    /// The contents of a new file, before the first count.
    const UNKNOWN: Self = Self { bytes: 0, counted: 0 };
}

/// Waits for the lock for a while. A file system without locks is used without.
pub(super) fn lock(file: &File) -> bool {
    let pause = PATIENCE / 100;
    for _ in 0..100 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(pause),
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    false
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_add_and_one_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("usage");
        let now = SystemTime::now();
        assert!(add(&path, 5).unwrap().unwrap().is_count_due(None, now), "nobody has counted");
        correct(&path, 5, 100, now).unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..50).for_each(|_| assert!(add(&path, 2).unwrap().is_some())));
            }
        });
        let usage = add(&path, 0).unwrap().unwrap();
        assert_eq!(usage.bytes, 100 + 4 * 50 * 2);
        assert!(!usage.is_count_due(Some(500), now));
        assert!(usage.is_count_due(Some(499), now));
        assert!(usage.is_count_due(None, now + TRUSTED * 2));
        assert!(usage.is_count_due(None, SystemTime::UNIX_EPOCH), "counted in the future");
        // Bytes that others announced during the count are kept.
        correct(&path, 300, 10, now).unwrap();
        assert_eq!(add(&path, 0).unwrap().unwrap().bytes, 210);
    }

    #[test]
    fn a_file_that_says_nothing_asks_for_a_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("usage");
        for content in [&b""[..], b"short", &[0xff; 16]] {
            std::fs::write(&path, content).unwrap();
            assert!(add(&path, 1).unwrap().unwrap().is_count_due(Some(1000), SystemTime::now()));
        }
    }

    #[test]
    fn a_process_that_stopped_with_the_lock_stops_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("usage");
        let stopped = File::create(&path).unwrap();
        stopped.lock().unwrap();
        assert_eq!(add(&path, 1).unwrap(), None);
    }
}
