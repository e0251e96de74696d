//! CUDA graphs, made by capturing a stream.

use std::ffi::c_void;
use std::sync::Arc;

use super::{CudaResult, Launch, PrimaryContext, Stream};
use crate::sys;

/// A command of a graph.
pub type Node = sys::GraphNode;

/// A stream whose commands become a graph instead of running.
pub struct Capture<'a> {
    stream: &'a Stream,
    is_open: bool,
}

/// A graph that is ready to run.
pub struct Graph {
    context: Arc<PrimaryContext>,
    raw: sys::Graph,
    executable: sys::GraphExec,
}

impl<'a> Capture<'a> {
    /// Begins to capture a stream that has no other user. The context is current until the end.
    pub fn begin(stream: &'a Stream) -> CudaResult<Self> {
        let cuda = stream.context().cuda();
        let begin = cuda.functions().cuStreamBeginCapture;
        // SAFETY: a live stream.
        cuda.check(unsafe { begin(stream.raw(), sys::CU_STREAM_CAPTURE_MODE_RELAXED) })?;
        Ok(Self { stream, is_open: true })
    }

    /// Makes these the only predecessors of the next commands.
    pub fn follow(&self, nodes: &[Node]) -> CudaResult<()> {
        let cuda = self.stream.context().cuda();
        let update = cuda.functions().cuStreamUpdateCaptureDependencies;
        let (first, flags) = (nodes.as_ptr().cast_mut(), sys::CU_STREAM_SET_CAPTURE_DEPENDENCIES);
        // SAFETY: live nodes of the captured graph, which the driver copies.
        cuda.check(unsafe { update(self.stream.raw(), first, nodes.len(), flags) })
    }

    /// The predecessors of a command that would be enqueued into the stream now.
    pub fn last(&self) -> CudaResult<Vec<Node>> {
        let cuda = self.stream.context().cuda();
        let query = cuda.functions().cuStreamGetCaptureInfo;
        let (mut status, mut id, mut graph) = (0, 0, sys::Graph::default());
        let (mut nodes, mut count) = (std::ptr::null::<Node>(), 0);
        let places = (&raw mut status, &raw mut id, &raw mut graph, &raw mut nodes, &raw mut count);
        // SAFETY: a live stream, and places for the results.
        cuda.check(unsafe { query(self.stream.raw(), places.0, places.1, places.2, places.3, places.4) })?;
        if nodes.is_null() {
            return Ok(Vec::new());
        }
        // SAFETY: the driver's list is valid until the next call for the stream.
        Ok(unsafe { std::slice::from_raw_parts(nodes, count) }.to_vec())
    }

    /// Ends the capture, and makes the graph ready.
    pub fn finish(mut self) -> CudaResult<Graph> {
        let context = self.stream.context();
        let (cuda, functions) = (context.cuda(), context.cuda().functions());
        self.is_open = false;
        let mut raw = sys::Graph::default();
        // SAFETY: a captured stream, and a place for the graph.
        cuda.check(unsafe { (functions.cuStreamEndCapture)(self.stream.raw(), &raw mut raw) })?;
        let mut graph = Graph { context: Arc::clone(context), raw, executable: sys::GraphExec::default() };
        // SAFETY: a live graph, and a place for the result.
        cuda.check(unsafe { (functions.cuGraphInstantiateWithFlags)(&raw mut graph.executable, raw, 0) })?;
        Ok(graph)
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        if self.is_open {
            let functions = self.stream.context().cuda().functions();
            let mut graph = sys::Graph::default();
            // SAFETY: a captured stream, and a graph that nobody else has.
            unsafe {
                (functions.cuStreamEndCapture)(self.stream.raw(), &raw mut graph);
                if graph != sys::Graph::default() {
                    (functions.cuGraphDestroy)(graph);
                }
            }
        }
    }
}

impl Graph {
    /// Replaces a launch in later runs. The context is current.
    pub fn set_launch(&self, node: Node, launch: &Launch<'_>) -> CudaResult<()> {
        let cuda = self.context.cuda();
        let mut bytes = launch.parameters.len();
        let mut extra: [*mut c_void; 5] = launch.extra(&mut bytes);
        let params = sys::KernelNodeParams {
            function: launch.function.raw(),
            grid: launch.grid,
            block: launch.block,
            shared_bytes: launch.shared_bytes,
            kernel_params: std::ptr::null_mut(),
            extra: extra.as_mut_ptr(),
            kernel: 0,
            context: sys::Context::default(),
        };
        let set = cuda.functions().cuGraphExecKernelNodeSetParams;
        // SAFETY: a live graph and its node; the driver copies the parameters before it returns.
        cuda.check(unsafe { set(self.executable, node, &raw const params) })
    }
}

impl Stream {
    /// Runs a graph. The context is current.
    pub fn run(&self, graph: &Graph) -> CudaResult<()> {
        let cuda = self.context().cuda();
        // SAFETY: a live graph and stream.
        cuda.check(unsafe { (cuda.functions().cuGraphLaunch)(graph.executable, self.raw()) })
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let functions = self.context.cuda().functions();
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own graph. Runs that were launched end by themselves.
            unsafe {
                if self.executable != sys::GraphExec::default() {
                    (functions.cuGraphExecDestroy)(self.executable);
                }
                (functions.cuGraphDestroy)(self.raw);
            }
        }
    }
}
