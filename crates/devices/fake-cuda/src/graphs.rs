//! Graphs: the operations of a stream that is captured.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{INVALID_HANDLE, INVALID_VALUE, SUCCESS};
use crate::engine::enqueue;
use crate::exported::exported;
use crate::launches::{self, Extra};
use crate::operation::Operation;
use crate::parameters::{In, Len, List, Out};
use crate::state::{Capture, enter};

/// `CUDA_KERNEL_NODE_PARAMS_v2`
#[repr(C)]
pub struct KernelNodeParams<'a> {
    function: usize,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_bytes: c_uint,
    parameters: *mut *mut c_void,
    extra: Extra<'a>,
    kernel: usize,
    context: usize,
}

exported! {
    fn cuStreamBeginCapture_v2(stream: usize, _mode: c_int) {
        let (mut state, device) = enter("cuStreamBeginCapture")?;
        state.stream("cuStreamBeginCapture", stream, device).capture = Some(Capture::default());
        Ok(SUCCESS)
    }

    fn cuStreamEndCapture(stream: usize, graph: Out<'_, usize>) {
        let (mut state, device) = enter("cuStreamEndCapture")?;
        let capture = state.stream("cuStreamEndCapture", stream, device).capture.take();
        let Some(capture) = capture else { return Err(INVALID_VALUE) };
        let handle = state.new_handle();
        state.graphs.insert(handle, capture.nodes);
        graph.set(handle)
    }

    fn cuStreamGetCaptureInfo_v2(
        stream: usize, status: Out<'_, c_int>, id: Out<'_, u64>, _graph: *mut usize, nodes: Out<'_, *const usize>,
        count: Out<'_, usize>
    ) {
        let (mut state, device) = enter("cuStreamGetCaptureInfo")?;
        let Some(capture) = &state.stream("cuStreamGetCaptureInfo", stream, device).capture else {
            return Err(INVALID_VALUE);
        };
        status.set_if_wanted(1);
        id.set_if_wanted(stream as u64);
        // The list lives until the next call for the stream.
        nodes.set_if_wanted(capture.last.as_ptr());
        count.set(capture.last.len())
    }

    fn cuStreamUpdateCaptureDependencies(stream: usize, nodes: List<'_, usize>, count: Len, flags: c_uint) {
        let (mut state, device) = enter("cuStreamUpdateCaptureDependencies")?;
        let capture = &mut state.stream("cuStreamUpdateCaptureDependencies", stream, device).capture;
        let (Some(capture), 1) = (capture, flags) else { return Err(INVALID_VALUE) };
        let nodes = nodes.get(count);
        if nodes.iter().any(|node| capture.nodes.iter().all(|known| known.handle != *node)) {
            violation("cuStreamUpdateCaptureDependencies: a node of no such graph");
        }
        capture.last = nodes.to_vec();
        Ok(SUCCESS)
    }

    fn cuGraphInstantiateWithFlags(executable: Out<'_, usize>, graph: usize, _flags: u64) {
        let (mut state, _) = enter("cuGraphInstantiate")?;
        let Some(nodes) = state.graphs.get(&graph).cloned() else { return Err(INVALID_HANDLE) };
        let handle = state.new_handle();
        state.executables.insert(handle, nodes);
        executable.set(handle)
    }

    fn cuGraphExecKernelNodeSetParams_v2(executable: usize, node: usize, params: In<'_, KernelNodeParams<'_>>) {
        let (mut state, _) = enter("cuGraphExecKernelNodeSetParams")?;
        let params = params.get()?;
        let parameters = params.extra.parameters();
        let shape = (params.grid, params.block);
        let launch = launches::checked(&state, params.function, shape, (params.shared_bytes, false), parameters)?;
        let nodes = state.executables.get_mut(&executable).ok_or(INVALID_HANDLE)?;
        let node = nodes.iter_mut().find(|known| known.handle == node).ok_or(INVALID_VALUE)?;
        if !matches!(node.operation, Operation::Launch(_)) {
            return Err(INVALID_VALUE);
        }
        node.operation = Operation::Launch(launch);
        Ok(SUCCESS)
    }

    fn cuGraphLaunch(executable: usize, stream: usize) {
        let (mut state, device) = enter("cuGraphLaunch")?;
        state.stream("cuGraphLaunch", stream, device);
        let Some(nodes) = state.executables.get(&executable).cloned() else { return Err(INVALID_HANDLE) };
        enqueue(state, stream, Operation::Graph(nodes));
        Ok(SUCCESS)
    }

    fn cuGraphExecDestroy(executable: usize) {
        let (mut state, _) = enter("cuGraphExecDestroy")?;
        if state.executables.remove(&executable).is_none() {
            violation(&format!("cuGraphExecDestroy: {executable:#x} is no executable graph"));
        }
        Ok(SUCCESS)
    }

    fn cuGraphDestroy(graph: usize) {
        let (mut state, _) = enter("cuGraphDestroy")?;
        if state.graphs.remove(&graph).is_none() {
            violation(&format!("cuGraphDestroy: {graph:#x} is no graph"));
        }
        Ok(SUCCESS)
    }
}
