//! Giving a command to PI's queue.

use tandem_pi_abi::constants::PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE;
use tandem_pi_host as pi;
use tandem_pi_host::Enqueue;

use super::command::Command;
use super::device_queue::DeviceQueue;
use crate::base::error::Result;
use crate::devices::reclaim;
use crate::instrumentation::{self, Submitted};

impl DeviceQueue {
    /// Gives a command to PI, on this queue.
    ///
    /// # Safety
    /// As for [`Command::enqueue`].
    pub(crate) unsafe fn enqueue(&self, command: &Command<'_>, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        let _told = self.locations().tell(command.location());
        let start = instrumentation::start();
        let to = if self.failures().needs_events() || start.is_some() { to.with_event() } else { to };
        // SAFETY: the caller's duty.
        let enqueue = || unsafe { command.enqueue(self, to) };
        let event = match enqueue() {
            // Memory objects get their memory when a command first uses them.
            Err(error)
                if error.pi_code() == Some(PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE)
                    && reclaim::reclaim(self.device()) =>
            {
                enqueue()?
            }
            result => result?,
        };
        if let (Some(start), Some(event)) = (start, &event) {
            let submitted = Submitted {
                kind: command.kind(),
                queue: self.number(),
                device: self.device().clone(),
                name: command.describe(),
                waits: to.wait_list().raw(),
                start,
            };
            instrumentation::command(submitted, event);
        }
        if let Some(event) = &event {
            self.failures().watch(event, to.wait_list(), !command.is_fence());
        }
        Ok(event)
    }
}
