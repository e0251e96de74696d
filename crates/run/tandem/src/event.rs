//! Events.

use tandem_runtime::event::{EventRef, Status};
use tandem_runtime::{Error, Result};

/// The completion of a command.
#[derive(Clone, Debug)]
#[must_use = "a command's failure shows when its event or its queue is waited for"]
pub struct Event(EventRef);

impl Event {
    pub(crate) fn new(inner: EventRef) -> Self {
        Self(inner)
    }

    pub(crate) fn inner(&self) -> &EventRef {
        &self.0
    }

    /// Blocks until the command is complete. Fails if the command did.
    pub fn wait(&self) -> Result<()> {
        self.0.wait();
        self.0.error().map_or(Ok(()), |error| Err(Error::clone(&error)))
    }

    /// Whether the command is complete.
    pub fn is_complete(&self) -> Result<bool> {
        Ok(self.0.status()? == Status::Complete)
    }
}
