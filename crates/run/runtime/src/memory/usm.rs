//! Unified shared memory (SYCL 2020, 4.8).

use std::ffi::c_void;
use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_host::PiError;

use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::base::process;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::instrumentation::{self, Activity, MemoryKind, TimedDevice};
use crate::programs::context::Context;

/// `sycl::usm::alloc` (`tandem_usm_kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum UsmKind {
    /// On the host, visible to devices.
    Host = 0,
    /// On a device.
    Device = 1,
    /// Moves between host and device.
    Shared = 2,
    /// No USM.
    Unknown = 3,
}

/// Allocates USM. `Ok(None)` means that memory is exhausted or the alignment is
/// not supported, as a null pointer of SYCL's functions does.
#[inline(always)]
pub fn allocate(
    context: &Context,
    device: Option<&Device>,
    kind: UsmKind,
    bytes: usize,
    alignment: usize,
) -> Result<Option<*mut c_void>> {
    let (kind, told) = match kind {
        UsmKind::Host => (PI_MEM_TYPE_HOST, MemoryKind::UsmHost),
        UsmKind::Device => (PI_MEM_TYPE_DEVICE, MemoryKind::UsmDevice),
        UsmKind::Shared => (PI_MEM_TYPE_SHARED, MemoryKind::UsmShared),
        UsmKind::Unknown => {
            return Err(Error::Invalid("usm::alloc::unknown cannot be allocated".to_owned()));
        }
    };
    let alignment = match u32::try_from(alignment) {
        Ok(alignment) if alignment == 0 || alignment.is_power_of_two() => alignment,
        _ => return Ok(None),
    };
    if bytes == 0 {
        return Ok(None);
    }
    let _span = instrumentation::span(|| Activity::Allocate { bytes });
    let allocate = || context.pi().usm_alloc(kind, device.map(Device::pi), bytes, alignment);
    let allocated = match device {
        Some(device) => reclaim::allocate(device, allocate),
        None => allocate(),
    };
    match allocated {
        Ok(ptr) => {
            let on = device.filter(|_| told != MemoryKind::UsmHost).map(|device| device as &dyn TimedDevice);
            instrumentation::allocated(context.pi(), told, ptr as usize, bytes, on);
            Ok(Some(ptr))
        }
        Err(error) => without_memory(error),
    }
}

/// Interprets a failed allocation.
#[cold]
fn without_memory(error: PiError) -> Result<Option<*mut c_void>> {
    let is_too_much = reclaim::is_out_of_memory(&error) || error.code == PI_ERROR_INVALID_BUFFER_SIZE;
    if is_too_much { Ok(None) } else { Err(error.into()) }
}

/// Frees USM; null is ignored.
///
/// # Safety
/// `ptr` is null or an allocation of this context, and nothing uses it.
#[inline(always)]
pub unsafe fn free(context: &Context, ptr: *mut c_void) -> Result<()> {
    if ptr.is_null() || process::is_torn_down() {
        return Ok(());
    }
    let _span = instrumentation::span(|| Activity::Free);
    instrumentation::freed(context.pi(), ptr as usize);
    // SAFETY: the caller's duty is the same.
    unsafe { context.pi().usm_free(ptr)? };
    Ok(())
}

/// Prepares host memory for copies from and to it. A plugin that cannot do that copies as before.
///
/// # Safety
/// The range is valid until it is released, and overlaps no other one that is imported.
pub unsafe fn import(context: &Context, ptr: *mut c_void, bytes: usize) -> Result<()> {
    // SAFETY: the caller's duty is the same.
    as_hint(unsafe { context.pi().usm_import(ptr, bytes) })
}

/// Ends an import.
///
/// # Safety
/// The memory was imported, and no copy uses it.
pub unsafe fn release(context: &Context, ptr: *mut c_void) -> Result<()> {
    // SAFETY: the caller's duty is the same.
    as_hint(unsafe { context.pi().usm_release(ptr) })
}

fn as_hint(result: Result<(), PiError>) -> Result<()> {
    match result {
        Err(error) if error.code != PI_ERROR_UNSUPPORTED_FEATURE => Err(error.into()),
        _ => Ok(()),
    }
}

/// The kind of memory that an address belongs to.
pub fn kind_of(context: &Context, ptr: *const c_void) -> UsmKind {
    match context.pi().usm_kind(ptr) {
        Ok(PI_MEM_TYPE_HOST) => UsmKind::Host,
        Ok(PI_MEM_TYPE_DEVICE) => UsmKind::Device,
        Ok(PI_MEM_TYPE_SHARED) => UsmKind::Shared,
        // OpenCL says "invalid value" for memory that it does not know.
        Ok(_) | Err(_) => UsmKind::Unknown,
    }
}

/// The device of an allocation; for host memory, the context's first.
pub fn device_of(context: &Context, ptr: *const c_void) -> Result<Arc<Object<Device>>> {
    let unknown = || Error::Invalid(format!("{ptr:p} is not USM of this context"));
    let devices = context.devices();
    if kind_of(context, ptr) == UsmKind::Host {
        return devices.first().cloned().ok_or_else(unknown);
    }
    let raw = context.pi().usm_device(ptr).map_err(|_| unknown())?;
    let known = devices.iter().find(|device| device.pi().raw() == raw);
    known.cloned().ok_or_else(unknown)
}
