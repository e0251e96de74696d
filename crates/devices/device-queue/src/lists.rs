//! The lists of a queue: commands that are ready to run, overlapping commands that have started, and commands that are
//! parked until their dependencies are complete.

use std::collections::VecDeque;

use smallvec::SmallVec;

use tandem_device::{Command, Error, Event, EventStatus, HostEvent, Origin};

/// Events that a command waits for, those that were not complete at its submission, and whether
/// the failure of their commands keeps it from running.
#[derive(Default)]
pub(super) struct Wait(SmallVec<[(HostEvent, bool); 2]>);

impl Wait {
    /// The incomplete events of a wait list.
    pub(super) fn new(events: &[Event]) -> Self {
        let pending = events.iter().filter(|event| event.status() != EventStatus::Complete);
        Self(pending.map(|event| (event.on_host(), !event.is_end())).collect())
    }

    /// Gives the events up.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The events.
    pub(super) fn events(&self) -> impl Iterator<Item = &HostEvent> {
        self.0.iter().map(|(event, _)| event)
    }

    /// Why the command does not run.
    pub(super) fn failure(&self) -> Option<Error> {
        self.0.iter().filter(|(_, is_needed)| *is_needed).find_map(|(event, _)| event.error())
    }
}

/// A submitted command.
pub(super) struct Slot {
    pub(super) command: Command,
    /// Where it comes from.
    pub(super) origin: Option<Origin>,
    /// Its wait list.
    pub(super) wait: Wait,
    /// The barrier before it, if that was not complete at submission.
    pub(super) barrier: Option<HostEvent>,
    /// The command's own event, if the caller wants one or another command waits for it.
    pub(super) event: Option<HostEvent>,
    /// A fence: everything submitted before it has to be complete.
    pub(super) waits_for_all: bool,
    /// Its index among the overlapping commands: see [`Lists::run_beside`].
    pub(super) beside: Option<usize>,
}

impl Slot {
    /// A command that has not been in a list.
    pub(super) fn new(command: Command, origin: Option<Origin>, wait: Wait, event: Option<HostEvent>) -> Self {
        let waits_for_all = false;
        Self { command, origin, wait, barrier: None, event, waits_for_all, beside: None }
    }

    /// The events that must be complete before it starts.
    pub(super) fn dependencies(&self) -> impl Iterator<Item = &HostEvent> {
        self.wait.events().chain(&self.barrier)
    }
}

/// A command of an out-of-order queue whose dependencies are incomplete.
struct Parked {
    slot: Slot,
    /// Dependencies that have not reported yet.
    missing: usize,
}

/// The data under the queue's lock.
#[derive(Default)]
pub(super) struct Lists {
    /// Commands in the order in which they will run.
    pub(super) ready: VecDeque<Slot>,
    /// Commands that left the ready list while later ones may run, and have not ended.
    beside: Slab<HostEvent>,
    /// Failures of commands that were not taken yet, in the order in which they occurred.
    pub(super) failures: VecDeque<Error>,
    /// The latest barrier of an out-of-order queue, until it is complete.
    barrier: Option<HostEvent>,
    parked: Slab<Parked>,
}

/// Elements with numbers that are used again.
struct Slab<T> {
    elements: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { elements: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slab<T> {
    fn insert(&mut self, element: T) -> usize {
        match self.free.pop() {
            Some(number) => {
                self.elements[number] = Some(element);
                number
            }
            None => {
                self.elements.push(Some(element));
                self.elements.len() - 1
            }
        }
    }

    fn remove(&mut self, number: usize) -> Option<T> {
        let element = self.elements[number].take()?;
        self.free.push(number);
        Some(element)
    }

    fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.elements[number].as_mut()
    }

    fn iter(&self) -> impl Iterator<Item = &T> {
        self.elements.iter().flatten()
    }
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
        self.parked.insert(Parked { slot, missing })
    }

    /// Counts one dependency as complete; the last one makes the command
    /// ready and returns true.
    pub(super) fn arrive(&mut self, token: usize) -> bool {
        let Some(parked) = self.parked.get_mut(token) else { return false };
        parked.missing -= 1;
        if parked.missing > 0 {
            return false;
        }
        if let Some(Parked { slot, .. }) = self.parked.remove(token) {
            slot.event.iter().for_each(|event| event.advance(EventStatus::Submitted));
            self.ready.push_back(slot);
        }
        true
    }

    /// The events of all parked commands. Parked commands always have one.
    pub(super) fn parked_events(&self) -> impl Iterator<Item = HostEvent> + '_ {
        self.parked.iter().filter_map(|parked| parked.slot.event.clone())
    }

    /// Enters a command that leaves the ready list while later ones may run: fences at the front wait for it until
    /// [`end_beside`](Self::end_beside).
    pub(super) fn run_beside(&mut self, slot: &mut Slot, event: HostEvent) {
        slot.beside.get_or_insert_with(|| self.beside.insert(event));
    }

    /// Ends an overlapping command.
    pub(super) fn end_beside(&mut self, number: usize) {
        self.beside.remove(number);
    }

    /// The events of the overlapping commands.
    pub(super) fn beside_events(&self) -> impl Iterator<Item = HostEvent> + '_ {
        self.beside.iter().cloned()
    }
}
