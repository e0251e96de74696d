//! Commands on imported semaphores.

use tandem_pi_abi::types::PiInteropSemaphoreHandle;
use tandem_pi_host::{self as pi, Enqueue, SemaphoreOperation};

use super::device_queue::DeviceQueue;
use crate::base::error::Result;

/// Waits for an imported semaphore or signals it.
#[derive(Clone, Copy, Debug)]
pub struct SemaphoreCommand {
    /// The plugin's handle.
    pub semaphore: PiInteropSemaphoreHandle,
    /// The operation.
    pub operation: SemaphoreOperation,
}

impl SemaphoreCommand {
    /// The command in words, for people.
    pub(super) fn describe(&self) -> String {
        let (verb, value) = match self.operation {
            SemaphoreOperation::Wait(value) => ("wait for", value),
            SemaphoreOperation::Signal(value) => ("signal", value),
        };
        let value = value.map(|value| format!(", value {value}")).unwrap_or_default();
        format!("{verb} semaphore {}{value}", self.semaphore)
    }

    pub(super) fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        Ok(to.use_semaphore(queue.device().pi(), self.semaphore, self.operation)?)
    }
}
