//! Which commands use which bytes of a buffer: the last writers, and the readers since.
//!
//! There is no other record of the dependency graph. A new access depends on the entries that it
//! conflicts with and replaces those that it covers. The log's length depends on the number of
//! accesses that can run at the same time, not on the number of submissions.
//!
//! The log is also the record of failures: bytes whose last writer has failed are undefined until
//! another command defines them.

use std::ops::Range;

use smallvec::SmallVec;

use super::byte_ranges::{Bytes, Ranges, covers, cut_at, overlap, subtract};
use super::coherency::Location;
use crate::scheduler::event::{Event, EventRef, Outcome};

/// Below this many entries nothing is ever looked up to be forgotten.
const PRUNE_MINIMUM: usize = 16;

/// The state of an event, as the log needs it.
pub trait Completion: Clone {
    /// How the command stands, without blocking.
    fn outcome(&self) -> Outcome;

    /// Whether the command has failed, as far as is known without asking the plugin.
    fn has_failed(&self) -> bool;
}

impl Completion for EventRef {
    fn outcome(&self) -> Outcome {
        Event::outcome(self)
    }

    fn has_failed(&self) -> bool {
        Event::has_failed(self)
    }
}

/// How a command uses bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Reads the copy at this location.
    Read(Location),
    /// Changes the contents, so that no other copy is of use any more.
    Write,
    /// Makes the copy at `to` from the one at `from`.
    Copy {
        /// The copy that is read.
        from: Location,
        /// The copy that is overwritten.
        to: Location,
    },
}

impl Use {
    /// Whether two uses of the same bytes must not run at the same time.
    fn conflicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Write, _) | (_, Self::Write) => true,
            _ => self.overwrites_what_is_used_by(other) || other.overwrites_what_is_used_by(self),
        }
    }

    fn overwrites_what_is_used_by(self, other: Self) -> bool {
        match (self, other) {
            (Self::Copy { to, .. }, Self::Read(at)) => to == at,
            (Self::Copy { to, .. }, Self::Copy { from, to: other }) => to == from || to == other,
            _ => false,
        }
    }

    /// Whether it defines what the copy at `at` holds.
    fn defines(self, at: Location) -> bool {
        match self {
            Self::Write => true,
            Self::Copy { to, .. } => to == at,
            Self::Read(_) => false,
        }
    }
}

/// One access in the log. It uses nothing any more if later accesses have covered its bytes, but not
/// its requisite.
#[derive(Clone, Debug)]
struct Entry<E> {
    bytes: Bytes,
    usage: Use,
    event: E,
}

/// An access that a new one has to wait for.
#[derive(Debug)]
pub struct Conflict<'a, E> {
    /// Its event.
    pub event: &'a E,
    /// Whether the new access needs its result.
    pub is_needed: bool,
    /// How it uses its bytes.
    pub(super) usage: Use,
    /// Its bytes.
    pub(super) used: &'a Range<usize>,
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
    /// Calls `found` with each access that a new one has to wait for: writers (RAW, WAW) and, for a
    /// write, readers (WAR).
    ///
    /// If the access needs the contents at the location `contents`, it cannot run after a failure
    /// of the commands that define them, and all of these commands' events are reported, failed
    /// ones included. Events that are only needed for ordering are reported while they run, unless
    /// `is_later` says that the access is ordered after them anyway.
    pub fn conflicts(
        &self,
        bytes: &Bytes,
        usage: Use,
        contents: Option<Location>,
        is_later: impl Fn(&E) -> bool,
        mut found: impl FnMut(Conflict<'_, E>),
    ) {
        let overlapping = self.entries.iter().filter(|entry| overlap(&entry.bytes.requisite, &bytes.requisite));
        for entry in overlapping.filter(|entry| entry.usage.conflicts(usage)) {
            let is_needed =
                contents.is_some_and(|at| entry.usage.defines(at)) && overlap(&entry.bytes.used, &bytes.used);
            if is_needed || (!is_later(&entry.event) && entry.event.outcome() == Outcome::Running) {
                let Entry { bytes: Bytes { used, .. }, usage, event } = entry;
                found(Conflict { event, is_needed, usage: *usage, used });
            }
        }
    }

    /// Adds an access that waits for all of its conflicts. `is_later` tells whether the
    /// new event is known to complete after the given one.
    pub fn insert(&mut self, bytes: Bytes, usage: Use, event: E, is_later: impl Fn(&E) -> bool) {
        match usage {
            // All later uses of the bytes wait for the write.
            Use::Write => self.cut(&bytes),
            Use::Read(_) => self.entries.retain(|entry| {
                let is_covered = covers(&bytes.requisite, &entry.bytes.requisite);
                !(is_covered && entry.usage == usage && is_later(&entry.event))
            }),
            Use::Copy { .. } => {}
        }
        if self.entries.len() >= self.prune_at {
            self.prune();
        }
        self.entries.push(Entry { bytes, usage, event });
    }

    /// Takes the failed copies of bytes of `range` out of the log. Calls `found` with
    /// what each was to make current.
    pub(super) fn take_failed_copies(&mut self, range: &Range<usize>, mut found: impl FnMut(&Range<usize>, Location)) {
        self.entries.retain(|entry| match entry.usage {
            Use::Copy { to, .. } if overlap(&entry.bytes.used, range) && entry.event.outcome() == Outcome::Failed => {
                found(&entry.bytes.used, to);
                false
            }
            _ => true,
        });
    }

    /// Cuts a range where commands begin or end that still run and define what the copy at `at` holds,
    /// so that what needs one part is not held up, or stopped, by what defines another one.
    pub(super) fn parts_by_definition(&self, range: Range<usize>, at: Location) -> Ranges {
        let mut parts = Ranges::new();
        parts.push(range);
        for Entry { bytes: Bytes { used, .. }, usage, event } in &self.entries {
            if usage.defines(at) && parts.iter().any(|part| overlap(part, used)) && event.outcome() == Outcome::Running
            {
                parts = parts.iter().flat_map(|part| cut_at(part, used)).collect();
            }
        }
        parts
    }

    /// Forgets that an access uses these bytes. It has ended.
    pub(super) fn forget(&mut self, event: &E, range: &Range<usize>)
    where
        E: PartialEq,
    {
        let is_of = |entry: &Entry<E>| entry.event == *event;
        let forgotten = Bytes::from(range.clone());
        self.cut_where(&forgotten, is_of);
    }

    /// The parts of `range` whose last writer has not failed, in no particular order.
    pub(super) fn intact(&self, range: &Range<usize>) -> Ranges {
        let mut intact = Ranges::new();
        intact.push(range.clone());
        for failed in self.entries.iter().filter(|entry| entry.usage == Use::Write && entry.event.has_failed()) {
            subtract(&mut intact, &failed.bytes.used);
        }
        intact
    }

    /// The events of all accesses in the log.
    pub fn events(&self) -> impl Iterator<Item = &E> {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets accesses to bytes that a later one writes.
    fn cut(&mut self, written: &Bytes) {
        self.cut_where(written, |_| true);
    }

    fn cut_where(&mut self, written: &Bytes, is_meant: impl Fn(&Entry<E>) -> bool) {
        let mut index = 0;
        while index < self.entries.len() {
            let is_kept = !is_meant(&self.entries[index]);
            let bytes = &mut self.entries[index].bytes;
            if is_kept || !overlap(&bytes.used, &written.used) {
                index += 1;
                continue;
            }
            let [before, after] = bytes.without(written);
            match (before.is_empty(), after.is_empty()) {
                (true, true) => drop(self.entries.swap_remove(index)),
                (false, true) => *bytes = before,
                (true, false) => *bytes = after,
                (false, false) => {
                    *bytes = before;
                    let rest = Entry { bytes: after, ..self.entries[index].clone() };
                    self.entries.push(rest);
                }
            }
        }
    }

    /// Forgets what nothing has to wait for and nothing has to know of.
    pub(super) fn prune(&mut self) {
        self.entries.retain(|entry| match entry.event.outcome() {
            Outcome::Running => true,
            Outcome::Complete => false,
            Outcome::Failed => !matches!(entry.usage, Use::Read(_)) && !entry.bytes.used.is_empty(),
        });
        self.prune_at = PRUNE_MINIMUM.max(2 * self.entries.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Location = Location::HOST;
    const READ: Use = Use::Read(HOST);

    /// An event that is a number: those that divide by 3 have failed, other odd ones are complete.
    #[derive(Clone, Debug, PartialEq)]
    struct Number(u32);

    impl Completion for Number {
        fn outcome(&self) -> Outcome {
            match self.0 {
                number if number % 3 == 0 => Outcome::Failed,
                number if number % 2 == 1 => Outcome::Complete,
                _ => Outcome::Running,
            }
        }

        fn has_failed(&self) -> bool {
            self.outcome() == Outcome::Failed
        }
    }

    fn conflicts(log: &AccessLog<Number>, range: Range<usize>, usage: Use, contents: Option<Location>) -> Vec<u32> {
        let mut found = Vec::new();
        log.conflicts(&range.into(), usage, contents, |_| false, |conflict| found.push(conflict.event.0));
        found.sort_unstable();
        found
    }

    fn before_read(log: &AccessLog<Number>, range: Range<usize>) -> Vec<u32> {
        conflicts(log, range, READ, Some(HOST))
    }

    fn before_write(log: &AccessLog<Number>, range: Range<usize>) -> Vec<u32> {
        conflicts(log, range, Use::Write, Some(HOST))
    }

    fn insert(log: &mut AccessLog<Number>, range: Range<usize>, usage: Use, event: u32) {
        log.insert(range.into(), usage, Number(event), |_| false);
    }

    #[test]
    fn reads_wait_for_writes_and_writes_for_both() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, Use::Write, 2);
        assert_eq!(before_read(&log, 0..8), [2]);
        insert(&mut log, 0..8, READ, 4);
        insert(&mut log, 0..8, READ, 8);
        assert_eq!(before_read(&log, 0..8), [2]);
        assert_eq!(before_write(&log, 0..8), [2, 4, 8]);
        insert(&mut log, 0..8, Use::Write, 10);
        assert_eq!(before_write(&log, 0..8), [10]);
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn disjoint_ranges_do_not_conflict() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, Use::Write, 2);
        insert(&mut log, 8..16, Use::Write, 4);
        assert_eq!(before_write(&log, 0..8), [2]);
        assert_eq!(before_read(&log, 8..12), [4]);
        assert_eq!(before_read(&log, 4..12), [2, 4]);
        insert(&mut log, 4..12, Use::Write, 8);
        assert_eq!(before_read(&log, 4..12), [8], "what was overwritten is of no interest");
        assert_eq!(before_read(&log, 0..16), [2, 4, 8]);
        insert(&mut log, 6..7, Use::Write, 10);
        assert_eq!(before_read(&log, 4..6), [8]);
        assert_eq!(before_read(&log, 7..12), [8]);
        insert(&mut log, 0..16, Use::Write, 14);
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn copies_conflict_only_where_they_meet() {
        let (near, far) = (Location::device(0), Location::device(1));
        let (to_near, to_far) = (Use::Copy { from: HOST, to: near }, Use::Copy { from: HOST, to: far });
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, to_near, 2);
        assert_eq!(before_read(&log, 0..8), [0; 0], "the host copy is only read");
        assert_eq!(conflicts(&log, 0..8, to_far, Some(HOST)), [0; 0]);
        assert_eq!(conflicts(&log, 0..8, Use::Read(near), Some(near)), [2]);
        assert_eq!(conflicts(&log, 0..8, Use::Copy { from: near, to: far }, Some(near)), [2]);
        assert_eq!(conflicts(&log, 0..8, to_near, Some(HOST)), [2]);
        assert_eq!(conflicts(&log, 0..8, Use::Write, None), [2]);
        insert(&mut log, 0..8, Use::Read(far), 4);
        assert_eq!(conflicts(&log, 0..8, to_far, Some(HOST)), [4], "overwrites what is read");
    }

    #[test]
    fn ordered_reads_replace_each_other() {
        let mut log = AccessLog::default();
        for event in (2..2000).step_by(2) {
            log.insert((0..8).into(), READ, Number(event), |_| true);
        }
        assert_eq!(log.len(), 1);
    }

    #[test]
    fn completed_reads_are_forgotten() {
        let mut log = AccessLog::default();
        for event in (1..20001).step_by(2) {
            insert(&mut log, 0..8, READ, event);
        }
        assert!(log.len() <= PRUNE_MINIMUM);
    }

    #[test]
    fn a_read_beside_the_write_of_one_command_keeps_the_write() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, Use::Write, 2);
        log.insert((0..8).into(), READ, Number(2), |_| true);
        assert_eq!(before_read(&log, 0..8), [2]);
    }

    #[test]
    fn a_failed_writer_stops_who_needs_the_contents_until_they_are_defined() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..16, Use::Write, 3);
        assert_eq!(before_read(&log, 0..8), [3]);
        assert_eq!(conflicts(&log, 0..8, Use::Write, None), [0; 0], "nothing of it is needed");
        assert!(log.intact(&(0..16)).is_empty());
        insert(&mut log, 4..8, Use::Write, 2);
        assert_eq!(before_read(&log, 4..8), [2]);
        assert_eq!(before_read(&log, 4..9), [2, 3]);
        assert_eq!(log.intact(&(2..20)).into_iter().map(|part| (part.start, part.end)).max(), Some((16, 20)));
        assert_eq!(log.intact(&(2..16)).to_vec(), vec![4..8]);
        // It is not forgotten as long as it matters.
        for event in (5..20_000).step_by(6) {
            insert(&mut log, 0..8, READ, event);
        }
        assert_eq!(before_read(&log, 0..1), [3]);
        insert(&mut log, 0..16, Use::Write, 4);
        assert_eq!(before_read(&log, 0..16), [4]);
    }

    #[test]
    fn what_comes_before_anyway_is_a_dependency_only_for_its_contents() {
        let mut log = AccessLog::default();
        insert(&mut log, 0..8, Use::Write, 2);
        insert(&mut log, 0..8, READ, 4);
        let mut found = Vec::new();
        log.conflicts(
            &(0..8).into(),
            Use::Write,
            Some(HOST),
            |event| event.0 < 5,
            |conflict| found.push((conflict.event.0, conflict.is_needed)),
        );
        log.conflicts(
            &(0..8).into(),
            Use::Write,
            None,
            |event| event.0 < 3,
            |conflict| found.push((conflict.event.0, conflict.is_needed)),
        );
        assert_eq!(found, [(2, true), (4, false)]);
    }

    #[test]
    fn a_part_has_the_requisite_of_the_whole() {
        let part = |used: Range<usize>| Bytes { used, requisite: 0..16 };
        let found = |log: &AccessLog<Number>, used: Range<usize>| {
            let mut found = Vec::new();
            let note = |conflict: Conflict<'_, Number>| found.push((conflict.event.0, conflict.is_needed));
            log.conflicts(&part(used), Use::Write, Some(HOST), |_| false, note);
            found.sort_unstable();
            found
        };
        let mut log = AccessLog::default();
        log.insert(part(0..4), Use::Write, Number(2), |_| false);
        assert_eq!(found(&log, 8..12), [(2, false)], "it comes after, but needs none of its bytes");
        assert_eq!(found(&log, 2..12), [(2, true)]);
        // A write to a sub-buffer that contains the part does not cover the part's requisite.
        insert(&mut log, 0..8, Use::Write, 4);
        assert_eq!(before_write(&log, 0..8), [4]);
        assert_eq!(before_write(&log, 8..16), [2]);
        assert_eq!(found(&log, 0..1), [(2, false), (4, true)]);
        log.insert(part(0..16), Use::Write, Number(8), |_| false);
        assert_eq!(found(&log, 0..16).last(), Some(&(8, true)));
        // A failed write only matters for the bytes that it was supposed to write.
        let mut log = AccessLog::default();
        log.insert(part(0..4), Use::Write, Number(3), |_| false);
        log.insert(part(8..12), Use::Write, Number(5), |_| false);
        assert_eq!(found(&log, 8..12), [(5, true)]);
        assert_eq!(found(&log, 0..12), [(3, true), (5, true)]);
        assert_eq!(log.intact(&(0..16)).to_vec(), vec![4..16]);
    }

    #[test]
    fn ranges_are_cut_by_what_defines_them() {
        let parts = |log: &AccessLog<Number>, range| log.parts_by_definition(range, HOST).to_vec();
        let mut log = AccessLog::default();
        assert_eq!(parts(&log, 0..16), vec![0..16]);
        insert(&mut log, 0..8, Use::Write, 2);
        insert(&mut log, 12..14, Use::Write, 5);
        insert(&mut log, 10..12, READ, 4);
        assert_eq!(parts(&log, 4..16), vec![4..8, 8..16], "only writes that still run count");
        insert(&mut log, 6..20, Use::Write, 4);
        assert_eq!(parts(&log, 0..16), vec![0..6, 6..16]);
        assert_eq!(parts(&log, 7..9), vec![7..9]);
    }

    #[test]
    fn failed_readers_and_copies_stop_nobody() {
        let mut log = AccessLog::default();
        let device = Location::device(0);
        insert(&mut log, 0..8, Use::Write, 2);
        insert(&mut log, 0..8, READ, 3);
        insert(&mut log, 2..8, Use::Copy { from: HOST, to: device }, 9);
        insert(&mut log, 0..8, Use::Copy { from: HOST, to: device }, 4);
        assert_eq!(before_write(&log, 0..8), [2, 4]);
        let mut taken = Vec::new();
        log.take_failed_copies(&(0..1), |range, to| taken.push((range.clone(), to)));
        assert!(taken.is_empty(), "not of these bytes");
        log.take_failed_copies(&(0..4), |range, to| taken.push((range.clone(), to)));
        assert_eq!(taken, [(2..8, device)]);
        assert_eq!(conflicts(&log, 0..8, Use::Read(device), Some(device)), [2, 4]);
    }
}
