//! Objects of back ends.

use std::ffi::c_int;
use std::sync::Arc;

use tandem_runtime::buffer::Buffer;
use tandem_runtime::bundle::{BundleKernel, KernelBundle};
use tandem_runtime::context::Context;
use tandem_runtime::device::{Device, Platform};
use tandem_runtime::event::{Event, EventRef};
use tandem_runtime::host_image::Layout;
use tandem_runtime::native::{self, Interop};
use tandem_runtime::pi::constants::PiPlatformBackend;
use tandem_runtime::queue::Queue;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::bundle::state;
use crate::call::{is_null, producing};
use crate::parameters::{Any, Array, Capacity, Handle, Len, Out, OutStruct, Places};

/// `tandem_native_handle`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_native_handle(handle: Any<'_>, backend: u32, out: Out<'_, usize>) -> c_int {
    producing(|| out.set(native::native_handle(interop(handle)?, PiPlatformBackend(backend))?))
}

/// `tandem_native_handles`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_native_handles(
    handle: Any<'_>,
    backend: u32,
    retain: c_int,
    capacity: Capacity<usize>,
    out: Places<'_, usize>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let object = interop(handle)?;
        let find = |retain| native::native_handles(object, PiPlatformBackend(backend), retain);
        output_natives(find, retain != 0, capacity, out, count)
    })
}

/// `tandem_queue_native_memory`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_native_memory(
    queue: Handle<'_, Queue>,
    buffer: Handle<'_, Buffer>,
    backend: u32,
    retain: c_int,
    capacity: Capacity<usize>,
    out: Places<'_, usize>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let (queue, buffer) = (queue.shared()?, buffer.object()?);
        let find = |retain| native::native_memory_on(&queue, buffer, PiPlatformBackend(backend), retain);
        output_natives(find, retain != 0, capacity, out, count)
    })
}

/// Stores the native handles that are found, and how many there are.
fn output_natives(
    find: impl FnOnce(bool) -> Result<Vec<usize>>,
    retain: bool,
    capacity: Capacity<usize>,
    out: Places<'_, usize>,
    count: Out<'_, usize>,
) -> Result<()> {
    if count.is_null() {
        return Err(is_null("the number of native handles"));
    }
    // References without space for their handles would never be released.
    let retain = retain && capacity.get() != 0;
    let natives = find(retain)?;
    if retain && natives.len() > capacity.get() {
        return Err(Error::Invalid(format!("the output list has no room for {} native handles", natives.len())));
    }
    out.set(capacity, count, natives.into_iter())
}

/// The object of a handle of any kind that has a native counterpart.
fn interop(handle: Any<'_>) -> Result<Interop<'_>> {
    let platform = handle.object::<Platform>().map(|platform| Interop::Platform(platform));
    platform
        .or_else(|_| handle.object::<Device>().map(|device| Interop::Device(device)))
        .or_else(|_| handle.object::<Context>().map(|context| Interop::Context(context)))
        .or_else(|_| handle.object::<Queue>().map(|queue| Interop::Queue(queue)))
        .or_else(|_| handle.object::<Event>().map(|event| Interop::Event(event)))
        .or_else(|_| handle.object::<Buffer>().map(|buffer| Interop::Buffer(buffer)))
        .or_else(|_| handle.object::<BundleKernel>().map(|kernel| Interop::Kernel(kernel)))
        .or_else(|_| handle.object::<KernelBundle>().map(|bundle| Interop::Bundle(bundle)))
        .map_err(|_| Error::Unsupported("no backend has objects of this kind".to_owned()))
}

/// `tandem_make_platform`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_make_platform(backend: u32, native: usize, out: Out<'_, PlatformHandle>) -> c_int {
    producing(|| out.give(native::make_platform(PiPlatformBackend(backend), native)?))
}

/// `tandem_make_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_make_device(backend: u32, native: usize, out: Out<'_, DeviceHandle>) -> c_int {
    producing(|| out.give(native::make_device(PiPlatformBackend(backend), native)?))
}

/// `tandem_make_context`
///
/// # Safety
/// `native` is a live context of the back end that outlives the new one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_context(backend: u32, native: usize, out: Out<'_, ContextHandle>) -> c_int {
    // SAFETY: the caller's duty is the same.
    producing(|| out.give(unsafe { native::make_context(PiPlatformBackend(backend), native)? }))
}

/// `tandem_make_queue`
///
/// # Safety
/// `native` is a live queue of the back end and of the context, and outlives the new one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_queue(
    backend: u32,
    native: usize,
    context: Handle<'_, Context>,
    out: Out<'_, QueueHandle>,
) -> c_int {
    // SAFETY: the caller's duty is the same.
    producing(|| out.give(unsafe { native::make_queue(PiPlatformBackend(backend), native, &*context.shared()?)? }))
}

/// `tandem_make_event`
///
/// # Safety
/// `natives` are live events of the back end and of the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_event(
    backend: u32,
    natives: Array<'_, usize>,
    count: Len<usize>,
    context: Handle<'_, Context>,
    out: Out<'_, EventHandle>,
) -> c_int {
    producing(|| {
        let natives = natives.get(count, "the list of native events")?;
        // SAFETY: the caller's duty is the same.
        let event = unsafe { native::make_event(PiPlatformBackend(backend), natives, &*context.shared()?)? };
        out.give(event.into_arc())
    })
}

/// `tandem_make_buffer`
///
/// # Safety
/// `native` is a live memory object of the back end and of the context, without other users.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_buffer(
    backend: u32,
    native: usize,
    context: Handle<'_, Context>,
    available: Handle<'_, Event>,
    bytes: Out<'_, usize>,
    out: Out<'_, BufferHandle>,
) -> c_int {
    producing(|| {
        let available = available.if_any()?.map(|event| EventRef::from_arc(Arc::clone(&event)));
        let (backend, context) = (PiPlatformBackend(backend), context.shared()?);
        // SAFETY: the caller's duty is the same.
        let buffer = unsafe { native::make_buffer(backend, native, &context, available.as_ref())? };
        bytes.set_as("the size", buffer.size())?;
        out.give(buffer)
    })
}

/// `tandem_make_image`
///
/// # Safety
/// `native` is a live image of the back end and of the context, without other users.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_image(
    backend: u32,
    native: usize,
    dimensions: u32,
    context: Handle<'_, Context>,
    available: Handle<'_, Event>,
    shape: OutStruct<'_, TandemImage>,
    out: Out<'_, BufferHandle>,
) -> c_int {
    producing(|| {
        let available = available.if_any()?.map(|event| EventRef::from_arc(Arc::clone(&event)));
        let (backend, context) = (PiPlatformBackend(backend), context.shared()?);
        // SAFETY: the caller's duty is the same.
        let (buffer, found) = unsafe { native::make_image(backend, native, dimensions, &context, available.as_ref())? };
        shape.fill_in("the shape", |shape| {
            let Layout { format, extent, pitch } = *found.layout();
            (shape.format, shape.pixels) = (format.number(), std::ptr::null_mut());
            (shape.extent, shape.pitch) = (extent, pitch);
            Ok(())
        })?;
        out.give(buffer)
    })
}

/// `tandem_make_kernel`
///
/// # Safety
/// `native` is a live kernel of the back end and of the context, without other users.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_kernel(
    backend: u32,
    native: usize,
    context: Handle<'_, Context>,
    out: Out<'_, KernelHandle>,
) -> c_int {
    // SAFETY: the caller's duty is the same.
    producing(|| out.give(unsafe { native::make_kernel(PiPlatformBackend(backend), native, &*context.shared()?)? }))
}

/// `tandem_make_bundle`
///
/// # Safety
/// `native` is a live program of the back end and of the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_bundle(
    backend: u32,
    native: usize,
    context: Handle<'_, Context>,
    wanted: u32,
    out: Out<'_, BundleHandle>,
) -> c_int {
    producing(|| {
        let (backend, context, state) = (PiPlatformBackend(backend), context.shared()?, state(wanted)?);
        // SAFETY: the caller's duty is the same.
        out.give(unsafe { native::make_bundle(backend, native, &context, state)? })
    })
}
