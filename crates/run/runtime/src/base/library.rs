//! Libraries of the program whose code the runtime still has to call.
//!
//! The code of a host task, of a captured value's destructor, or of an async handler may be in a
//! library that the program closes. A [`LibraryHold`] keeps such a library open. Once no holds
//! remain, a dedicated thread closes the library after a short delay: closing takes the dynamic
//! loader's lock and runs destructors of the library, and most libraries are held again at once.

use std::ffi::{c_char, c_int, c_void};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::process;

/// How long a library stays open without holds.
const LINGER: Duration = Duration::from_millis(20);

/// Keeps the library that contains some code open.
#[derive(Debug)]
pub struct LibraryHold {
    /// Where the library is mapped; `None` for what cannot be closed.
    base: Option<usize>,
}

/// A library that the dynamic loader has opened once more for us.
struct Open {
    base: usize,
    handle: usize,
    holds: usize,
}

#[derive(Default)]
struct Libraries {
    open: Vec<Open>,
    has_closer: bool,
}

static LIBRARIES: Mutex<Libraries> = Mutex::new(Libraries { open: Vec::new(), has_closer: false });
/// Notified when a library is no longer held.
static RELEASED: Condvar = Condvar::new();

impl LibraryHold {
    /// Holds the library that contains this code. The executable needs no hold.
    pub fn of(code: *const c_void) -> Self {
        let Some(module) = Module::find(code) else {
            return Self { base: None };
        };
        if LIBRARIES.lock().hold(module.base) {
            return Self { base: Some(module.base) };
        }
        // Without our lock: destructors of a library run with the loader's lock, and may get here.
        let Some(handle) = module.open() else {
            return Self { base: None };
        };
        let mut libraries = LIBRARIES.lock();
        if libraries.hold(module.base) {
            // Another thread opened the library first.
            drop(libraries);
            close(handle);
        } else {
            libraries.open.push(Open { base: module.base, handle, holds: 1 });
        }
        Self { base: Some(module.base) }
    }
}

impl Drop for LibraryHold {
    fn drop(&mut self) {
        let Some(base) = self.base else { return };
        let mut libraries = LIBRARIES.lock();
        let Some(library) = libraries.open.iter_mut().find(|library| library.base == base) else { return };
        library.holds -= 1;
        if library.holds != 0 {
            return;
        }
        RELEASED.notify_one();
        if !std::mem::replace(&mut libraries.has_closer, true) {
            drop(libraries);
            // Closing the last library that needs the runtime must not take away the code of the thread that does it.
            let own = Module::find(LibraryHold::of as *const c_void).and_then(|runtime| runtime.open());
            let closer = std::thread::Builder::new().name("tandem-unload".to_owned()).spawn(close_released);
            if closer.is_err() {
                LIBRARIES.lock().has_closer = false;
                own.into_iter().for_each(close);
            }
        }
    }
}

impl Libraries {
    /// Adds a hold to a library that is open already.
    fn hold(&mut self, base: usize) -> bool {
        let found = self.open.iter_mut().find(|library| library.base == base);
        found.map(|library| library.holds += 1).is_some()
    }
}

/// Closes libraries without holds, for as long as the process lives.
fn close_released() {
    let mut libraries = LIBRARIES.lock();
    loop {
        if libraries.open.iter().all(|library| library.holds != 0) {
            RELEASED.wait(&mut libraries);
        }
        parking_lot::MutexGuard::unlocked(&mut libraries, || std::thread::sleep(LINGER));
        // At exit the destructors of all libraries run anyway.
        if process::is_exiting() {
            return;
        }
        let (released, held) = std::mem::take(&mut libraries.open).into_iter().partition(|library| library.holds == 0);
        libraries.open = held;
        let released: Vec<Open> = released;
        parking_lot::MutexGuard::unlocked(&mut libraries, || {
            released.into_iter().for_each(|library| close(library.handle));
        });
    }
}

fn close(handle: usize) {
    // SAFETY: a handle of `dlopen` that nobody else has.
    unsafe { libc::dlclose(handle as *mut c_void) };
}

/// A library, or the executable, as the dynamic loader knows it.
struct Module {
    base: usize,
    /// Its path; the loader's own.
    name: *const c_char,
}

/// `struct dl_find_object` of `<dlfcn.h>`.
#[repr(C)]
struct FoundObject {
    flags: u64,
    map_start: *mut c_void,
    map_end: *mut c_void,
    link_map: *const LinkMap,
    eh_frame: *mut c_void,
    reserved: [u64; 7],
}

/// The public part of `struct link_map` of `<link.h>`.
#[repr(C)]
struct LinkMap {
    addr: usize,
    name: *const c_char,
}

unsafe extern "C" {
    /// Takes no lock.
    fn _dl_find_object(address: *mut c_void, result: *mut FoundObject) -> c_int;
}

impl Module {
    /// The library that contains this code; `None` for the executable, which cannot be closed.
    fn find(code: *const c_void) -> Option<Self> {
        let mut found = std::mem::MaybeUninit::<FoundObject>::uninit();
        // SAFETY: there is room for the result, which is only read if it was written. The map stays as long as the
        // library, which the caller is about to enter.
        unsafe {
            if _dl_find_object(code.cast_mut(), found.as_mut_ptr()) != 0 {
                return None;
            }
            let found = found.assume_init();
            let name = found.link_map.as_ref()?.name;
            (!name.is_null() && *name != 0).then_some(Self { base: found.map_start as usize, name })
        }
    }

    /// Opens it once more.
    fn open(&self) -> Option<usize> {
        // SAFETY: the loader's path of a library that is open.
        let handle = unsafe { libc::dlopen(self.name, libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        (!handle.is_null()).then_some(handle as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_needs_no_hold() {
        assert_eq!(LibraryHold::of(the_executable_needs_no_hold as *const c_void).base, None);
        assert_eq!(LibraryHold::of(std::ptr::null()).base, None);
    }

    #[test]
    fn holds_of_a_library_are_counted_and_end() {
        let code = libc::getpid as *const c_void;
        let (first, second) = (LibraryHold::of(code), LibraryHold::of(code));
        let base = first.base.expect("libc is a library");
        let holds = || LIBRARIES.lock().open.iter().find(|library| library.base == base).map(|library| library.holds);
        assert_eq!(holds(), Some(2));
        drop((first, second));
        for _ in 0..1000 {
            if holds().is_none() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the library is not closed: {:?}", holds());
    }
}
