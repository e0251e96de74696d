//! The queue of an event's command.

use std::any::Any;
use std::fmt::Debug;

use crate::commands::device_queue::DeviceQueue;

/// The queue whose command an event is for. An event keeps it.
pub(crate) trait CommandSource: Any + Debug + Send + Sync {
    /// The device queue of its commands.
    fn device_queue(&self) -> &DeviceQueue;

    /// Whether events have timestamps.
    fn has_profiling(&self) -> bool;

    /// The time of a submission that happens now; 0 without profiling.
    fn submission_time(&self) -> u64;
}
