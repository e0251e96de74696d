//! The executable and libraries that contain images, in the order in which the host's dynamic
//! linker searches them for a symbol.
//!
//! The linker's own list of modules has that order: the executable, the modules in `LD_PRELOAD`,
//! then libraries in the order in which they are needed. All modules that the program starts with
//! are in the list before the first constructor runs, so the list is taken when the first images
//! register. Modules that are not in it were opened at run time and are searched last.

use std::ffi::{CStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustc_hash::FxHashMap;

/// Linux's smallest page; bases of modules are multiples of it.
const PAGE: usize = 4096;

/// The place of a module in a search; smaller ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The program started with this module.
    Startup {
        /// Position in the linker's list.
        position: usize,
        /// Whether `LD_PRELOAD` brought it in.
        is_preloaded: bool,
    },
    /// It was opened at run time, or the images were read from a file.
    RunTime,
}

impl Rank {
    pub(super) fn is_preloaded(self) -> bool {
        matches!(self, Self::Startup { is_preloaded: true, .. })
    }
}

/// The modules that the program started with, by their base addresses.
#[derive(Debug, Default)]
pub(super) struct Modules(FxHashMap<usize, Rank>);

impl Modules {
    /// The modules that are loaded now.
    pub(super) fn loaded() -> Self {
        let preloads = tandem_environment::variable_os("LD_PRELOAD").unwrap_or_default();
        let preloads: Vec<&[u8]> = preloads.as_bytes().split(|byte| matches!(byte, b' ' | b':')).collect();
        let mut found: Vec<(usize, bool)> = Vec::new();
        let mut add = |base: usize, path: &[u8]| {
            found.push((base, preloads.iter().any(|preload| is_path_of(preload, path))));
        };
        for_each_module(&mut add);
        let ranked = found.into_iter().enumerate();
        Self(ranked.map(|(position, (base, is_preloaded))| (base, Rank::Startup { position, is_preloaded })).collect())
    }

    /// The place of the module with this base address.
    pub(super) fn rank(&self, base: usize) -> Rank {
        self.0.get(&base).copied().unwrap_or(Rank::RunTime)
    }

    /// A module is closed: what is loaded at its address later is another one.
    pub(super) fn forget(&mut self, base: usize) {
        self.0.remove(&base);
    }
}

/// Whether an element of `LD_PRELOAD` refers to the module of this path. Names without a slash are
/// searched for, so only the file name can be compared.
fn is_path_of(preload: &[u8], path: &[u8]) -> bool {
    if preload.is_empty() {
        return false;
    }
    let name = |path: &[u8]| Path::new(std::ffi::OsStr::from_bytes(path)).file_name().map(|name| name.to_owned());
    preload == path || (!preload.contains(&b'/') && name(path) == name(preload))
}

/// Calls `visit` with base address and path of each loaded module, in the
/// linker's order.
fn for_each_module(visit: &mut dyn FnMut(usize, &[u8])) {
    type Visit<'a> = &'a mut dyn FnMut(usize, &[u8]);

    unsafe extern "C" fn callback(info: *mut libc::dl_phdr_info, _size: usize, data: *mut c_void) -> c_int {
        // SAFETY: the linker passes valid information, and `data` is the visitor below.
        let (info, visit) = unsafe { (&*info, &mut *data.cast::<Visit<'_>>()) };
        let headers = match info.dlpi_phdr.is_null() {
            true => &[][..],
            // SAFETY: the linker's array of program headers.
            false => unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) },
        };
        let segments = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
        if let Some(first) = segments.map(|header| header.p_vaddr as usize).min() {
            let base = (info.dlpi_addr as usize).wrapping_add(first / PAGE * PAGE);
            let path = match info.dlpi_name.is_null() {
                true => &[][..],
                // SAFETY: the linker's zero-terminated path.
                false => unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes(),
            };
            visit(base, path);
        }
        0
    }

    let mut visit: Visit<'_> = visit;
    // SAFETY: the callback only uses the visitor during the call.
    unsafe { libc::dl_iterate_phdr(Some(callback), (&raw mut visit).cast()) };
}

#[cfg(test)]
mod tests {
    use super::super::module_origin::module_of;
    use super::*;

    #[test]
    fn the_executable_comes_first() {
        let modules = Modules::loaded();
        let own = module_of(Modules::loaded as *const () as usize);
        assert!(matches!(modules.rank(own), Rank::Startup { position: 0, is_preloaded: false }));
        let libc = module_of(libc::getpid as *const () as usize);
        assert!(modules.rank(own) < modules.rank(libc) && modules.rank(libc) < Rank::RunTime);
    }

    #[test]
    fn preloaded_modules_are_known_by_path_or_name() {
        assert!(is_path_of(b"/lib/a.so", b"/lib/a.so"));
        assert!(is_path_of(b"a.so", b"/lib/a.so"));
        assert!(!is_path_of(b"/usr/a.so", b"/lib/a.so"));
        assert!(!is_path_of(b"", b""));
    }
}
