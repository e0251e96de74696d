//! What PI is asked to do.
//!
//! * `command`: one command with its arguments, and how it is enqueued.
//! * `fill`, `rect`, `series`: commands that PI has no call for.
//! * `scratch`: device memory that single kernels use for themselves.
//! * `failures`: failed commands of a queue, until a handler takes them.

pub(crate) mod command;
pub(crate) mod failures;
mod fill;
mod rect;
pub(crate) mod scratch;
mod series;
