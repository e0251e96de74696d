//! Graphs of commands (`sycl_ext_oneapi_graph`).

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use tandem_runtime::Error;
use tandem_runtime::graph::{Graph, GraphProperties, node_of};
use tandem_runtime::submission::{Groups, NdRange};

use crate::abi::*;
use crate::call::{acting, input, output, producing};
use crate::handle::{hand_out, hand_out_list, object, shared, shared_list};

/// `tandem_graph_create`
///
/// # Safety
/// `context` and `device` are handles; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_create(
    context: ContextHandle,
    device: DeviceHandle,
    flags: u32,
    out: *mut GraphHandle,
) -> c_int {
    producing(|| {
        let properties = GraphProperties {
            no_cycle_check: flags & TANDEM_GRAPH_NO_CYCLE_CHECK != 0,
            buffers_outlive: flags & TANDEM_GRAPH_BUFFERS_OUTLIVE != 0,
        };
        // SAFETY: the caller's duty is that of each call.
        unsafe { hand_out(Graph::new(&*shared(context)?, &*shared(device)?, properties)?, out, "the result") }
    })
}

/// `tandem_graph_id`
///
/// # Safety
/// `graph` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_id(graph: GraphHandle, out: *mut u64) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { output(out, "the result", object(graph)?.id()) })
}

/// `tandem_graph_queue`
///
/// # Safety
/// `graph` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_queue(graph: GraphHandle, out: *mut QueueHandle) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { hand_out(object(graph)?.queue()?, out, "the result") })
}

/// `tandem_graph_begin_recording`
///
/// # Safety
/// `graph` and `queue` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_begin_recording(graph: GraphHandle, queue: QueueHandle) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { object(graph)?.begin_recording(&*shared(queue)?) })
}

/// `tandem_graph_end_recording`
///
/// # Safety
/// `graph` is a handle; `queue` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_end_recording(graph: GraphHandle, queue: QueueHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let graph = object(graph)?;
            match queue.is_null() {
                true => graph.end_recording(None),
                false => graph.end_recording(Some(&*shared(queue)?)),
            }
        }
    })
}

/// `tandem_queue_graph`
///
/// # Safety
/// `queue` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_graph(queue: QueueHandle, out: *mut GraphHandle) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            match object(queue)?.recorded_graph() {
                Some(graph) => hand_out(graph, out, "the result"),
                None => output(out, "the result", std::ptr::null()),
            }
        }
    })
}

/// `tandem_graph_add_edge`
///
/// # Safety
/// `graph`, `from` and `to` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_add_edge(
    graph: GraphHandle,
    from: GraphNodeHandle,
    to: GraphNodeHandle,
) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { object(graph)?.add_edge(object(from)?, object(to)?) })
}

/// `tandem_graph_add_edges_from_leaves`
///
/// # Safety
/// `graph` and `to` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_add_edges_from_leaves(graph: GraphHandle, to: GraphNodeHandle) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { object(graph)?.add_edges_from_leaves(object(to)?) })
}

/// `tandem_graph_nodes`
///
/// # Safety
/// `graph` is a handle; `out` is null or valid for `capacity` handles; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_nodes(
    graph: GraphHandle,
    roots_only: c_int,
    capacity: usize,
    out: *mut GraphNodeHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let graph = unsafe { object(graph)? };
        let nodes = if roots_only != 0 { graph.roots() } else { graph.nodes() };
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(&nodes, capacity, out, count) }
    })
}

/// `tandem_graph_print`
///
/// # Safety
/// `graph` is a handle; `path` is null or a zero-terminated text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_print(graph: GraphHandle, path: *const c_char, verbose: c_int) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        let (graph, path) = unsafe { (object(graph)?, CStr::from_ptr(input(path, "the path")?)) };
        graph.print(Path::new(OsStr::from_bytes(path.to_bytes())), verbose != 0)
    })
}

/// `tandem_graph_finalize`
///
/// # Safety
/// `graph` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_finalize(
    graph: GraphHandle,
    flags: u32,
    out: *mut ExecutableGraphHandle,
) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { hand_out(object(graph)?.finalize(flags & TANDEM_GRAPH_UPDATABLE != 0)?, out, "the result") })
}

/// `tandem_executable_graph_update`
///
/// # Safety
/// `graph` and `source` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_executable_graph_update(graph: ExecutableGraphHandle, source: GraphHandle) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { object(graph)?.update(object(source)?) })
}

/// `tandem_executable_graph_update_nodes`
///
/// # Safety
/// `graph` is a handle; `nodes` is null or valid for `count` handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_executable_graph_update_nodes(
    graph: ExecutableGraphHandle,
    nodes: *const GraphNodeHandle,
    count: usize,
) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    producing(|| unsafe { object(graph)?.update_nodes(&shared_list(nodes, count, "the list of nodes")?) })
}

/// `tandem_event_graph_node`
///
/// # Safety
/// `event` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_event_graph_node(event: EventHandle, out: *mut GraphNodeHandle) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let node = node_of(unsafe { object(event)? });
        let node = node.ok_or_else(|| Error::Invalid("the event is not that of a node of a graph".to_owned()))?;
        // SAFETY: the caller's duty.
        unsafe { hand_out(node, out, "the result") }
    })
}

/// `tandem_graph_node_type`
///
/// # Safety
/// `node` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_node_type(node: GraphNodeHandle, out: *mut u32) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { output(out, "the result", object(node)?.kind() as u32) })
}

/// `tandem_graph_node_neighbours`
///
/// # Safety
/// `node` is a handle; `out` is null or valid for `capacity` handles; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_node_neighbours(
    node: GraphNodeHandle,
    successors: c_int,
    capacity: usize,
    out: *mut GraphNodeHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let node = unsafe { object(node)? };
        let nodes = if successors != 0 { node.successors() } else { node.predecessors() };
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(&nodes, capacity, out, count) }
    })
}

/// `tandem_graph_node_set_range`
///
/// # Safety
/// `node` is a handle; `global` and `offset` are null or valid for three numbers, `local` as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_graph_node_set_range(
    node: GraphNodeHandle,
    dims: u32,
    global: *const usize,
    local: *const usize,
    offset: *const usize,
) -> c_int {
    producing(|| {
        if !(1..=3).contains(&dims) {
            return Err(Error::Invalid(format!("a range cannot have {dims} dimensions")));
        }
        // SAFETY: the caller's duty, for all of the block.
        unsafe {
            let three = |list: *const usize, what| Ok::<_, Error>(*input(list.cast::<[usize; 3]>(), what)?);
            let range = NdRange {
                dims: dims as usize,
                global: three(global, "the range")?,
                local: if local.is_null() { None } else { Some(three(local, "the work-group size")?) },
                offset: three(offset, "the offset")?,
                // The node knows how its groups run.
                groups: Groups::Plain,
            };
            object(node)?.set_range(range)
        }
    })
}
