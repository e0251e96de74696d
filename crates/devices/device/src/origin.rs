//! The origin of a command, for messages about it.

/// The origin of a command, as far as the caller of a queue knows it. It says nothing about how the command is
/// executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The source file whose code submitted the command. It outlives the library that it is
    /// part of. Empty for an internal command.
    pub file: &'static str,
    /// The line in it, from 1; 0 for an internal command.
    pub line: u32,
    /// The queue, as the caller's own messages and traces name it.
    pub queue: usize,
}

impl Origin {
    /// Whether the caller adds the command to one of the program, which waits for it. If it fails, the other one also
    /// fails with the same reason, so a queue records no separate failure for it.
    #[inline]
    pub fn is_internal(&self) -> bool {
        self.file.is_empty()
    }

    /// The origin of a command of the program.
    #[inline]
    pub fn of_program(origin: Option<&Self>) -> Option<&Self> {
        origin.filter(|origin| !origin.is_internal())
    }
}
