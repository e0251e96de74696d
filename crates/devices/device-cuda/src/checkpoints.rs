//! Events that are recorded in a stream now and then, so that completed commands are noticed even if
//! no thread waits for them.

use std::collections::VecDeque;

use crate::api::Event;

/// Commands after which an event is recorded.
const INTERVAL: u32 = 64;

/// The recorded events of a stream.
#[derive(Default)]
pub struct Checkpoints {
    /// Events, and the numbers of the commands before them.
    events: VecDeque<(u64, Event)>,
    /// Commands since the last one.
    since: u32,
}

impl Checkpoints {
    /// Counts a command. Whether an event is to be recorded after it.
    pub fn is_due(&mut self) -> bool {
        self.since += 1;
        let is_due = self.since >= INTERVAL;
        if is_due {
            self.since = 0;
        }
        is_due
    }

    /// Adds the event after a command.
    pub fn add(&mut self, number: u64, event: Event) {
        self.events.push_back((number, event));
    }

    /// The command before the first event, if the device has completed it.
    pub fn first_complete(&self) -> Option<u64> {
        let (number, event) = self.events.front()?;
        (event.is_complete() == Ok(true)).then_some(*number)
    }

    /// Commands up to this one are complete.
    pub fn remove_until(&mut self, number: u64) {
        while self.events.front().is_some_and(|(before, _)| *before <= number) {
            self.events.pop_front();
        }
    }
}
