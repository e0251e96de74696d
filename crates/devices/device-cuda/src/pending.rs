//! Commands that wait on the host: for events that CUDA does not know, and for commands that wait
//! themselves. A stream cannot be told to leave out a command whose dependency failed, so it gets
//! a command only when everything that it depends on is in streams or has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{Command, Error, Event, EventStatus, Result, settle};

use crate::event::CudaEvent;
use crate::queue::Shared;
use crate::work::{self, Work};

/// A command on the host.
pub struct Job {
    /// What to do.
    pub command: Command,
    /// A failure of it counts.
    pub is_reported: bool,
    /// Its completion.
    pub event: Arc<CudaEvent>,
    /// What it depends on.
    pub wait: Vec<Event>,
    /// What it comes after, however that ends.
    pub after: Vec<Arc<CudaEvent>>,
    /// Its queue.
    pub queue: Arc<Shared>,
}

/// A command that waits.
pub struct Pending {
    job: Mutex<Option<Job>>,
    /// Events that have not reported.
    missing: AtomicUsize,
    /// Of an event that could not be watched.
    failure: Mutex<Option<Error>>,
}

/// A command whose dependencies are settled.
pub struct Ready {
    job: Job,
    failure: Option<Error>,
}

impl Ready {
    /// Hands it to its queue.
    pub fn issue(self) {
        let queue = Arc::clone(&self.job.queue);
        queue.issue_pending(self.job, self.failure);
    }
}

/// Whether a stream can wait for an event, or nobody has to.
pub fn is_settled(event: &Event) -> bool {
    match event.driver::<CudaEvent>() {
        Some(own) => !own.is_pending(),
        None => event.status() >= EventStatus::Complete,
    }
}

/// The failure of one of these events.
pub fn failure_among(events: &[Event]) -> Option<Error> {
    events.iter().find_map(|event| match event.driver::<CudaEvent>() {
        Some(own) if !own.is_final() => None,
        _ => event.error(),
    })
}

/// Hands a command to its queue once all that it waits for is settled.
pub fn start(job: Job) {
    let (wait, after) = (job.wait.clone(), job.after.clone());
    let pending = Arc::new(Pending {
        job: Mutex::new(Some(job)),
        // One more than there are, so that nothing happens before all are registered.
        missing: AtomicUsize::new(1),
        failure: Mutex::default(),
    });
    let own = wait.iter().filter_map(|event| event.driver::<CudaEvent>());
    for event in own.chain(after.iter().map(|event| &**event)) {
        pending.missing.fetch_add(1, Ordering::Relaxed);
        if !event.precede(&pending) {
            pending.arrive(Ok(()));
        }
    }
    let foreign: Vec<&Event> = wait.iter().filter(|event| !is_settled(event) && !is_own(event)).collect();
    if !foreign.is_empty() {
        pending.missing.fetch_add(1, Ordering::Relaxed);
        let arriving = Arc::clone(&pending);
        settle(foreign, move |result| arriving.arrive(result));
    }
    pending.arrive(Ok(()));
}

fn is_own(event: &Event) -> bool {
    event.driver::<CudaEvent>().is_some()
}

impl Pending {
    /// An event is settled.
    pub fn arrive(&self, result: Result<()>) {
        if let Err(error) = result {
            self.failure.lock().get_or_insert(error);
        }
        if self.missing.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        if let Some(job) = self.job.lock().take() {
            let failure = self.failure.lock().take();
            work::run(Work::Issue(Box::new(Ready { job, failure })));
        }
    }
}
