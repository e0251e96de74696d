//! Events that a queue's device cannot wait for: those of the host, and of other drivers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::Event;
use super::notification::Notification;
use super::record::HostEvent;
use crate::error::{Error, Result};

/// Calls `then` once all of these events are final, with the first failure among
/// them. An event that cannot be watched counts as failed.
///
/// For queues of drivers: they make the device wait for a native event, which `then` completes. It runs on the thread
/// that completes the last event, or before this returns, and must not block. Allocates.
pub fn settle<'a>(events: impl IntoIterator<Item = &'a Event>, then: impl FnOnce(Result<()>) + Send + 'static) {
    let settling = Arc::new(Settling {
        // One more than there are, so that nothing happens before all are registered.
        missing: AtomicUsize::new(1),
        failure: Mutex::new(None),
        then: Mutex::new(Some(Box::new(then))),
    });
    for event in events {
        settling.missing.fetch_add(1, Ordering::Relaxed);
        let arriving = Arc::clone(&settling);
        let notification = Notification::internal(move |result| arriving.arrive(result));
        if let Err(error) = event.notify(notification) {
            settling.arrive(Err(error));
        }
    }
    settling.arrive(Ok(()));
}

type Then = Box<dyn FnOnce(Result<()>) + Send>;

struct Settling {
    /// Events that have not reported.
    missing: AtomicUsize,
    failure: Mutex<Option<Error>>,
    then: Mutex<Option<Then>>,
}

impl Settling {
    fn arrive(&self, result: Result<()>) {
        if let Err(error) = result {
            self.failure.lock().get_or_insert(error);
        }
        if self.missing.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let failure = self.failure.lock().take();
        let then = self.then.lock().take();
        if let Some(then) = then {
            then(failure.map_or(Ok(()), Err));
        }
    }
}

impl Event {
    /// An event of the host that is completed with this one.
    #[inline]
    pub fn on_host(&self) -> HostEvent {
        if let Some(event) = self.host() {
            return event.clone();
        }
        let proxy = HostEvent::user();
        let completed = proxy.clone();
        settle([self], move |result| completed.complete(result));
        proxy
    }
}
