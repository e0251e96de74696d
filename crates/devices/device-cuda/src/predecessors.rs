//! Commands of other streams that the commands of a stream wait for.
//!
//! A small copy to host memory is written to a pinned slot in its stream, and copied from there to its target when the
//! command is retired. Retiring a kernel finds its failed assertion. A command that waited for one of these in another
//! stream is complete only when that one is retired, too.

use std::sync::{Arc, Weak};

/// A stream whose commands wait for those of others.
pub trait Successor: Sized {
    /// The predecessors in other streams of commands up to this one: each stream with the number of its command.
    fn predecessors(&self, number: u64) -> Vec<(Arc<Self>, u64)>;

    /// Retires commands up to this one, without their predecessors.
    fn retire_own(&self, number: u64);
}

/// The predecessors of a stream's commands in other streams.
pub struct Predecessors<S>(Vec<Predecessor<S>>);

struct Predecessor<S> {
    /// Number of the command that waits.
    waiting: u64,
    /// The stream of the predecessor. One that was dropped has retired all commands.
    stream: Weak<S>,
    /// Number of the command there.
    number: u64,
}

impl<S> Default for Predecessors<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S> Predecessors<S> {
    /// The command `waiting` waits for command `number` of another stream.
    pub fn add(&mut self, waiting: u64, stream: &Arc<S>, number: u64) {
        self.0.push(Predecessor { waiting, stream: Arc::downgrade(stream), number });
    }

    /// The predecessors of commands up to this one.
    pub fn until(&self, waiting: u64) -> Vec<(Arc<S>, u64)> {
        let before = self.0.iter().filter(|predecessor| predecessor.waiting <= waiting);
        before.filter_map(|predecessor| Some((predecessor.stream.upgrade()?, predecessor.number))).collect()
    }

    /// Removes the predecessors of commands up to this one, once they are retired.
    pub fn remove_until(&mut self, waiting: u64) {
        self.0.retain(|predecessor| predecessor.waiting > waiting);
    }

    /// Whether no command waits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Retires the direct and indirect predecessors of a command in other streams. The device has
/// completed the command, and so all of them.
///
/// When this returns, all of them are retired, whichever thread did it: they are removed from the
/// lists only afterwards.
pub fn retire_predecessors<S: Successor>(stream: &S, number: u64) {
    let mut reached = stream.predecessors(number);
    let mut next = 0;
    while let Some((other, until)) = reached.get(next).cloned() {
        next += 1;
        for (further, until) in other.predecessors(until) {
            let is_own = std::ptr::eq(&raw const *further, stream);
            let is_known = reached.iter().any(|(known, number)| Arc::ptr_eq(known, &further) && *number >= until);
            if !is_own && !is_known {
                reached.push((further, until));
            }
        }
    }
    for (other, until) in reached {
        other.retire_own(until);
    }
}
