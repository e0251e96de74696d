//! Interoperation with back ends (SYCL 2020, 4.5.1): the back end's objects behind SYCL's,
//! and SYCL's objects around those of a back end.

use std::sync::Arc;

use tandem_pi::constants::*;
use tandem_pi::types::PiNativeHandle;

use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::devices::platform::Platform;
use crate::devices::plugins;
use crate::programs::context::Context;
use crate::scheduler::event::Event;
use crate::scheduler::queue::Queue;

/// An object that a back end may have one for.
#[derive(Clone, Copy, Debug)]
pub enum Interop<'a> {
    /// A platform.
    Platform(&'a Platform),
    /// A device.
    Device(&'a Device),
    /// A context.
    Context(&'a Context),
    /// A queue.
    Queue(&'a Queue),
    /// An event.
    Event(&'a Event),
}

/// The back end's object behind one of SYCL's.
///
/// # Errors
/// `BackendMismatch` if the object belongs to another back end; `FeatureNotSupported` if
/// the back end has nothing for it.
pub fn native_handle(object: Interop<'_>, backend: PiPlatformBackend) -> Result<PiNativeHandle> {
    let of_device = |device: &Device| check_backend(&*device.platform()?, backend);
    Ok(match object {
        Interop::Platform(platform) => {
            check_backend(platform, backend)?;
            platform.pi().native_handle()?
        }
        Interop::Device(device) => {
            of_device(device)?;
            device.pi().native_handle()?
        }
        Interop::Context(context) => {
            of_device(&context.devices()[0])?;
            context.pi().native_handle()?
        }
        Interop::Queue(queue) => {
            of_device(queue.device())?;
            queue.pi().native_handle()?
        }
        Interop::Event(event) => {
            if let Some(queue) = event.queue() {
                of_device(queue.device())?;
            }
            let Some(pi) = event.pi() else {
                return Err(Error::Unsupported("the event has no object of the back end".to_owned()));
            };
            pi.native_handle()?
        }
    })
}

fn check_backend(platform: &Platform, wanted: PiPlatformBackend) -> Result<()> {
    match platform.backend().pi() == wanted {
        true => Ok(()),
        false => Err(Error::BackendMismatch(format!(
            "the object does not belong to the backend whose object is asked for, but to {}",
            platform.backend()
        ))),
    }
}

/// The platforms of a back end.
fn platforms(backend: PiPlatformBackend) -> Result<Vec<Arc<Object<Platform>>>> {
    let all = plugins::platforms()?;
    let found: Vec<_> = all.iter().filter(|platform| platform.backend().pi() == backend).cloned().collect();
    if found.is_empty() {
        return Err(Error::BackendMismatch("there is no platform of this backend".to_owned()));
    }
    Ok(found)
}

/// The platform behind which the back end has this object.
pub fn make_platform(backend: PiPlatformBackend, native: PiNativeHandle) -> Result<Arc<Object<Platform>>> {
    let mut all = platforms(backend)?.into_iter();
    all.find(|platform| platform.pi().native_handle() == Ok(native)).ok_or_else(|| unknown("platform"))
}

/// The device behind which the back end has this object.
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
    let pi = unsafe { tandem_pi_host::Context::from_native(all[0].pi().plugin(), native)? };
    let raws: Vec<usize> = pi.info_list(PI_CONTEXT_INFO_DEVICES)?;
    let known = |raw: &usize| {
        let mut devices = all.iter().flat_map(|platform| platform.devices());
        devices.find(|device| device.pi().raw().as_ptr() as usize == *raw).cloned()
    };
    let devices: Option<Vec<_>> = raws.iter().map(known).collect();
    Context::around(pi, devices.filter(|devices| !devices.is_empty()).ok_or_else(|| unknown("device"))?)
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
    let first = &context.devices()[0];
    check_backend(&*first.platform()?, backend)?;
    // SAFETY: the caller's duty.
    let pi = unsafe { tandem_pi_host::Queue::from_native(native, context.pi(), first.pi())? };
    let raw: usize = pi.info(PI_QUEUE_INFO_DEVICE)?;
    let device = context.devices().iter().find(|device| device.pi().raw().as_ptr() as usize == raw);
    let flags = PiQueueFlags(pi.info(PI_QUEUE_INFO_PROPERTIES)?);
    Ok(Queue::around(pi, context, device.ok_or_else(|| unknown("device"))?, flags))
}
