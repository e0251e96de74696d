//! Command groups as nodes keep them: the owned form of a submission.

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;

use super::node_kind::NodeKind;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::base::source_location::SourceLocation;
use crate::memory::buffer::Buffer;
use crate::programs::kernel::Kernel;
use crate::scheduler::HostTask;
use crate::scheduler::queue::Queue;
use crate::submission::{
    Access, AccessMode, Arg, Args, BufferCommand, Closure, KernelSource, NdRange, Operation, Submission, UsmCommand,
};

/// A submission that is to be recorded.
pub struct Recorded<'a> {
    /// The operation and its dependencies.
    pub submission: Submission<'a>,
    /// The buffers of its accessors, in their order.
    pub buffers: Vec<Arc<Object<Buffer>>>,
    /// Lives as long as the node's command.
    pub kept: Option<Arc<dyn Any + Send + Sync>>,
    /// The graph that it runs, for a node that is one; its operation is empty.
    pub graph: Option<Arc<Steps>>,
}

impl Recorded<'_> {
    /// The type of the resulting node.
    pub(super) fn kind(&self) -> NodeKind {
        self.graph.as_ref().map_or_else(|| NodeKind::of(&self.submission.operation), |_| NodeKind::Subgraph)
    }
}

/// A command group. Clones share its data.
#[derive(Clone)]
pub(super) struct CommandGroup {
    pub(super) work: Work,
    pub(super) accesses: Arc<[GroupAccess]>,
    /// Where the program added it.
    pub(super) location: Option<&'static SourceLocation>,
    /// Host tasks have a handle of the queue that they were submitted to.
    _queue: Arc<Object<Queue>>,
    _kept: Option<Arc<dyn Any + Send + Sync>>,
}

/// The work of a command group.
#[derive(Clone)]
pub(super) enum Work {
    Nothing,
    Kernel { kernel: Arc<Kernel>, range: NdRange, args: Arc<KernelArguments> },
    HostTask(Arc<Mutex<HostTask>>),
    Usm(UsmCommand),
    Buffer(BufferCommand),
    Graph(Arc<Steps>),
}

/// The steps of an executable graph, shared with the nodes of other graphs that run it.
pub struct Steps {
    /// The number of the graph that it was made from.
    pub(super) graph_id: u64,
    pub(super) list: Mutex<Vec<Step>>,
}

/// A node of an executable graph, or a node of a graph that is one.
#[derive(Clone)]
pub(super) struct Step {
    /// The index of the graph's node; nodes of graphs within have none.
    pub(super) node: Option<usize>,
    pub(super) kind: NodeKind,
    pub(super) group: Arc<CommandGroup>,
    /// Earlier steps.
    pub(super) after: Vec<usize>,
}

/// The arguments of a kernel.
pub(super) enum KernelArguments {
    Closure { bytes: Box<[u8]>, scratch_bytes: usize },
    List(Box<[Arg]>),
}

/// An accessor of a command group.
#[derive(Clone)]
pub(super) struct GroupAccess {
    pub(super) key: usize,
    pub(super) buffer: Arc<Object<Buffer>>,
    pub(super) mode: AccessMode,
    pub(super) offset: usize,
    pub(super) size: usize,
}

impl CommandGroup {
    /// The command group of a submission to a queue. Its kernel is looked up, and built where it
    /// is new.
    pub(super) fn new(queue: &Arc<Object<Queue>>, recorded: Recorded<'_>) -> Result<Self> {
        let Submission { operation, accesses, location, .. } = recorded.submission;
        let access = |(access, buffer): (&Access<'_>, Arc<Object<Buffer>>)| {
            let Access { key, mode, offset, size, .. } = *access;
            GroupAccess { key, buffer, mode, offset, size }
        };
        let accesses = accesses.iter().zip(recorded.buffers).map(access).collect();
        let work = match recorded.graph {
            Some(graph) => Work::Graph(graph),
            None => Work::new(queue, operation)?,
        };
        Ok(Self { work, accesses, location, _queue: queue.clone(), _kept: recorded.kept })
    }

    /// The accessors, as a submission has them.
    pub(super) fn accesses(&self) -> SmallVec<[Access<'_>; 4]> {
        self.accesses.iter().map(GroupAccess::as_access).collect()
    }

    /// The kernel, if it is one, and its index space.
    pub(super) fn kernel(&self) -> Option<(&Arc<Kernel>, &NdRange)> {
        match &self.work {
            Work::Kernel { kernel, range, .. } => Some((kernel, range)),
            _ => None,
        }
    }
}

impl GroupAccess {
    pub(super) fn as_access(&self) -> Access<'_> {
        let Self { key, ref buffer, mode, offset, size } = *self;
        Access { key, buffer, mode, offset, size }
    }
}

impl Work {
    fn new(queue: &Arc<Object<Queue>>, operation: Operation<'_>) -> Result<Self> {
        Ok(match operation {
            Operation::Empty | Operation::Barrier => Self::Nothing,
            Operation::Kernel { source, range, args } => {
                if !range.is_empty() {
                    queue.check_launch(source, &range)?;
                }
                let kernel = queue.kernel(source)?;
                range.check_kernel(&kernel, queue.device())?;
                let args = match args {
                    Args::Closure(Closure { bytes, scratch_bytes }) => {
                        KernelArguments::Closure { bytes: bytes.into(), scratch_bytes }
                    }
                    Args::List(list) => KernelArguments::List(list.into()),
                };
                Self::Kernel { kernel, range, args: Arc::new(args) }
            }
            Operation::HostTask(task) => Self::HostTask(Arc::new(Mutex::new(task))),
            Operation::Usm(UsmCommand::Copy2d { .. }) => return Err(unsupported("a 2D copy of USM")),
            Operation::Usm(UsmCommand::CopyPixels(_)) => return Err(unsupported("a copy of pixels")),
            Operation::Usm(command) => Self::Usm(command),
            Operation::Buffer(command) => Self::Buffer(command),
            Operation::DeviceGlobal(_) => return Err(unsupported("a copy of a device_global")),
            Operation::Semaphore(_) => return Err(unsupported("an operation of a semaphore")),
            Operation::Replay(_) => return Err(unsupported("a command buffer")),
        })
    }

    /// The operation that a queue is given.
    pub(super) fn as_operation(&self) -> Operation<'_> {
        match self {
            // Graphs are taken apart before they run.
            Self::Nothing | Self::Graph(_) => Operation::Empty,
            Self::Kernel { kernel, range, args } => Operation::Kernel {
                source: KernelSource::Kernel(kernel),
                range: *range,
                args: match &**args {
                    KernelArguments::Closure { bytes, scratch_bytes } => {
                        Args::Closure(Closure { bytes, scratch_bytes: *scratch_bytes })
                    }
                    KernelArguments::List(list) => Args::List(list),
                },
            },
            Self::HostTask(task) => {
                let task = task.clone();
                Operation::HostTask(HostTask::new(move || task.lock().run()))
            }
            Self::Usm(command) => Operation::Usm(command.clone()),
            Self::Buffer(command) => Operation::Buffer(command.clone()),
        }
    }

    /// Whether the host has to run a part of the work.
    pub(super) fn needs_host(&self) -> bool {
        matches!(self, Self::HostTask(_) | Self::Buffer(BufferCommand::UpdateHost))
    }
}

fn unsupported(what: &str) -> Error {
    Error::Invalid(format!("{what} cannot be a node of a graph"))
}
