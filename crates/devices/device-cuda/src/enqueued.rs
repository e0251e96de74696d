//! The outcome of enqueuing a command.

use crate::staging::Slots;

/// Where a command is.
pub enum Enqueued {
    /// In the stream; slots are held until it is complete.
    InStream(Option<Slots>),
    /// In the stream, and the pageable memory that it is about has been read.
    HasRead,
    /// No stream can execute it: the host does.
    OnHost,
}
