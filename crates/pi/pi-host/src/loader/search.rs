//! The search path for plugin libraries and their configuration: the folders of `LD_LIBRARY_PATH`,
//! then the installation's library folder. The latter is found from the location of the library (or
//! program) that contains this code, so the files can be moved as a whole.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Folders in order of preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPath {
    dirs: Vec<PathBuf>,
}

impl SearchPath {
    /// The folders of this process.
    pub fn from_env() -> Self {
        let mut dirs: Vec<PathBuf> = tandem_environment::variable_os("LD_LIBRARY_PATH")
            .map(|value| std::env::split_paths(&value).collect())
            .unwrap_or_default();
        // An empty element means the working folder to the dynamic linker; a
        // plugin from there is a trap rather than a wish.
        dirs.retain(|dir| !dir.as_os_str().is_empty());
        dirs.extend(install_dirs());
        Self::new(dirs)
    }

    /// The given folders.
    pub fn new(dirs: Vec<PathBuf>) -> Self {
        Self { dirs }
    }

    /// The files that a library may be: the path itself if it is one, else the
    /// name in each folder.
    pub fn candidates(&self, library: &Path) -> Vec<PathBuf> {
        if library.as_os_str().as_bytes().contains(&b'/') {
            return vec![library.to_owned()];
        }
        let mut candidates: Vec<PathBuf> = Vec::with_capacity(self.dirs.len());
        for candidate in self.dirs.iter().map(|dir| dir.join(library)) {
            if !candidates.contains(&candidate) {
                candidates.push(candidate);
            }
        }
        candidates
    }
}

/// The installation's library folders: the folder of the library that contains this code and, when
/// that is a program in `bin`, the neighbouring `lib`.
pub fn install_dirs() -> Vec<PathBuf> {
    let Some(folder) = own_file().as_deref().and_then(Path::parent).map(Path::to_owned) else {
        return Vec::new();
    };
    let mut dirs = vec![folder.clone()];
    if let Some(parent) = folder.parent() {
        dirs.push(parent.join("lib"));
    }
    dirs
}

/// The library or program file that contains this function.
pub(super) fn own_file() -> Option<PathBuf> {
    let address = own_file as fn() -> Option<PathBuf> as *const c_void;
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: dladdr only looks the address up and fills `info`.
    let found = unsafe { libc::dladdr(address, info.as_mut_ptr()) };
    // SAFETY: zeroes are a valid value, whatever dladdr did.
    let info = unsafe { info.assume_init() };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: dladdr returns a zero-terminated text that lives as long as the
    // object is loaded, and this code is in it.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    let path = Path::new(OsStr::from_bytes(name.to_bytes()));
    // For the program itself the name is what it was started with, which may
    // be relative to another folder by now.
    if path.is_absolute() { path.canonicalize().ok() } else { std::env::current_exe().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_searched_and_paths_are_not() {
        let search = SearchPath::new(vec!["/a".into(), "/b".into(), "/a".into()]);
        assert_eq!(search.candidates(Path::new("libx.so")), [Path::new("/a/libx.so"), Path::new("/b/libx.so")]);
        assert_eq!(search.candidates(Path::new("./libx.so")), [Path::new("./libx.so")]);
    }

    #[test]
    fn the_installation_is_found_from_the_code() {
        let program = std::env::current_exe().unwrap().canonicalize().unwrap();
        assert_eq!(install_dirs()[0], program.parent().unwrap());
    }
}
