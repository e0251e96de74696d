//! How long the work-groups of a kernel take.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Launches of one work-group that are not timed between two that are, while these are short.
const UNTIMED: u32 = 15;
/// The length up to which a launch is short: timing it costs some percent of it.
const SHORT_NS: u64 = 2_000;

/// The measured cost of a kernel's work-groups: a moving average in nanoseconds, 0 while nothing is known. It has
/// separate cache lines, because threads that submit the kernel read the fields next to it.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Cost {
    average: AtomicU64,
    /// Launches of one work-group since the last one that was timed.
    untimed: AtomicU32,
}

impl Cost {
    pub(super) fn get(&self) -> u64 {
        self.average.load(Ordering::Relaxed)
    }

    /// Whether the next launch of one work-group is to be timed.
    pub(super) fn is_due(&self) -> bool {
        let untimed = self.untimed.load(Ordering::Relaxed);
        let is_due = !(1..=SHORT_NS).contains(&self.get()) || untimed >= UNTIMED;
        self.untimed.store(if is_due { 0 } else { untimed + 1 }, Ordering::Relaxed);
        is_due
    }

    /// The expected duration of this number of work-groups in nanoseconds; `None` while nothing is known.
    pub fn of(&self, groups: u64) -> Option<u64> {
        Some(self.get()).filter(|&known| known > 0).map(|known| known.saturating_mul(groups))
    }

    /// Records how long this number of work-groups took.
    pub(super) fn observe(&self, elapsed_ns: u64, groups: u64) {
        let observed = (elapsed_ns / groups.max(1)).max(1);
        let average = match self.get() {
            0 => observed,
            old => (old / 4).saturating_mul(3).saturating_add(observed / 4).max(1),
        };
        self.average.store(average, Ordering::Relaxed);
    }
}
