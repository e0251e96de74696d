//! The function that a kernel calls when an `assert` fails. Like the host's `assert`, it prints the source location,
//! here with the work-item, and ends the program.

use std::ffi::{CStr, c_char};
use std::io::Write;
use std::sync::Once;

use tandem_image::demangle;

/// Symbol of [`fail`] in compiled kernels.
pub const SYMBOL: &str = "__tandem_assert_fail";

/// Prints the message of DPC++, and the kernel, and aborts. Of assertions that
/// fail at the same time in several threads, one prints.
///
/// # Safety
/// The pointers are strings that end with a zero byte.
pub unsafe extern "C" fn fail(
    kernel: *const c_char,
    expression: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
    global_x: u64,
    global_y: u64,
    global_z: u64,
    local_x: u64,
    local_y: u64,
    local_z: u64,
) -> ! {
    static FAILED: Once = Once::new();
    FAILED.call_once(|| {
        // SAFETY: the caller passes strings.
        let [kernel, expression, file, function] =
            [kernel, expression, file, function].map(|text| unsafe { CStr::from_ptr(text) }.to_string_lossy());
        let message = format!(
            "{file}:{line}: {function}: global id: [{global_x},{global_y},{global_z}], \
             local id: [{local_x},{local_y},{local_z}] Assertion `{expression}` failed.\n\
             {file}:{line}: note: in SYCL kernel '{kernel}'\n",
            kernel = demangle::kernel(&kernel),
        );
        // Nobody is left to hear about a failure.
        let _ = std::io::stderr().write_all(message.as_bytes());
        std::process::abort();
    });
    // `call_once` does not return: the thread that is first ends the process.
    std::process::abort()
}
