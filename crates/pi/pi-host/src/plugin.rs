//! A loaded plugin: its dispatch table, with call wrappers that trace and that become no-ops after
//! teardown.
//!
//! The wrappers have the C names of the entries and are `unsafe`, as any call through a C table is.
//! With tracing off they cost one load and one branch.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::backend::Backend;
use crate::calls::{self, Inside};
use crate::trace::{TraceLevel, print_arg, print_out, traced_call};
use tandem_pi_abi::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::for_each_entry;
use tandem_pi_abi::table::PiFunctionTable;
use tandem_pi_abi::types::*;
use tandem_pi_abi::version::PiVersion;

/// A PI call that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{call} failed: {code} ({}){separator}{message}", code.0, separator = if message.is_empty() { "" } else { ": " })]
pub struct PiError {
    /// The plugin's return value.
    pub code: PiResult,
    /// The C name of the entry.
    pub call: &'static str,
    /// The plugin's message; may be empty.
    pub message: String,
    /// The back end of the plugin that returned the code; `None` if the host found the error.
    pub backend: Option<Backend>,
}

impl PiError {
    /// An error that the host finds before or after a call.
    #[cold]
    pub(crate) fn of_host(call: &'static str, code: PiResult, message: &str) -> Self {
        Self { code, call, message: message.to_owned(), backend: None }
    }
}

/// The call mode: 0 calls straight through the table; otherwise a set of these bits.
mod mode {
    /// Calls are traced.
    pub const TRACED: u8 = 1;
    /// The plugin was torn down: calls are ignored.
    pub const RELEASED: u8 = 2;
    /// The process exits: calls of other threads are delayed.
    pub const EXITING: u8 = 4;
}

/// The end of the process, as a plugin sees it.
struct Exit {
    /// The thread that called `exit`.
    thread: ThreadId,
    /// When calls of other threads are no longer delayed.
    until: Instant,
}

/// How long calls of other threads are delayed at exit. The process ends within that time, unless
/// its exit handlers take long, or wait for such a thread.
const EXIT_DELAY: Duration = Duration::from_secs(1);

/// Threads whose calls are delayed at exit.
static DELAYED_THREADS: AtomicUsize = AtomicUsize::new(0);

/// Whether a call of a thread is being delayed ([`Plugin::delay_other_threads_at_exit`]).
pub fn is_any_thread_delayed() -> bool {
    DELAYED_THREADS.load(Ordering::Acquire) != 0
}

/// A plugin that the loader bound, or that the host linked in.
///
/// After [`Plugin::tear_down`] every call is a no-op that returns
/// `PI_ERROR_UNINITIALIZED` and writes nothing, so that objects may be released
/// in any order at shutdown.
pub struct Plugin {
    mode: AtomicU8,
    /// `piTearDown` was called, or is not to be.
    had_last_call: AtomicBool,
    /// Written by the plugin in `piTearDown`; `mode` is what counts here.
    plugin_is_gone: AtomicBool,
    /// Set before `mode` has [`mode::EXITING`].
    exit: OnceLock<Exit>,
    takes_private_queries: bool,
    backend: Option<Backend>,
    table: PiFunctionTable,
    path: PathBuf,
    version: PiVersion,
}

impl Plugin {
    /// Wraps a table that `piPluginInit` filled. `path` names the library in
    /// messages.
    ///
    /// # Safety
    /// The table's pointers are valid until [`Plugin::tear_down`], and have the
    /// signatures of PI 15.47.
    pub unsafe fn from_table(table: PiFunctionTable, path: PathBuf, version: PiVersion) -> Self {
        let traced = TraceLevel::from_env().includes(TraceLevel::CALLS);
        Self {
            mode: AtomicU8::new(if traced { mode::TRACED } else { 0 }),
            had_last_call: AtomicBool::new(false),
            plugin_is_gone: AtomicBool::new(false),
            exit: OnceLock::new(),
            takes_private_queries: false,
            backend: None,
            table,
            path,
            version,
        }
    }

    /// Sets whether the plugin announced that it accepts queries which PI does not define
    /// ([`PRIVATE_QUERIES_SYMBOL`]).
    pub fn with_private_queries(self, takes_private_queries: bool) -> Self {
        Self { takes_private_queries, ..self }
    }

    /// Sets the back end that errors of the plugin belong to.
    pub fn with_backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// The back end that errors of the plugin belong to; `None` if that is not known.
    pub fn backend(&self) -> Option<Backend> {
        self.backend
    }

    /// Makes the plugin live until the process ends. A table is a few kilobytes,
    /// and objects that never dangle are worth them. The list of these plugins
    /// tells leak checkers that they are wanted.
    pub fn leak(self) -> &'static Self {
        static KEPT: Mutex<Vec<&'static Plugin>> = Mutex::new(Vec::new());
        let plugin: &'static Self = Box::leak(Box::new(self));
        KEPT.lock().push(plugin);
        plugin
    }

    /// The file that the plugin was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The version that the plugin reported.
    pub fn version(&self) -> PiVersion {
        self.version
    }

    /// The table itself, for calls that must cost nothing on top. They are not
    /// traced or counted, and must not be made after [`Plugin::tear_down`].
    pub fn table(&self) -> &PiFunctionTable {
        &self.table
    }

    /// Whether [`Plugin::tear_down`] was called.
    pub fn is_torn_down(&self) -> bool {
        self.mode.load(Ordering::Acquire) & mode::RELEASED != 0
    }

    /// Makes all later calls no-ops, and calls `piTearDown` once. If a thread is inside a call,
    /// that call continues, `piTearDown` is not called, and the result is false.
    ///
    /// PI's header calls the parameter unused, but plugins of 15.47 store `true` through it, as a
    /// `bool` that tells the host that they are gone.
    pub fn tear_down(&self) -> bool {
        let before = self.mode.fetch_or(mode::RELEASED, Ordering::AcqRel);
        if calls::is_any_thread_inside(self) {
            return false;
        }
        if !self.had_last_call.swap(true, Ordering::AcqRel)
            && let Some(tear_down) = self.table.piTearDown
        {
            let gone: *mut c_void = self.plugin_is_gone.as_ptr().cast();
            // SAFETY: a place for the plugin's flag, which lives as long as `self`.
            let call = || unsafe { tear_down(gone) };
            let mode = before & !mode::RELEASED;
            slow_call(mode, "piTearDown", |text| print_arg(&gone, text), call, |text| print_out(&gone, text));
        }
        true
    }

    /// Delays calls of all threads but this one, which is about to run the exit handlers of the
    /// libraries under the plugin: these destroy what calls use. Returns when no other thread is
    /// inside a call, or when [`EXIT_DELAY`] has passed. Later calls of this function do nothing.
    pub fn delay_other_threads_at_exit(&self) {
        let until = Instant::now() + EXIT_DELAY;
        if self.exit.set(Exit { thread: thread::current().id(), until }).is_err() {
            return;
        }
        self.mode.fetch_or(mode::EXITING, Ordering::AcqRel);
        while calls::is_other_thread_inside(self) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Delays this call if another thread exits; not if it was made during another call.
    #[cold]
    fn wait_for_exit(&self, inside: Inside) -> Inside {
        let Some(exit) = self.exit.get() else { return inside };
        if exit.thread == thread::current().id() || inside.is_nested() {
            return inside;
        }
        drop(inside);
        DELAYED_THREADS.fetch_add(1, Ordering::AcqRel);
        thread::sleep(exit.until.saturating_duration_since(Instant::now()));
        DELAYED_THREADS.fetch_sub(1, Ordering::AcqRel);
        Inside::enter(self)
    }

    /// Makes all later calls no-ops, without a last call to the plugin: in a child of `fork` its
    /// threads are missing, and its locks may be held.
    pub fn abandon(&self) {
        self.had_last_call.store(true, Ordering::Release);
        self.mode.fetch_or(mode::RELEASED, Ordering::AcqRel);
    }

    /// Turns a result into an error with the plugin's own message.
    #[inline]
    pub fn check(&self, call: &'static str, code: PiResult) -> Result<(), PiError> {
        if code == PI_SUCCESS { Ok(()) } else { Err(self.error(call, code)) }
    }

    /// The error of a call that succeeded without producing its object.
    #[cold]
    pub(crate) fn null_result(&self, call: &'static str) -> PiError {
        PiError::of_host(call, PI_ERROR_UNKNOWN, "the plugin returned a null object")
    }

    /// An error for a query that the plugin does not expect: queries without a name in PI are only
    /// passed to plugins that announced them.
    #[inline]
    pub(crate) fn check_query(&self, call: &'static str, name: Option<&str>) -> Result<(), PiError> {
        if self.takes_private_queries || name.is_some() {
            return Ok(());
        }
        let message = "PI does not define the query, and the plugin does not announce it";
        Err(PiError::of_host(call, PI_ERROR_INVALID_VALUE, message))
    }

    #[cold]
    fn error(&self, call: &'static str, code: PiResult) -> PiError {
        PiError { code, call, message: self.last_error(code), backend: self.backend }
    }

    /// The plugin's text about a failure with `code`; empty if it has none.
    ///
    /// A plugin may keep an old message when a later call fails without one, so
    /// the text counts only if it comes with the same code, or if the code
    /// itself says that there is a message.
    fn last_error(&self, code: PiResult) -> String {
        let mut message: *mut c_char = std::ptr::null_mut();
        // SAFETY: `message` is a valid place for a pointer.
        let status = unsafe { self.piPluginGetLastError(&raw mut message) };
        if message.is_null() || (status != code && code != PI_ERROR_PLUGIN_SPECIFIC_ERROR) {
            return String::new();
        }
        // SAFETY: PI promises a zero-terminated text that lives until the next
        // failure of this thread.
        unsafe { CStr::from_ptr(message) }.to_string_lossy().trim_end().to_owned()
    }
}

impl std::fmt::Debug for Plugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plugin")
            .field("path", &self.path)
            .field("version", &self.version.to_string())
            .field("torn_down", &self.is_torn_down())
            .finish_non_exhaustive()
    }
}

impl Plugin {
    /// Makes a call that is not in the table, under the same rules.
    pub(crate) fn call_extension(&self, name: &str, call: impl FnOnce() -> PiResult) -> PiResult {
        let inside = Inside::enter(self);
        if self.mode.load(Ordering::Relaxed) == 0 {
            return call();
        }
        let _inside = self.wait_for_exit(inside);
        slow_call(self.mode.load(Ordering::Relaxed), name, |_| {}, call, |_| {})
    }
}

macro_rules! define_calls {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {
        /// The entries, under their C names.
        #[allow(
            non_snake_case,
            clippy::too_many_arguments,
            reason = "the names and parameters of C"
        )]
        impl Plugin {
            $(
                #[doc = concat!("Calls `", stringify!($name), "`.")]
                ///
                /// # Safety
                /// Pointers are null or valid as PI describes for this entry, and
                /// handles are live objects of this plugin.
                #[inline]
                pub unsafe fn $name(&self, $($arg: $type),*) -> PiResult {
                    let Some(function) = self.table.$name else {
                        return PI_ERROR_UNSUPPORTED_FEATURE;
                    };
                    let inside = Inside::enter(self);
                    if self.mode.load(Ordering::Relaxed) == 0 {
                        // SAFETY: the caller's duty is the same.
                        return unsafe { function($($arg),*) };
                    }
                    let _inside = self.wait_for_exit(inside);
                    slow_call(
                        self.mode.load(Ordering::Relaxed),
                        stringify!($name),
                        |_text| { $(print_arg(&$arg, _text);)* },
                        // SAFETY: the caller's duty is the same.
                        || unsafe { function($($arg),*) },
                        |_text| { $(print_out(&$arg, _text);)* },
                    )
                }
            )*
        }
    };
}
for_each_entry!(define_calls);

/// A call that is traced, ignored, or neither, at exit.
#[cold]
fn slow_call(
    mode: u8,
    name: &str,
    print_args: impl FnOnce(&mut String),
    call: impl FnOnce() -> PiResult,
    print_outs: impl FnOnce(&mut String),
) -> PiResult {
    let call = (mode & mode::RELEASED == 0).then_some(call);
    if mode & mode::TRACED != 0 {
        traced_call(name, print_args, call, print_outs)
    } else {
        call.map_or(PI_ERROR_UNINITIALIZED, |call| call())
    }
}
