//! A graph that is being built.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::group::CommandGroup;
use super::node::{Node, NodeKind};
use super::record::{LoggedNode, RecordingQueue};
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::devices::device::Device;
use crate::memory::buffer::{AccessLog, Buffer};
use crate::programs::context::Context;
use crate::scheduler::queue::{Queue, QueueProperties};

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

/// What is in a graph.
#[derive(Default)]
pub(super) struct GraphState {
    pub(super) nodes: Vec<Arc<Object<Node>>>,
    /// By node: what it comes after, and what comes after it.
    pub(super) predecessors: Vec<Vec<usize>>,
    pub(super) successors: Vec<Vec<usize>>,
    /// By buffer: which nodes use which bytes.
    pub(super) logs: FxHashMap<usize, AccessLog<LoggedNode>>,
    /// Queues that record to the graph.
    pub(super) recordings: Vec<RecordingQueue>,
    /// Buffers of what was recorded since no queue did.
    pub(super) recorded_buffers: Vec<Arc<Object<Buffer>>>,
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
        graph.queue.begin_recording(graph.as_recorder());
        Ok(graph)
    }

    /// A number of its own, higher than those of older graphs.
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

    pub(super) fn as_recorder(&self) -> Weak<dyn Any + Send + Sync> {
        self.this.clone()
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

    /// The nodes that depend on no other.
    pub fn roots(&self) -> Vec<Arc<Object<Node>>> {
        let state = self.state.lock();
        let is_root = |node: &&Arc<Object<Node>>| state.predecessors[node.index()].is_empty();
        state.nodes.iter().filter(is_root).cloned().collect()
    }

    pub(super) fn predecessors(&self, index: usize) -> Vec<Arc<Object<Node>>> {
        let state = self.state.lock();
        state.predecessors[index].iter().map(|&index| state.nodes[index].clone()).collect()
    }

    pub(super) fn successors(&self, index: usize) -> Vec<Arc<Object<Node>>> {
        let state = self.state.lock();
        state.successors[index].iter().map(|&index| state.nodes[index].clone()).collect()
    }

    /// Has one node run behind another one.
    pub fn add_edge(&self, from: &Node, to: &Node) -> Result<()> {
        self.check_explicit()?;
        let (from, to) = (self.index_of(from)?, self.index_of(to)?);
        let mut state = self.state.lock();
        if from == to {
            return Err(Error::Invalid("an edge from a node to itself".to_owned()));
        }
        if !self.properties.no_cycle_check && state.reaches(to, from) {
            return Err(Error::Invalid("the edge would close a cycle of the graph".to_owned()));
        }
        state.connect(from, to);
        Ok(())
    }

    /// Has a node run behind all others that nothing comes after.
    pub fn add_edges_from_leaves(&self, node: &Node) -> Result<()> {
        self.check_explicit()?;
        let node = self.index_of(node)?;
        let mut state = self.state.lock();
        let leaves: Vec<usize> =
            (0..state.nodes.len()).filter(|&leaf| leaf != node && state.successors[leaf].is_empty()).collect();
        for leaf in leaves
            .into_iter()
            .filter(|&leaf| self.properties.no_cycle_check || !state.reaches(node, leaf))
            .collect::<Vec<_>>()
        {
            state.connect(leaf, node);
        }
        Ok(())
    }

    /// The index of one of its nodes.
    pub(super) fn index_of(&self, node: &Node) -> Result<usize> {
        if node.graph_id() == self.id {
            return Ok(node.index());
        }
        Err(Error::Invalid("the node belongs to another graph".to_owned()))
    }
}

impl GraphState {
    /// Adds a node behind others.
    pub(super) fn add(
        &mut self,
        graph: &Arc<Object<Graph>>,
        kind: NodeKind,
        group: CommandGroup,
        after: &[usize],
    ) -> Arc<Object<Node>> {
        let index = self.nodes.len();
        let node = Object::new(Node::new(graph, index, kind, group));
        self.nodes.push(node.clone());
        self.predecessors.push(Vec::new());
        self.successors.push(Vec::new());
        for &before in after {
            self.connect(before, index);
        }
        node
    }

    fn connect(&mut self, from: usize, to: usize) {
        if !self.predecessors[to].contains(&from) {
            self.predecessors[to].push(from);
            self.successors[from].push(to);
        }
    }

    /// Whether one node comes before another one, or is it.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&self.successors[node]);
            }
        }
        false
    }
}
