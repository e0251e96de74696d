//! The commands of a queue that are not complete, and failures of others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::Error;

/// The state of a queue that its commands update.
#[derive(Default)]
pub struct Backlog {
    pending: AtomicUsize,
    /// Failures of commands that were not taken yet.
    failures: Mutex<VecDeque<Error>>,
}

impl Backlog {
    /// Counts a new command.
    pub fn add(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the end of a command, and keeps its failure.
    pub fn end(&self, failure: Option<&Error>) {
        if let Some(failure) = failure {
            self.failures.lock().push_back(failure.clone());
        }
        self.pending.fetch_sub(1, Ordering::Release);
    }

    /// Commands that are not complete.
    pub fn pending(&self) -> usize {
        self.pending.load(Ordering::Acquire)
    }

    /// Takes the oldest failure.
    pub fn take_failure(&self) -> Option<Error> {
        self.failures.lock().pop_front()
    }
}
