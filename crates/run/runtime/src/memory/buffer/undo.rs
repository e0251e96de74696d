//! Accesses of the host that turn out not to happen: what they would have changed is as before.

use std::ops::Range;

use smallvec::SmallVec;

use super::access_log::Use;
use super::byte_ranges::{Bytes, Ranges, subtract};
use super::coherency::{Location, Locations};
use super::residency::Residency;
use crate::commands::args::AccessMode;
use crate::scheduler::event::EventRef;

/// How things were before an access that may not happen.
#[derive(Debug)]
pub(super) struct Undo {
    used: Range<usize>,
    at: Location,
    /// The copies that were current.
    before: SmallVec<[(Range<usize>, Locations); 1]>,
    /// The events that define the contents, with their bytes.
    definitions: SmallVec<[(EventRef, Use, Range<usize>); 2]>,
}

impl Residency {
    /// The state that [`Residency::take_back`] needs to undo an access that is about to be
    /// recorded. `None` if the access does not change existing contents.
    pub(super) fn undo_of(&self, bytes: &Bytes, mode: AccessMode, at: Location) -> Option<Box<Undo>> {
        if !mode.writes() || mode.discards() {
            return None;
        }
        let before = self.coherency.current(&bytes.used).map(|(part, current)| (part, current.clone())).collect();
        let mut definitions = SmallVec::new();
        let is_later = |_: &EventRef| true;
        self.log.conflicts(bytes, Use::Write, Some(at), is_later, |conflict| {
            definitions.push((conflict.event.clone(), conflict.usage, conflict.used.clone()));
        });
        Some(Box::new(Undo { used: bytes.used.clone(), at, before, definitions }))
    }

    /// An access did not happen, since what defines some of its bytes has failed: only these have no
    /// contents. Its event has failed.
    pub(super) fn take_back(&mut self, event: &EventRef, undo: Undo) {
        let Undo { used, at, before, definitions } = undo;
        for (range, current) in &before {
            self.coherency.take_back_write(range, at, current);
        }
        let mut intact = Ranges::new();
        intact.push(used);
        for (_, usage, range) in definitions.iter().filter(|(definition, ..)| definition.error().is_some()) {
            match usage {
                Use::Copy { to, .. } => self.coherency.lose(range, *to),
                _ => subtract(&mut intact, range),
            }
        }
        intact.iter().for_each(|part| self.log.forget(event, part));
    }
}
