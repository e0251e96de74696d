//! Command buffers, by `cl_khr_command_buffer`.
//!
//! OpenCL records for a queue and replays only on queues with the same properties; PI's command buffers belong to a
//! device. So commands are recorded twice, for queues with profiling and for those without, each time with the order
//! that lets the device do most at once. On a queue with other properties, the replay runs between two markers.
//!
//! `capabilities`: what devices can do; `recording`: the objects; `commands`: what is recorded; `replay`.

mod capabilities;
mod commands;
mod recording;
mod replay;

pub use capabilities::is_there;
pub use commands::{
    Rectangles, SyncPoints, copy_buffer, copy_rectangle, copy_usm, fill_buffer, fill_usm, hint, launch,
};
pub use recording::{create, finalize, release, retain};
pub use replay::enqueue;
