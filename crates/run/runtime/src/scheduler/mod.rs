//! When a command is given to PI.
//!
//! * `queue`: a queue of one device.
//! * `dependencies`: what each command of a queue waits for; `order`: what later ones come after.
//! * `dispatch`: whether a command goes to PI at once.
//! * `deferred`: commands that depend on host tasks, host accessors or other contexts.
//! * `completion`: work that begins when events are complete.
//! * `event`: the completion of a command.
//! * `exit`: what early shutdown does about work in flight.
//! * `host_task`: functions of the host that run as part of the dependency graph.

pub(crate) mod completion;
pub(crate) mod deferred;
mod dependencies;
mod dispatch;
pub mod event;
pub(crate) mod exit;
pub(crate) mod host_task;
mod order;
pub mod queue;

pub(crate) use deferred::Deferred;
pub(crate) use dependencies::{Dependencies, DependencyLists, Events};
pub(crate) use dispatch::{Dispatch, Dispatched};
pub use host_task::HostTask;
