//! Memory and semaphores of other programs, from file descriptors.

use std::ffi::{c_int, c_void};

use crate::bindless::ImageShape;
use crate::enqueue::{Enqueue, Enqueued};
use crate::owned::{Context, Device};
use crate::plugin::PiError;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// An operation on an imported semaphore. A value goes with a timeline semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemaphoreOperation {
    /// Waits until the semaphore is signaled or has reached the value.
    Wait(Option<u64>),
    /// Signals the semaphore or gives it the value.
    Signal(Option<u64>),
}

/// The calls of a Tandem plugin beyond PI; an error for other plugins.
fn extension(device: &Device) -> Result<&'static PiExtTandemExternalObjects, PiError> {
    let address = device.info::<usize>(PI_EXT_TANDEM_DEVICE_INFO_EXTERNAL_OBJECTS)?;
    // SAFETY: the plugin has answered the query, with an address that stays as long as the plugin, which calls
    // after its teardown do not reach (`call_extension`).
    Ok(unsafe { &*(address as *const PiExtTandemExternalObjects) })
}

impl Context {
    /// Imports memory of a device. The descriptor belongs to the device's driver if this succeeds.
    pub fn import_memory(
        &self,
        device: &Device,
        descriptor: c_int,
        bytes: usize,
    ) -> Result<PiInteropMemHandle, PiError> {
        let mut handle = 0;
        let (context, device, out) = (self.raw(), device.raw(), &raw mut handle);
        // SAFETY: live objects, and a place for the result.
        let code = unsafe { self.plugin().piextMemImportOpaqueFD(context, device, bytes, descriptor, out) };
        self.plugin().check("piextMemImportOpaqueFD", code).map(|()| handle)
    }

    /// Releases imported memory. Images and ranges of it stay valid.
    pub fn release_memory(&self, device: &Device, memory: PiInteropMemHandle) -> Result<(), PiError> {
        // SAFETY: live objects; the plugin knows its handles.
        let code = unsafe { self.plugin().piextMemReleaseInterop(self.raw(), device.raw(), memory) };
        self.plugin().check("piextMemReleaseInterop", code)
    }

    /// The memory of an image at the start of imported memory. Free it with [`Context::free_image`] or
    /// [`Context::free_mipmap`].
    pub fn map_image(
        &self,
        device: &Device,
        memory: PiInteropMemHandle,
        shape: &ImageShape,
    ) -> Result<PiImageMemHandle, PiError> {
        let (mut shape, mut image) = (*shape, std::ptr::null_mut());
        let ImageShape { format, desc } = &mut shape;
        let (context, device, out) = (self.raw(), device.raw(), &raw mut image);
        // SAFETY: live objects, borrowed structures, and a place for the result.
        let code = unsafe { self.plugin().piextMemMapExternalArray(context, device, format, desc, memory, out) };
        self.plugin().check("piextMemMapExternalArray", code).map(|()| image)
    }

    /// Maps a range of imported memory as device USM, which is freed as such.
    ///
    /// # Errors
    /// The plugin's errors; plugins of others have no such call.
    pub fn map_range(
        &self,
        device: &Device,
        memory: PiInteropMemHandle,
        offset: usize,
        bytes: usize,
    ) -> Result<*mut c_void, PiError> {
        const CALL: &str = "a mapping of imported memory";
        let (map, mut address) = (extension(device)?.map_range, std::ptr::null_mut());
        let (context, device, out) = (self.raw(), device.raw(), &raw mut address);
        // SAFETY: live objects, and a place for the result.
        let call = || unsafe { map(context, device, memory, offset, bytes, out) };
        let code = self.plugin().call_extension(CALL, call);
        self.plugin().check(CALL, code).map(|()| address)
    }

    /// Imports a semaphore. The descriptor belongs to the device's driver if this succeeds.
    ///
    /// # Errors
    /// The plugin's errors; plugins of others have no timeline semaphores.
    pub fn import_semaphore(
        &self,
        device: &Device,
        descriptor: c_int,
        is_timeline: bool,
    ) -> Result<PiInteropSemaphoreHandle, PiError> {
        const TIMELINE: &str = "the import of a timeline semaphore";
        let (plugin, mut handle) = (self.plugin(), 0);
        let (context, raw_device, out) = (self.raw(), device.raw(), &raw mut handle);
        let (call, code) = if is_timeline {
            let import = extension(device)?.import_timeline;
            // SAFETY: live objects, and a place for the result.
            let call = || unsafe { import(context, raw_device, descriptor, out) };
            (TIMELINE, plugin.call_extension(TIMELINE, call))
        } else {
            // SAFETY: as above.
            let code = unsafe { plugin.piextImportExternalSemaphoreOpaqueFD(context, raw_device, descriptor, out) };
            ("piextImportExternalSemaphoreOpaqueFD", code)
        };
        plugin.check(call, code).map(|()| handle)
    }

    /// Releases an imported semaphore. Commands that have been submitted may still use it.
    pub fn release_semaphore(&self, device: &Device, semaphore: PiInteropSemaphoreHandle) -> Result<(), PiError> {
        // SAFETY: live objects; the plugin knows its handles.
        let code = unsafe { self.plugin().piextDestroyExternalSemaphore(self.raw(), device.raw(), semaphore) };
        self.plugin().check("piextDestroyExternalSemaphore", code)
    }
}

impl Enqueue<'_> {
    /// Enqueues an operation on an imported semaphore.
    ///
    /// # Errors
    /// Those of the plugin, which knows its semaphores, and of plugins of others for a value.
    pub fn use_semaphore(
        &self,
        device: &Device,
        semaphore: PiInteropSemaphoreHandle,
        operation: SemaphoreOperation,
    ) -> Enqueued {
        let (name, value) = match operation {
            SemaphoreOperation::Wait(value) => ("piextWaitExternalSemaphore", value),
            SemaphoreOperation::Signal(value) => ("piextSignalExternalSemaphore", value),
        };
        let is_wait = matches!(operation, SemaphoreOperation::Wait(_));
        let with_value = value.map(|value| extension(device).map(|extension| (extension, value))).transpose()?;
        self.enqueue(name, |plugin, queue, count, events, event| match with_value {
            Some((extension, value)) => {
                let use_semaphore = if is_wait { extension.wait } else { extension.signal };
                // SAFETY: live objects.
                plugin.call_extension(name, || unsafe { use_semaphore(queue, semaphore, value, count, events, event) })
            }
            // SAFETY: as above.
            None if is_wait => unsafe { plugin.piextWaitExternalSemaphore(queue, semaphore, count, events, event) },
            // SAFETY: as above.
            None => unsafe { plugin.piextSignalExternalSemaphore(queue, semaphore, count, events, event) },
        })
    }
}
