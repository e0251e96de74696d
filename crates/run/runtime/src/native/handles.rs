//! The native (back-end) objects of SYCL objects.

use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiNativeHandle;

use super::check_backend;
use crate::base::error::{Error, Result};
use crate::base::native_handles::NativeHandles;
use crate::base::object::Object;
use crate::bundle::{BundleKernel, KernelBundle};
use crate::devices::device::Device;
use crate::devices::device::Platform;
use crate::memory::buffer::Buffer;
use crate::programs::context::Context;
use crate::scheduler::event::Event;
use crate::scheduler::queue::Queue;

/// An object that a back end may have some for.
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
    /// A buffer.
    Buffer(&'a Buffer),
    /// A kernel.
    Kernel(&'a BundleKernel),
    /// A kernel bundle.
    Bundle(&'a KernelBundle),
}

/// The only native object of a SYCL object, which keeps it alive.
///
/// # Errors
/// Those of [`native_handles`]; `Invalid` if there is none.
pub fn native_handle(object: Interop<'_>, backend: PiPlatformBackend) -> Result<PiNativeHandle> {
    let handles = native_handles(object, backend, false)?;
    handles.first().copied().ok_or_else(|| Error::Invalid("the backend has no object for this one yet".to_owned()))
}

/// The native objects of a SYCL object, which keeps them alive. With `retain`, each object that
/// counts references gets an additional one, which belongs to the caller.
///
/// # Errors
/// `BackendMismatch` if the object belongs to another back end; `FeatureNotSupported` if the back
/// end has no such objects.
pub fn native_handles(object: Interop<'_>, backend: PiPlatformBackend, retain: bool) -> Result<Vec<PiNativeHandle>> {
    let of_device = |device: &Device| check_backend(&*device.platform()?, backend);
    let of_context = |context: &Context| of_device(&context.devices()[0]);
    let mut found = NativeHandles::new(retain);
    match object {
        Interop::Platform(platform) => {
            check_backend(platform, backend)?;
            found.add_address(platform.pi().native_handle()?);
        }
        Interop::Device(device) => {
            of_device(device)?;
            found.add(device.pi(), device.pi().native_handle())?;
        }
        Interop::Context(context) => {
            of_context(context)?;
            found.add(context.pi(), context.pi().native_handle())?;
        }
        Interop::Queue(queue) => {
            of_device(queue.device())?;
            found.add(queue.pi(), queue.pi().native_handle())?;
        }
        Interop::Event(event) => {
            if let Some(queue) = event.queue() {
                of_device(queue.device())?;
            }
            let Some(pi) = event.pi() else {
                return Err(Error::Unsupported("the event has no object of the backend".to_owned()));
            };
            found.add(pi, pi.native_handle())?;
        }
        Interop::Buffer(buffer) => buffer.native_memory(|device| of_device(device), &mut found)?,
        Interop::Kernel(kernel) => {
            of_context(kernel.bundle().context())?;
            kernel.native_kernel(&mut found)?;
        }
        Interop::Bundle(bundle) => {
            of_context(bundle.context())?;
            for program in bundle.programs() {
                found.add(program, program.native_handle())?;
            }
        }
    }
    Ok(found.into_vec())
}

/// The back end's memory of a buffer on the device of a queue, which a host task of the queue uses.
///
/// # Errors
/// `BackendMismatch` if the queue belongs to another back end; `Invalid` if nothing uses the buffer there.
pub fn native_memory_on(
    queue: &Arc<Object<Queue>>,
    buffer: &Buffer,
    backend: PiPlatformBackend,
    retain: bool,
) -> Result<Vec<PiNativeHandle>> {
    check_backend(&*queue.device().platform()?, backend)?;
    let mut found = NativeHandles::new(retain);
    buffer.native_memory_on(queue, &mut found)?;
    Ok(found.into_vec())
}
