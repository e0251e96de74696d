//! A graph that is being built, and its nodes, as data.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::group::CommandGroup;
use super::node_kind::NodeKind;
use super::recording_queue::{LoggedNode, RecordingQueue};
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::devices::device::Device;
use crate::memory::buffer::{AccessLog, Buffer};
use crate::programs::context::Context;
use crate::scheduler::queue::{Queue, QueueProperties};

/// The graphs that take the submissions of queues, by the numbers of the queues.
static TAKEN: Mutex<FxHashMap<usize, Weak<Object<Graph>>>> = Mutex::new(FxHashMap::with_hasher(FxBuildHasher));

/// How a graph is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphProperties {
    /// Edges are not checked for cycles (`no_cycle_check`).
    pub no_cycle_check: bool,
    /// Its commands may use buffers, which outlive it (`assume_buffer_outlives_graph`).
    pub buffers_outlive: bool,
}

/// A graph in the state `modifiable`.
pub struct Graph {
    this: Weak<Object<Self>>,
    id: u64,
    context: Arc<Object<Context>>,
    device: Arc<Object<Device>>,
    properties: GraphProperties,
    /// Command groups that are added explicitly go through it; it never runs anything.
    queue: Arc<Object<Queue>>,
    pub(super) state: Mutex<GraphState>,
}

/// The contents of a graph.
#[derive(Default)]
pub(super) struct GraphState {
    pub(super) nodes: Vec<Arc<Object<Node>>>,
    /// The predecessors and successors of each node.
    pub(super) predecessors: Vec<Vec<usize>>,
    pub(super) successors: Vec<Vec<usize>>,
    /// By buffer: which nodes use which bytes.
    pub(super) logs: FxHashMap<usize, AccessLog<LoggedNode>>,
    /// Queues that record to the graph.
    pub(super) recordings: Vec<RecordingQueue>,
    /// Buffers of what was recorded since no queue did.
    pub(super) recorded_buffers: Vec<Arc<Object<Buffer>>>,
}

/// A node. It keeps its command group, not its graph.
pub struct Node {
    pub(super) graph: Weak<Object<Graph>>,
    pub(super) graph_id: u64,
    pub(super) index: usize,
    pub(super) kind: NodeKind,
    pub(super) group: Mutex<Arc<CommandGroup>>,
}

impl Kind for Graph {
    const TAG: u64 = 0x6772_6170_685f_5f31;
}

impl Graph {
    /// A graph without nodes, for a device of a context.
    pub fn new(
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        properties: GraphProperties,
    ) -> Result<Arc<Object<Self>>> {
        static LAST_ID: AtomicU64 = AtomicU64::new(0);
        let queue = Queue::new(context, device, QueueProperties::default())?;
        let graph = Object::new_cyclic(|this: &Weak<Object<Self>>| Self {
            this: this.clone(),
            id: 1 + LAST_ID.fetch_add(1, Ordering::Relaxed),
            context: context.clone(),
            device: device.clone(),
            properties,
            queue,
            state: Mutex::default(),
        });
        graph.take(&graph.queue);
        Ok(graph)
    }

    /// A unique number, higher than those of older graphs.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The context that its commands run in.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// The device that its commands run on.
    pub fn device(&self) -> &Arc<Object<Device>> {
        &self.device
    }

    pub(super) fn properties(&self) -> GraphProperties {
        self.properties
    }

    pub(super) fn own_queue(&self) -> &Arc<Object<Queue>> {
        &self.queue
    }

    /// The graph that takes the submissions of a queue.
    pub(super) fn of(queue: &Queue) -> Option<Arc<Object<Self>>> {
        if !queue.is_recording() {
            return None;
        }
        TAKEN.lock().get(&queue.device_queue().number())?.upgrade()
    }

    /// Takes the submissions of a queue from now on. False if a graph does already.
    pub(super) fn take(&self, queue: &Queue) -> bool {
        let mut taken = TAKEN.lock();
        let number = queue.device_queue().number();
        if taken.get(&number).is_some_and(|graph| graph.strong_count() != 0) {
            return false;
        }
        taken.insert(number, self.this.clone());
        queue.set_recording(true);
        true
    }

    /// Ends a queue's recording, so that it runs its submissions again.
    pub(super) fn give_back(recording: &RecordingQueue) {
        let mut taken = TAKEN.lock();
        if let Some(queue) = recording.queue.upgrade() {
            queue.set_recording(false);
        }
        taken.remove(&recording.number);
    }

    /// A queue whose submissions become nodes, for the explicit API. Fails while other queues
    /// record to the graph.
    pub fn queue(&self) -> Result<Arc<Object<Queue>>> {
        self.check_explicit()?;
        Ok(self.queue.clone())
    }

    pub(super) fn check_explicit(&self) -> Result<()> {
        match self.state.lock().recordings.is_empty() {
            true => Ok(()),
            false => Err(Error::Invalid("the graph cannot be changed while a queue records to it".to_owned())),
        }
    }

    /// All nodes, in the order in which they were added.
    pub fn nodes(&self) -> Vec<Arc<Object<Node>>> {
        self.state.lock().nodes.clone()
    }

    /// The index of one of its nodes.
    pub(super) fn index_of(&self, node: &Node) -> Result<usize> {
        if node.graph_id() == self.id {
            return Ok(node.index());
        }
        Err(Error::Invalid("the node belongs to another graph".to_owned()))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        state.recordings.iter().for_each(Self::give_back);
        TAKEN.lock().remove(&self.queue.device_queue().number());
        state.recorded_buffers.drain(..).for_each(|buffer| buffer.core().end_recording());
    }
}

impl Kind for Node {
    const TAG: u64 = 0x6772_6170_685f_6e31;
}

impl Node {
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

    /// The current command group.
    pub(super) fn group(&self) -> Arc<CommandGroup> {
        self.group.lock().clone()
    }
}
