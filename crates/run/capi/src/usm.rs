//! Unified shared memory.

use std::ffi::{c_int, c_void};

use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::usm::{self, UsmKind};
use tandem_runtime::{Error, Result};

use crate::abi::*;
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
    // SAFETY: the caller's duty.
    producing(|| unsafe {
        let device = if device.is_null() { None } else { Some(&**object(device)?) };
        let ptr = allocate(object(context)?, device, kind, bytes, alignment)?;
        output(out, "the result", ptr)
    })
}

/// `tandem_queue_usm_alloc`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_usm_alloc(
    queue: QueueHandle,
    kind: c_int,
    bytes: usize,
    alignment: usize,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe {
        let queue = object(queue)?;
        let ptr = allocate(queue.context(), Some(queue.device()), kind, bytes, alignment)?;
        output(out, "the result", ptr)
    })
}

/// The address of a new allocation, or null.
#[inline(always)]
fn allocate(
    context: &Context,
    device: Option<&Device>,
    kind: c_int,
    bytes: usize,
    alignment: usize,
) -> Result<*mut c_void> {
    let kind = match kind as u32 {
        TANDEM_USM_HOST => UsmKind::Host,
        TANDEM_USM_DEVICE => UsmKind::Device,
        TANDEM_USM_SHARED => UsmKind::Shared,
        // `usm::alloc::unknown`: nothing can be allocated with it.
        TANDEM_USM_UNKNOWN => return Ok(std::ptr::null_mut()),
        _ => return Err(Error::Invalid(format!("{kind} is no kind of USM"))),
    };
    let ptr = usm::allocate(context, device, kind, bytes, alignment)?;
    Ok(ptr.unwrap_or(std::ptr::null_mut()))
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

/// `tandem_queue_usm_free`
///
/// # Safety
/// `queue` is a handle; `ptr` is null or an allocation of its context that
/// nothing uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_usm_free(queue: QueueHandle, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { usm::free(object(queue)?.context(), ptr) })
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

/// `tandem_usm_import`
///
/// # Safety
/// `context` is a handle; `ptr` is valid for `bytes` bytes until it is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_import(context: ContextHandle, ptr: *mut c_void, bytes: usize) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { usm::import(object(context)?, ptr, bytes) })
}

/// `tandem_usm_release`
///
/// # Safety
/// `context` is a handle; `ptr` was imported, and no copy uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_release(context: ContextHandle, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { usm::release(object(context)?, ptr) })
}
