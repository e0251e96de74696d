//! Work that begins when PI's events are complete, without a thread that waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_pi_host as pi;

use crate::base::workers::{self, Job};
use crate::scheduler::event::{EventRef, notify_all};

/// Runs the job in a worker once all of these events are complete or have failed.
pub(super) fn run_when_complete(events: &[EventRef], job: impl FnOnce() + Send + 'static) {
    // One more than there are events, so that it does not begin before all are watched.
    let countdown =
        Arc::new(Countdown { missing: AtomicUsize::new(events.len() + 1), job: Mutex::new(Some(Box::new(job))) });
    for event in events {
        let Some(watched) = event.pi().cloned() else {
            countdown.arrive();
            continue;
        };
        event.source().into_iter().for_each(|source| source.device_queue().start_commands());
        let arriving = countdown.clone();
        if watched.on_complete(move |_| arriving.arrive()).is_err() {
            wait_in_worker(watched, countdown.clone());
        }
    }
    countdown.arrive();
}

/// An event that is complete once all of these are, which belong to no queue.
pub(crate) fn after_all(events: Vec<EventRef>) -> EventRef {
    let all = EventRef::pending_on_host();
    let (settled, watched) = (all.clone(), events.clone());
    run_when_complete(&watched, move || {
        events.iter().for_each(|event| event.wait());
        let dependents = match events.iter().find_map(|event| event.error()) {
            Some(error) => settled.set_failed(error, None),
            None => settled.set_complete(None),
        };
        notify_all(dependents);
    });
    all
}

/// For plugins without callbacks.
fn wait_in_worker(event: pi::Event, countdown: Arc<Countdown>) {
    workers::run(Box::new(move || {
        let _ = event.wait();
        countdown.arrive();
    }));
}

struct Countdown {
    missing: AtomicUsize,
    job: Mutex<Option<Job>>,
}

impl Countdown {
    /// Counts one event; the last one has a worker run the job. May be called by a
    /// plugin, so it does not run the job itself.
    fn arrive(&self) {
        if self.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.job.lock().take().into_iter().for_each(workers::run);
        }
    }
}
