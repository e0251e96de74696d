//! Unified shared memory.

use std::ffi::{c_int, c_void};

use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::queue::Queue;
use tandem_runtime::usm::{self, UsmKind};
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{acting, producing};
use crate::parameters::{Handle, Out};

/// `tandem_usm_alloc`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_usm_alloc(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    kind: c_int,
    bytes: usize,
    alignment: usize,
    out: Out<'_, *mut c_void>,
) -> c_int {
    producing(|| {
        let device = device.if_any()?;
        let device = device.as_ref().map(|device| &****device);
        out.set(allocate(context.object()?, device, kind, bytes, alignment)?)
    })
}

/// `tandem_queue_usm_alloc`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_usm_alloc(
    queue: Handle<'_, Queue>,
    kind: c_int,
    bytes: usize,
    alignment: usize,
    out: Out<'_, *mut c_void>,
) -> c_int {
    producing(|| {
        let queue = queue.object()?;
        out.set(allocate(queue.context(), Some(queue.device()), kind, bytes, alignment)?)
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
        _ => return Err(Error::Invalid(format!("unknown kind {kind} of USM"))),
    };
    let ptr = usm::allocate(context, device, kind, bytes, alignment)?;
    Ok(ptr.unwrap_or(std::ptr::null_mut()))
}

/// `tandem_usm_free`
///
/// # Safety
/// `ptr` is null or an allocation of the context that nothing uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_free(context: Handle<'_, Context>, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { usm::free(context.object()?, ptr) })
}

/// `tandem_queue_usm_free`
///
/// # Safety
/// `ptr` is null or an allocation of the queue's context that nothing uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_usm_free(queue: Handle<'_, Queue>, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { usm::free(queue.object()?.context(), ptr) })
}

/// `tandem_usm_kind`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_usm_kind(context: Handle<'_, Context>, ptr: *const c_void, kind: Out<'_, c_int>) -> c_int {
    producing(|| kind.set(usm::kind_of(context.object()?, ptr) as c_int))
}

/// `tandem_usm_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_usm_device(
    context: Handle<'_, Context>,
    ptr: *const c_void,
    out: Out<'_, DeviceHandle>,
) -> c_int {
    producing(|| out.give(usm::device_of(context.object()?, ptr)?))
}

/// `tandem_usm_import`
///
/// # Safety
/// `ptr` is valid for `bytes` bytes until it is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_import(context: Handle<'_, Context>, ptr: *mut c_void, bytes: usize) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { usm::import(context.object()?, ptr, bytes) })
}

/// `tandem_usm_release`
///
/// # Safety
/// `ptr` was imported, and no copy uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_usm_release(context: Handle<'_, Context>, ptr: *mut c_void) -> c_int {
    // SAFETY: the caller's duty is the same.
    acting(|| unsafe { usm::release(context.object()?, ptr) })
}
