//! Graphs of commands (`sycl_ext_oneapi_graph`).

use std::ffi::c_int;

use tandem_runtime::Error;
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::event::Event;
use tandem_runtime::graph::{ExecutableGraph, Graph, GraphProperties, Node, node_of};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{Groups, NdRange};

use crate::abi::*;
use crate::call::{acting, producing};
use crate::parameters::{Array, Capacity, Handle, In, Len, Out, Places, Text};

/// `tandem_graph_create`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    flags: u32,
    out: Out<'_, GraphHandle>,
) -> c_int {
    producing(|| {
        let properties = GraphProperties {
            no_cycle_check: flags & TANDEM_GRAPH_NO_CYCLE_CHECK != 0,
            buffers_outlive: flags & TANDEM_GRAPH_BUFFERS_OUTLIVE != 0,
        };
        out.give(Graph::new(&*context.shared()?, &*device.shared()?, properties)?)
    })
}

/// `tandem_graph_id`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_id(graph: Handle<'_, Graph>, out: Out<'_, u64>) -> c_int {
    producing(|| out.set(graph.object()?.id()))
}

/// `tandem_graph_queue`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_queue(graph: Handle<'_, Graph>, out: Out<'_, QueueHandle>) -> c_int {
    producing(|| out.give(graph.object()?.queue()?))
}

/// `tandem_graph_begin_recording`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_begin_recording(graph: Handle<'_, Graph>, queue: Handle<'_, Queue>) -> c_int {
    producing(|| graph.object()?.begin_recording(&*queue.shared()?))
}

/// `tandem_graph_end_recording`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_end_recording(graph: Handle<'_, Graph>, queue: Handle<'_, Queue>) -> c_int {
    acting(|| graph.object()?.end_recording(queue.if_any()?.as_deref()))
}

/// `tandem_queue_graph`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_queue_graph(queue: Handle<'_, Queue>, out: Out<'_, GraphHandle>) -> c_int {
    producing(|| out.give_or_null(queue.object()?.recorded_graph()))
}

/// `tandem_graph_add_edge`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_add_edge(
    graph: Handle<'_, Graph>,
    from: Handle<'_, Node>,
    to: Handle<'_, Node>,
) -> c_int {
    producing(|| graph.object()?.add_edge(from.object()?, to.object()?))
}

/// `tandem_graph_add_edges_from_leaves`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_add_edges_from_leaves(graph: Handle<'_, Graph>, to: Handle<'_, Node>) -> c_int {
    producing(|| graph.object()?.add_edges_from_leaves(to.object()?))
}

/// `tandem_graph_nodes`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_nodes(
    graph: Handle<'_, Graph>,
    roots_only: c_int,
    capacity: Capacity<GraphNodeHandle>,
    out: Places<'_, GraphNodeHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let graph = graph.object()?;
        out.give(capacity, count, &if roots_only != 0 { graph.roots() } else { graph.nodes() })
    })
}

/// `tandem_graph_print`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_print(graph: Handle<'_, Graph>, path: Text<'_>, verbose: c_int) -> c_int {
    producing(|| graph.object()?.print(path.path("the path")?, verbose != 0))
}

/// `tandem_graph_finalize`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_finalize(
    graph: Handle<'_, Graph>,
    flags: u32,
    out: Out<'_, ExecutableGraphHandle>,
) -> c_int {
    producing(|| out.give(graph.object()?.finalize(flags & TANDEM_GRAPH_UPDATABLE != 0)?))
}

/// `tandem_executable_graph_update`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_executable_graph_update(
    graph: Handle<'_, ExecutableGraph>,
    source: Handle<'_, Graph>,
) -> c_int {
    producing(|| graph.object()?.update(source.object()?))
}

/// `tandem_executable_graph_update_nodes`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_executable_graph_update_nodes(
    graph: Handle<'_, ExecutableGraph>,
    nodes: Array<'_, GraphNodeHandle>,
    count: Len<GraphNodeHandle>,
) -> c_int {
    producing(|| graph.object()?.update_nodes(&nodes.shared(count, "the list of nodes")?))
}

/// `tandem_event_graph_node`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_event_graph_node(event: Handle<'_, Event>, out: Out<'_, GraphNodeHandle>) -> c_int {
    producing(|| {
        let node = node_of(event.object()?);
        out.give(node.ok_or_else(|| Error::Invalid("the event is not that of a node of a graph".to_owned()))?)
    })
}

/// `tandem_graph_node_type`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_node_type(node: Handle<'_, Node>, out: Out<'_, u32>) -> c_int {
    producing(|| out.set(node.object()?.kind() as u32))
}

/// `tandem_graph_node_neighbours`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_node_neighbours(
    node: Handle<'_, Node>,
    successors: c_int,
    capacity: Capacity<GraphNodeHandle>,
    out: Places<'_, GraphNodeHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let node = node.object()?;
        out.give(capacity, count, &if successors != 0 { node.successors() } else { node.predecessors() })
    })
}

/// `tandem_graph_node_set_range`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_graph_node_set_range(
    node: Handle<'_, Node>,
    dims: u32,
    global: In<'_, [usize; 3]>,
    local: In<'_, [usize; 3]>,
    offset: In<'_, [usize; 3]>,
) -> c_int {
    producing(|| {
        if !(1..=3).contains(&dims) {
            return Err(Error::Invalid(format!("a range cannot have {dims} dimensions")));
        }
        node.object()?.set_range(NdRange {
            dims: dims as usize,
            global: *global.get("the range")?,
            local: local.if_any("the work-group size")?.copied(),
            offset: *offset.get("the offset")?,
            // The node knows how its groups run.
            groups: Groups::Plain,
        })
    })
}
