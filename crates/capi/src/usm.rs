//! Unified shared memory.

use std::ffi::{c_int, c_void};

use tandem_runtime::Error;
use tandem_runtime::usm::{self, UsmKind};

use crate::abi::{ContextHandle, DeviceHandle};
use crate::call::{acting, output, producing};
use crate::handle::{hand_out, object};

/// `tandem_usm_alloc`
///
/// # Safety
/// `context` is a handle; `device` is null or a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_alloc(
    context: ContextHandle,
    device: DeviceHandle,
    kind: c_int,
    bytes: usize,
    alignment: usize,
    out: *mut *mut c_void,
) -> c_int {
    producing(|| {
        let kind = match kind {
            0 => UsmKind::Host,
            1 => UsmKind::Device,
            2 => UsmKind::Shared,
            // `usm::alloc::unknown`: nothing can be allocated with it.
            // SAFETY: the caller's duty.
            3 => return unsafe { output(out, "the result", std::ptr::null_mut()) },
            _ => return Err(Error::Invalid(format!("{kind} is no kind of USM"))),
        };
        // SAFETY: the caller's duty.
        unsafe {
            let device = if device.is_null() { None } else { Some(&**object(device)?) };
            let ptr = usm::allocate(object(context)?, device, kind, bytes, alignment)?;
            output(out, "the result", ptr.unwrap_or(std::ptr::null_mut()))
        }
    })
}

/// `tandem_usm_free`
///
/// # Safety
/// `context` is a handle; `ptr` is null or an allocation of it that nothing uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_free(context: ContextHandle, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { usm::free(object(context)?, ptr) })
}

/// `tandem_usm_kind`
///
/// # Safety
/// `context` is a handle; `kind` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_kind(context: ContextHandle, ptr: *const c_void, kind: *mut c_int) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { output(kind, "the result", usm::kind_of(object(context)?, ptr) as c_int) })
}

/// `tandem_usm_device`
///
/// # Safety
/// `context` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_device(
    context: ContextHandle,
    ptr: *const c_void,
    out: *mut DeviceHandle,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(usm::device_of(object(context)?, ptr)?, out, "the result") })
}
