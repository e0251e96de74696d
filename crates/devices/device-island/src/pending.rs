//! What waits for events on a device: commands, and the ends of replays.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{DriverEvent, Error, Event, EventStatus, Result, settle};

use crate::engine::Job;
use crate::event::IslandEvent;

/// What happens when the last event is final, with the first failure that matters.
type Then = Box<dyn FnOnce(Option<Error>) + Send>;

/// Something that waits.
pub struct Pending {
    then: Mutex<Option<Then>>,
    /// Events that have not reported.
    missing: AtomicUsize,
    failure: Mutex<Option<Error>>,
}

/// Hands a command to its device's engine once the events of its wait list are
/// complete, and those that it follows, whose failures do not matter.
pub fn start(job: Job, wait: &[Event], follows: &[Arc<IslandEvent>]) {
    let device = Arc::clone(job.queue.device());
    let failures = Arc::clone(device.failures());
    let pending = Pending::new(move |failure| device.engine().submit(job, failure));
    let mut foreign = Vec::new();
    for event in wait {
        match event.driver::<IslandEvent>() {
            Some(own) => pending.wait_for(own, !event.is_end()),
            None if event.status() == EventStatus::Complete => {}
            None => foreign.push(event),
        }
    }
    for event in follows {
        pending.wait_for(event, false);
    }
    if !foreign.is_empty() {
        // The device waits for an event of its own, which the host completes.
        let signal = IslandEvent::new(&failures);
        pending.wait_for(&signal, true);
        settle(foreign, move |result| signal.complete(result));
    }
    pending.arrive(Ok(()));
}

impl Pending {
    /// Does something when all events are final that [`wait_for`](Self::wait_for) is called with
    /// until the first call of [`arrive`](Self::arrive), which the caller makes.
    pub fn new(then: impl FnOnce(Option<Error>) + Send + 'static) -> Arc<Self> {
        Arc::new(Self {
            then: Mutex::new(Some(Box::new(then))),
            missing: AtomicUsize::new(1),
            failure: Mutex::new(None),
        })
    }

    /// Waits for an event, whose failure may matter.
    pub fn wait_for(self: &Arc<Self>, event: &IslandEvent, depends: bool) {
        self.missing.fetch_add(1, Ordering::Relaxed);
        if !event.precede(self, depends) {
            let error = event.error().filter(|_| depends);
            self.arrive(error.map_or(Ok(()), Err));
        }
    }

    /// An event is final.
    pub fn arrive(&self, result: Result<()>) {
        if let Err(error) = result {
            self.failure.lock().get_or_insert(error);
        }
        if self.missing.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let failure = self.failure.lock().take();
        let then = self.then.lock().take();
        if let Some(then) = then {
            then(failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_device::{Command, Device, DevicePtr, Driver, Queue, QueueProperties, Work};

    use super::*;
    use crate::driver::IslandDriver;
    use crate::spec::Spec;

    fn submit(queue: &dyn Queue, wait: &[Event]) -> Event {
        let mut event = None;
        queue.submit(Command::Work(Work::Prefetch { ptr: DevicePtr(0), bytes: 0 }), wait, Some(&mut event)).unwrap();
        event.unwrap()
    }

    /// The first notification of any event fails, so whoever needs one fails as well.
    #[test]
    fn dependencies_inside_of_the_driver_do_not_reach_the_host() {
        let driver = IslandDriver::new(0, Spec::parse("devices=2,latency=2ms,fail-callback=1").unwrap());
        let devices = driver.probe().unwrap();
        let queue = |device: &Arc<dyn Device>| device.create_queue(QueueProperties::default()).unwrap();
        let queues = [queue(&devices[0]), queue(&devices[0]), queue(&devices[1])];
        let mut last = submit(&*queues[0], &[]);
        for index in 1..9 {
            last = submit(&*queues[index % 3], &[last]);
        }
        assert!(!last.is_complete());
        last.wait().unwrap();
        let refused = submit(&*queues[0], &[]).on_complete(|_| unreachable!("it was refused"));
        assert!(matches!(refused, Err(Error::OutOfResources(_))), "{refused:?}");
    }
}
