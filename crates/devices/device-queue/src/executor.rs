//! A driver's part in its queues.

use tandem_device::{Origin, Result, Work};

/// The driver's side of a [`CommandQueue`](crate::CommandQueue).
pub trait Executor: Send + Sync {
    /// Does the work of one command to its end. Called by one thread at a time per queue, except for commands of
    /// out-of-order queues that are not [brief](Self::is_brief); with no lock held; may block. The origin is where the
    /// program submitted the command, if that is known.
    fn execute(&self, work: &mut Work, origin: Option<&Origin>) -> Result<()>;

    /// Whether the work is too short for other commands of an out-of-order queue to overlap with it. By default, all
    /// work is, and no commands overlap.
    fn is_brief(&self, _work: &Work) -> bool {
        true
    }
}
