//! The precompiled form of SYCL's header.
//!
//! Parsing the header, once per pass, takes most of the compile time of a small SYCL
//! program. The driver therefore keeps a pair of precompiled files, for the host and
//! the device pass, for each set of options.
//!
//! ```text
//! $TANDEM_PCH_DIR, or $XDG_CACHE_HOME/tandem/pch, or ~/.cache/tandem/pch
//! └── KEY                hash of both passes' command lines, clang and environment
//!     ├── host.pch
//!     ├── device.pch
//!     └── inputs         size, time and path of every file that went into them
//! ```
//!
//! An entry is published by renaming and is used only while none of its inputs has
//! changed. It never decides whether a program compiles: if clang fails with it, the
//! pass is run again without it, and if an error occurs here, there is no entry. An
//! empty `TANDEM_PCH_DIR` disables it.
//!
//! The contents become part of programs, so folders and files are used only if no one but the user and root can write
//! to them (`tandem_environment::trust`).

use std::env::current_dir;
use std::fs;
use std::io;
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, SystemTime};

use tandem_environment::trust::{self, Untrusted};
use tandem_environment::variable_os;

use crate::error::Failure;
use crate::job::{Job, Messages};
use crate::session::Session;
use crate::stages::{self, Fnv1a};

/// Where entries are kept, instead of the user's cache folder.
const DIR_VARIABLE: &str = "TANDEM_PCH_DIR";
/// Variables that change the files that clang includes.
const CLANG_VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"];
/// More entries than this are not kept; each is about 12 MB.
const MAX_ENTRIES: usize = 16;
/// A failed precompilation is retried after this time.
const FAILURE_EXPIRES: Duration = Duration::from_secs(600);
/// A lock of this age belongs to a driver that was killed.
const LOCK_EXPIRES: Duration = Duration::from_secs(120);

const HOST: &str = "host.pch";
const DEVICE: &str = "device.pch";
const INPUTS: &str = "inputs";

/// The precompiled header for the passes of one command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precompiled {
    entry: PathBuf,
}

impl Precompiled {
    /// The precompiled file for the host pass.
    pub fn host(&self) -> String {
        self.entry.join(HOST).display().to_string()
    }

    /// The precompiled file for the device pass.
    pub fn device(&self) -> String {
        self.entry.join(DEVICE).display().to_string()
    }

    /// Notes that clang cannot do with these options and this header, so that
    /// it is not tried again every time.
    pub fn give_up(&self) {
        // At worst, it is tried again.
        let _ = fs::write(self.entry.with_extension("failed"), "");
        let _ = fs::remove_dir_all(&self.entry);
    }
}

/// The entry for this run's options, created if there is none. `None` if these options cannot have one, if another
/// driver is creating it, or if it cannot be created.
pub fn obtain(session: &Session) -> Option<Precompiled> {
    if session.options.dry_run || !stages::allows_precompiled(&session.options) {
        return None;
    }
    let root = root_dir()?;
    if let Err(error) = trust::check_private_folder(&root)
        && Untrusted::is_cause_of(&error)
    {
        warn(&root, &error);
        return None;
    }
    let entry = root.join(key(session));
    if is_current(&entry) {
        mark_used(&entry);
        return Some(Precompiled { entry });
    }
    let failure = entry.with_extension("failed");
    if is_younger(&failure, FAILURE_EXPIRES) {
        return None;
    }
    let precompiled = Precompiled { entry };
    match make(session, &root, &precompiled.entry) {
        Ok(()) => Some(precompiled),
        Err(Failure::Exit(_)) => {
            precompiled.give_up();
            None
        }
        Err(_) => None,
    }
}

fn warn(root: &Path, error: &io::Error) {
    static WARNING: Once = Once::new();
    WARNING.call_once(|| {
        eprintln!("tandem++: warning: the precompiled headers in {} are not used: {error}", root.display());
    });
}

fn root_dir() -> Option<PathBuf> {
    if let Some(dir) = variable_os(DIR_VARIABLE) {
        return Some(PathBuf::from(dir)).filter(|dir| !dir.as_os_str().is_empty());
    }
    let absolute = |name| variable_os(name).map(PathBuf::from).filter(|dir: &PathBuf| dir.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("tandem/pch"))
}

/// Everything that a precompiled header depends on but its input files.
fn key(session: &Session) -> String {
    let (toolchain, options) = (&session.toolchain, &session.options);
    let mut hash = Fnv1a::default();
    hash.write(env!("CARGO_PKG_VERSION").as_bytes());
    if let Ok(clang) = fs::metadata(&toolchain.clang) {
        hash.write(&clang.len().to_le_bytes());
        hash.write(&clang.mtime().to_le_bytes());
    }
    for name in CLANG_VARIABLES {
        hash.write(variable_os(name).unwrap_or_default().as_encoded_bytes());
    }
    let host = stages::precompile_host(toolchain, options, "", "");
    let device = stages::precompile_device(toolchain, options, "", "");
    for invocation in [&host, &device] {
        hash.write(invocation.program.as_os_str().as_encoded_bytes());
        invocation.args.iter().for_each(|arg| hash.write(arg.as_bytes()));
    }
    if stages::has_relative_paths(options) {
        hash.write(current_dir().unwrap_or_default().as_os_str().as_encoded_bytes());
    }
    hash.to_string()
}

/// Whether the entry is whole and none of its inputs changed.
fn is_current(entry: &Path) -> bool {
    let Ok(inputs) = private_files(entry) else {
        return false;
    };
    inputs.lines().all(|line| {
        let path = line.splitn(3, ' ').nth(2).unwrap_or_default();
        describe(path).is_ok_and(|now| now == line)
    })
}

/// The list of inputs of an entry, if all of it is private.
fn private_files(entry: &Path) -> io::Result<String> {
    trust::check_private_folder(entry)?;
    let open = |name: &str| trust::open_private(&entry.join(name), fs::File::options().read(true));
    open(HOST)?;
    open(DEVICE)?;
    let mut inputs = String::new();
    open(INPUTS)?.read_to_string(&mut inputs)?;
    Ok(inputs)
}

/// A line of the list of inputs.
fn describe(path: &str) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    let (seconds, nanoseconds) = (metadata.mtime(), metadata.mtime_nsec());
    Ok(format!("{} {seconds}.{nanoseconds:09} {path}", metadata.len()))
}

/// Records the time of use, which is the modification time of the list of inputs.
fn mark_used(entry: &Path) {
    if let Ok(inputs) = fs::File::options().append(true).open(entry.join(INPUTS)) {
        // If this fails, the entry only appears older than it is.
        let _ = inputs.set_modified(SystemTime::now());
    }
}

/// Makes an entry, and removes those that were not used for the longest time.
fn make(session: &Session, root: &Path, entry: &Path) -> Result<(), Failure> {
    let io = |source| crate::error::DriverError::io(|| "precompiling sycl.hpp")(source);
    trust::create_private_folder(root).map_err(io)?;
    // An existing folder has been checked before.
    trust::check_private_folder(root).map_err(io)?;
    let _lock = Lock::acquire(&entry.with_extension("lock")).map_err(io)?;
    let draft = tempfile::Builder::new().prefix("draft-").tempdir_in(root).map_err(io)?;
    precompile(session, draft.path())?;
    let _ = fs::remove_dir_all(entry);
    fs::rename(draft.path(), entry).map_err(io)?;
    // The draft has moved; there is nothing left to remove.
    let _ = draft.keep();
    evict(root);
    Ok(())
}

fn precompile(session: &Session, draft: &Path) -> Result<(), Failure> {
    let (toolchain, options) = (&session.toolchain, &session.options);
    let file = |name: &str| draft.join(name).display().to_string();
    let host = stages::precompile_host(toolchain, options, &file(HOST), &file("host.d"));
    let device = stages::precompile_device(toolchain, options, &file(DEVICE), &file("device.d"));
    let mut jobs = Vec::new();
    for invocation in [&host, &device] {
        session.announce(invocation);
        jobs.push(Job::start_plain(invocation, session.temp_dir(), Messages::Held)?);
    }
    for job in &mut jobs {
        job.wait_for_success()?;
    }
    let io = |source| crate::error::DriverError::io(|| "precompiling sycl.hpp")(source);
    let mut lines = Vec::new();
    for name in ["host.d", "device.d"] {
        let rule = fs::read_to_string(file(name)).map_err(io)?;
        for path in prerequisites(&rule) {
            lines.push(describe(&path).map_err(io)?);
        }
    }
    lines.sort();
    lines.dedup();
    fs::write(file(INPUTS), lines.join("\n")).map_err(io)?;
    for name in [HOST, DEVICE, INPUTS] {
        fs::set_permissions(file(name), fs::Permissions::from_mode(0o600)).map_err(io)?;
    }
    Ok(())
}

/// The files after the colon of a Makefile rule, in clang's format.
fn prerequisites(rule: &str) -> Vec<String> {
    let rule = rule.replace("\\\n", " ").replace("\\ ", "\0");
    let list = rule.split_once(": ").map_or("", |(_, list)| list);
    list.split_whitespace().map(|path| path.replace('\0', " ").replace("$$", "$").replace("\\#", "#")).collect()
}

fn evict(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else {
        return;
    };
    let mut by_use: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter_map(|entry| Some((fs::metadata(entry.join(INPUTS)).ok()?.modified().ok()?, entry)))
        .collect();
    by_use.sort();
    let surplus = by_use.len().saturating_sub(MAX_ENTRIES);
    for (_, entry) in &by_use[..surplus] {
        let _ = fs::remove_dir_all(entry);
    }
}

fn is_younger(path: &Path, age: Duration) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    // A time in the future has no age.
    modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|elapsed| elapsed < age))
}

/// A file that exists while its owner makes an entry.
struct Lock(PathBuf);

impl Lock {
    /// Fails where another driver holds the lock.
    fn acquire(path: &Path) -> io::Result<Self> {
        let create = || fs::File::options().write(true).create_new(true).open(path);
        create().or_else(|error| {
            if is_younger(path, LOCK_EXPIRES) {
                return Err(error);
            }
            fs::remove_file(path)?;
            create()
        })?;
        Ok(Self(path.to_owned()))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makefile_rules() {
        let rule = "a.pch: /x/a.h \\\n  /x/b\\ c.h /x/$$d.h \\\n  /x/e.h\n";
        assert_eq!(prerequisites(rule), ["/x/a.h", "/x/b c.h", "/x/$d.h", "/x/e.h"]);
    }

    #[test]
    fn entries_are_current_until_an_input_changes() {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("a b.h");
        fs::write(&input, "1").unwrap();
        let line = describe(input.to_str().unwrap()).unwrap();
        for (name, text) in [(INPUTS, line.as_str()), (HOST, "host"), (DEVICE, "device")] {
            assert!(!is_current(dir.path()), "without {name}");
            let file = dir.path().join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        }
        assert!(is_current(dir.path()));
        mark_used(dir.path());
        assert!(is_current(dir.path()));
        fs::write(&input, "22").unwrap();
        assert!(!is_current(dir.path()));
        fs::remove_file(&input).unwrap();
        assert!(!is_current(dir.path()));
    }

    #[test]
    fn the_oldest_entries_go() {
        let dir = tempfile::tempdir().unwrap();
        for i in 0..MAX_ENTRIES + 3 {
            let entry = dir.path().join(format!("{i}"));
            fs::create_dir(&entry).unwrap();
            let inputs = fs::File::create(entry.join(INPUTS)).unwrap();
            inputs.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(i as u64)).unwrap();
        }
        evict(dir.path());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), MAX_ENTRIES);
        assert!(!dir.path().join("2").exists() && dir.path().join("3").exists());
    }

    #[test]
    fn one_driver_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key.lock");
        let lock = Lock::acquire(&path).unwrap();
        assert!(Lock::acquire(&path).is_err());
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::now() - 2 * LOCK_EXPIRES).unwrap();
        let stolen = Lock::acquire(&path).unwrap();
        drop(stolen);
        assert!(!path.exists());
        drop(lock);
    }
}
