//! Gives command groups to PI, and runs what has to happen on the host before that.
//!
//! * `command`: one PI command with its arguments, and how it is enqueued.
//! * `completion`: work that begins when events are complete.
//! * `fill`, `rect`, `series`: commands that PI has no call for.
//! * `deferred`: commands that depend on host tasks, host accessors or other contexts.
//! * `group`: the way of a command group with accessors.
//! * `operation`: which command an operation on accessors or USM is.
//! * `host_task`, `workers`: functions of the host on threads of the runtime.

pub(crate) mod command;
pub(crate) mod completion;
pub(crate) mod deferred;
mod fill;
pub(crate) mod group;
pub(crate) mod host_task;
pub(crate) mod operation;
mod rect;
mod series;
pub(crate) mod workers;

pub(crate) use deferred::Deferred;
pub use host_task::HostTask;
