//! Command buffers, by `cl_khr_command_buffer` 0.9.5 with simultaneous use. The functions are found by name only.
//!
//! A replay is one command of its queue. Its commands run in the order of recording or, on out-of-order queues, in any
//! order that the sync points allow.
//!
//! `recording`: the common part of all functions that record; `commands`: these functions; `objects`, `replay`.

mod commands;
mod objects;
mod recording;
mod replay;

pub use commands::*;
pub use objects::*;
pub use replay::*;
