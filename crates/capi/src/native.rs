//! Objects of back ends.

use std::ffi::c_int;

use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::event::Event;
use tandem_runtime::native::{self, Interop};
use tandem_runtime::object::Object;
use tandem_runtime::pi::constants::PiPlatformBackend;
use tandem_runtime::platform::Platform;
use tandem_runtime::queue::Queue;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{output, producing};
use crate::handle::{hand_out, object, shared};

/// `tandem_native_handle`
///
/// # Safety
/// `handle` is a handle, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_native_handle(handle: AnyHandle, backend: u32, out: *mut usize) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let native = native::native_handle(interop(handle)?, PiPlatformBackend(backend))?;
            output(out, "the result", native)
        }
    })
}

/// The object behind a handle of any kind that back ends know.
///
/// # Safety
/// `handle` is a handle that the caller holds for `'a`.
unsafe fn interop<'a>(handle: AnyHandle) -> Result<Interop<'a>> {
    // SAFETY: the caller's duty; the tag is checked.
    unsafe {
        if let Ok(platform) = object(handle.cast::<Object<Platform>>()) {
            Ok(Interop::Platform(platform))
        } else if let Ok(device) = object(handle.cast::<Object<Device>>()) {
            Ok(Interop::Device(device))
        } else if let Ok(context) = object(handle.cast::<Object<Context>>()) {
            Ok(Interop::Context(context))
        } else if let Ok(queue) = object(handle.cast::<Object<Queue>>()) {
            Ok(Interop::Queue(queue))
        } else if let Ok(event) = object(handle.cast::<Object<Event>>()) {
            Ok(Interop::Event(event))
        } else {
            Err(Error::Unsupported("no backend has objects of this kind".to_owned()))
        }
    }
}

/// `tandem_make_platform`
///
/// # Safety
/// `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_platform(backend: u32, native: usize, out: *mut PlatformHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(native::make_platform(PiPlatformBackend(backend), native)?, out, "the result") })
}

/// `tandem_make_device`
///
/// # Safety
/// `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_device(backend: u32, native: usize, out: *mut DeviceHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(native::make_device(PiPlatformBackend(backend), native)?, out, "the result") })
}

/// `tandem_make_context`
///
/// # Safety
/// `native` is a live context of the back end that outlives the new one; `out` is null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_context(backend: u32, native: usize, out: *mut ContextHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(native::make_context(PiPlatformBackend(backend), native)?, out, "the result") })
}

/// `tandem_make_queue`
///
/// # Safety
/// `native` is a live queue of the back end and of the context, and outlives the new one;
/// `context` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_queue(
    backend: u32,
    native: usize,
    context: ContextHandle,
    out: *mut QueueHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let queue = native::make_queue(PiPlatformBackend(backend), native, &*shared(context)?)?;
            hand_out(queue, out, "the result")
        }
    })
}
