//! The wrapper around every function: the check for a runtime that was torn down, panics, and the
//! last error of the thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tandem_runtime::callbacks::unlocked;
use tandem_runtime::user_data::OwnedObject;
use tandem_runtime::{Errc, Error, Result};

use crate::abi::TANDEM_SUCCESS;

/// The return value of a function that has succeeded.
pub(crate) const SUCCESS: c_int = TANDEM_SUCCESS as c_int;

thread_local! {
    /// Without a destructor, so that it can be used as long as the thread runs: static objects of a
    /// program are destroyed after the thread-local ones of the main thread.
    static LAST_ERROR: RefCell<ManuallyDrop<Option<LastError>>> = const { RefCell::new(ManuallyDrop::new(None)) };
    static END_OF_THREAD: EndOfThread = const { EndOfThread };
}

/// The details of a thread's last failed call.
struct LastError {
    text: CString,
    exception: Option<Arc<OwnedObject>>,
    /// The back end whose code it is, as PI numbers it, and the code.
    backend_code: Option<(u32, c_int)>,
}

/// Frees what is known of the last failed call.
struct EndOfThread;

impl Drop for EndOfThread {
    fn drop(&mut self) {
        unlocked(|| drop(with_last_error(Option::take)));
    }
}

/// Calls with the last error, which may be changed. An error taken out of it is dropped afterwards:
/// an exception's destructor belongs to the program and may call the runtime.
fn with_last_error<R>(call: impl FnOnce(&mut Option<LastError>) -> R) -> R {
    LAST_ERROR.with(|last| call(&mut last.borrow_mut()))
}

/// Runs a call that must produce a value: after shutdown it fails.
#[inline]
pub(crate) fn producing(work: impl FnOnce() -> Result<()>) -> c_int {
    if tandem_runtime::is_torn_down() {
        return fail(&Error::after_shutdown());
    }
    caught(work)
}

/// Runs a call that only has an effect: after shutdown it does nothing.
#[inline]
pub(crate) fn acting(work: impl FnOnce() -> Result<()>) -> c_int {
    if tandem_runtime::is_torn_down() {
        return SUCCESS;
    }
    caught(|| match work() {
        // Shutdown came in between.
        Err(Error::TornDown) => Ok(()),
        result => result,
    })
}

/// Runs a call that cannot report anything, whatever the runtime's state.
pub(crate) fn silent(work: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

/// Runs a call whatever the runtime's state.
#[inline]
pub(crate) fn caught(work: impl FnOnce() -> Result<()>) -> c_int {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => SUCCESS,
        Ok(Err(error)) => fail(&error),
        Err(panic) => fail(&panicked(panic.as_ref())),
    }
}

/// Keeps the text of an error and returns its number.
#[cold]
pub(crate) fn fail(error: &Error) -> c_int {
    let backend_code = error.backend_code().map(|(backend, code)| (backend.pi().0, code));
    replace_last_error(&error.to_string(), error.exception().cloned(), backend_code);
    error.errc() as c_int
}

#[cold]
fn panicked(panic: &(dyn std::any::Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::Internal(text.unwrap_or("unknown reason").to_owned())
}

/// Makes an error of the program the last one of the thread.
pub(crate) fn set_last_error(text: &str) {
    replace_last_error(text, None, None);
}

/// Makes this the last error of the thread.
fn replace_last_error(text: &str, exception: Option<Arc<OwnedObject>>, backend_code: Option<(u32, c_int)>) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    // After the end of the thread-local objects, the last error stays.
    let _ = END_OF_THREAD.try_with(|_| ());
    let last = with_last_error(|last| last.replace(LastError { text, exception, backend_code }));
    unlocked(|| drop(last));
}

/// Releases the last exception of this thread, which may allow its library to be closed.
pub(crate) fn forget_exception() {
    let exception = with_last_error(|last| last.as_mut()?.exception.take());
    unlocked(|| drop(exception));
}

/// The error of a host task that returned this code on this thread.
pub(crate) fn host_task_error(code: c_int) -> Error {
    let errc = Errc::from_number(code).unwrap_or(Errc::Runtime);
    match with_last_error(Option::take) {
        Some(LastError { text, exception, .. }) => {
            Error::HostTask { errc, message: text.to_string_lossy().into_owned(), exception }
        }
        None => Error::HostTask { errc, message: format!("a host task failed with code {code}"), exception: None },
    }
}

/// A reference to what an argument points to.
///
/// # Safety
/// `ptr` is null or valid for reads for `'a`.
pub(crate) unsafe fn input<'a, T>(ptr: *const T, what: &str) -> Result<&'a T> {
    if !ptr.is_aligned() {
        return Err(Error::Invalid(format!("{what} is misaligned")));
    }
    // SAFETY: the caller's duty.
    unsafe { ptr.as_ref() }.ok_or_else(|| is_null(what))
}

/// The array at a pointer; a length of 0 needs no pointer.
///
/// # Safety
/// `ptr` is null or valid for `len` elements for `'a`.
pub(crate) unsafe fn array<'a, T>(ptr: *const T, len: usize, what: &str) -> Result<&'a [T]> {
    match len {
        0 => Ok(&[]),
        _ if ptr.is_null() => Err(is_null(what)),
        // SAFETY: the caller's duty; not null.
        _ => Ok(unsafe { std::slice::from_raw_parts(ptr, len) }),
    }
}

/// The error of an argument that is null.
#[cold]
pub(crate) fn is_null(what: &str) -> Error {
    Error::Invalid(format!("{what} is null"))
}

/// Keeps an exception with the last error of this thread.
pub(crate) fn set_exception(exception: Arc<OwnedObject>) {
    let _ = END_OF_THREAD.try_with(|_| ());
    drop(with_last_error(|last| {
        let none = || LastError { text: CString::default(), exception: None, backend_code: None };
        let last = last.get_or_insert_with(none);
        last.exception.replace(exception)
    }));
}

/// The text of the last error of this thread, which stays until the next one.
pub(crate) fn last_text() -> *const c_char {
    with_last_error(|last| last.as_ref().map_or(c"".as_ptr(), |last| last.text.as_ptr()))
}

/// The back end whose code the last error of this thread has, as PI numbers it, and the code.
pub(crate) fn last_backend_code() -> Option<(u32, c_int)> {
    with_last_error(|last| last.as_ref()?.backend_code)
}

/// The exception of the last error of this thread.
pub(crate) fn last_exception() -> Option<*mut c_void> {
    with_last_error(|last| Some(last.as_ref()?.exception.as_ref()?.as_ptr()))
}

#[cfg(test)]
mod tests {
    use tandem_runtime::pi_host::{Backend, PiError};

    use super::*;

    #[test]
    fn the_last_error_has_the_code_of_opencl() {
        let refused = |backend| {
            let (code, call) = (tandem_runtime::pi::PI_ERROR_INVALID_KERNEL_ARGS, "piEnqueueKernelLaunch");
            Error::from(PiError { code, call, message: String::new(), backend })
        };
        assert_eq!(fail(&refused(Some(Backend::OpenCl))), Errc::KernelArgument as c_int);
        assert_eq!(last_backend_code(), Some((Backend::OpenCl.pi().0, -52)));
        fail(&refused(Some(Backend::NativeCpu)));
        assert_eq!(last_backend_code(), None);
        fail(&refused(Some(Backend::OpenCl)));
        set_last_error("an error of the program");
        assert_eq!(last_backend_code(), None);
    }
}
