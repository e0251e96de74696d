//! The lists of a queue: what is ready to run, and what is parked until its
//! dependencies are complete.

use std::collections::VecDeque;

use smallvec::SmallVec;

use crate::command::Command;
use crate::error::Error;
use crate::event::HostEvent;
use crate::origin::Origin;

/// A submitted command.
pub(super) struct Slot {
    pub(super) command: Command,
    /// Where it comes from.
    pub(super) origin: Option<Origin>,
    /// Events that were not complete at submission.
    pub(super) wait: SmallVec<[HostEvent; 2]>,
    /// The command's own event, if anybody wants one, or waits for it.
    pub(super) event: Option<HostEvent>,
    /// A fence: everything submitted before it has to be complete.
    pub(super) waits_for_all: bool,
}

/// A command of an out-of-order queue whose dependencies are incomplete.
struct Parked {
    slot: Slot,
    /// Dependencies that have not reported yet.
    missing: usize,
}

/// What the queue's lock protects.
#[derive(Default)]
pub(super) struct Lists {
    /// Commands in the order in which they will run.
    pub(super) ready: VecDeque<Slot>,
    /// Commands that run without the runner's role.
    pub(super) running: Vec<HostEvent>,
    /// Failures of commands that nobody has taken yet, in the order in which they came.
    pub(super) failures: VecDeque<Error>,
    /// The latest barrier of an out-of-order queue, until it is complete.
    barrier: Option<HostEvent>,
    parked: Vec<Option<Parked>>,
    free: Vec<usize>,
}

impl Lists {
    /// The barrier that later commands must wait for.
    pub(super) fn barrier(&mut self) -> Option<HostEvent> {
        self.barrier.take_if(|barrier| barrier.is_complete());
        self.barrier.clone()
    }

    /// Makes later commands wait for this one.
    pub(super) fn set_barrier(&mut self, barrier: HostEvent) {
        self.barrier = Some(barrier);
    }

    /// Parks a command until `missing` calls of [`arrive`](Self::arrive).
    pub(super) fn park(&mut self, slot: Slot, missing: usize) -> usize {
        let parked = Some(Parked { slot, missing });
        match self.free.pop() {
            Some(token) => {
                self.parked[token] = parked;
                token
            }
            None => {
                self.parked.push(parked);
                self.parked.len() - 1
            }
        }
    }

    /// Counts one dependency as complete; the last one makes the command
    /// ready and returns true.
    pub(super) fn arrive(&mut self, token: usize) -> bool {
        let Some(parked) = self.parked[token].as_mut() else { return false };
        parked.missing -= 1;
        if parked.missing > 0 {
            return false;
        }
        if let Some(parked) = self.parked[token].take() {
            self.free.push(token);
            self.ready.push_back(parked.slot);
        }
        true
    }

    /// The events of all parked commands. Parked commands always have one.
    pub(super) fn parked_events(&self) -> impl Iterator<Item = HostEvent> + '_ {
        self.parked.iter().flatten().filter_map(|parked| parked.slot.event.clone())
    }
}
