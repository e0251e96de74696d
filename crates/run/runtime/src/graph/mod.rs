//! Graphs of commands that are built once and run many times (`sycl_ext_oneapi_graph`).
//!
//! ```text
//! Graph ──────────────────── finalize ──► ExecutableGraph ──── submit ──► queue
//!   nodes and edges,                        the nodes as they      one PI command buffer, or
//!   explicit or by recording queues         were, in an order      command by command
//!          ▲                                         ▲
//!          └── node: new range, new group ── update ─┘
//! ```
//!
//! * `group`: the command group of a node; `node_kind`: the types of nodes.
//! * `modifiable`: a graph that is being built, with its nodes; `edges`: their order; `node`: what
//!   they are asked.
//! * `record`: how submissions become nodes; `recording_queue`: the queues that they come from.
//! * `print`: a graph as text for Graphviz.
//! * `executable`: a graph that can be submitted; `update`: new contents of its nodes.
//! * `native`: the graph as one command buffer of PI; `replay`: as submissions, one for each node.
//!
//! To the queue that a graph is submitted to, it is one command. If all nodes are commands that
//! PI's command buffers can hold, it is one for PI, too: the runtime brings the bytes of all buffers
//! before it and takes note of all writes behind it, as for a kernel with all of these accessors.
//! Host tasks, reductions and copies that PI has no call for are submitted node by node, as the
//! program would have done, to a queue of the runtime's own.

mod edges;
mod executable;
mod group;
mod modifiable;
mod native;
mod node;
mod node_kind;
mod print;
mod record;
mod recording_queue;
mod replay;
mod update;

pub use executable::ExecutableGraph;
pub use group::{Recorded, Steps};
pub use modifiable::{Graph, GraphProperties, Node};
pub use node_kind::NodeKind;
pub use record::{Recording, node_of, recording_for, refuse_recorded, refuse_recording};
