//! A graph that can be submitted: what its nodes were when it was finalized, in an order in which
//! they could run.

use std::sync::Arc;

use parking_lot::Mutex;

use super::group::{Step, Steps, Work};
use super::modifiable::{Graph, GraphState};
use super::native::NativeGraph;
use super::replay;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::base::process;
use crate::commands::command::Command;
use crate::memory::buffer::Completion;
use crate::scheduler::event::{EventRef, Outcome};
use crate::scheduler::queue::Queue;
use crate::scheduler::{DependencyLists, Events};

/// A graph in the state `executable`.
pub struct ExecutableGraph {
    is_updatable: bool,
    /// A queue with the graph's context and device. It runs no commands.
    queue: Arc<Object<Queue>>,
    /// Locked only while `state` is locked.
    steps: Arc<Steps>,
    pub(super) state: Mutex<ExecutableState>,
}

/// The mutable state.
pub(super) struct ExecutableState {
    /// The steps as one command buffer, if they can be one.
    pub(super) native: Option<NativeGraph>,
    /// The last submission.
    pub(super) last: Option<EventRef>,
}

impl Kind for ExecutableGraph {
    const TAG: u64 = 0x6772_6170_685f_6531;
}

impl Graph {
    /// An executable graph of what the nodes are now.
    pub fn finalize(&self, is_updatable: bool) -> Result<Arc<Object<ExecutableGraph>>> {
        let steps = steps_of(&self.state.lock())?;
        let queue = self.own_queue().clone();
        let native = NativeGraph::record(&queue, &steps)?;
        let steps = Arc::new(Steps { graph_id: self.id(), list: Mutex::new(steps) });
        let state = Mutex::new(ExecutableState { native, last: None });
        Ok(Object::new(ExecutableGraph { is_updatable, queue, steps, state }))
    }
}

/// The nodes in an order in which they could run, graphs within taken apart.
fn steps_of(graph: &GraphState) -> Result<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    // By node: the step after which it is complete.
    let mut ends = vec![0; graph.nodes.len()];
    for index in order_of(graph)? {
        let (node, predecessors) = (&graph.nodes[index], &graph.predecessors[index]);
        let mut after: Vec<usize> = predecessors.iter().map(|&before| ends[before]).collect();
        let group = node.group();
        if let Work::Graph(inner) = &group.work {
            let inner = inner.list.lock().clone();
            after = append(&mut steps, inner, after);
        }
        ends[index] = steps.len();
        steps.push(Step { node: Some(index), kind: node.kind(), group, after });
    }
    Ok(steps)
}

/// Appends the steps of a graph, to run after the steps `after`. Returns the final steps.
fn append(steps: &mut Vec<Step>, inner: Vec<Step>, after: Vec<usize>) -> Vec<usize> {
    if inner.is_empty() {
        return after;
    }
    let first = steps.len();
    let mut is_end = vec![true; inner.len()];
    inner.iter().flat_map(|step| &step.after).for_each(|&before| is_end[before] = false);
    for mut step in inner {
        step.node = None;
        step.after = match step.after.is_empty() {
            true => after.clone(),
            false => step.after.iter().map(|before| first + before).collect(),
        };
        steps.push(step);
    }
    is_end.iter().enumerate().filter(|(_, is_end)| **is_end).map(|(index, _)| first + index).collect()
}

/// The indices of nodes, each after its predecessors.
fn order_of(graph: &GraphState) -> Result<Vec<usize>> {
    let mut missing: Vec<usize> = graph.predecessors.iter().map(Vec::len).collect();
    let mut due: std::collections::BTreeSet<usize> = (0..missing.len()).filter(|&index| missing[index] == 0).collect();
    let mut order = Vec::with_capacity(missing.len());
    while let Some(index) = due.pop_first() {
        order.push(index);
        for &next in &graph.successors[index] {
            missing[next] -= 1;
            if missing[next] == 0 {
                due.insert(next);
            }
        }
    }
    match order.len() == missing.len() {
        true => Ok(order),
        false => Err(Error::Invalid("the edges of the graph form a cycle".to_owned())),
    }
}

impl ExecutableGraph {
    /// The steps of the graph.
    pub fn steps(&self) -> &Arc<Steps> {
        &self.steps
    }

    pub(super) fn is_updatable(&self) -> bool {
        self.is_updatable
    }

    pub(super) fn queue(&self) -> &Arc<Object<Queue>> {
        &self.queue
    }

    /// Runs the graph once, as one command of a queue, after these events and after the last
    /// submission of the same graph.
    ///
    /// # Safety
    /// As for [`Object::<Queue>::submit`], for all command groups of the graph.
    pub unsafe fn submit(&self, queue: &Arc<Object<Queue>>, deps: &[EventRef]) -> Result<EventRef> {
        self.check_queue(queue)?;
        let mut deps: Events = deps.into();
        let mut state = self.state.lock();
        if let Some(last) = state.last.take()
            && !last.is_before_in(queue)
            && last.outcome() == Outcome::Running
        {
            let after = DependencyLists { needed: &deps, ended: &[last] };
            let begin = queue.after(after).command(Command::Marker)?.start();
            deps = begin.into_iter().collect();
        }
        // SAFETY: the caller's duty is the same.
        let event = unsafe {
            match &state.native {
                Some(native) => native.submit(queue, &deps)?,
                None => replay::submit(queue, &self.steps.list.lock(), &deps)?,
            }
        };
        state.last = Some(event.clone());
        Ok(event)
    }

    /// Refuses a queue of another context or device.
    pub fn check_queue(&self, queue: &Queue) -> Result<()> {
        if Arc::ptr_eq(queue.context(), self.queue.context()) && Arc::ptr_eq(queue.device(), self.queue.device()) {
            return Ok(());
        }
        Err(Error::Invalid("queue and graph have different contexts or devices".to_owned()))
    }
}

impl Drop for ExecutableGraph {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        let Some(last) = state.last.take() else { return };
        if last.outcome() == Outcome::Running
            && !process::is_torn_down()
            && let Some(queue) = last.queue()
        {
            // Resources of the commands live until these are complete.
            let kept = (state.native.take(), self.steps.clone());
            queue.clone().keep_until_complete(&last, kept);
        }
    }
}
