//! The dependencies of commands.

use std::sync::Arc;

use tandem_device::{Error, Event, EventStatus, settle};

use crate::engine::Job;
use crate::event::IslandEvent;
use crate::pending::Pending;

/// Does something with a command once the events of its wait list are complete, whose first failure it
/// gets, and those that it follows, whose failures do not matter.
pub fn when_ready(
    job: Job,
    wait: &[Event],
    follows: &[Arc<IslandEvent>],
    then: impl FnOnce(Job, Option<Error>) + Send + 'static,
) {
    let failures = Arc::clone(&job.device.hardware().failures);
    let pending = Pending::new(move |failure| then(job, failure));
    let mut foreign = Vec::new();
    for event in wait {
        match event.driver::<IslandEvent>() {
            Some(own) => own.precede(&pending, !event.is_end()),
            None if event.status() == EventStatus::Complete => {}
            None => foreign.push(event),
        }
    }
    for event in follows {
        event.precede(&pending, false);
    }
    if !foreign.is_empty() {
        // The device waits for a native event, which the host completes.
        let signal = IslandEvent::new(&failures);
        signal.precede(&pending, true);
        settle(foreign, move |result| signal.complete(result));
    }
    pending.arrive(Ok(()));
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

    /// The first notification of any event fails, and with it the command that needs it.
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
