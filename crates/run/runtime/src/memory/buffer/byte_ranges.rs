//! Ranges of the bytes of a buffer.

use std::ops::Range;

use smallvec::SmallVec;

/// Some ranges of a buffer.
pub(super) type Ranges = SmallVec<[Range<usize>; 2]>;

/// The bytes of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The bytes that the access uses.
    pub used: Range<usize>,
    /// The bytes that no conflicting access may use meanwhile: for an accessor, all bytes of its
    /// buffer or sub-buffer (SYCL 2020, 4.7.6.8).
    pub requisite: Range<usize>,
}

impl From<Range<usize>> for Bytes {
    /// An access to all bytes of its requisite.
    fn from(range: Range<usize>) -> Self {
        Self { used: range.clone(), requisite: range }
    }
}

impl Bytes {
    /// The remainders before and after a later access that covers the same bytes and requisite.
    pub(super) fn without(&self, later: &Self) -> [Self; 2] {
        let [used_before, used_after] = without(&self.used, &later.used);
        let [before, after] = without(&self.requisite, &later.requisite);
        [Self::spanning(used_before, before), Self::spanning(used_after, after)]
    }

    /// A requisite that covers what is used.
    fn spanning(used: Range<usize>, requisite: Range<usize>) -> Self {
        let requisite = match (used.is_empty(), requisite.is_empty()) {
            (true, _) => requisite,
            (false, true) => used.clone(),
            (false, false) => used.start.min(requisite.start)..used.end.max(requisite.end),
        };
        Self { used, requisite }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requisite.is_empty()
    }
}

/// Whether two ranges have bytes in common.
pub(super) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start.max(b.start) < a.end.min(b.end)
}

/// Whether one range has all bytes of the other.
pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The parts of `range` before, inside and after `other`.
pub(super) fn cut_at(range: &Range<usize>, other: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let [start, end] = [other.start, other.end].map(|at| at.clamp(range.start, range.end));
    [range.start..start, start..end, end..range.end].into_iter().filter(|part| !part.is_empty())
}

/// Takes `removed` out of ranges.
pub(super) fn subtract(ranges: &mut Ranges, removed: &Range<usize>) {
    let parts = std::mem::take(ranges).into_iter().flat_map(|range| without(&range, removed));
    ranges.extend(parts.filter(|part| !Range::is_empty(part)));
}

/// The parts of `range` before and after `removed`.
pub(super) fn without(range: &Range<usize>, removed: &Range<usize>) -> [Range<usize>; 2] {
    [range.start..range.end.min(removed.start), range.start.max(removed.end)..range.end]
}
