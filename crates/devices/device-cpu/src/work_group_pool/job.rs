//! A launch as the threads of the pool share it: an interval of work-groups that is taken
//! chunk by chunk.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The work-groups of a launch.
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

/// A launch that other threads may find. It lives on its owner's stack; the owner takes it back
/// and waits for all helpers before it returns.
pub(super) struct Job<'a> {
    pub(super) work: &'a dyn Work,
    /// The first work-group that no thread has taken.
    next: AtomicU64,
    end: u64,
    chunk: u64,
    threads: u64,
    /// Workers that use the job; changed under the lock.
    pub(super) helpers: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct JobRef(pub(super) *const Job<'static>);

// SAFETY: jobs are only used while their owner waits for its helpers, and `Work` is `Sync`.
unsafe impl Send for JobRef {}

impl<'a> Job<'a> {
    /// Work-groups for `threads` threads, which take at most `chunk` at a time.
    pub(super) fn new(work: &'a dyn Work, groups: Range<u64>, chunk: u64, threads: u64) -> Self {
        let next = AtomicU64::new(groups.start);
        Self { work, next, end: groups.end, chunk, threads, helpers: AtomicUsize::new(0) }
    }

    /// The job for other threads.
    pub(super) fn reference(&self) -> JobRef {
        JobRef(std::ptr::from_ref(self).cast())
    }

    /// Runs chunks until none is left; returns how many work-groups it ran. Chunks shrink towards
    /// the end, so that all threads end at about the same time.
    pub(super) fn run(&self) -> u64 {
        let mut ran = 0;
        while let Some(groups) = self.take(|left| (left / (2 * self.threads)).clamp(1, self.chunk)) {
            ran += groups.end - groups.start;
            self.work.run(groups);
        }
        ran
    }

    /// Runs up to `wanted` of the remaining work-groups; returns how many it ran.
    pub(super) fn run_some(&self, wanted: u64) -> u64 {
        // Groups that can all run at the same time may wait for each other.
        let most = if self.end <= self.threads { 1 } else { wanted };
        let mut ran = 0;
        while ran < wanted
            && let Some(groups) = self.take(|left| left.min(most))
        {
            ran += groups.end - groups.start;
            self.work.run(groups);
        }
        ran
    }

    /// Takes work-groups: `count` maps the number of those that are left to the number to take.
    fn take(&self, count: impl Fn(u64) -> u64) -> Option<Range<u64>> {
        let mut start = self.next.load(Ordering::Relaxed);
        loop {
            let left = self.end.saturating_sub(start);
            if left == 0 {
                return None;
            }
            let end = start + count(left);
            match self.next.compare_exchange_weak(start, end, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(start..end),
                Err(current) => start = current,
            }
        }
    }

    /// The work-groups that no thread has taken.
    pub(super) fn rest(&self) -> Range<u64> {
        self.next.load(Ordering::Relaxed).min(self.end)..self.end
    }

    /// How many chunks that is about.
    pub(super) fn chunks(&self) -> u64 {
        let Range { start, end } = self.rest();
        (end - start).div_ceil(self.chunk)
    }
}
