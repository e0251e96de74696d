//! Objects of back ends.

use std::ffi::c_int;
use std::sync::Arc;

use tandem_runtime::buffer::Buffer;
use tandem_runtime::bundle::{BundleKernel, KernelBundle};
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::device::Platform;
use tandem_runtime::event::{Event, EventRef};
use tandem_runtime::native::{self, Interop};
use tandem_runtime::object::Object;
use tandem_runtime::pi::constants::PiPlatformBackend;
use tandem_runtime::queue::Queue;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::bundle::state;
use crate::call::{array, output, producing};
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

/// `tandem_native_handles`
///
/// # Safety
/// `handle` is a handle; `out` is null or valid for `capacity` numbers; `count` is null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_native_handles(
    handle: AnyHandle,
    backend: u32,
    retain: c_int,
    capacity: usize,
    out: *mut usize,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let object = interop(handle)?;
            let find = |retain| native::native_handles(object, PiPlatformBackend(backend), retain);
            output_natives(find, retain != 0, capacity, out, count)
        }
    })
}

/// `tandem_queue_native_memory`
///
/// # Safety
/// As for [`tandem_native_handles`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_native_memory(
    queue: QueueHandle,
    buffer: BufferHandle,
    backend: u32,
    retain: c_int,
    capacity: usize,
    out: *mut usize,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let (queue, buffer) = (shared(queue)?, object(buffer)?);
            let find = |retain| native::native_memory_on(&queue, buffer, PiPlatformBackend(backend), retain);
            output_natives(find, retain != 0, capacity, out, count)
        }
    })
}

/// Stores up to `capacity` of the native handles that are found, and how many there are.
///
/// # Safety
/// `out` is null or valid for `capacity` numbers; `count` is null or valid.
unsafe fn output_natives(
    find: impl FnOnce(bool) -> Result<Vec<usize>>,
    retain: bool,
    capacity: usize,
    out: *mut usize,
    count: *mut usize,
) -> Result<()> {
    // References that nobody can take over would never be given back.
    let retain = retain && capacity != 0;
    let natives = find(retain)?;
    if retain && natives.len() > capacity {
        return Err(Error::Invalid(format!("there is no place for {} native handles", natives.len())));
    }
    // SAFETY: the caller's duty.
    unsafe {
        if capacity != 0 {
            array(out, capacity, "the list of native handles")?;
            for (index, native) in natives.iter().take(capacity).enumerate() {
                out.add(index).write(*native);
            }
        }
        output(count, "the number of native handles", natives.len())
    }
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
        } else if let Ok(buffer) = object(handle.cast::<Object<Buffer>>()) {
            Ok(Interop::Buffer(buffer))
        } else if let Ok(kernel) = object(handle.cast::<Object<BundleKernel>>()) {
            Ok(Interop::Kernel(kernel))
        } else if let Ok(bundle) = object(handle.cast::<Object<KernelBundle>>()) {
            Ok(Interop::Bundle(bundle))
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

/// `tandem_make_event`
///
/// # Safety
/// `natives` is valid for `count` live events of the back end and of the context;
/// `context` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_event(
    backend: u32,
    natives: *const usize,
    count: usize,
    context: ContextHandle,
    out: *mut EventHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let natives = array(natives, count, "the list of native events")?;
            let event = native::make_event(PiPlatformBackend(backend), natives, &*shared(context)?)?;
            hand_out(event.into_arc(), out, "the result")
        }
    })
}

/// `tandem_make_buffer`
///
/// # Safety
/// `native` is a live memory object of the back end and of the context, which nobody else
/// uses; `context` is a handle and `available` null or one; `bytes` and `out` are null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_buffer(
    backend: u32,
    native: usize,
    context: ContextHandle,
    available: EventHandle,
    bytes: *mut usize,
    out: *mut BufferHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let available = match available.is_null() {
                true => None,
                false => Some(EventRef::from_arc(Arc::clone(&*shared(available)?))),
            };
            let context = shared(context)?;
            let buffer = native::make_buffer(PiPlatformBackend(backend), native, &context, available.as_ref())?;
            output(bytes, "the size", buffer.size())?;
            hand_out(buffer, out, "the result")
        }
    })
}

/// `tandem_make_kernel`
///
/// # Safety
/// `native` is a live kernel of the back end and of the context, which nobody else uses;
/// `context` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_kernel(
    backend: u32,
    native: usize,
    context: ContextHandle,
    out: *mut KernelHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let kernel = native::make_kernel(PiPlatformBackend(backend), native, &*shared(context)?)?;
            hand_out(kernel, out, "the result")
        }
    })
}

/// `tandem_make_bundle`
///
/// # Safety
/// `native` is a live program of the back end and of the context; `context` is a handle;
/// `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_make_bundle(
    backend: u32,
    native: usize,
    context: ContextHandle,
    wanted: u32,
    out: *mut BundleHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundle = native::make_bundle(PiPlatformBackend(backend), native, &*shared(context)?, state(wanted)?)?;
            hand_out(bundle, out, "the result")
        }
    })
}
