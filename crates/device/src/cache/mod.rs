//! The compiler cache: compiled device code on disk, shared by all processes
//! of a user.
//!
//! An entry is one file, named by a hash of its key. The key itself is in the
//! file and compared, so that a collision is a miss and never wrong code.
//! Entries are written to a temporary file and renamed, so that readers see
//! all or nothing; a damaged entry is a miss. The time of modification is the
//! time of the last use, by which the least recently used entries are evicted.
//!
//! Nothing here ever fails a build: a directory that cannot be written is
//! reported once, and the program goes on.
//!
//! Variables: see [`Settings`].

mod entry;
mod evict;
mod hash;
mod settings;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

pub use settings::Settings;

/// Entries used more recently than this keep their time: one write per entry
/// and quarter of an hour is precise enough.
const TOUCH_INTERVAL: Duration = Duration::from_secs(15 * 60);

/// Everything that a compiled program depends on.
///
/// ```
/// use tandem_device::cache::Key;
/// let mut key = Key::new();
/// key.field("image", b"...").field("options", b"-g");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    bytes: Vec<u8>,
}

impl Key {
    /// An empty key.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one input. Names and lengths are part of the key, so that different
    /// inputs cannot run into one another.
    pub fn field(&mut self, name: &str, value: &[u8]) -> &mut Self {
        for part in [name.as_bytes(), value] {
            self.bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            self.bytes.extend_from_slice(part);
        }
        self
    }

    fn file_name(&self) -> String {
        let [low, high] = hash::hash128(&self.bytes);
        format!("{low:016x}{high:016x}.{}", entry::EXTENSION)
    }
}

/// A cache directory.
#[derive(Debug)]
pub struct Cache {
    settings: Settings,
    directory: PathBuf,
    /// Bytes written since the directory was last checked against its limits.
    written: AtomicU64,
    checked: AtomicBool,
    warned: AtomicBool,
}

impl Cache {
    /// The cache that the environment asks for, if any.
    pub fn from_env() -> Option<Self> {
        Settings::from_env().map(Self::new)
    }

    /// A cache with given settings.
    pub fn new(settings: Settings) -> Self {
        let directory = settings.directory.join("device-code");
        Self {
            settings,
            directory,
            written: AtomicU64::new(0),
            checked: AtomicBool::new(false),
            warned: AtomicBool::new(false),
        }
    }

    /// Where the entries are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The code that was stored under this key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.directory.join(key.file_name());
        let bytes = fs::read(&path).ok();
        let found = bytes.and_then(|bytes| entry::decode(bytes, &key.bytes));
        self.trace(if found.is_some() { "hit" } else { "miss" }, &path);
        if found.is_some() {
            touch(&path);
        }
        found
    }

    /// Stores code under a key. `image_bytes` is the size of the device image,
    /// which the settings may exclude.
    pub fn put(&self, key: &Key, image_bytes: usize, code: &[u8]) {
        if !self.settings.image_sizes.contains(&(image_bytes as u64)) {
            return;
        }
        let path = self.directory.join(key.file_name());
        match self.write(&path, &entry::encode(&key.bytes, code)) {
            Ok(bytes) => {
                self.trace("stored", &path);
                self.evict_if_due(bytes);
            }
            Err(error) => self.warn(&error),
        }
    }

    /// Writes a temporary file and renames it.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<u64> {
        create_private(&self.directory)?;
        let temporary = self.directory.join(temporary_name());
        let written = File::create_new(&temporary)
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            // Nothing half-written stays; if even this fails, eviction gets it.
            let _ = fs::remove_file(&temporary);
        }
        written.map(|()| bytes.len() as u64)
    }

    /// Checks the limits after the first write of a process, and then
    /// whenever it has written a sixteenth of the allowed size.
    fn evict_if_due(&self, bytes: u64) {
        if !self.settings.evict {
            return;
        }
        let written = self.written.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let share = self.settings.max_bytes.unwrap_or(u64::MAX) / 16;
        if self.checked.swap(true, Ordering::Relaxed) && written < share {
            return;
        }
        self.written.store(0, Ordering::Relaxed);
        for path in evict::evict(&self.directory, &self.settings, SystemTime::now()) {
            self.trace("evicted", &path);
        }
    }

    fn trace(&self, what: &str, path: &Path) {
        if self.settings.trace {
            eprintln!("[Persistent Cache]: {what}: {}", path.display());
        }
    }

    fn warn(&self, error: &io::Error) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            let directory = self.directory.display();
            eprintln!("tandem: warning: the compiler cache in {directory} is not usable: {error}");
        }
    }
}

/// Marks an entry as used now.
fn touch(path: &Path) {
    let now = SystemTime::now();
    let is_recent = fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .is_ok_and(|used| now.duration_since(used).unwrap_or_default() < TOUCH_INTERVAL);
    if !is_recent {
        // In a read-only directory entries just keep their time.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(now));
    }
}

/// Creates a directory that only its owner can use: code is loaded from it.
fn create_private(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    if directory.is_dir() {
        return Ok(());
    }
    fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// A name that no other process and no other thread uses.
fn temporary_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{count}-{}.{}", std::process::id(), time.as_nanos(), entry::TEMPORARY_EXTENSION)
}
