//! Rows for commands of one queue that overlap: slices of one row must not.

use rustc_hash::FxHashMap;

use crate::base::clock::Span;

/// The time at which each lane of a queue is free again.
#[derive(Debug, Default)]
pub(super) struct Lanes(FxHashMap<usize, Vec<u64>>);

impl Lanes {
    /// The first lane of a queue that is free from the start of a span on. It is reserved until the end of the span.
    pub(super) fn lane(&mut self, queue: usize, span: Span) -> usize {
        let ends = self.0.entry(queue).or_default();
        match ends.iter().position(|end| *end <= span.start) {
            Some(lane) => {
                ends[lane] = span.end;
                lane
            }
            None => {
                ends.push(span.end);
                ends.len() - 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_spans_have_lanes_of_their_own() {
        let mut lanes = Lanes::default();
        let mut lane = |queue, start, end| lanes.lane(queue, Span { start, end });
        assert_eq!([lane(0, 0, 10), lane(0, 5, 20), lane(0, 10, 12), lane(0, 11, 13)], [0, 1, 0, 2]);
        assert_eq!(lane(1, 5, 6), 0, "queues do not share lanes");
        assert_eq!(lane(0, 20, 21), 0);
    }
}
