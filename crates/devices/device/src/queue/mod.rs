//! The shared command helper: [`CommandQueue`] runs commands in order or out
//! of order through a driver's [`Executor`], on the threads of a
//! [`Dispatcher`] and on threads that wait.
//!
//! # Roles
//!
//! * A *submitter* appends to the queue's ready list, under a short lock. It
//!   runs no commands and waits for none, because it may hold locks that they
//!   need; a flush does, while the backlog is long.
//! * The *runner* executes commands. At most one thread has this role, which
//!   is one atomic flag; a thread that waits takes it if it is free.
//! * In an out-of-order queue, the runner gives its role away before it
//!   executes a command that is not brief, which then runs *beside* others.
//!   Brief commands are not worth the change of threads.
//! * A worker of the dispatcher *attends* the queue: it looks for commands
//!   again and again for a bounded time before it leaves. While a queue is
//!   attended, or a runner is at work, a submission wakes nobody.
//!
//! # Protocol
//!
//! 1. `ready` counts commands that could run now. A submitter raises it before
//!    it looks at `attended`.
//! 2. A worker that leaves clears `attended` before it looks at `ready` a last
//!    time; a runner gives its role back before it looks at `ready` and
//!    `attended`. Sequentially consistent fences between each such pair make
//!    sure that one of two sees the other: no command is left behind.
//! 3. In an in-order queue a command whose wait list is incomplete stays at the
//!    front and `blocked` is set; the last dependency clears it and has the
//!    queue attended again.
//! 4. In an out-of-order queue such a command is parked; the last
//!    dependency moves it to the ready list. But what depends on commands alone
//!    that were in the ready list before it becomes ready at once: commands start
//!    in the list's order, and most end before the next one starts.
//! 5. A worker that executes a command beside others stops attending the queue
//!    before it gives up the runner's role, so that another worker comes. A
//!    command that comes to the front and depends on one that runs beside it is
//!    parked then, and itself counts as running beside others. So does a fence
//!    that finds such commands.

mod dispatcher;
mod lists;
#[cfg(all(test, loom))]
mod model;
mod shared;

use std::sync::Arc;

use crate::command::Command;
use crate::driver::{Queue, QueueProperties};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::origin::Origin;

pub use dispatcher::{Binding, Dispatcher, Tuning};
use shared::Shared;

/// What a driver must offer for [`CommandQueue`].
pub trait Executor: Send + Sync {
    /// Executes one command to its end. Called by one thread at a time per
    /// queue, but for commands of out-of-order queues that are not
    /// [brief](Self::is_brief); with no lock held; may block. Never called with
    /// [`Command::Marker`], [`Command::Barrier`] or [`Command::Replay`], which the queue handles
    /// itself. The origin is where the program submitted the command, if that is known.
    fn execute(&self, command: &mut Command, origin: Option<&Origin>) -> Result<()>;

    /// Whether running other commands of an out-of-order queue beside this one
    /// is not worth while. By default all are, and none overlap.
    fn is_brief(&self, _command: &Command) -> bool {
        true
    }
}

/// A queue that executes commands on host threads.
pub struct CommandQueue {
    shared: Arc<Shared>,
}

impl CommandQueue {
    /// A queue over an executor, served by a dispatcher.
    pub fn new(executor: Arc<dyn Executor>, dispatcher: Arc<Dispatcher>, properties: QueueProperties) -> Self {
        Self { shared: Shared::new(executor, dispatcher, properties) }
    }
}

impl Queue for CommandQueue {
    fn submit_from(
        &self,
        origin: Option<Origin>,
        command: Command,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()> {
        self.shared.submit(command, origin, wait, event);
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        // Every submission makes sure that it will run; here is only the backlog to bound.
        self.shared.flush();
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        self.shared.finish()
    }

    fn take_failure(&self) -> Option<Error> {
        self.shared.take_failure()
    }

    fn is_empty(&self) -> bool {
        self.shared.is_empty()
    }

    fn properties(&self) -> QueueProperties {
        self.shared.properties()
    }
}
