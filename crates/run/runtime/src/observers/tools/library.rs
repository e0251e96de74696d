//! Loading a tool, and asking what it wants to know.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::interface::{Attach, Callbacks, Host, INVALID, TOO_NEW, VERSION};

/// The bytes of [`Callbacks`] that the first version has before its first callback.
const HEAD_BYTES: usize = std::mem::offset_of!(Callbacks, command_submitted);

/// A tool that has subscribed.
pub(super) struct Tool {
    pub(super) path: PathBuf,
    pub(super) callbacks: Callbacks,
}

/// The host that a tool sees while it attaches, and what it has subscribed.
#[repr(C)]
struct Attaching {
    host: Host,
    subscribed: RefCell<Option<Callbacks>>,
    is_too_new: RefCell<bool>,
}

/// Loads a library and has it subscribe. It stays loaded until the process ends. The error says why it cannot be used.
pub(super) fn attach(path: &Path) -> Result<Tool, String> {
    let attach = load(path)?;
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
    let attaching = Attaching {
        host: Host {
            size: size_of::<Host>() as u32,
            version: VERSION,
            runtime_version: version.as_ptr().cast(),
            subscribe,
        },
        subscribed: RefCell::new(None),
        is_too_new: RefCell::new(false),
    };
    // SAFETY: the function of a tool has this type by the interface. A pointer to the whole is valid for its first field.
    let status = unsafe { attach((&raw const attaching).cast()) };
    if attaching.is_too_new.take() {
        return Err(format!("the tool needs a newer runtime: this one has version {VERSION} of the tools interface"));
    }
    if status != 0 {
        return Err(format!("tandem_tool_attach returned {status}"));
    }
    let callbacks = attaching.subscribed.take().ok_or("the tool subscribed to nothing")?;
    Ok(Tool { path: path.to_owned(), callbacks })
}

fn load(path: &Path) -> Result<Attach, String> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| "not a path")?;
    // SAFETY: a valid string; what the library's constructors do is up to who names the library.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(loader_error());
    }
    // SAFETY: the library is loaded, and the name is a valid string.
    let symbol = unsafe { libc::dlsym(library, c"tandem_tool_attach".as_ptr()) };
    if symbol.is_null() {
        return Err("it does not export tandem_tool_attach".to_owned());
    }
    // SAFETY: by the interface, the symbol is a function of this type.
    Ok(unsafe { std::mem::transmute::<*mut libc::c_void, Attach>(symbol) })
}

/// The last error of the dynamic loader on this thread.
fn loader_error() -> String {
    // SAFETY: the text is valid until the next call of the loader on this thread.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "it cannot be loaded".to_owned();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// `tandem_tool_host::subscribe`
unsafe extern "C" fn subscribe(host: *const Host, callbacks: *const Callbacks) -> c_int {
    // No code below can panic: the cells are borrowed here alone.
    if host.is_null() || callbacks.is_null() {
        return INVALID;
    }
    // SAFETY: a tool calls this only while it attaches, with the host that it was given.
    let attaching = unsafe { &*host.cast::<Attaching>() };
    // SAFETY: the caller's struct begins with its size, which it has.
    match unsafe { read(callbacks) } {
        Ok(read) => {
            attaching.subscribed.replace(Some(read));
            0
        }
        Err(error) => {
            attaching.is_too_new.replace(error == TOO_NEW);
            error
        }
    }
}

/// Reads a struct of any size: what is missing counts as zero, what is unknown has to be zero.
///
/// # Safety
/// The struct begins with the number of its bytes, all of which are readable.
unsafe fn read(callbacks: *const Callbacks) -> Result<Callbacks, c_int> {
    // SAFETY: the caller's duty.
    let size = unsafe { (*callbacks.cast::<u32>()) as usize };
    if size < HEAD_BYTES {
        return Err(INVALID);
    }
    // SAFETY: the caller's duty.
    let bytes = unsafe { std::slice::from_raw_parts(callbacks.cast::<u8>(), size) };
    let (known, unknown) = bytes.split_at(size.min(size_of::<Callbacks>()));
    if unknown.iter().any(|byte| *byte != 0) {
        return Err(TOO_NEW);
    }
    let mut read = std::mem::MaybeUninit::<Callbacks>::zeroed();
    // SAFETY: no more bytes than the struct has, of which every pattern is valid: zero is the null callback.
    unsafe {
        read.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(known.as_ptr(), known.len());
        Ok(read.assume_init())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observers::tools::interface::Finished;

    unsafe extern "C" fn finished(_: *mut std::ffi::c_void, _: *const Finished) {}

    fn callbacks(size: usize) -> Callbacks {
        // SAFETY: zero is the null pointer and the null callback.
        let zero: Callbacks = unsafe { std::mem::zeroed() };
        Callbacks { size: size as u32, finished: Some(finished), ..zero }
    }

    /// The callbacks with further bytes, as later versions have them.
    #[repr(C)]
    struct Longer {
        callbacks: Callbacks,
        unknown: u64,
    }

    #[test]
    fn structs_of_any_size_are_read() {
        let whole = callbacks(size_of::<Callbacks>());
        // SAFETY: the struct has the size that it names.
        assert!(unsafe { read(&raw const whole) }.is_ok_and(|read| read.finished.is_some()));
        let shorter = callbacks(HEAD_BYTES);
        // SAFETY: the struct has more bytes than it names.
        assert!(unsafe { read(&raw const shorter) }.is_ok_and(|read| read.finished.is_none()));
        let too_short = callbacks(HEAD_BYTES - 1);
        // SAFETY: the struct has more bytes than it names.
        assert_eq!(unsafe { read(&raw const too_short) }.err(), Some(INVALID));
        let mut longer = Longer { callbacks: callbacks(size_of::<Longer>()), unknown: 0 };
        // SAFETY: the struct has the size that it names.
        assert!(unsafe { read((&raw const longer).cast()) }.is_ok());
        longer.unknown = 1;
        // SAFETY: the struct has the size that it names.
        assert_eq!(unsafe { read((&raw const longer).cast()) }.err(), Some(TOO_NEW));
    }
}
