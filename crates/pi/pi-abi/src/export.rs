//! The plugin's side of PI: the trait [`Pi`], whose methods are the table's entries as Rust
//! functions, and [`export_plugin!`](crate::export_plugin), which makes them available through
//! `piPluginInit`.
//!
//! Each method is called through a generated C function that catches panics, turns the method's
//! `Result` into a `pi_result` and keeps the message of the last failure of the thread for
//! `piPluginGetLastError`. A method that is not overridden reports that the feature is unsupported,
//! so no entry is ever null.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use crate::constants::*;
use crate::plugin::PiPlugin;
use crate::table::{PiFunctionTable, for_each_entry};
use crate::types::*;
use crate::version::{PI_VERSION, PiVersion, to_field};

/// A failed entry: the code for the caller, and the text for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({code})")]
pub struct Failure {
    /// The entry's return value.
    pub code: PiResult,
    /// The text that `piPluginGetLastError` then returns.
    pub message: String,
}

impl Failure {
    /// A failure with a message.
    pub fn new(code: PiResult, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl From<PiResult> for Failure {
    fn from(code: PiResult) -> Self {
        Self::new(code, code.to_string())
    }
}

thread_local! {
    /// Without a destructor, so that it can be used as long as the thread runs: static objects of a
    /// program are destroyed after the thread-local ones of the main thread.
    static LAST_ERROR: RefCell<ManuallyDrop<Option<(PiResult, CString)>>> =
        const { RefCell::new(ManuallyDrop::new(None)) };
    static END_OF_THREAD: EndOfThread = const { EndOfThread };
}

/// Frees the text of the last failure.
struct EndOfThread;

impl Drop for EndOfThread {
    fn drop(&mut self) {
        LAST_ERROR.with(|last| last.borrow_mut().take());
    }
}

/// Remembers `failure` as the last one of this thread.
fn record(failure: &Failure) {
    let text = CString::new(failure.message.replace('\0', " ")).unwrap_or_default();
    // After the end of the thread-local objects, the last text stays.
    let _ = END_OF_THREAD.try_with(|_| ());
    LAST_ERROR.with(|last| last.borrow_mut().replace((failure.code, text)));
}

/// `piPluginGetLastError` as every plugin implements it: the code of the last
/// failure of this thread is the result, its text is stored to `message`.
fn last_error(message: *mut *mut c_char) -> PiResult {
    LAST_ERROR.with(|last| {
        let last = last.borrow();
        let (code, text) = last.as_ref().map_or((PI_SUCCESS, c""), |(code, text)| (*code, text.as_c_str()));
        if !message.is_null() {
            // SAFETY: not null, and the caller's to write. The text lives until
            // the next failure of this thread, as PI has it.
            unsafe { *message = text.as_ptr().cast_mut() };
        }
        code
    })
}

/// The body of every exported function, and of those that are not in the table: catches panics,
/// and keeps the text of a failure for `piPluginGetLastError`.
#[inline]
pub fn guarded(name: &str, body: impl FnOnce() -> Result<(), Failure>) -> PiResult {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => PI_SUCCESS,
        Ok(Err(failure)) => fail(&failure),
        Err(panic) => fail(&panic_failure(name, panic.as_ref())),
    }
}

#[cold]
fn fail(failure: &Failure) -> PiResult {
    record(failure);
    failure.code
}

#[cold]
fn panic_failure(name: &str, panic: &(dyn Any + Send)) -> Failure {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown reason");
    Failure::new(PI_ERROR_UNKNOWN, format!("{name} panicked: {text}"))
}

fn unsupported(name: &str) -> Failure {
    Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, format!("{name} is not supported by this plugin"))
}

macro_rules! define_export {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {
        /// The interface of a plugin: one method per entry of the table.
        #[allow(
            non_snake_case,
            clippy::missing_safety_doc,
            clippy::too_many_arguments,
            reason = "the names and parameters of C; the section above holds for all"
        )]
        pub trait Pi {
            /// Raised with each release of the plugin.
            const REVISION: u32;

            /// Runs first in `piPluginInit`; an error makes loading fail.
            fn initialize() -> Result<(), Failure> {
                Ok(())
            }

            $(
                #[doc = concat!("`", stringify!($name), "`")]
                ///
                /// # Safety
                /// Pointers are null or valid as PI describes, and handles come
                /// from this plugin.
                unsafe fn $name($($arg: $type),*) -> Result<(), Failure> {
                    let _ = ($($arg,)*);
                    Err(unsupported(stringify!($name)))
                }
            )*
        }

        /// The functions that the table points to.
        #[allow(
            non_snake_case,
            clippy::too_many_arguments,
            reason = "the names and parameters of C"
        )]
        mod thunks {
            use super::*;

            $(
                pub unsafe extern "C" fn $name<P: Pi>($($arg: $type),*) -> PiResult {
                    // SAFETY: the caller keeps the contract of the entry.
                    guarded(stringify!($name), || unsafe { P::$name($($arg),*) })
                }
            )*
        }

        /// The table of the plugin `P`.
        fn table_of<P: Pi>() -> PiFunctionTable {
            let mut table = PiFunctionTable { $($name: Some(thunks::$name::<P>),)* };
            table.piPluginGetLastError = Some(get_last_error);
            table
        }
    };
}
for_each_entry!(define_export);

unsafe extern "C" fn get_last_error(message: *mut *mut c_char) -> PiResult {
    last_error(message)
}

/// `piPluginInit` of the plugin `P`; called by the function that
/// [`export_plugin!`](crate::export_plugin) defines.
///
/// The host must have the same major version, and at least this minor version:
/// an older host has a smaller table, which filling would overrun.
///
/// # Safety
/// `plugin` is null or points to a `_pi_plugin` of the version it states.
pub unsafe fn initialize<P: Pi>(plugin: *mut PiPlugin) -> PiResult {
    guarded("piPluginInit", || {
        if plugin.is_null() {
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, "piPluginInit: the plugin descriptor is null"));
        }
        // SAFETY: not null; the version field exists in every version of PI.
        let host = unsafe { (*plugin).pi_version };
        check_host_version(&host)?;
        P::initialize()?;
        let version = PiVersion { revision: P::REVISION, ..PI_VERSION };
        // SAFETY: the host's version says that its table is at least as large.
        unsafe {
            (*plugin).plugin_version = to_field(&version.to_string());
            (*plugin).targets = std::ptr::null_mut();
            (*plugin).table = table_of::<P>();
        }
        Ok(())
    })
}

fn check_host_version(field: &[c_char; 20]) -> Result<(), Failure> {
    let text = crate::version::field_text(field);
    match PiVersion::from_field(field) {
        Some(host) if host.major == PI_VERSION.major && host.minor >= PI_VERSION.minor => Ok(()),
        _ => Err(Failure::new(
            PI_ERROR_INVALID_OPERATION,
            format!("the host has PI version `{text}`, the plugin needs {PI_VERSION} or a newer minor version"),
        )),
    }
}

/// Defines `piPluginInit` for a type that implements [`Pi`]. Used once per
/// plugin library, which thereby announces that it takes Tandem's own queries
/// ([`PRIVATE_QUERIES_SYMBOL`]).
#[macro_export]
macro_rules! export_plugin {
    ($plugin:ty) => {
        /// The entry point of the plugin.
        ///
        /// # Safety
        /// `plugin` is null or points to a `_pi_plugin` of the version it states.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, reason = "the name that hosts look up")]
        pub unsafe extern "C" fn piPluginInit(plugin: *mut $crate::plugin::PiPlugin) -> $crate::constants::PiResult {
            // SAFETY: the caller's duty is the same.
            unsafe { $crate::export::initialize::<$plugin>(plugin) }
        }

        /// Declares that queries which PI does not define get an error.
        #[unsafe(no_mangle)]
        #[used]
        #[allow(non_upper_case_globals, reason = "the name that hosts look up")]
        pub static tandem_private_queries: u8 = 1;
    };
}
