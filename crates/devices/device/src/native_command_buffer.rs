//! Command buffers of drivers, for [`Command::Replay`](crate::Command::Replay).

use std::any::Any;

use crate::error::Result;
use crate::launch::KernelLaunch;

/// A command of a recording: its number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct SyncPoint(pub u32);

impl SyncPoint {
    /// The index in [`Recording::commands`](crate::Recording::commands).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A command buffer of a driver, ready to be replayed.
///
/// [`Queue::submit`](crate::Queue::submit) of the driver takes it in [`Command::Replay`](crate::Command::Replay), which
/// is one command: it starts when its wait list is complete, is complete when all recorded commands are, and fails with
/// the first failure of one of them. A recorded command starts when its predecessors are complete; if one of them
/// failed, it does not run. Others run. The order of the queue does not apply inside.
pub trait NativeCommandBuffer: Send + Sync + Any {
    /// Replaces a launch in later replays. The launch is of a kernel of the same device. The caller has waited for
    /// earlier replays; no other thread replays or updates at the same time.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) if there is no launch at `at`.
    fn update(&self, at: SyncPoint, launch: &KernelLaunch) -> Result<()>;

    /// The driver's own type, for its queues.
    fn as_any(&self) -> &dyn Any;
}
