//! The record of what later commands of a queue come after, whatever kind they are of.

use tandem_pi_host as pi;

use super::dependencies::Events;
use crate::scheduler::event::{EventRef, WeakEvent};

/// Below this many deferred commands the list of them is not tidied.
const PENDING_MINIMUM: usize = 32;

/// The commands of a queue that later submissions come after.
#[derive(Debug, Default)]
pub(crate) struct QueueOrder {
    /// The last deferred command, if every later one has to wait for it: any
    /// of an in-order queue, a barrier of an out-of-order one.
    tail: Option<WeakEvent>,
    /// Deferred commands and host tasks, which may have ended.
    pending: Vec<WeakEvent>,
    /// The end of the last barrier that PI has of an out-of-order queue. PI has its own commands
    /// wait for the barrier; this is for what PI does not know.
    barrier: Option<pi::Event>,
    /// Whether PI has seen a command.
    is_used: bool,
}

impl QueueOrder {
    /// Deferred commands and host tasks that PI does not know of yet.
    pub(crate) fn pending(&self) -> Events {
        self.pending.iter().filter_map(WeakEvent::pending).collect()
    }

    /// The deferred command that later ones wait for.
    pub(super) fn tail(&mut self) -> Option<EventRef> {
        let tail = self.tail.as_ref().and_then(WeakEvent::pending);
        if tail.is_none() {
            self.tail = None;
        }
        tail
    }

    /// The end of the barrier that later commands come after, if that is not complete.
    pub(super) fn barrier(&mut self) -> Option<pi::Event> {
        self.barrier.take_if(|barrier| !barrier.status().is_ok_and(|status| status.0 > 0));
        self.barrier.clone()
    }

    pub(super) fn set_barrier(&mut self, barrier: &pi::Event) {
        self.barrier = Some(barrier.end().unwrap_or_else(|_| barrier.clone()));
    }

    pub(super) fn add_pending(&mut self, event: &EventRef) {
        if self.pending.len() >= PENDING_MINIMUM && self.pending.len() == self.pending.capacity() {
            self.pending.retain(|event| event.pending().is_some());
        }
        self.pending.push(event.downgrade());
    }

    /// Every later command waits for this one, which is deferred.
    pub(super) fn set_tail(&mut self, event: &EventRef) {
        self.tail = Some(event.downgrade());
    }

    /// Whether PI has seen a command, or will.
    pub(super) fn is_used(&self) -> bool {
        self.is_used
    }

    pub(super) fn set_used(&mut self) {
        self.is_used = true;
    }
}
