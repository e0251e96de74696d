//! What PI is asked to do.
//!
//! * `command`: one command with its arguments, and how it is enqueued; `usm` and `mem`: those on memory.
//! * `launch`, `args`, `nd_range`: kernels; `launch_check`: what they cannot be launched over.
//! * `fill`, `rect`, `series`, `pieces`: commands that PI has no call for.
//! * `device_queue`: a queue of PI, and what its commands need until they are complete.
//! * `enqueue`: giving a command to PI's queue; `record`: recording commands into PI's command buffers.
//! * `scratch`: device memory that single kernels use for themselves.
//! * `causes`: which failure a command did not run for, where the plugin does not say.
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
mod series;
pub mod usm;

use crate::base::error::Error;

/// What becomes of a command that a command buffer cannot hold.
#[cold]
fn only_for_queues() -> Error {
    Error::Internal("a command that only queues have is given to a command buffer".to_owned())
}
