//! The order of the nodes of a graph that is being built.

use std::sync::Arc;

use parking_lot::Mutex;

use super::group::CommandGroup;
use super::modifiable::{Graph, GraphState, Node};
use super::node_kind::NodeKind;
use crate::base::error::{Error, Result};
use crate::base::object::Object;

impl Graph {
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

    /// Makes one node run after another.
    pub fn add_edge(&self, from: &Node, to: &Node) -> Result<()> {
        self.check_explicit()?;
        let (from, to) = (self.index_of(from)?, self.index_of(to)?);
        let mut state = self.state.lock();
        if from == to {
            return Err(Error::Invalid("an edge from a node to itself".to_owned()));
        }
        if !self.properties().no_cycle_check && state.reaches(to, from) {
            return Err(Error::Invalid("the edge would close a cycle of the graph".to_owned()));
        }
        state.connect(from, to);
        Ok(())
    }

    /// Makes a node run after all leaves, that is, all other nodes without successors.
    pub fn add_edges_from_leaves(&self, node: &Node) -> Result<()> {
        self.check_explicit()?;
        let node = self.index_of(node)?;
        let mut state = self.state.lock();
        let leaves: Vec<usize> =
            (0..state.nodes.len()).filter(|&leaf| leaf != node && state.successors[leaf].is_empty()).collect();
        for leaf in leaves
            .into_iter()
            .filter(|&leaf| self.properties().no_cycle_check || !state.reaches(node, leaf))
            .collect::<Vec<_>>()
        {
            state.connect(leaf, node);
        }
        Ok(())
    }
}

impl GraphState {
    /// Adds a node after others.
    pub(super) fn add(
        &mut self,
        graph: &Arc<Object<Graph>>,
        kind: NodeKind,
        group: CommandGroup,
        after: &[usize],
    ) -> Arc<Object<Node>> {
        let index = self.nodes.len();
        let (graph_id, graph) = (graph.id(), Arc::downgrade(graph));
        let node = Object::new(Node { graph, graph_id, index, kind, group: Mutex::new(Arc::new(group)) });
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

    /// Whether there is a path from one node to another, or they are the same.
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
