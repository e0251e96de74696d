//! How submissions become nodes: those of queues that record, and those of the graph's own queue,
//! through which the explicit API adds command groups.

use std::sync::Arc;

use super::group::{CommandGroup, GroupAccess, Recorded};
use super::modifiable::{Graph, GraphState, Node};
use super::node_kind::NodeKind;
use super::recording_queue::{LoggedNode, RecordingQueue};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::memory::buffer::{AccessLog, Location, Use};
use crate::scheduler::event::{Event, EventRef};
use crate::scheduler::queue::Queue;
use crate::submission::Access;

/// The graph that a submission goes to instead of a device.
pub struct Recording {
    graph: Arc<Object<Graph>>,
}

/// The graph that takes a submission to this queue with these dependencies, if one does: the one
/// that the queue records to, or the one of an event. In the second case the queue begins to record.
#[inline]
pub fn recording_for(queue: &Arc<Object<Queue>>, deps: &[EventRef]) -> Result<Option<Recording>> {
    if let Some(graph) = Graph::of(queue) {
        return Ok(Some(Recording { graph }));
    }
    let Some(node) = deps.iter().find_map(|dep| node_of(dep)) else { return Ok(None) };
    let graph = node.graph().filter(|graph| !graph.state.lock().recordings.is_empty()).ok_or_else(outside)?;
    graph.begin_recording(queue)?;
    Ok(Some(Recording { graph }))
}

/// The node that an event represents.
pub fn node_of(event: &Event) -> Option<Arc<Object<Node>>> {
    event.node()?.clone().downcast().ok()
}

/// Fails for the event of a submission that was recorded: nothing will ever happen to it.
pub fn refuse_recorded(event: &Event) -> Result<()> {
    if event.node().is_none() { Ok(()) } else { Err(outside()) }
}

/// Fails while a queue records.
pub fn refuse_recording(queue: &Queue) -> Result<()> {
    match Graph::of(queue) {
        Some(_) => Err(Error::Invalid("a queue that records to a graph cannot be waited for".to_owned())),
        None => Ok(()),
    }
}

fn outside() -> Error {
    Error::Invalid("the event of a command that was recorded to a graph is used outside of it".to_owned())
}

impl Queue {
    /// The graph that the queue records to.
    pub fn recorded_graph(&self) -> Option<Arc<Object<Graph>>> {
        Graph::of(self)
    }
}

impl Graph {
    /// Makes the submissions of a queue become nodes.
    pub fn begin_recording(&self, queue: &Arc<Object<Queue>>) -> Result<()> {
        if !Arc::ptr_eq(queue.context(), self.context()) || !Arc::ptr_eq(queue.device(), self.device()) {
            return Err(Error::Invalid("queue and graph have different contexts or devices".to_owned()));
        }
        let mut state = self.state.lock();
        if !self.take(queue) {
            return Err(Error::Invalid("the queue is already recording to a graph".to_owned()));
        }
        let (queue, number) = (Arc::downgrade(queue), queue.device_queue().number());
        state.recordings.push(RecordingQueue { queue, number, leaves: Vec::new(), before: None });
        Ok(())
    }

    /// Ends the recording of a queue, or, without one, of all queues that record to the graph.
    pub fn end_recording(&self, queue: Option<&Arc<Object<Queue>>>) -> Result<()> {
        let mut state = self.state.lock();
        match queue {
            None => state.recordings.iter().for_each(Self::give_back),
            Some(queue) => match Graph::of(queue) {
                None => return Ok(()),
                Some(graph) if graph.id() == self.id() => {
                    state
                        .recordings
                        .iter()
                        .filter(|known| known.number == queue.device_queue().number())
                        .for_each(Self::give_back);
                }
                Some(_) => return Err(Error::Invalid("the queue records to another graph".to_owned())),
            },
        }
        let ended = queue.map(|queue| queue.device_queue().number());
        state.recordings.retain(|known| ended.is_some_and(|number| number != known.number));
        if state.recordings.is_empty() {
            state.recorded_buffers.drain(..).for_each(|buffer| buffer.core().end_recording());
        }
        Ok(())
    }
}

impl Recording {
    /// Records a submission as a node. Returns the event that represents it.
    pub fn record(&self, queue: &Arc<Object<Queue>>, recorded: Recorded<'_>) -> Result<EventRef> {
        let graph = &self.graph;
        let kind = recorded.kind();
        let is_explicit = Arc::ptr_eq(queue, graph.own_queue());
        if is_explicit && kind == NodeKind::Barrier {
            let reason =
                "a barrier needs a queue; an explicit node can have the property depends_on_all_leaves instead";
            return Err(Error::Invalid(reason.to_owned()));
        }
        graph.check_accesses(recorded.submission.accesses)?;
        let mut after = Vec::new();
        for dep in recorded.submission.deps {
            let node = node_of(dep).ok_or_else(|| {
                let reason = "a command that is recorded to a graph depends on an event of another graph";
                Error::Invalid(reason.to_owned())
            })?;
            push_new(&mut after, graph.index_of(&node)?);
        }
        let has_deps = !recorded.submission.deps.is_empty();
        let buffers = recorded.buffers.clone();
        // May build the kernel: no lock is held.
        let group = CommandGroup::new(queue, recorded)?;
        let mut state = graph.state.lock();
        if is_explicit && !state.recordings.is_empty() {
            return Err(Error::Invalid("the graph cannot be changed while a queue records to it".to_owned()));
        }
        state.add_order(queue, kind, has_deps, &mut after);
        let accesses = group.accesses.clone();
        state.log_accesses(&accesses, &mut after)?;
        let node = state.add(graph, kind, group, &after);
        state.take_note(queue, kind, node.index());
        if !is_explicit {
            buffers.iter().for_each(|buffer| buffer.core().begin_recording());
            state.recorded_buffers.extend(buffers);
        }
        Ok(EventRef::recorded(queue, node))
    }
}

fn push_new(list: &mut Vec<usize>, index: usize) {
    if !list.contains(&index) {
        list.push(index);
    }
}

impl Graph {
    /// Refuses accessors of buffers that may be gone, or written back, when the graph runs.
    fn check_accesses(&self, accesses: &[Access<'_>]) -> Result<()> {
        if accesses.is_empty() {
            return Ok(());
        }
        if !self.properties().buffers_outlive {
            let reason = "commands of a graph use buffers only if it has the property assume_buffer_outlives_graph";
            return Err(Error::Invalid(reason.to_owned()));
        }
        if accesses.iter().any(|access| access.buffer.core().writes_back()) {
            let reason = "a command of a graph uses a buffer that writes back to memory of the program; \
                          set_final_data(nullptr) or set_write_back(false) turn that off";
            return Err(Error::Invalid(reason.to_owned()));
        }
        Ok(())
    }
}

impl GraphState {
    /// Adds what the order of its queue puts before a submission.
    fn add_order(&self, queue: &Queue, kind: NodeKind, has_deps: bool, after: &mut Vec<usize>) {
        let Some(known) = self.recordings.iter().find(|known| known.number == queue.device_queue().number()) else {
            return;
        };
        known.before.iter().for_each(|&before| push_new(after, before));
        if kind == NodeKind::Barrier && !has_deps {
            known.leaves.iter().for_each(|&leaf| push_new(after, leaf));
        }
    }

    /// Notes the node of a submission for the order of its queue.
    fn take_note(&mut self, queue: &Queue, kind: NodeKind, node: usize) {
        let (predecessors, number) = (&self.predecessors[node], queue.device_queue().number());
        let Some(known) = self.recordings.iter_mut().find(|known| known.number == number) else { return };
        known.leaves.retain(|leaf| !predecessors.contains(leaf));
        known.leaves.push(node);
        if queue.is_in_order() || kind == NodeKind::Barrier {
            known.before = Some(node);
        }
    }

    /// Adds the nodes whose accesses conflict with those of the next node, and notes its own.
    fn log_accesses(&mut self, accesses: &[GroupAccess], after: &mut Vec<usize>) -> Result<()> {
        let node = LoggedNode(self.nodes.len());
        let usage = |access: &GroupAccess| match access.mode.writes() {
            true => Use::Write,
            false => Use::Read(Location::HOST),
        };
        let core = |access: &GroupAccess| std::ptr::from_ref(access.buffer.core()) as usize;
        // All conflicts before any entry: the node does not wait for itself.
        let mut bytes = Vec::with_capacity(accesses.len());
        for access in accesses {
            let used = access.buffer.bytes(access.offset, access.size)?;
            if let Some(log) = self.logs.get(&core(access)) {
                log.conflicts(&used, usage(access), None, |_| false, |conflict| push_new(after, conflict.event.0));
            }
            bytes.push(used);
        }
        for (access, used) in accesses.iter().zip(bytes) {
            let log: &mut AccessLog<LoggedNode> = self.logs.entry(core(access)).or_default();
            log.insert(used, usage(access), node.clone(), |_| false);
        }
        Ok(())
    }
}
