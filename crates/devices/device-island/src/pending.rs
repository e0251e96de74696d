//! Actions for the time when the last of several events is final.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{Error, Result};

/// The action when the last event is final, with the first failure that matters.
type Then = Box<dyn FnOnce(Option<Error>) + Send>;

/// Something that waits for events.
pub struct Pending {
    then: Mutex<Option<Then>>,
    /// Events that have not reported.
    missing: AtomicUsize,
    failure: Mutex<Option<Error>>,
}

impl Pending {
    /// Does something when all events have [arrived](Self::arrive) that were [expected](Self::expect)
    /// until the first arrival, which is the caller's.
    pub fn new(then: impl FnOnce(Option<Error>) + Send + 'static) -> Arc<Self> {
        Arc::new(Self {
            then: Mutex::new(Some(Box::new(then))),
            missing: AtomicUsize::new(1),
            failure: Mutex::new(None),
        })
    }

    /// One more event is to arrive.
    pub fn expect(&self) {
        self.missing.fetch_add(1, Ordering::Relaxed);
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
