//! Commands that PI has no call for and that consist of several others.

use tandem_pi_host as pi;
use tandem_pi_host::{Enqueued, PiError};

use super::causes;
use super::device_queue::DeviceQueue;

/// The parts of one command. If a part cannot be enqueued, the failure is reported only after the
/// preceding parts have ended: they use memory that may be freed after that.
pub(super) struct Series<'a> {
    queue: &'a DeviceQueue,
    parts: Vec<pi::Event>,
}

impl<'a> Series<'a> {
    /// No parts yet.
    pub(super) fn new(queue: &'a DeviceQueue) -> Self {
        Self { queue, parts: Vec::new() }
    }

    /// Adds a part.
    pub(super) fn add(&mut self, part: Enqueued) -> Result<(), PiError> {
        self.parts.extend(part?);
        Ok(())
    }

    /// The last part.
    pub(super) fn last(&self) -> Option<&pi::Event> {
        self.parts.last()
    }

    /// The event of the whole, where each part waits for the one before.
    pub(super) fn end_of_chain(mut self) -> Option<pi::Event> {
        let end = self.parts.pop();
        end.iter().for_each(|end| self.explain(end));
        self.parts.clear();
        end
    }

    /// An event after all parts.
    pub(super) fn end(mut self) -> Enqueued {
        let event = self.queue.pi().after(&self.parts.iter().collect()).with_event().marker()?;
        event.iter().for_each(|event| self.explain(event));
        self.parts.clear();
        Ok(event)
    }

    /// The whole fails because a part does.
    fn explain(&self, whole: &pi::Event) {
        if self.queue.failures().needs_events() {
            causes::remember(whole, &self.parts.iter().collect());
        }
    }
}

impl Drop for Series<'_> {
    fn drop(&mut self) {
        for part in &self.parts {
            // Its failure is not the one that is reported.
            let _ = part.wait();
        }
    }
}
