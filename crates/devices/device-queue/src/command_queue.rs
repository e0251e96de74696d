//! The queue of the driver API over a driver's executor.

use std::sync::Arc;

use tandem_device::{Command, Error, Event, Origin, Queue, QueueProperties, Result};

use crate::dispatcher::Dispatcher;
use crate::executor::Executor;
use crate::shared::Shared;

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
