//! The state that a graph keeps for each queue that records to it.

use std::sync::Weak;

use crate::base::object::Object;
use crate::memory::buffer::Completion;
use crate::scheduler::event::Outcome;
use crate::scheduler::queue::Queue;

/// A queue that records.
pub(super) struct RecordingQueue {
    pub(super) queue: Weak<Object<Queue>>,
    pub(super) number: usize,
    /// Nodes of the queue without a later node of the queue as a successor.
    pub(super) leaves: Vec<usize>,
    /// The predecessor of every later node of the queue: the last node of an in-order queue, or the
    /// last barrier of an out-of-order queue.
    pub(super) before: Option<usize>,
}

/// A node in the log of a buffer: nothing ends while a graph is built.
#[derive(Clone, Debug)]
pub(super) struct LoggedNode(pub(super) usize);

impl Completion for LoggedNode {
    fn outcome(&self) -> Outcome {
        Outcome::Running
    }

    fn has_failed(&self) -> bool {
        false
    }
}
