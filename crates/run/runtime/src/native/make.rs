//! SYCL's objects around those of a back end.

use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiNativeHandle;
use tandem_pi_host as pi;

use super::check_backend;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::bundle::{BundleKernel, BundleState, KernelBundle};
use crate::devices::device::Device;
use crate::devices::device::Platform;
use crate::devices::plugins;
use crate::memory::buffer::{Buffer, ImageShape};
use crate::programs::context::Context;
use crate::scheduler::completion::after_all;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::{Queue, QueueProperties};

/// The platforms of a back end.
fn platforms(backend: PiPlatformBackend) -> Result<Vec<Arc<Object<Platform>>>> {
    let all = plugins::platforms()?;
    let found: Vec<_> = all.iter().filter(|platform| platform.backend().pi() == backend).cloned().collect();
    if found.is_empty() {
        return Err(Error::BackendMismatch("no platform of this backend is available".to_owned()));
    }
    Ok(found)
}

/// The platform with this native object.
pub fn make_platform(backend: PiPlatformBackend, native: PiNativeHandle) -> Result<Arc<Object<Platform>>> {
    let mut all = platforms(backend)?.into_iter();
    all.find(|platform| platform.pi().native_handle() == Ok(native)).ok_or_else(|| unknown("platform"))
}

/// The device with this native object.
pub fn make_device(backend: PiPlatformBackend, native: PiNativeHandle) -> Result<Arc<Object<Device>>> {
    let all = platforms(backend)?;
    let mut devices = all.iter().flat_map(|platform| platform.devices());
    let found = devices.find(|device| device.pi().native_handle() == Ok(native));
    found.cloned().ok_or_else(|| unknown("device"))
}

fn unknown(what: &str) -> Error {
    Error::Invalid(format!("SYCL has no {what} for this object of the backend"))
}

/// A context around one of the back end's.
///
/// # Safety
/// `native` is a live context of the back end, and outlives the new one.
pub unsafe fn make_context(backend: PiPlatformBackend, native: PiNativeHandle) -> Result<Arc<Object<Context>>> {
    let all = platforms(backend)?;
    // SAFETY: the caller's duty.
    let pi = unsafe { pi::Context::from_native(all[0].pi().plugin(), native)? };
    let raws: Vec<usize> = pi.info_list(PI_CONTEXT_INFO_DEVICES)?;
    let known = |raw: &usize| {
        let mut devices = all.iter().flat_map(|platform| platform.devices());
        devices.find(|device| device.pi().raw().as_ptr() as usize == *raw).cloned()
    };
    let devices: Option<Vec<_>> = raws.iter().map(known).collect();
    Context::around(pi, devices.filter(|devices| !devices.is_empty()).ok_or_else(|| unknown("device"))?)
}

/// Refuses a context of another back end.
fn check_context(context: &Context, backend: PiPlatformBackend) -> Result<()> {
    check_backend(&*context.devices()[0].platform()?, backend)
}

/// A queue around one of the back end's, for a context.
///
/// # Safety
/// `native` is a live queue of the back end and of this context, and outlives the new one.
pub unsafe fn make_queue(
    backend: PiPlatformBackend,
    native: PiNativeHandle,
    context: &Arc<Object<Context>>,
) -> Result<Arc<Object<Queue>>> {
    check_context(context, backend)?;
    // SAFETY: the caller's duty.
    let pi = unsafe { pi::Queue::from_native(native, context.pi(), context.devices()[0].pi())? };
    let raw: usize = pi.info(PI_QUEUE_INFO_DEVICE)?;
    let device = context.devices().iter().find(|device| device.pi().raw().as_ptr() as usize == raw);
    let flags = PiQueueFlags(pi.info(PI_QUEUE_INFO_PROPERTIES)?);
    Ok(Queue::around(pi, context, device.ok_or_else(|| unknown("device"))?, flags))
}

/// An event that is complete when all of these of the back end are.
///
/// # Safety
/// The handles are live events of the back end and of this context.
pub unsafe fn make_event(
    backend: PiPlatformBackend,
    natives: &[PiNativeHandle],
    context: &Arc<Object<Context>>,
) -> Result<EventRef> {
    check_context(context, backend)?;
    let of_native = |native: &PiNativeHandle| {
        // SAFETY: the caller's duty.
        Ok(EventRef::around(unsafe { pi::Event::from_native(*native, context.pi())? }))
    };
    let events: Vec<EventRef> = natives.iter().map(of_native).collect::<Result<_>>()?;
    Ok(match <[EventRef; 1]>::try_from(events) {
        Ok([event]) => event,
        Err(events) => after_all(events),
    })
}

/// A buffer whose contents are those of a memory object of the back end, once `available`
/// is complete. When the buffer is destroyed, the memory object has its final contents.
///
/// # Errors
/// `Unsupported` for devices that share the host's memory, and so have no memory objects.
///
/// # Safety
/// `native` is a live memory object of the back end and of this context. Nobody else uses
/// it while the buffer lives.
pub unsafe fn make_buffer(
    backend: PiPlatformBackend,
    native: PiNativeHandle,
    context: &Arc<Object<Context>>,
    available: Option<&EventRef>,
) -> Result<Arc<Object<Buffer>>> {
    check_context(context, backend)?;
    let device = &context.devices()[0];
    // There, native memory of a buffer is the host's, at `native` (`NativeHandles::add_address`).
    if device.shares_host_memory() {
        return Err(Error::Unsupported(
            "host memory has an address but no size: construct the buffer over it, with a range and \
             use_host_ptr"
                .to_owned(),
        ));
    }
    // SAFETY: the caller's duty.
    let mem = unsafe { pi::Mem::from_native(native, context.pi())? };
    let queue = Queue::new(context, device, QueueProperties::default())?;
    Buffer::around(mem, &queue, available)
}

/// A buffer of the pixels of a back-end image of `dimensions` (1 to 3), once `available` is complete, and the image's
/// shape. When the buffer is destroyed, the image has its final contents.
///
/// # Errors
/// `Unsupported`, or the plugin's error, if the back end has no images or SYCL lacks the image's format; `Invalid` if
/// the image has another number of dimensions.
///
/// # Safety
/// `native` is a live image of the back end and of this context. It has no other users while the buffer lives.
pub unsafe fn make_image(
    backend: PiPlatformBackend,
    native: PiNativeHandle,
    dimensions: u32,
    context: &Arc<Object<Context>>,
    available: Option<&EventRef>,
) -> Result<(Arc<Object<Buffer>>, ImageShape)> {
    check_context(context, backend)?;
    let queue = Queue::new(context, &context.devices()[0], QueueProperties::default())?;
    // SAFETY: the caller's duty.
    unsafe { Buffer::around_image(native, dimensions, &queue, available) }
}

/// A kernel around a native one, with a kernel bundle around its program.
///
/// # Safety
/// `native` is a live kernel of the back end and of this context. While the new kernel lives, the
/// native one has no other users.
pub unsafe fn make_kernel(
    backend: PiPlatformBackend,
    native: PiNativeHandle,
    context: &Arc<Object<Context>>,
) -> Result<Arc<Object<BundleKernel>>> {
    check_context(context, backend)?;
    // SAFETY: the caller's duty.
    let kernel = unsafe { pi::Kernel::from_native(native, context.pi())? };
    BundleKernel::around(kernel, context)
}

/// A kernel bundle around a program of the back end, which is compiled or built as the
/// state asks.
///
/// # Safety
/// `native` is a live program of the back end and of this context.
pub unsafe fn make_bundle(
    backend: PiPlatformBackend,
    native: PiNativeHandle,
    context: &Arc<Object<Context>>,
    state: BundleState,
) -> Result<Arc<Object<KernelBundle>>> {
    check_context(context, backend)?;
    // SAFETY: the caller's duty.
    let program = unsafe { pi::Program::from_native(native, context.pi())? };
    KernelBundle::around(program, context, state)
}
