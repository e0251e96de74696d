//! How long the work-groups of a kernel take.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known about the cost of a kernel's work-groups: a moving average in
/// nanoseconds, 0 while nothing is known.
#[derive(Debug, Default)]
pub struct Cost(AtomicU64);

impl Cost {
    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// What so many work-groups are expected to take, in nanoseconds; `None`
    /// while nothing is known.
    pub fn of(&self, groups: u64) -> Option<u64> {
        Some(self.get()).filter(|&known| known > 0).map(|known| known.saturating_mul(groups))
    }

    /// Takes note of how long so many work-groups took.
    pub(super) fn observe(&self, elapsed_ns: u64, groups: u64) {
        let observed = (elapsed_ns / groups.max(1)).max(1);
        let average = match self.get() {
            0 => observed,
            old => (old / 4).saturating_mul(3).saturating_add(observed / 4).max(1),
        };
        self.0.store(average, Ordering::Relaxed);
    }
}
