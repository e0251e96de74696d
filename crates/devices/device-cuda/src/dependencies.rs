//! The dependencies of a command. Streams wait for commands in streams. For events from outside of CUDA, and for
//! commands that still wait on the host, a command waits on the host: a stream cannot be told to leave out a command
//! whose dependency failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{DriverEvent, Error, Event, EventStatus, Result, settle};

use crate::command_stream::CommandStream;
use crate::deferred::{self, Deferred};
use crate::event::{CudaEvent, Dependent};

/// The events that a command waits for.
#[derive(Clone, Copy)]
pub struct Dependencies<'a> {
    /// The events that it depends on. It fails if one of these does.
    pub wait: &'a [Event],
    /// Its predecessors in the order of its queue, which may fail without effect on it.
    pub after: &'a [Arc<CudaEvent>],
}

/// Owned dependencies, for a command that is kept.
pub struct OwnedDependencies {
    wait: Vec<Event>,
    after: Vec<Arc<CudaEvent>>,
}

impl OwnedDependencies {
    /// The events.
    pub fn borrow(&self) -> Dependencies<'_> {
        Dependencies { wait: &self.wait, after: &self.after }
    }
}

impl<'a> Dependencies<'a> {
    /// A copy.
    pub fn to_owned(self) -> OwnedDependencies {
        OwnedDependencies { wait: self.wait.to_vec(), after: self.after.to_vec() }
    }

    /// Whether streams can wait for all that has not ended.
    pub fn are_resolved(self) -> bool {
        self.wait.iter().all(is_resolved) && self.after.iter().all(|event| !event.is_on_host())
    }

    /// The failure of an event that the command depends on.
    pub fn failure(self) -> Option<Error> {
        self.wait.iter().find_map(|event| match event.driver::<CudaEvent>() {
            Some(own) if !own.is_final() => None,
            _ => event.error(),
        })
    }

    /// The driver's own events.
    fn own(self) -> impl Iterator<Item = &'a CudaEvent> {
        let own = self.wait.iter().filter_map(|event| event.driver::<CudaEvent>());
        own.chain(self.after.iter().map(|event| &**event))
    }

    /// A stream waits for the commands in other streams. The context is current.
    pub fn wait_in(self, stream: &Arc<CommandStream>) -> Result<()> {
        let failed = |error| stream.error("a dependency between streams", error);
        for position in self.own().filter(|event| !event.is_final()).filter_map(CudaEvent::position) {
            if !Arc::ptr_eq(&position.stream, stream) {
                let event = position.end_event().map_err(failed)?;
                stream.wait_for(&position.stream, position.number, event).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Blocks until all of the driver's own events have ended.
    pub fn wait_on_host(self) -> Result<()> {
        for event in self.wait.iter().filter(|event| is_own(event)) {
            event.wait().map_err(Error::into_dependency)?;
        }
        self.after.iter().for_each(|event| event.wait());
        Ok(())
    }

    /// Calls a function once all are resolved, with the failure of an event that could not be waited
    /// for.
    pub fn when_resolved(self, resume: Resume) {
        let waiting = Arc::new(Waiting {
            resume: Mutex::new(Some(resume)),
            // One more than there are, so that nothing happens before all are registered.
            unresolved: AtomicUsize::new(1),
            failure: Mutex::default(),
        });
        for event in self.own() {
            waiting.unresolved.fetch_add(1, Ordering::Relaxed);
            if !event.add_dependent(&waiting) {
                waiting.resolve();
            }
        }
        waiting.settle_foreign(self.wait);
        waiting.resolve();
    }
}

fn is_own(event: &Event) -> bool {
    event.driver::<CudaEvent>().is_some()
}

/// Whether a stream can wait for an event, or it has ended.
fn is_resolved(event: &Event) -> bool {
    match event.driver::<CudaEvent>() {
        Some(own) => !own.is_on_host(),
        None => event.status() >= EventStatus::Complete,
    }
}

/// Goes on with a command.
type Resume = Box<dyn FnOnce(Option<Error>) + Send>;

/// A command that waits on the host.
struct Waiting {
    resume: Mutex<Option<Resume>>,
    /// How many events are not resolved.
    unresolved: AtomicUsize,
    /// The error of an event that could not be waited for.
    failure: Mutex<Option<Error>>,
}

impl Waiting {
    /// Waits for the end of the events of other drivers and of the host.
    fn settle_foreign(self: &Arc<Self>, wait: &[Event]) {
        let foreign: Vec<&Event> = wait.iter().filter(|event| !is_resolved(event) && !is_own(event)).collect();
        if foreign.is_empty() {
            return;
        }
        self.unresolved.fetch_add(1, Ordering::Relaxed);
        let this = Arc::clone(self);
        settle(foreign, move |result| {
            if let Err(error) = result {
                this.failure.lock().get_or_insert(error);
            }
            this.resolve();
        });
    }
}

impl Dependent for Waiting {
    fn resolve(&self) {
        if self.unresolved.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let Some(resume) = self.resume.lock().take() else { return };
        let failure = self.failure.lock().take();
        deferred::run(Deferred::Resume(Box::new(move || resume(failure))));
    }
}
