//! Identifies the files that make code, to detect cached code that is out of date.
//!
//! A code generator's library is part of the cache's keys. The libLLVM that it uses is known only once both are loaded,
//! and a warm start loads neither. Each cache entry therefore names the libLLVM that compiled it, and is a miss if that
//! file has changed.
//!
//! ```text
//! +------+-----------------+---------+-------------+
//! | code | identity of the | path of | length of   |
//! |      | file            | libLLVM | the path    |
//! | …    | 24              | …       | 8           |
//! +------+-----------------+---------+-------------+
//! ```
//!
//! The path is empty if LLVM is a part of the code generator's library.

use std::ffi::{CStr, OsStr, c_void};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Size and time of modification of a file.
pub type FileIdentity = [u8; 24];

/// Distinguishes a file from one that replaces it; zeros if there is no file.
pub fn identity(path: &Path) -> FileIdentity {
    let mut identity = [0; 24];
    if let Ok(metadata) = fs::metadata(path) {
        let age = metadata.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        identity[..8].copy_from_slice(&metadata.len().to_le_bytes());
        identity[8..].copy_from_slice(&age.unwrap_or_default().as_nanos().to_le_bytes());
    }
    identity
}

/// The path of the shared library or program that has this address.
pub fn path_of(address: *const c_void) -> Option<PathBuf> {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: dladdr takes any address, and fills the struct where it returns non-zero.
    let found = unsafe { libc::dladdr(address, &mut info) };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: dladdr returned a zero-terminated path that lives as long as the library.
    let path = unsafe { CStr::from_ptr(info.dli_fname) };
    fs::canonicalize(OsStr::from_bytes(path.to_bytes())).ok()
}

/// Code for the cache, with a note of the libLLVM that made it.
pub fn with_note(code: &[u8], llvm: Option<&Path>) -> Vec<u8> {
    let path = llvm.map(|path| path.as_os_str().as_bytes()).unwrap_or_default();
    let identity = llvm.map(identity).unwrap_or_default();
    [code, &identity, path, &(path.len() as u64).to_le_bytes()].concat()
}

/// Takes the note off. `None` where libLLVM has been replaced.
pub fn without_note(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (rest, len) = bytes.split_last_chunk::<8>()?;
    let (rest, path) =
        rest.split_at_checked(rest.len().checked_sub(usize::try_from(u64::from_le_bytes(*len)).ok()?)?)?;
    let (code, noted) = rest.split_last_chunk::<24>()?;
    let is_current = path.is_empty() || identity(Path::new(OsStr::from_bytes(path))) == *noted;
    let len = code.len();
    bytes.truncate(len);
    is_current.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_good_as_long_as_the_library_stays() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("libLLVM.so");
        fs::write(&library, "one").unwrap();
        let kept = with_note(b"code", Some(&library));
        assert_eq!(without_note(kept.clone()).as_deref(), Some(&b"code"[..]));
        let written = fs::metadata(&library).unwrap().modified().unwrap();
        for (text, time) in [("three", written), ("two", written + std::time::Duration::from_secs(1))] {
            fs::write(&library, text).unwrap();
            fs::File::options().write(true).open(&library).unwrap().set_modified(time).unwrap();
            assert_eq!(without_note(kept.clone()), None, "{text}");
        }
        fs::remove_file(&library).unwrap();
        assert_eq!(without_note(kept), None);
    }

    #[test]
    fn notes_that_are_cut_or_lie_are_refused() {
        assert_eq!(without_note(with_note(b"code", None)).as_deref(), Some(&b"code"[..]));
        for len in 0..32 {
            assert_eq!(without_note(vec![0; len]), None);
        }
        assert_eq!(without_note(vec![0xff; 64]), None);
    }

    #[test]
    fn the_path_of_this_program() {
        assert_eq!(path_of(path_of as *const c_void), std::env::current_exe().ok());
    }
}
