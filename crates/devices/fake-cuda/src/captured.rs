//! Captured operations: how they become nodes of a graph, and in which order a graph runs them.

use crate::checks::violation;
use crate::operation::{GraphNode, Operation};
use crate::state::State;

/// The operations of a graph in an order that they allow: the opposite of that in which they were
/// captured, as far as possible.
pub fn in_order(nodes: &[GraphNode]) -> Vec<Operation> {
    let mut done: Vec<usize> = Vec::new();
    let mut operations = Vec::new();
    while done.len() < nodes.len() {
        let is_ready =
            |node: &&GraphNode| !done.contains(&node.handle) && node.after.iter().all(|before| done.contains(before));
        let Some(next) = nodes.iter().rev().find(is_ready) else { violation("a graph has a cycle") };
        done.push(next.handle);
        operations.push(next.operation.clone());
    }
    operations
}

impl State {
    /// Adds an operation to the graph of a captured stream. Gives it back if the stream runs.
    pub fn capture(&mut self, stream: usize, operation: Operation) -> Option<Operation> {
        let handle = self.new_handle();
        let Some(capture) = self.streams.get_mut(&stream).and_then(|stream| stream.capture.as_mut()) else {
            return Some(operation);
        };
        let after = std::mem::replace(&mut capture.last, vec![handle]);
        capture.nodes.push(GraphNode { handle, operation, after });
        None
    }
}
