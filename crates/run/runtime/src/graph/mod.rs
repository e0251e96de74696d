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
//! * `modifiable`: a graph that is being built, with its nodes; `edges`: their order; `node`:
//!   queries and updates of nodes.
//! * `record`: turning submissions into nodes; `recording_queue`: the queues that are recorded.
//! * `print`: a graph as text for Graphviz.
//! * `executable`: a graph that can be submitted; `update`: new contents of its nodes.
//! * `native`: the graph as one command buffer of PI; `replay`: as submissions, one for each node.
//!
//! To the queue that a graph is submitted to, it is one command. If PI's command buffers can hold all of its commands,
//! it is also one command for PI: before it, the runtime brings in the bytes of all buffers, and afterwards it records
//! all writes, as for a kernel with all of these accessors. Graphs with host tasks, reductions or copies that PI has no
//! call for are submitted node by node, as the program would have done, to an internal queue of the runtime.

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
