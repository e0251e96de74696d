//! Which commands use which bytes of a buffer: the last writers, and the readers since.
//!
//! There is no other record of the dependency graph. A new access depends on the
//! entries that it conflicts with and replaces those that it covers. The log's length
//! depends on the number of accesses that can run at the same time, not on the number
//! of submissions.

use std::ops::Range;

use smallvec::SmallVec;

/// Below this many entries nothing is ever looked up to be forgotten.
const PRUNE_MINIMUM: usize = 16;

/// What the log needs to know of the events in it.
pub trait Completion {
    /// Whether waiting for this event is pointless: it is complete, and did
    /// not fail.
    fn is_settled(&self) -> bool;
}

/// One access in the log.
#[derive(Debug)]
struct Entry<E> {
    range: Range<usize>,
    writes: bool,
    event: E,
}

/// The accesses to one buffer that a later access may have to wait for.
#[derive(Debug)]
pub struct AccessLog<E> {
    entries: SmallVec<[Entry<E>; 4]>,
    prune_at: usize,
}

impl<E> Default for AccessLog<E> {
    /// An empty log.
    fn default() -> Self {
        Self { entries: SmallVec::new(), prune_at: PRUNE_MINIMUM }
    }
}

impl<E: Completion> AccessLog<E> {
    /// Calls `found` with each event that an access to `range` has to wait
    /// for: writers of the range (RAW, WAW) and, for a write, readers (WAR).
    pub fn conflicts(&self, range: &Range<usize>, writes: bool, mut found: impl FnMut(&E)) {
        for entry in &self.entries {
            if (writes || entry.writes) && overlap(&entry.range, range) {
                found(&entry.event);
            }
        }
    }

    /// Adds an access that waits for all of its conflicts. `is_later` tells
    /// whether the new event is known to complete after the given one.
    pub fn insert(&mut self, range: Range<usize>, writes: bool, event: E, is_later: impl Fn(&E) -> bool) {
        self.entries.retain(|entry| {
            let covered = range.start <= entry.range.start && entry.range.end <= range.end;
            // Nothing but a write may take the place of a write.
            let replaced = writes || (!entry.writes && is_later(&entry.event));
            !(covered && replaced)
        });
        if self.entries.len() >= self.prune_at {
            self.entries.retain(|entry| !entry.event.is_settled());
            self.prune_at = PRUNE_MINIMUM.max(2 * self.entries.len());
        }
        self.entries.push(Entry { range, writes, event });
    }

    /// The events of all accesses in the log.
    pub fn events(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An event that is a number; odd ones are complete.
    #[derive(Clone, Debug, PartialEq)]
    struct Number(u32);

    impl Completion for Number {
        fn is_settled(&self) -> bool {
            self.0 % 2 == 1
        }
    }

    fn conflicts(log: &AccessLog<Number>, range: Range<usize>, writes: bool) -> Vec<u32> {
        let mut found = Vec::new();
        log.conflicts(&range, writes, |event| found.push(event.0));
        found
    }

    fn insert(log: &mut AccessLog<Number>, range: Range<usize>, writes: bool, event: u32) {
        log.insert(range, writes, Number(event), |_| false);
    }

    #[test]
    fn reads_wait_for_writes_and_writes_for_both() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, true, 2);
        assert_eq!(conflicts(&log, 0..8, false), [2]);
        insert(&mut log, 0..8, false, 4);
        insert(&mut log, 0..8, false, 6);
        assert_eq!(conflicts(&log, 0..8, false), [2]);
        assert_eq!(conflicts(&log, 0..8, true), [2, 4, 6]);
        insert(&mut log, 0..8, true, 8);
        assert_eq!(conflicts(&log, 0..8, true), [8]);
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn disjoint_ranges_do_not_conflict() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, true, 2);
        insert(&mut log, 8..16, true, 4);
        assert_eq!(conflicts(&log, 0..8, true), [2]);
        assert_eq!(conflicts(&log, 8..12, false), [4]);
        assert_eq!(conflicts(&log, 4..12, false), [2, 4]);
        insert(&mut log, 4..12, true, 6);
        assert_eq!(conflicts(&log, 0..16, false), [2, 4, 6]);
        insert(&mut log, 0..16, true, 8);
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn ordered_reads_replace_each_other() {
        let mut log = AccessLog::default();
        for event in (2..2000).step_by(2) {
            log.insert(0..8, false, Number(event), |_| true);
        }
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn completed_reads_are_forgotten() {
        let mut log = AccessLog::default();
        for event in (1..20001).step_by(2) {
            insert(&mut log, 0..8, false, event);
        }
        assert!(log.len() <= PRUNE_MINIMUM);
    }

    #[test]
    fn a_read_beside_the_write_of_one_command_keeps_the_write() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, true, 2);
        log.insert(0..8, false, Number(2), |_| true);
        assert_eq!(conflicts(&log, 0..8, false), [2]);
    }
}
