//! Command buffers: commands that are recorded once and replayed many times.
//!
//! ```text
//! Recording ──finalize──► CommandBuffer ──replay──► Queue
//!   add, after              update
//! ```
//!
//! A recording has commands, each with its predecessors. `replay` submits them one by one, on any queue. A device with
//! the optional group [`CommandBuffers`](crate::CommandBuffers) turns a recording into a [`NativeCommandBuffer`]. For
//! all other devices, and for recordings that such a device declines, the commands are submitted one by one. Callers
//! see no difference.

mod replay;

use std::sync::Arc;

use parking_lot::Mutex;

use crate::command::Command;
use crate::device::Device;
use crate::error::Result;
use crate::event::Event;
use crate::launch::KernelLaunch;
use crate::native_command_buffer::{NativeCommandBuffer, SyncPoint};
use crate::queue::Queue;
use crate::recording::Recording;

/// Commands that can be replayed on queues of one device.
pub struct CommandBuffer {
    recording: Mutex<Arc<Recording>>,
    native: Option<Arc<dyn NativeCommandBuffer>>,
}

impl CommandBuffer {
    /// Makes a recording ready for the queues of a device. May block and allocate.
    pub fn new(device: &dyn Device, recording: Recording) -> Result<Self> {
        let native = match device.command_buffers() {
            Some(group) => group.finalize(&recording)?,
            None => None,
        };
        Ok(Self { recording: Mutex::new(Arc::new(recording)), native })
    }

    /// A recording whose commands are always submitted one by one, also where the device could do
    /// better.
    pub fn one_by_one(recording: Recording) -> Self {
        Self { recording: Mutex::new(Arc::new(recording)), native: None }
    }

    /// Replaces the launch at a sync point in later replays. The caller has waited for the
    /// replays before, and does not replay or update at the same time.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) if there is no launch at `at`.
    pub fn update(&self, at: SyncPoint, launch: KernelLaunch) -> Result<()> {
        let mut recording = self.recording.lock();
        if let Some(native) = &self.native {
            native.update(at, &launch)?;
        }
        Arc::make_mut(&mut recording).replace_launch(at, launch)
    }

    /// Replays the commands on a queue of the device, as if they were one command
    /// ([`Queue::submit`]): they start when all events of `wait` are complete, and the event is
    /// complete when all of them are. Does not wait for commands.
    ///
    /// Each command that fails, or does not run because of one that failed, may be reported as a separate failure by
    /// [`Queue::take_failure`]; the first is the cause.
    pub fn replay(&self, queue: &dyn Queue, wait: &[Event], event: Option<&mut Option<Event>>) -> Result<()> {
        if let Some(native) = &self.native {
            return queue.submit(Command::Replay(Arc::clone(native)), wait, event);
        }
        let recording = Arc::clone(&self.recording.lock());
        replay::submit_all(&recording, queue, wait, event)
    }
}
