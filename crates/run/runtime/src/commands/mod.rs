//! Requests to PI.
//!
//! * `command`: one command with its arguments, and how it is enqueued; `usm` and `mem`: memory commands.
//! * `launch`, `args`, `nd_range`: kernels; `launch_check`: ranges that a kernel cannot be launched over.
//! * `fill`, `rect`, `series`, `pieces`: commands for which PI has no call.
//! * `device_queue`: a PI queue, and the resources of its commands until they complete.
//! * `enqueue`: enqueuing a command in PI's queue; `record`: recording commands into PI's command buffers.
//! * `scratch`: device memory for the internal use of single kernels.
//! * `causes`: the failure that kept a command from running, for plugins that do not report it.
//! * `failures`: failed commands of a queue, until a handler takes them.

pub mod args;
pub(crate) mod causes;
pub(crate) mod command;
pub(crate) mod device_queue;
mod enqueue;
pub(crate) mod failures;
pub mod fill;
mod launch;
mod launch_check;
pub(crate) mod mem;
pub mod nd_range;
mod pieces;
pub mod pixels;
mod record;
pub mod rect;
mod scratch;
pub mod semaphore;
mod series;
pub mod usm;

use crate::base::error::Error;

/// The error for a command that a command buffer cannot hold.
#[cold]
fn only_for_queues() -> Error {
    Error::Internal("command buffers do not support this command".to_owned())
}
