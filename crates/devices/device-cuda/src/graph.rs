//! Command buffers: CUDA graphs, which are captured from a separate stream.

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{
    CommandBuffers, Error, KernelLaunch, NativeCommandBuffer, PooledLaunch, RecordedCommand, Recording, Result,
    SyncPoint, Work,
};

use crate::api::{Capture, Graph, Node, Stream};
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::enqueued::Enqueued;
use crate::gpu::Gpu;
use crate::in_flight::Failures;
use crate::kernel::CudaKernel;
use crate::launch::Prepared;
use crate::work;

/// A recording as a graph.
pub struct CudaGraph {
    device: Arc<CudaDevice>,
    gpu: Arc<Gpu>,
    graph: Graph,
    /// The graph nodes of each command.
    nodes: Vec<Nodes>,
    /// The commands, whose memory and kernels the graph uses.
    commands: Mutex<Vec<Option<Work>>>,
}

/// The graph nodes of a command that its successors depend on.
type Nodes = SmallVec<[Node; 1]>;

impl CommandBuffers for CudaDevice {
    fn finalize(&self, recording: &Recording) -> Result<Option<Arc<dyn NativeCommandBuffer>>> {
        let gpu = self.usable()?;
        // Recordings that cannot be captured, or fail, are replayed one by one.
        let is_captured = !recording.commands().is_empty() && recording.commands().iter().all(can_be_captured);
        if !is_captured {
            return Ok(None);
        }
        let Some(device) = self.shared() else { return Ok(None) };
        let graph = CudaGraph::capture(device, gpu, recording);
        Ok(graph.ok().flatten().map(|graph| Arc::new(graph) as Arc<dyn NativeCommandBuffer>))
    }
}

/// Work-groups that wait for each other use memory of the queue, and the assertions of kernels are checked when each of
/// them has ended.
fn can_be_captured(recorded: &RecordedCommand) -> bool {
    match &recorded.work {
        Some(Work::Kernel(launch)) => {
            let kernel = launch.kernel.as_any().downcast_ref::<CudaKernel>();
            let has_items = !launch.range.global.contains(&0);
            !launch.range.is_cooperative && has_items && kernel.is_some_and(|kernel| !kernel.record().may_assert)
        }
        Some(Work::Image(_) | Work::Map(_) | Work::Unmap(_)) => false,
        _ => true,
    }
}

impl CudaGraph {
    /// Captures the commands of a recording; `None` if a stream cannot execute one of them.
    fn capture(device: Arc<CudaDevice>, gpu: &Arc<Gpu>, recording: &Recording) -> Result<Option<Self>> {
        let failed = |error| gpu.error("a command buffer", error);
        let _current = gpu.primary.enter().map_err(failed)?;
        let stream = Stream::new(&gpu.primary).map_err(failed)?;
        let stream = CommandStream::new(gpu, stream, &Arc::new(Failures::default()));
        let mut commands: Vec<Option<Work>> = Vec::new();
        let mut nodes: Vec<Nodes> = Vec::new();
        for work in recording.commands().iter().filter_map(|recorded| recorded.work.as_ref()) {
            // Objects get their memory before the capture, which allocations are no part of.
            work::reserve(&device, work)?;
        }
        let capture = Capture::begin(stream.cuda()).map_err(failed)?;
        for recorded in recording.commands() {
            let after: Nodes = recorded.after.iter().flat_map(|point| nodes[point.index()].iter().copied()).collect();
            capture.follow(&after).map_err(failed)?;
            let mut work = recorded.work.clone();
            match work.as_mut().map(|work| work::enqueue(&device, &stream, work)).transpose()? {
                None | Some(Enqueued::InStream(None)) => {}
                // Bytes of pageable memory are those of one run.
                Some(Enqueued::InStream(Some(_)) | Enqueued::HasRead | Enqueued::OnHost) => return Ok(None),
            }
            commands.push(work);
            nodes.push(capture.last().map_err(failed)?.into_iter().collect());
        }
        let graph = capture.finish().map_err(failed)?;
        Ok(Some(Self { device, gpu: Arc::clone(gpu), graph, nodes, commands: Mutex::new(commands) }))
    }

    /// Puts a run of the graph of a command buffer into a stream, whose context is current.
    pub fn enqueue(buffer: &dyn NativeCommandBuffer, stream: &CommandStream) -> Result<Enqueued> {
        let Some(graph) = buffer.as_any().downcast_ref::<Self>() else {
            return Err(Error::Execution("a command buffer of another driver".to_owned()));
        };
        stream.cuda().run(&graph.graph).map_err(|error| stream.error("a command buffer", error))?;
        Ok(Enqueued::InStream(None))
    }
}

impl NativeCommandBuffer for CudaGraph {
    fn update(&self, at: SyncPoint, launch: &KernelLaunch) -> Result<()> {
        let no_launch = || Error::Unsupported("an update of a command that is not a launch");
        let mut commands = self.commands.lock();
        let command = commands.get_mut(at.index()).ok_or_else(no_launch)?;
        let ([node], Some(Work::Kernel(_))) = (self.nodes[at.index()].as_slice(), &*command) else {
            return Err(no_launch());
        };
        let failed = |error| self.gpu.error("an update of a command buffer", error);
        let _current = self.gpu.primary.enter().map_err(failed)?;
        let mut launch = launch.clone();
        let prepared = Prepared::of(&self.device, None, &mut launch)?;
        self.graph.set_launch(*node, &prepared.launch()).map_err(failed)?;
        *command = Some(Work::Kernel(PooledLaunch::new(launch)));
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
