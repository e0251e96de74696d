//! The types of nodes.

use crate::submission::{BufferCommand, Operation, UsmCommand};

/// The type of a node: `sycl::ext::oneapi::experimental::node_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum NodeKind {
    /// No command.
    Empty = 0,
    /// An executable graph.
    Subgraph = 1,
    /// A kernel.
    Kernel = 2,
    /// A copy.
    Memcpy = 3,
    /// A fill with one byte value.
    Memset = 4,
    /// A fill with a pattern.
    Memfill = 5,
    /// A prefetch.
    Prefetch = 6,
    /// Advice on memory.
    Memadvise = 7,
    /// A barrier.
    Barrier = 8,
    /// A host task.
    HostTask = 9,
}

impl NodeKind {
    /// The node type of a queue's recorded operation.
    pub(super) fn of(operation: &Operation<'_>) -> Self {
        match operation {
            Operation::Empty => Self::Empty,
            Operation::Kernel { .. } => Self::Kernel,
            Operation::HostTask(_) => Self::HostTask,
            Operation::Usm(UsmCommand::Copy { .. } | UsmCommand::Copy2d { .. } | UsmCommand::CopyPixels(_))
            | Operation::DeviceGlobal(_) => Self::Memcpy,
            Operation::Usm(UsmCommand::Set { .. }) => Self::Memset,
            Operation::Usm(UsmCommand::Fill { .. }) => Self::Memfill,
            Operation::Usm(UsmCommand::Prefetch { .. }) => Self::Prefetch,
            Operation::Usm(UsmCommand::Advise { .. }) => Self::Memadvise,
            Operation::Buffer(BufferCommand::Fill { .. }) => Self::Memfill,
            Operation::Buffer(BufferCommand::Copy { .. } | BufferCommand::UpdateHost) => Self::Memcpy,
            // No graph takes them.
            Operation::Semaphore(_) | Operation::Barrier => Self::Barrier,
            Operation::Replay(_) => Self::Subgraph,
        }
    }

    /// The name in the extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Subgraph => "subgraph",
            Self::Kernel => "kernel",
            Self::Memcpy => "memcpy",
            Self::Memset => "memset",
            Self::Memfill => "memfill",
            Self::Prefetch => "prefetch",
            Self::Memadvise => "memadvise",
            Self::Barrier => "ext_oneapi_barrier",
            Self::HostTask => "host_task",
        }
    }

    /// Whether an executable graph can get new contents of such a node.
    pub(super) fn is_updatable(self) -> bool {
        matches!(self, Self::Kernel | Self::HostTask)
    }
}
