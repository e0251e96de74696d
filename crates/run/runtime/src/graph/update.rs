//! New contents of the nodes of executable graphs.

use std::sync::Arc;

use super::executable::{ExecutableGraph, ExecutableState};
use super::group::CommandGroup;
use super::modifiable::{Graph, Node};
use super::native::NativeGraph;
use super::node_kind::NodeKind;
use crate::base::error::{Error, Result};
use crate::base::object::Object;

impl ExecutableGraph {
    /// Takes over what these nodes of its graph run now, for later submissions. Waits for the last
    /// submission.
    pub fn update_nodes(&self, nodes: &[Arc<Object<Node>>]) -> Result<()> {
        self.check_updatable()?;
        let mut state = self.state.lock();
        let mut changes = Vec::with_capacity(nodes.len());
        for node in nodes {
            if !node.kind().is_updatable() {
                return Err(not_updatable(node.kind()));
            }
            let position = self.steps().list.lock().iter().position(|step| step.node == Some(node.index()));
            match position.filter(|_| node.graph_id() == self.steps().graph_id) {
                Some(step) => changes.push((step, node.group())),
                None => return Err(Error::Invalid("a node of the update is not part of the graph".to_owned())),
            }
        }
        self.apply(&mut state, changes)
    }

    /// Takes over what all nodes of a graph of the same shape run now. Waits for the last
    /// submission.
    pub fn update(&self, source: &Graph) -> Result<()> {
        self.check_updatable()?;
        self.check_queue(source.own_queue())?;
        let nodes = source.nodes();
        let mut state = self.state.lock();
        let steps = self.steps().list.lock();
        let mut own: Vec<(usize, usize)> =
            steps.iter().enumerate().filter_map(|(step, known)| Some((known.node?, step))).collect();
        own.sort_unstable();
        if own.len() != nodes.len() {
            let (old, new) = (own.len(), nodes.len());
            return Err(Error::Invalid(format!(
                "the graph has {old} nodes, but the graph that it is updated from has {new}"
            )));
        }
        let mut changes = Vec::with_capacity(nodes.len());
        for (node, (_, step)) in nodes.iter().zip(own) {
            let (known, group) = (&steps[step], node.group());
            if node.kind() != known.kind || kernel_name(&group) != kernel_name(&known.group) {
                return Err(Error::Invalid("the graphs of an update differ in their nodes".to_owned()));
            }
            match node.kind() {
                NodeKind::Empty | NodeKind::Barrier => {}
                kind if kind.is_updatable() => changes.push((step, group)),
                kind => return Err(not_updatable(kind)),
            }
        }
        drop(steps);
        self.apply(&mut state, changes)
    }

    fn check_updatable(&self) -> Result<()> {
        match self.is_updatable() {
            true => Ok(()),
            false => Err(Error::Invalid("the graph was finalized without the property updatable".to_owned())),
        }
    }

    fn apply(&self, state: &mut ExecutableState, changes: Vec<(usize, Arc<CommandGroup>)>) -> Result<()> {
        // A command buffer must not change while it runs, nor go.
        if let Some(last) = state.last.take() {
            last.wait();
        }
        let mut steps = self.steps().list.lock();
        let mut is_in_place = true;
        for (step, group) in changes {
            if let Some(native) = &state.native {
                is_in_place = is_in_place && native.update(self.queue(), step, &group).is_ok();
            }
            steps[step].group = group;
        }
        match &mut state.native {
            Some(native) if is_in_place => native.set_accesses(&steps),
            _ => state.native = NativeGraph::record(self.queue(), &steps)?,
        }
        Ok(())
    }
}

fn kernel_name(group: &CommandGroup) -> Option<String> {
    group.kernel().map(|(kernel, _)| kernel.name().into_owned())
}

fn not_updatable(kind: NodeKind) -> Error {
    Error::Invalid(format!("a {} node cannot be updated", kind.name()))
}
