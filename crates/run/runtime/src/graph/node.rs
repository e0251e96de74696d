//! Nodes of graphs.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::group::{CommandGroup, Work};
use super::modifiable::Graph;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::submission::{BufferCommand, Groups, NdRange, Operation, UsmCommand};

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
    /// What the recorded operation of a queue becomes.
    pub(super) fn of(operation: &Operation<'_>) -> Self {
        match operation {
            Operation::Empty => Self::Empty,
            Operation::Kernel { .. } => Self::Kernel,
            Operation::HostTask(_) => Self::HostTask,
            Operation::Usm(UsmCommand::Copy { .. } | UsmCommand::Copy2d { .. }) | Operation::DeviceGlobal(_) => {
                Self::Memcpy
            }
            Operation::Usm(UsmCommand::Set { .. }) => Self::Memset,
            Operation::Usm(UsmCommand::Fill { .. }) => Self::Memfill,
            Operation::Usm(UsmCommand::Prefetch { .. }) => Self::Prefetch,
            Operation::Usm(UsmCommand::Advise { .. }) => Self::Memadvise,
            Operation::Buffer(BufferCommand::Fill { .. }) => Self::Memfill,
            Operation::Buffer(BufferCommand::Copy { .. } | BufferCommand::UpdateHost) => Self::Memcpy,
            Operation::Barrier => Self::Barrier,
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

/// A node. It keeps its command group, not its graph.
pub struct Node {
    graph: Weak<Object<Graph>>,
    graph_id: u64,
    index: usize,
    kind: NodeKind,
    group: Mutex<Arc<CommandGroup>>,
}

impl Kind for Node {
    const TAG: u64 = 0x6772_6170_685f_6e31;
}

impl Node {
    pub(super) fn new(graph: &Arc<Object<Graph>>, index: usize, kind: NodeKind, group: CommandGroup) -> Self {
        let (graph_id, graph) = (graph.id(), Arc::downgrade(graph));
        Self { graph, graph_id, index, kind, group: Mutex::new(Arc::new(group)) }
    }

    /// The type.
    pub fn kind(&self) -> NodeKind {
        self.kind
    }

    /// The graph, if it still exists.
    pub(super) fn graph(&self) -> Option<Arc<Object<Graph>>> {
        self.graph.upgrade()
    }

    /// The number of the graph that it is a node of.
    pub(super) fn graph_id(&self) -> u64 {
        self.graph_id
    }

    /// Its place in the list of that graph's nodes.
    pub(super) fn index(&self) -> usize {
        self.index
    }

    /// What it runs now.
    pub(super) fn group(&self) -> Arc<CommandGroup> {
        self.group.lock().clone()
    }

    /// The nodes that it depends on directly; none if the graph is gone.
    pub fn predecessors(&self) -> Vec<Arc<Object<Self>>> {
        self.graph.upgrade().map_or_else(Vec::new, |graph| graph.predecessors(self.index))
    }

    /// The nodes that depend on it directly; none if the graph is gone.
    pub fn successors(&self) -> Vec<Arc<Object<Self>>> {
        self.graph.upgrade().map_or_else(Vec::new, |graph| graph.successors(self.index))
    }

    /// Gives a kernel another range, of as many dimensions. Executable graphs learn of it by an
    /// update.
    pub fn set_range(&self, mut range: NdRange) -> Result<()> {
        let mut group = self.group.lock();
        let Some((kernel, old)) = group.kernel() else {
            let kind = self.kind.name();
            return Err(Error::Invalid(format!("the range of a {kind} node cannot be changed: it runs no kernel")));
        };
        if old.dims != range.dims {
            let (old, new) = (old.dims, range.dims);
            return Err(Error::Invalid(format!("the kernel has {old} dimensions, its new range {new}")));
        }
        range.groups = old.groups;
        if old.groups == Groups::Hierarchical && range.local != old.local {
            return Err(Error::Invalid("the work-groups of a hierarchical kernel keep their size".to_owned()));
        }
        if let Some(graph) = self.graph() {
            range.check_kernel(kernel, graph.device())?;
        }
        let mut new = CommandGroup::clone(&group);
        if let Work::Kernel { range: place, .. } = &mut new.work {
            *place = range;
        }
        *group = Arc::new(new);
        Ok(())
    }
}
