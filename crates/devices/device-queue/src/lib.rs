//! The queue engine that most drivers use: [`CommandQueue`] runs commands in order or out
//! of order through a driver's [`Executor`], on the threads of a
//! [`Dispatcher`] and on threads that wait.
//!
//! # Roles
//!
//! * A *submitter* appends to the queue's ready list, under a short lock. It runs no commands and waits for none,
//!   because it may hold locks that they need; a flush does, while the backlog is long.
//! * The *runner* executes commands. At most one thread has this role, which is one atomic flag; a thread that waits
//!   takes it if it is free.
//! * In an out-of-order queue, the runner releases its role before it executes a command that is not brief, which then
//!   *overlaps* with others. For brief commands, the change of threads would cost more than it gains.
//! * A worker of the dispatcher *attends* the queue: it looks for commands again and again for a bounded time before it
//!   leaves. While a queue is attended, or a runner is at work, a submission wakes no thread.
//!
//! # Protocol
//!
//! 1. `ready` counts commands that could run now. A submitter raises it before it looks at `attended`.
//! 2. A worker that leaves clears `attended` before it looks at `ready` a last time; a runner releases its role before
//!    it looks at `ready` and `attended`. Between the two steps of each thread there is a sequentially consistent
//!    fence, so that one of two threads sees the other: no command is left over.
//! 3. In an in-order queue, a command whose wait list is incomplete stays at the front and `blocked` is set; the last
//!    dependency clears it and schedules the queue again.
//! 4. In an out-of-order queue, such a command is parked; the last dependency moves it to the ready list. A command
//!    that depends only on commands that were in the ready list before it becomes ready at once: commands start in the
//!    list's order, and most end before the next one starts.
//! 5. A worker that executes an overlapping command stops attending the queue before it releases the runner's role, so
//!    that another worker takes over. If a command at the front depends on one that is overlapping, it is parked then,
//!    and itself counts as overlapping. A fence that finds such commands is treated the same way.
//!
//! The lists of a queue are in `lists`, its state and protocol in `shared`, the threads in `dispatcher`, replayed
//! command buffers in `sequence`.

mod command_queue;
mod dispatcher;
mod executor;
mod lists;
#[cfg(all(test, loom))]
mod model;
mod sequence;
mod shared;

pub use command_queue::CommandQueue;
pub use dispatcher::{Binding, Dispatcher, Tuning};
pub use executor::Executor;
pub use sequence::CommandSequence;
