//! Shuffles between vectors in memory, where the elements of one lane are consecutive, and vectors that have one
//! element of each lane.
//!
//! There are equal numbers of both kinds. If that number is even, the elements with even numbers are first separated
//! from those with odd numbers, each by one shuffle of two vectors, which is fastest on processors.

use tandem_ir::{Builder, Value};

use super::Widener;

/// The source of an element of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Source {
    /// The number of the vector.
    vector: u32,
    /// The number of the element in it.
    at: u32,
}

impl<'m> Widener<'_, 'm> {
    /// The vectors of each lane's elements, of those in memory.
    pub(super) fn separated(&self, pieces: Vec<Value<'m>>) -> Vec<Value<'m>> {
        let (stride, lanes) = (pieces.len() as u32, self.lanes());
        if stride.is_multiple_of(2) {
            let half = |odd: u32| {
                let order = |at: u32| 2 * at + odd;
                self.separated(pieces.chunks(2).map(|pair| self.shuffled(pair[0], pair[1], order)).collect())
            };
            return half(0).into_iter().zip(half(1)).flat_map(|(even, odd)| [even, odd]).collect();
        }
        let vector = |member: u32| {
            self.collected(&pieces, |lane| {
                let element = lane * stride + member;
                Source { vector: element / lanes, at: element % lanes }
            })
        };
        (0..stride).map(vector).collect()
    }

    /// The vectors in memory, of those of each lane's elements.
    pub(super) fn interleaved(&self, vectors: Vec<Value<'m>>) -> Vec<Value<'m>> {
        let (stride, lanes) = (vectors.len() as u32, self.lanes());
        if stride.is_multiple_of(2) {
            let half = |odd: usize| self.interleaved(vectors.iter().copied().skip(odd).step_by(2).collect());
            let pair = |(even, odd): (Value<'m>, Value<'m>)| {
                let order = |first: u32| move |at: u32| first + at / 2 + at % 2 * lanes;
                [0, lanes / 2].map(|first| self.shuffled(even, odd, order(first)))
            };
            return half(0).into_iter().zip(half(1)).flat_map(pair).collect();
        }
        let piece = |piece: u32| {
            self.collected(&vectors, |at| {
                let element = piece * lanes + at;
                Source { vector: element % stride, at: element / stride }
            })
        };
        (0..stride).map(piece).collect()
    }

    fn shuffled(&self, left: Value<'m>, right: Value<'m>, order: impl Fn(u32) -> u32) -> Value<'m> {
        let order = self.numbers(self.module.int(32), |at| order(at).into());
        self.builder.shuffle(left, right, order)
    }

    /// A vector whose elements are taken from several vectors in turn.
    fn collected(&self, vectors: &[Value<'m>], source: impl Fn(u32) -> Source) -> Value<'m> {
        let (lanes, int) = (self.lanes(), self.module.int(32));
        (1..).zip(&vectors[1..]).fold(vectors[0], |collected, (number, vector)| {
            let order: Vec<_> = (0..lanes)
                .map(|lane| match source(lane) {
                    Source { vector, at } if vector == number => int.int(u64::from(lanes + at), false),
                    // The first step takes from the first vector, too.
                    Source { vector: 0, at } if number == 1 => int.int(u64::from(at), false),
                    Source { vector, .. } if vector < number => int.int(u64::from(lane), false),
                    _ => int.poison(),
                })
                .collect();
            self.builder.shuffle(collected, *vector, Builder::const_vector(&order))
        })
    }
}
