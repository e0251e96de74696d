//! Device libraries: device code that a program opens at run time.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use tandem_runtime::Error;
use tandem_runtime::device_library::DeviceLibrary;
use tandem_runtime::object::Object;

use crate::abi::DeviceLibraryHandle;
use crate::call::producing;
use crate::handle::hand_out;

/// `tandem_device_library_open`
///
/// # Safety
/// `path` is null or a zero-terminated text; `out` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_library_open(path: *const c_char, out: *mut DeviceLibraryHandle) -> c_int {
    producing(|| {
        if path.is_null() {
            return Err(Error::Invalid("the path of the device library is null".to_owned()));
        }
        // SAFETY: the caller's duty; not null.
        let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes()));
        let library = Object::new(DeviceLibrary::open(path)?);
        // SAFETY: the caller's duty.
        unsafe { hand_out(library, out, "the place for the device library") }
    })
}
