//! From a command group to PI, and everything that has to wait on the host
//! before it can get there.
//!
//! * `command`: one PI command with its arguments, and how it is enqueued.
//! * `deferred`: commands behind host tasks, host accessors or other
//!   contexts: enqueued by whoever ends the last of these.
//! * `group`: command groups with accessors: dependencies and data movement.
//! * `host_task`, `workers`: functions of the host on threads of the runtime.

pub(crate) mod command;
pub(crate) mod deferred;
pub(crate) mod group;
pub(crate) mod host_task;
pub(crate) mod workers;

pub(crate) use deferred::Deferred;
pub use host_task::HostTask;
