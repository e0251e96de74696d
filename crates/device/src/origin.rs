//! Where a command comes from, for messages about it.

/// What the caller of a queue knows of a command's origin. It says nothing about how the
/// command is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The source file whose code submitted the command. It outlives the library that it is
    /// part of.
    pub file: &'static str,
    /// The line in it, from 1.
    pub line: u32,
    /// The queue, as the caller's own messages and traces name it.
    pub queue: usize,
}
