//! A driver's part in its queues.

use tandem_device::{Command, Origin, Result};

/// What a driver must offer for [`CommandQueue`](crate::CommandQueue).
pub trait Executor: Send + Sync {
    /// Executes one command to its end. Called by one thread at a time per
    /// queue, but for commands of out-of-order queues that are not
    /// [brief](Self::is_brief); with no lock held; may block. Never called with
    /// [`Command::Marker`], [`Command::Barrier`] or [`Command::Replay`], which the queue handles
    /// itself. The origin is where the program submitted the command, if that is known.
    fn execute(&self, command: &mut Command, origin: Option<&Origin>) -> Result<()>;

    /// Whether running other commands of an out-of-order queue beside this one
    /// is not worth while. By default all are, and none overlap.
    fn is_brief(&self, _command: &Command) -> bool {
        true
    }
}
