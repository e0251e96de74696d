//! Command buffers, by `cl_khr_command_buffer`.
//!
//! OpenCL records for a queue and replays only on queues with the same properties; PI's command buffers belong to a
//! device. Commands are therefore recorded twice, for queues with profiling and for those without, each time with the
//! order that allows the device the most concurrency. On a queue with other properties, the replay runs between two
//! markers.
//!
//! `capabilities`: support by devices; `recording`: the objects; `commands`: recorded commands; `replay`.

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
