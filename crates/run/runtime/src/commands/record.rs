//! Recording commands into PI's command buffers.

use tandem_pi_abi::types::PiExtSyncPoint;
use tandem_pi_host as pi;

use super::command::Command;
use super::launch::KernelLaunch;
use super::only_for_queues;
use crate::base::error::{Error, Result};
use crate::devices::device::Device;

impl Command<'_> {
    /// Whether PI's command buffers can hold the command. They cannot hold commands for which PI
    /// has no call, commands that need separate memory for each run, and orders that are not
    /// commands.
    pub(crate) fn is_recordable(&self) -> bool {
        match self {
            Self::Kernel { args, range, .. } => args.as_args().scratch_bytes() == 0 && !range.needs_cooperation(),
            Self::Usm { command, .. } => command.is_recordable(),
            Self::Mem { command, .. } => command.is_recordable(),
            Self::Semaphore(_) | Self::Replay(_) | Self::Marker | Self::Barrier => false,
        }
    }

    /// Adds the command, which is recordable, to a command buffer.
    ///
    /// # Safety
    /// As for [`Command::enqueue`], for each replay.
    pub(crate) unsafe fn record(&self, device: &Device, to: pi::Record<'_>) -> Result<PiExtSyncPoint> {
        // SAFETY: the caller's duty covers each of the calls.
        unsafe {
            match self {
                Self::Kernel { kernel, range, args, mems } => {
                    KernelLaunch { kernel, range, args: args.as_args(), mems }.record(device, to)
                }
                Self::Usm { command, .. } => command.give(&to),
                Self::Mem { command, .. } => command.give(&to),
                Self::Semaphore(_) | Self::Replay(_) | Self::Marker | Self::Barrier => Err(only_for_queues()),
            }
        }
    }

    /// Puts the launch, of this kernel, into the place of another one in a command buffer. Fails if
    /// the plugin cannot do that.
    ///
    /// # Safety
    /// As for [`Command::record`]. No replay is running.
    pub(crate) unsafe fn update(
        &self,
        device: &Device,
        buffer: &pi::CommandBuffer,
        point: PiExtSyncPoint,
    ) -> Result<()> {
        match self {
            // SAFETY: the caller's duty is the same.
            Self::Kernel { kernel, range, args, mems } => unsafe {
                KernelLaunch { kernel, range, args: args.as_args(), mems }.update(device, buffer, point)
            },
            _ => Err(Error::Invalid("only launches of a command buffer can be updated".to_owned())),
        }
    }
}
