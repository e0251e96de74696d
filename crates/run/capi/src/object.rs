//! Functions that accept handles of any kind.

use std::ffi::{c_int, c_void};

use tandem_runtime::context::Context;
use tandem_runtime::queue::Queue;
use tandem_runtime::user_data::UserData;
use tandem_runtime::{Error, Result};

use crate::call::producing;
use crate::handle;
use crate::parameters::Any;

/// `tandem_retain`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_retain(handle: Any<'_>) {
    // SAFETY: the invariant of the parameter.
    unsafe { handle::retain(handle.get()) };
}

/// `tandem_release`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_release(handle: Any<'_>) {
    // SAFETY: the header has the caller give the handle up.
    unsafe { handle::release(handle.get()) };
}

/// The user data of a queue or context.
fn user_data(handle: Any<'_>) -> Result<&UserData> {
    let queue = handle.object::<Queue>().map(|queue| queue.user_data());
    queue
        .or_else(|_| handle.object::<Context>().map(|context| context.user_data()))
        .map_err(|_| Error::Invalid(format!("{:p} is neither a queue nor a context", handle.get())))
}

/// `tandem_set_data`
///
/// # Safety
/// `destroy` may be called with `data` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_set_data(
    handle: Any<'_>,
    data: *mut c_void,
    destroy: Option<unsafe extern "C" fn(*mut c_void)>,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is the same.
        match unsafe { user_data(handle)?.set(data, destroy) } {
            true => Ok(()),
            false => Err(Error::Invalid("the object already has data".to_owned())),
        }
    })
}

/// `tandem_data`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_data(handle: Any<'_>) -> *mut c_void {
    user_data(handle).map_or(std::ptr::null_mut(), UserData::get)
}
