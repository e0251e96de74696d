//! The persistent cache runs nothing that other users could have written.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use tandem_device_code::cache::{Cache, Key, Settings};

fn key() -> Key {
    let mut key = Key::new();
    key.field("name", b"kernel");
    key
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// A cache with an entry, and the entry's file. Each process has a separate cache.
struct Stored {
    directory: tempfile::TempDir,
    file: PathBuf,
}

impl Stored {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::new(Settings::new(directory.path().to_owned()));
        cache.put(&key(), 1, b"code");
        let file = cache.list().unwrap().remove(0).path;
        Self { directory, file }
    }

    fn cache(&self) -> Cache {
        Cache::new(Settings::new(self.directory.path().to_owned()))
    }

    fn folder(&self) -> PathBuf {
        self.directory.path().join("device-code")
    }

    fn is_found(&self) -> bool {
        self.cache().get(&key()).is_some()
    }
}

#[test]
fn files_and_folders_are_the_users_alone() {
    let stored = Stored::new();
    assert!(stored.is_found());
    assert_eq!(mode(&stored.file), 0o600);
    assert_eq!(mode(&stored.folder().join("usage")), 0o600);
    for folder in ["", "entries", "writing"] {
        assert_eq!(mode(&stored.folder().join(folder)), 0o700, "{folder}");
    }
}

#[test]
fn folders_that_others_can_write_are_not_used() {
    for folder in [".", "device-code", "device-code/entries"] {
        let stored = Stored::new();
        let path = stored.directory.path().join(folder);
        for open_to in [0o770, 0o707] {
            set_mode(&path, open_to);
            assert!(!stored.is_found(), "{folder} {open_to:o}");
        }
        let before = fs::metadata(&stored.file).unwrap().modified().unwrap();
        stored.cache().put(&key(), 1, b"other code");
        assert_eq!(fs::metadata(&stored.file).unwrap().modified().unwrap(), before, "{folder}: nothing is written");
        set_mode(&path, 0o755);
        assert!(stored.is_found(), "others may read");
    }
}

#[test]
fn files_that_others_can_write_are_replaced() {
    let stored = Stored::new();
    set_mode(&stored.file, 0o666);
    assert!(!stored.is_found());
    stored.cache().put(&key(), 1, b"code");
    assert!(stored.is_found());
    assert_eq!(mode(&stored.file), 0o600);
}

#[test]
fn files_behind_links_are_replaced() {
    let stored = Stored::new();
    let elsewhere = stored.directory.path().join("elsewhere");
    fs::rename(&stored.file, &elsewhere).unwrap();
    symlink(&elsewhere, &stored.file).unwrap();
    assert!(!stored.is_found());
    stored.cache().put(&key(), 1, b"code");
    assert!(stored.is_found());
    assert!(!fs::symlink_metadata(&stored.file).unwrap().is_symlink());
    // Nothing is written through a link either.
    let usage = stored.folder().join("usage");
    fs::remove_file(&usage).unwrap();
    fs::write(&elsewhere, "text").unwrap();
    symlink(&elsewhere, &usage).unwrap();
    stored.cache().put(&key(), 1, b"code");
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "text");
}

/// Only root can give files away; `tandem_environment::trust` is tested with
/// other owners as any user.
#[test]
fn folders_and_files_of_others_are_not_used() {
    let stored = Stored::new();
    let give = |path: &Path, user| std::os::unix::fs::chown(path, Some(user), None);
    if let Err(error) = give(&stored.file, 54321) {
        eprintln!("files cannot be given to other users without being root: {error}");
        return;
    }
    assert!(!stored.is_found(), "the file of another user");
    give(&stored.file, 0).unwrap();
    assert!(stored.is_found());
    give(&stored.folder(), 54321).unwrap();
    assert!(!stored.is_found(), "the folder of another user");
}
