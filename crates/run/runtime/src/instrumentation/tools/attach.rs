//! Loads tools and takes their callbacks.

use std::cell::RefCell;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use tandem_pi_host::loader::root_cause;

use super::abi::{MAJOR, MINOR, ToolCallbacks, ToolHost, size};

/// The function that a tool exports.
const ENTRY: &str = "tandem_tool_attach";
/// No struct of the interface comes near this size, so a larger one is no such struct.
const MAX_SIZE: usize = 4096;

type Entry = unsafe extern "C" fn(*const ToolHost) -> c_int;

/// The description of the runtime that a tool receives.
static HOST: ToolHost = ToolHost { size: size::<ToolHost>(), major: MAJOR, minor: MINOR, reserved: 0, subscribe };

thread_local! {
    /// The tool that this thread attaches.
    static ATTACHING: RefCell<Option<Attaching>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Attaching {
    callbacks: Vec<ToolCallbacks>,
    /// The reason why callbacks were rejected.
    refused: Option<String>,
}

/// Loads a tool, which stays loaded, and returns what it subscribes.
///
/// # Errors
/// In words: the library cannot be loaded or is no tool, or the tool is too new or does not want to be attached.
pub(super) fn attach(path: &Path) -> Result<Vec<ToolCallbacks>, String> {
    let entry = entry(path)?;
    ATTACHING.set(Some(Attaching::default()));
    // SAFETY: a function of the interface, and a struct that lives as long as the process.
    let status = unsafe { entry(&raw const HOST) };
    let attaching = ATTACHING.take().unwrap_or_default();
    match (attaching.refused, status) {
        (Some(reason), _) => Err(reason),
        (None, 0) => Ok(attaching.callbacks),
        (None, status) => Err(format!("tandem_tool_attach returned {status}")),
    }
}

fn entry(path: &Path) -> Result<Entry, String> {
    // SAFETY: the user names libraries whose initialization is to run.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| root_cause(&error))?;
    // SAFETY: by the interface, the function of this name has this type.
    let entry = unsafe { library.get::<Entry>(ENTRY.as_bytes()) };
    let entry = *entry.map_err(|_| format!("it has no function {ENTRY}"))?;
    std::mem::forget(library);
    Ok(entry)
}

/// Takes the callbacks of the tool that this thread attaches (`tandem_tool_host::subscribe`).
unsafe extern "C" fn subscribe(callbacks: *const ToolCallbacks) -> c_int {
    // SAFETY: the tool's duty is that of the call.
    let taken = std::panic::catch_unwind(|| unsafe { take(callbacks) });
    c_int::from(!taken.unwrap_or(false))
}

/// Whether the callbacks were accepted.
///
/// # Safety
/// As for [`read`].
unsafe fn take(callbacks: *const ToolCallbacks) -> bool {
    ATTACHING.with_borrow_mut(|attaching| {
        let Some(attaching) = attaching else { return false };
        // SAFETY: the caller's duty.
        match unsafe { read(callbacks) } {
            Ok(read) => attaching.callbacks.push(read),
            Err(reason) => attaching.refused = Some(reason),
        }
        attaching.refused.is_none()
    })
}

/// Reads callbacks by the rule for structs with sizes: fields missing from a shorter struct are zero, and fields that
/// this runtime does not know have to be zero.
///
/// # Safety
/// `ptr` is null or leads to a struct of the size that it begins with.
unsafe fn read(ptr: *const ToolCallbacks) -> Result<ToolCallbacks, String> {
    if ptr.is_null() {
        return Err("it subscribes with a null pointer".to_owned());
    }
    // SAFETY: each struct has its size.
    let given = unsafe { (&raw const (*ptr).size).read() } as usize;
    if !(size_of::<u32>()..=MAX_SIZE).contains(&given) {
        return Err(format!("its tandem_tool_callbacks has the invalid size {given}"));
    }
    let own = size_of::<ToolCallbacks>();
    // SAFETY: the struct has so many bytes.
    let bytes = unsafe { std::slice::from_raw_parts(ptr.cast::<u8>(), given) };
    if bytes.iter().skip(own).any(|byte| *byte != 0) {
        return Err(
            "it needs a newer libtandem.so: this one does not have all callbacks to which it subscribes".to_owned()
        );
    }
    let mut callbacks = MaybeUninit::<ToolCallbacks>::zeroed();
    // SAFETY: no more bytes than either has. Zero is a value of each field, and a tool sets functions to functions.
    let callbacks = unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), callbacks.as_mut_ptr().cast(), given.min(own));
        callbacks.assume_init()
    };
    Ok(callbacks)
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn finished(_: *mut libc::c_void) {}

    /// A struct that is longer than this runtime's.
    #[repr(C)]
    struct Longer {
        known: ToolCallbacks,
        unknown: u64,
    }

    fn longer(size: usize, unknown: u64) -> Longer {
        // SAFETY: null pointers and absent functions.
        let mut known: ToolCallbacks = unsafe { MaybeUninit::zeroed().assume_init() };
        known.size = size as u32;
        known.finished = Some(finished);
        Longer { known, unknown }
    }

    fn read_longer(longer: &Longer) -> Result<ToolCallbacks, String> {
        // SAFETY: no size of these tests is beyond the struct.
        unsafe { read((&raw const *longer).cast()) }
    }

    #[test]
    fn shorter_structs_lack_functions_and_longer_ones_must_not_use_more() {
        let whole = size_of::<ToolCallbacks>();
        assert!(read_longer(&longer(whole, 5)).expect("its size").finished.is_some());
        assert!(read_longer(&longer(whole - 8, 5)).expect("a shorter one").finished.is_none());
        assert!(read_longer(&longer(whole + 8, 0)).expect("a longer one").finished.is_some());
        assert!(read_longer(&longer(whole + 8, 5)).expect_err("an unknown field").contains("newer libtandem.so"));
        for size in [0, 3, MAX_SIZE + 1] {
            assert!(read_longer(&longer(size, 0)).expect_err("no struct").contains("has the invalid size"));
        }
        // SAFETY: null is allowed.
        assert!(unsafe { read(std::ptr::null()) }.is_err());
    }

    #[test]
    fn callbacks_are_only_taken_while_a_tool_is_attached() {
        let callbacks = longer(size_of::<ToolCallbacks>(), 0);
        // SAFETY: a whole struct.
        let subscribed = || unsafe { subscribe(&raw const callbacks.known) };
        assert_ne!(subscribed(), 0);
        ATTACHING.set(Some(Attaching::default()));
        assert_eq!(subscribed(), 0);
        assert_eq!(ATTACHING.take().expect("it was set").callbacks.len(), 1);
    }

    #[test]
    fn what_is_no_tool_is_named() {
        assert!(attach(Path::new("/nonexistent/tool.so")).expect_err("no file").contains("tool.so"));
        assert!(attach(Path::new("libm.so.6")).expect_err("no tool").contains("no function tandem_tool_attach"));
    }
}
