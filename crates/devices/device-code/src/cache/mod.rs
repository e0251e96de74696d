//! The persistent cache: compiled device code on disk, shared by all processes
//! of a user.
//!
//! ```text
//! device-code/entries/<hash of the key>.bin    code and key (`entry`, `key`)
//! device-code/writing/…                        entries that are being written (`publish`)
//! device-code/usage                            how much there is (`usage`)
//! ```
//!
//! An entry's key is in its file and compared, so that a collision is a miss
//! and never wrong code. Readers see all of an entry or nothing, and take no
//! lock; a damaged entry is a miss, and is replaced. A file's time of
//! modification is that of its last use, by which the least recently used
//! entries are evicted (`evict`).
//!
//! Programs run the code in the cache, so folders and files are used only if no one but the user and root can write
//! them (`tandem_environment::trust`).
//!
//! The cache never fails a build: a folder that cannot be written, or that others can write, is reported once, and the
//! build continues without it.
//!
//! Variables: see [`Settings`]. The data that `tandem cache` shows: [`inventory`].

mod entry;
mod evict;
mod hash;
pub mod inventory;
mod key;
mod publish;
mod settings;
mod usage;

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use tandem_environment::trust::{self, Untrusted};

pub use entry::Damage;
pub use key::Key;
pub use settings::Settings;

/// A cache folder.
#[derive(Debug)]
pub struct Cache {
    settings: Settings,
    entries: PathBuf,
    writing: PathBuf,
    usage: PathBuf,
    first_write: Once,
    /// The folder of the entries is private.
    is_private: AtomicBool,
    /// Nothing can be written, or nothing is to be read; that was said.
    unusable: AtomicBool,
}

impl Cache {
    /// The cache that the environment selects, if any.
    pub fn from_env() -> Option<Self> {
        Settings::from_env().map(Self::new)
    }

    /// A cache with given settings.
    pub fn new(settings: Settings) -> Self {
        let folder = settings.directory.join("device-code");
        Self {
            entries: folder.join("entries"),
            writing: folder.join("writing"),
            usage: folder.join("usage"),
            settings,
            first_write: Once::new(),
            is_private: AtomicBool::new(false),
            unusable: AtomicBool::new(false),
        }
    }

    /// Where the entries are.
    pub fn entries_folder(&self) -> &Path {
        &self.entries
    }

    /// How the cache behaves.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The code that was stored under this key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let found = self.read(&path).ok().map(|bytes| entry::decode(bytes, key));
        match &found {
            Some(Ok(_)) => self.trace("hit", &path),
            Some(Err(damage)) => self.trace(&format!("miss ({damage})"), &path),
            None => self.trace("miss", &path),
        }
        found?.ok()
    }

    /// Stores code under a key. `image_bytes` is the size of the device image,
    /// which the settings may exclude.
    pub fn put(&self, key: &Key, image_bytes: usize, code: &[u8]) {
        if self.unusable.load(Ordering::Relaxed) || !self.settings.image_sizes.contains(&(image_bytes as u64)) {
            return;
        }
        let bytes = entry::encode(key, code);
        if self.settings.max_bytes.is_some_and(|max_bytes| bytes.len() as u64 > max_bytes) {
            return;
        }
        let path = self.path(key);
        match self.store(&path, &bytes) {
            Ok(true) => self.trace("stored", &path),
            Ok(false) => self.trace("not stored (locked by other processes)", &path),
            Err(error) => self.give_up(&error),
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.entries.join(key.entry_name()).with_extension(entry::EXTENSION)
    }

    /// Announces the entry's size before it is written, so that many processes together stay within the limit. Returns
    /// whether the entry was stored.
    fn store(&self, path: &Path, bytes: &[u8]) -> io::Result<bool> {
        publish::check_size_limit(bytes.len())?;
        trust::create_private_folder(&self.entries)?;
        self.check_private()?;
        self.first_write.call_once(|| {
            for path in publish::remove_abandoned(&self.writing) {
                self.trace("removed a file of a killed process", &path);
            }
        });
        let fits = self.evict_for(bytes.len() as u64)?;
        if fits {
            publish::publish(&self.writing, path, bytes)?;
        }
        Ok(fits)
    }

    /// Announces `room` bytes, and evicts entries if there are too many. Returns whether they fit. Returns false if
    /// other processes hold the locks for long.
    fn evict_for(&self, room: u64) -> io::Result<bool> {
        let now = SystemTime::now();
        let is_too_full = |usage: usage::Usage| self.settings.evict && usage.is_count_due(self.settings.max_bytes, now);
        match usage::add(&self.usage, room)? {
            None => return Ok(false),
            Some(usage) if !is_too_full(usage) => return Ok(true),
            Some(_) => {}
        }
        let folder = File::open(&self.entries)?;
        if !usage::lock(&folder) {
            return Ok(false);
        }
        // Another process may have evicted meanwhile.
        let Some(usage) = usage::add(&self.usage, 0)? else { return Ok(false) };
        if is_too_full(usage) {
            let outcome = evict::evict(&self.entries, &self.settings, room, now);
            outcome.removed.iter().for_each(|path| self.trace("evicted", path));
            usage::correct(&self.usage, usage.bytes, outcome.bytes + room, now)?;
        }
        Ok(true)
    }

    fn trace(&self, what: &str, path: &Path) {
        if self.settings.trace {
            eprintln!("[Persistent Cache]: {what}: {}", path.display());
        }
    }

    /// Reads an entry, and marks it as used now.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.check_private().inspect_err(|error| {
            if Untrusted::is_cause_of(error) {
                self.give_up(error);
            }
        })?;
        let mut file = trust::open_private(path, File::options().read(true))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // In a read-only folder entries just keep their time.
        let _ = file.set_modified(SystemTime::now());
        Ok(bytes)
    }

    /// Fails unless the folder of the entries exists and is private. Once it is, no other user can change that.
    fn check_private(&self) -> io::Result<()> {
        if !self.is_private.load(Ordering::Relaxed) {
            trust::check_private_folder(&self.entries)?;
            self.is_private.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn give_up(&self, error: &io::Error) {
        if !self.unusable.swap(true, Ordering::Relaxed) {
            let folder = self.settings.directory.display();
            let problem = if Untrusted::is_cause_of(error) { "is not used" } else { "cannot be written" };
            eprintln!("tandem: warning: the persistent cache in {folder} {problem}: {error}");
        }
    }
}
