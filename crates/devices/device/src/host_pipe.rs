//! Host pipes: commands that move one word between the host and a pipe of device code
//! (`cl_intel_program_scope_host_pipe`). Only devices with that [extension](HOST_PIPES) are given any.
//!
//! A pipe is a ring of slots in device memory, which device code reads and writes, too. Its layout is in
//! `docs/internals/boundaries.md`, section 9. A variable of the program holds its address.

use std::fmt;
use std::sync::Arc;

use crate::memory::{DevicePtr, HostPtr};
use crate::program::Program;

/// Devices with host pipes have it among [`DeviceInfo::extensions`](crate::DeviceInfo::extensions).
pub use tandem_image::device_global::HOST_PIPES;

/// The host's end of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeDirection {
    /// The host takes the oldest word.
    Read,
    /// The host adds a word.
    Write,
}

/// Moves one word between host memory and a pipe.
#[derive(Clone)]
pub struct HostPipeCommand {
    /// The pipe's name, for messages.
    pub name: Arc<str>,
    /// The variable that holds the address of the ring.
    pub variable: DevicePtr,
    /// The program that the variable is part of, which lives as long as the command.
    pub program: Option<Arc<dyn Program>>,
    /// From where to where.
    pub direction: PipeDirection,
    /// The word in host memory, valid until the command is complete.
    pub word: HostPtr,
    /// Size of the word in bytes. It is an error if the words of the pipe have another one.
    pub bytes: usize,
    /// Whether to wait for a word or for room. Otherwise the command fails with
    /// [`Error::PipeEmpty`](crate::Error::PipeEmpty) or [`Error::PipeFull`](crate::Error::PipeFull), which only its
    /// event reports: the queue records no failure.
    pub is_blocking: bool,
}

impl fmt::Debug for HostPipeCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of host pipe {}", self.direction, self.name)
    }
}
