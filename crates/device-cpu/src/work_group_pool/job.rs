//! A launch as the threads of the pool share it: an interval of work-groups that is taken
//! chunk by chunk.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What a launch consists of.
pub trait Work: Sync {
    /// Runs the work-groups of an interval.
    fn run(&self, groups: Range<u64>);

    /// Called on a worker that ran work-groups, when it finds none any more.
    fn leave(&self) {}
}

impl<F: Fn(Range<u64>) + Sync> Work for F {
    fn run(&self, groups: Range<u64>) {
        self(groups);
    }
}

/// A published launch. It lives on its owner's stack; the owner takes it out of
/// the list and waits for all helpers before it returns.
pub(super) struct Job<'a> {
    pub(super) work: &'a dyn Work,
    /// First work-group that nobody has taken.
    pub(super) next: AtomicU64,
    pub(super) end: u64,
    pub(super) chunk: u64,
    pub(super) threads: u64,
    /// Workers that use the job; changed under the lock.
    pub(super) helpers: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct JobRef(pub(super) *const Job<'static>);

// SAFETY: jobs are only used while their owner waits for its helpers, and `Work` is `Sync`.
unsafe impl Send for JobRef {}

impl Job<'_> {
    /// Takes a chunk; chunks shrink towards the end, so that all threads end
    /// at about the same time.
    fn take(&self) -> Option<Range<u64>> {
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let left = self.end.saturating_sub(start);
            if left == 0 {
                return None;
            }
            let take = (left / (2 * self.threads)).clamp(1, self.chunk);
            let end = start + take;
            match self.next.compare_exchange_weak(start, end, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(start..end),
                Err(current) => start = current,
            }
        }
    }

    /// Runs chunks until none is left; returns how many work-groups it ran.
    pub(super) fn run(&self) -> u64 {
        let mut ran = 0;
        while let Some(groups) = self.take() {
            ran += groups.end - groups.start;
            self.work.run(groups);
        }
        ran
    }

    /// Whether work-groups are left that nobody has taken.
    pub(super) fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.end
    }
}
