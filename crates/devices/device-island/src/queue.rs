//! Queues: the order of commands.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock, Weak};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tandem_device::{Command, Device, DriverEvent, Error, Event, NativeHandle, Origin, Queue, QueueProperties, Result};

use crate::backlog::Backlog;
use crate::dependencies::when_ready;
use crate::device::IslandDevice;
use crate::engine::Job;
use crate::event::IslandEvent;
use crate::failures::Operation;
use crate::handles::Handles;
use crate::replay;

/// The number of pending commands above which `flush` waits.
const BACKLOG_HIGH: usize = 4096;
/// Pending commands at which it stops waiting.
const BACKLOG_LOW: usize = 1024;
/// How often it looks, and how long it waits in between.
const BACKLOG_NAPS: u32 = 100;
const BACKLOG_NAP: Duration = Duration::from_micros(200);

/// The queues that others refer to.
static QUEUES: Handles<Shared> = Handles::new();

/// A queue. Several of these may be one queue of the back end.
pub struct IslandQueue {
    shared: Arc<Shared>,
}

struct Shared {
    device: Arc<IslandDevice>,
    properties: QueueProperties,
    order: Mutex<Order>,
    /// Notified by its commands of their ends.
    backlog: Arc<Backlog>,
    handle: OnceLock<NativeHandle>,
}

/// The commands that later ones may have to wait for. Commands own their events, so those that can no longer be
/// completed are dropped.
#[derive(Default)]
struct Order {
    /// In order: the last command. Out of order: all that may not be complete.
    commands: VecDeque<Weak<IslandEvent>>,
    /// Out of order: the last barrier.
    barrier: Weak<IslandEvent>,
}

/// The event, if something can still wait for it.
fn unfinished(event: &Weak<IslandEvent>) -> Option<Arc<IslandEvent>> {
    event.upgrade().filter(|event| !event.is_final())
}

impl IslandQueue {
    /// A queue of a device.
    pub fn new(device: Arc<IslandDevice>, properties: QueueProperties) -> Self {
        let (order, backlog, handle) = (Mutex::default(), Arc::default(), OnceLock::new());
        Self { shared: Arc::new(Shared { device, properties, order, backlog, handle }) }
    }

    /// The queue with this native handle.
    pub fn find(handle: NativeHandle) -> Option<Self> {
        QUEUES.find(handle).map(|shared| Self { shared })
    }

    /// Whether its commands run on this device.
    pub fn is_of(&self, device: &IslandDevice) -> bool {
        self.shared.device.is_within(device)
    }
}

impl Shared {
    /// Enters a command in the order, and returns the events that it follows.
    fn enter(&self, command: &Command, event: &Arc<IslandEvent>, has_wait_list: bool) -> Vec<Arc<IslandEvent>> {
        let mut order = self.order.lock();
        if !self.properties.out_of_order {
            let previous = order.commands.drain(..).filter_map(|event| unfinished(&event)).collect();
            order.commands.push_back(Arc::downgrade(event));
            return previous;
        }
        while order.commands.front().is_some_and(|event| unfinished(event).is_none()) {
            order.commands.pop_front();
        }
        let is_fence = command.is_fence();
        let follows = if is_fence && !has_wait_list {
            order.commands.iter().filter_map(unfinished).collect()
        } else {
            unfinished(&order.barrier).into_iter().collect()
        };
        order.commands.push_back(Arc::downgrade(event));
        if matches!(command, Command::Barrier) {
            order.barrier = Arc::downgrade(event);
        }
        follows
    }

    fn unfinished(&self) -> Vec<Arc<IslandEvent>> {
        self.order.lock().commands.iter().filter_map(unfinished).collect()
    }
}

impl Queue for IslandQueue {
    fn submit_from(
        &self,
        origin: Option<Origin>,
        command: Command,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()> {
        let device = &self.shared.device;
        device.check_not_lost()?;
        if device.failures().strikes(Operation::Enqueue) {
            return Err(Error::OutOfResources(format!("{} was asked to fail", device.info().name)));
        }
        let completion = IslandEvent::new(device.failures());
        if self.shared.properties.profiling {
            completion.set_submit_time(device.timers().device);
        }
        if let Some(place) = event {
            *place = Some(Arc::clone(&completion).into());
        }
        self.shared.backlog.add();
        let follows = self.shared.enter(&command, &completion, !wait.is_empty());
        let then = if matches!(command, Command::Replay(_)) { replay::start } else { Job::submit };
        let job = Job {
            command,
            origin,
            event: completion,
            device: device.clone(),
            is_profiled: self.shared.properties.profiling,
            queue: Some(Arc::clone(&self.shared.backlog)),
        };
        when_ready(job, wait, &follows, then);
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        let pending = || self.shared.backlog.pending();
        if pending() > BACKLOG_HIGH {
            for _ in 0..BACKLOG_NAPS {
                thread::sleep(BACKLOG_NAP);
                if pending() < BACKLOG_LOW {
                    break;
                }
            }
        }
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        for event in self.shared.unfinished() {
            event.wait();
        }
        Ok(())
    }

    fn take_failure(&self) -> Option<Error> {
        self.shared.backlog.take_failure()
    }

    fn is_empty(&self) -> bool {
        self.shared.backlog.pending() == 0
    }

    fn properties(&self) -> QueueProperties {
        self.shared.properties
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(QUEUES.handle_of(&self.shared.handle, Arc::downgrade(&self.shared)))
    }
}

#[cfg(test)]
mod tests {
    use tandem_device::{DevicePtr, Driver, Work};

    use super::*;
    use crate::driver::IslandDriver;
    use crate::spec::Spec;

    /// Commands that wait for an event that is never completed are dropped with their queue.
    #[test]
    fn what_never_runs_keeps_no_queue() {
        let devices = IslandDriver::new(0, Spec::parse("1").unwrap()).probe().unwrap();
        for out_of_order in [false, true] {
            let properties = QueueProperties { out_of_order, ..QueueProperties::default() };
            let gate = Event::user();
            let island = devices[0].create_queue(properties).unwrap();
            let handle = island.native_handle().unwrap();
            let mut last = gate.clone();
            for command in
                [Command::Barrier, Command::Work(Work::Prefetch { ptr: DevicePtr(0), bytes: 0 }), Command::Marker]
            {
                let mut event = None;
                island.submit(command, &[last], Some(&mut event)).unwrap();
                last = event.unwrap();
            }
            assert!(!island.is_empty() && !last.is_complete());
            drop((gate, last, island));
            assert!(IslandQueue::find(handle).is_none(), "out of order: {out_of_order}");
        }
    }
}
