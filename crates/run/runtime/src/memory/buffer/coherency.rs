//! Which copies of a buffer are current, for each byte range.
//!
//! A buffer has a copy on the host and one in each device memory that used it. This module records
//! the contents of these copies. It handles neither memory nor commands: the copies are
//! [`Location`]s, and `transfer` issues the commands that move bytes.
//!
//! A buffer that is always used as a whole is one piece, which needs no heap.

use std::collections::BTreeSet;
use std::ops::Range;

use smallvec::SmallVec;

/// A place that holds a copy of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location(u32);

impl Location {
    /// The host copy, which is also the copy of each device that shares the host's memory.
    pub const HOST: Self = Self(0);

    /// The copy in a device's own memory.
    pub(crate) fn device(index: u32) -> Self {
        Self(index + 1)
    }

    /// The index of a device's own memory; `None` for the host copy.
    pub(crate) fn device_index(self) -> Option<u32> {
        self.0.checked_sub(1)
    }
}

/// Copies that are current: sets of bits, of which nearly all buffers need one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locations {
    near: u64,
    /// Locations from 64 on.
    far: BTreeSet<u32>,
}

impl Locations {
    /// Only one copy.
    pub(crate) fn only(location: Location) -> Self {
        match location.0 {
            near @ ..u64::BITS => Self { near: 1 << near, far: BTreeSet::new() },
            _ => Self::default().with(location),
        }
    }

    /// With one more copy.
    pub(crate) fn with(mut self, location: Location) -> Self {
        match location.0 {
            near @ ..u64::BITS => self.near |= 1 << near,
            far => _ = self.far.insert(far),
        }
        self
    }

    /// With one copy less.
    pub(crate) fn without(mut self, location: Location) -> Self {
        match location.0 {
            near @ ..u64::BITS => self.near &= !(1 << near),
            far => _ = self.far.remove(&far),
        }
        self
    }

    /// Whether this copy is among them.
    pub(crate) fn contains(&self, location: Location) -> bool {
        match location.0 {
            near @ ..u64::BITS => self.near & 1 << near != 0,
            far => self.far.contains(&far),
        }
    }

    /// Whether there is none: the bytes were never defined.
    pub(crate) fn is_empty(&self) -> bool {
        self.near == 0 && self.far.is_empty()
    }

    /// The copies in device memories.
    pub(crate) fn devices(&self) -> impl Iterator<Item = Location> {
        let near = (1..u64::BITS).filter(|at| self.near & 1 << at != 0);
        near.chain(self.far.iter().copied()).map(Location)
    }
}

/// Bytes up to `end` from the end of the piece before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    end: usize,
    current: Locations,
}

/// For each byte of a buffer, the copies that hold its current value.
#[derive(Debug)]
pub(crate) struct Coherency {
    /// In order and without gaps; neighbours differ.
    pieces: SmallVec<[Piece; 1]>,
}

impl Coherency {
    /// `size` bytes that are current in these copies; in none of them if they are undefined.
    pub(crate) fn new(size: usize, current: Locations) -> Self {
        Self { pieces: SmallVec::from_buf([Piece { end: size, current }]) }
    }

    /// New contents: the copy at `at` is the only one that is current.
    pub(crate) fn write(&mut self, range: &Range<usize>, at: Location) {
        self.change(range, |_| Locations::only(at));
    }

    /// The copy at `to` becomes current like the one that it is made from.
    pub(crate) fn copy(&mut self, range: &Range<usize>, to: Location) {
        self.change(range, |current| current.with(to));
    }

    /// The parts of a range, and which copies are current there.
    pub(crate) fn current(&self, range: &Range<usize>) -> impl Iterator<Item = (Range<usize>, &Locations)> {
        self.parts(range)
    }

    /// Undoes a write to the copy at `at` that did not happen: where nothing has changed since, the
    /// previously current copies are current again.
    pub(crate) fn take_back_write(&mut self, range: &Range<usize>, at: Location, before: &Locations) {
        let written = Locations::only(at);
        self.change(range, |current| if current == written { before.clone() } else { current });
    }

    /// Records that a transfer which should have made the copy at `at` current has failed.
    pub(crate) fn lose(&mut self, range: &Range<usize>, at: Location) {
        self.change(range, |current| current.without(at));
    }

    /// The parts of a range whose contents the copy at `at` lacks, and the copies that
    /// have them. Undefined bytes are not among them.
    pub(crate) fn missing(
        &self,
        range: &Range<usize>,
        at: Location,
    ) -> impl Iterator<Item = (Range<usize>, &Locations)> {
        self.parts(range).filter(move |(_, current)| !current.is_empty() && !current.contains(at))
    }

    /// Whether the copy at `at` is the only current one of some bytes.
    pub(crate) fn depends_on(&self, at: Location) -> bool {
        let alone = Locations::only(at);
        self.pieces.iter().any(|piece| piece.current == alone)
    }

    /// Whether no byte of a range would have to be moved to `at`.
    pub(crate) fn is_current(&self, range: &Range<usize>, at: Location) -> bool {
        self.missing(range, at).next().is_none()
    }

    /// The pieces of a range.
    fn parts(&self, range: &Range<usize>) -> impl Iterator<Item = (Range<usize>, &Locations)> {
        let range = range.clone();
        let mut start = 0;
        self.pieces.iter().filter_map(move |piece| {
            let part = start.max(range.start)..piece.end.min(range.end);
            start = piece.end;
            (!part.is_empty()).then_some((part, &piece.current))
        })
    }

    fn change(&mut self, range: &Range<usize>, new: impl Fn(Locations) -> Locations) {
        if let [piece] = &mut self.pieces[..]
            && *range == (0..piece.end)
        {
            piece.current = new(std::mem::take(&mut piece.current));
            return;
        }
        let mut start = 0;
        for Piece { end, current } in std::mem::take(&mut self.pieces) {
            self.push(range.start.clamp(start, end), current.clone());
            self.push(range.end.clamp(start, end), new(current.clone()));
            self.push(end, current);
            start = end;
        }
    }

    /// Goes on up to `end`.
    fn push(&mut self, end: usize, current: Locations) {
        match self.pieces.last_mut() {
            Some(last) if last.end == end => {}
            Some(last) if last.current == current => last.end = end,
            None if end == 0 => {}
            _ => self.pieces.push(Piece { end, current }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte by itself.
    struct Bytes(Vec<Locations>);

    impl Bytes {
        fn change(&mut self, range: &Range<usize>, new: impl Fn(Locations) -> Locations) {
            self.0[range.clone()].iter_mut().for_each(|byte| *byte = new(std::mem::take(byte)));
        }
    }

    /// A sequence of numbers that look random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }
    }

    fn check(coherency: &Coherency, bytes: &Bytes) {
        let size = bytes.0.len();
        for pair in coherency.pieces.windows(2) {
            assert!(pair[0].end < pair[1].end && pair[0].current != pair[1].current, "{coherency:?}");
        }
        assert_eq!(coherency.pieces.last().map_or(0, |piece| piece.end), size);
        for at in [Location::HOST, Location::device(0), Location::device(200)] {
            let mut missing = vec![None; size];
            for (range, current) in coherency.missing(&(0..size), at) {
                missing[range].fill(Some(current));
            }
            let expected = |byte: &Locations| (!byte.is_empty() && !byte.contains(at)).then(|| byte.clone());
            let missing: Vec<Option<Locations>> = missing.into_iter().map(|current| current.cloned()).collect();
            assert_eq!(missing, bytes.0.iter().map(expected).collect::<Vec<_>>());
        }
    }

    #[test]
    fn random_operations_agree_with_a_record_of_each_byte() {
        let mut random = Random(1);
        for round in 0..300 {
            let size = 1 + random.below(40);
            let initial = if round % 2 == 0 { Locations::default() } else { Locations::only(Location::HOST) };
            let (mut coherency, mut bytes) = (Coherency::new(size, initial.clone()), Bytes(vec![initial; size]));
            for _ in 0..60 {
                let start = random.below(size + 1);
                let range = start..start + random.below(size + 1 - start);
                let at = [Location::HOST, Location::device(0), Location::device(200)][random.below(3)];
                match random.below(3) {
                    0 => {
                        coherency.write(&range, at);
                        bytes.change(&range, |_| Locations::only(at));
                    }
                    1 => {
                        coherency.copy(&range, at);
                        bytes.change(&range, |current| current.with(at));
                    }
                    _ => {
                        coherency.lose(&range, at);
                        bytes.change(&range, |current| current.without(at));
                    }
                }
                check(&coherency, &bytes);
                let within = bytes.0[range.clone()].iter();
                let is_current = within.clone().all(|byte| byte.is_empty() || byte.contains(at));
                assert_eq!(coherency.is_current(&range, at), is_current);
            }
        }
    }

    #[test]
    fn a_buffer_that_is_used_as_a_whole_stays_one_piece() {
        let mut coherency = Coherency::new(64, Locations::only(Location::HOST));
        for device in 0..8 {
            coherency.copy(&(0..64), Location::device(device));
            coherency.write(&(0..64), Location::device(device));
        }
        assert!(!coherency.pieces.spilled());
        coherency.write(&(16..32), Location::HOST);
        assert_eq!(coherency.pieces.len(), 3);
        coherency.write(&(0..64), Location::HOST);
        assert_eq!(coherency.pieces.len(), 1);
    }

    #[test]
    fn a_buffer_without_bytes_has_nothing_to_move() {
        let mut coherency = Coherency::new(0, Locations::default());
        coherency.write(&(0..0), Location::HOST);
        assert!(coherency.is_current(&(0..0), Location::device(0)));
    }

    #[test]
    fn the_copies_in_device_memories_are_listed() {
        let set = Locations::only(Location::HOST).with(Location::device(0)).with(Location::device(200));
        assert_eq!(set.devices().collect::<Vec<_>>(), [Location::device(0), Location::device(200)]);
        assert_eq!(set.devices().filter_map(Location::device_index).collect::<Vec<_>>(), [0, 200]);
        assert_eq!(Location::HOST.device_index(), None);
    }
}
