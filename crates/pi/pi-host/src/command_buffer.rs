//! Command buffers: commands are recorded once, and replayed on queues.

use crate::owned::{CommandBuffer, Context, Device, Kernel};
use crate::plugin::{PiError, Plugin};
use crate::queue::Launch;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// A command buffer for a command, and the sync points of the command's dependencies.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    buffer: &'a CommandBuffer,
    after: &'a [PiExtSyncPoint],
}

impl CommandBuffer {
    /// A command buffer for a device of a context.
    pub fn new(context: &Context, device: &Device) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let desc = PiExtCommandBufferDesc { stype: 0, next: std::ptr::null() };
        Self::create(plugin, "piextCommandBufferCreate", |out| {
            // SAFETY: live objects, a descriptor and a place for the result.
            unsafe { plugin.piextCommandBufferCreate(context.raw(), device.raw(), &raw const desc, out) }
        })
    }

    /// Starts recording a command that depends on the commands of these sync points.
    pub fn after<'a>(&'a self, points: &'a [PiExtSyncPoint]) -> Record<'a> {
        Record { buffer: self, after: points }
    }

    /// Ends the recording: from now on the commands can be replayed.
    pub fn finalize(&self) -> Result<(), PiError> {
        // SAFETY: a live command buffer.
        let code = unsafe { self.plugin().piextCommandBufferFinalize(self.raw()) };
        self.plugin().check("piextCommandBufferFinalize", code)
    }

    /// Replaces a launch in later replays, by a call of Tandem's plugins
    /// ([`PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE`]); an error for a plugin that lacks it.
    ///
    /// # Safety
    /// As for [`Destination::launch`](crate::Destination::launch). Replays that were enqueued before are complete.
    pub unsafe fn update(
        &self,
        device: &Device,
        point: PiExtSyncPoint,
        kernel: &Kernel,
        launch: &Launch,
    ) -> Result<(), PiError> {
        let update = device.info::<usize>(PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE)?;
        // SAFETY: that is what the answer is; the query was answered, so it is no null pointer.
        let update = unsafe { std::mem::transmute::<usize, PiExtTandemCommandBufferUpdate>(update) };
        let call = || {
            // SAFETY: live objects of one plugin and arrays of three; the caller's duty.
            unsafe {
                update(
                    self.raw(),
                    point,
                    kernel.raw(),
                    launch.dims,
                    launch.offset.as_ptr(),
                    launch.global.as_ptr(),
                    launch.local_ptr(),
                )
            }
        };
        let code = self.plugin().call_extension("update of a command buffer", call);
        self.plugin().check("update of a command buffer", code)
    }
}

impl Record<'_> {
    /// Makes one of the calls that record a command, with the command buffer, the sync points and where the new one
    /// goes.
    pub(crate) fn record(
        &self,
        call: &'static str,
        record: impl FnOnce(&Plugin, PiExtCommandBuffer, u32, *const PiExtSyncPoint, *mut PiExtSyncPoint) -> PiResult,
    ) -> Result<PiExtSyncPoint, PiError> {
        // PI wants null for an empty list.
        let points = if self.after.is_empty() { std::ptr::null() } else { self.after.as_ptr() };
        let (plugin, mut point) = (self.buffer.plugin(), 0);
        let code = record(plugin, self.buffer.raw(), self.after.len() as u32, points, &raw mut point);
        plugin.check(call, code).map(|()| point)
    }
}
