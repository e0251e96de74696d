//! Queues. An in-order queue is a stream, an out-of-order queue a few.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tandem_device::{Command, Error, Event, NativeHandle, Origin, Queue, QueueProperties, Result};

use crate::api::Stream;
use crate::dependencies::Dependencies;
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::handles::Handles;
use crate::queue_state::QueueState;
use crate::submitted::Submitted;

/// Queues whose native handles have been requested.
pub static QUEUES: Handles<QueueState> = Handles::new();

/// Streams of an out-of-order queue.
const STREAMS: usize = 8;
/// Commands that a stream may hold before `flush` waits.
const BACKLOG: usize = 4096;
/// How often it polls then, and how long it waits in between.
const BACKLOG_NAPS: u32 = 100;
const BACKLOG_NAP: Duration = Duration::from_micros(200);

/// A queue. Several of these may be around one stream.
pub struct CudaQueue {
    state: Arc<QueueState>,
}

impl CudaQueue {
    /// A queue of a device.
    pub fn new(device: Arc<CudaDevice>, gpu: Arc<Gpu>, properties: QueueProperties) -> Result<Self> {
        let count = if properties.out_of_order { STREAMS } else { 1 };
        let streams = (0..count).map(|_| Stream::new(&gpu.primary)).collect::<Result<Vec<_>, _>>();
        let streams = streams.map_err(|error| gpu.error("a new stream", error))?;
        Ok(Self::over(device, gpu, properties, streams))
    }

    /// A queue over streams: one in order, one or several out of order.
    pub fn over(device: Arc<CudaDevice>, gpu: Arc<Gpu>, properties: QueueProperties, streams: Vec<Stream>) -> Self {
        Self::of(QueueState::new(device, gpu, properties, streams))
    }

    /// A queue with an existing state: another handle of the same queue.
    pub fn of(state: Arc<QueueState>) -> Self {
        Self { state }
    }
}

impl Queue for CudaQueue {
    fn submit_from(
        &self,
        origin: Option<Origin>,
        command: Command,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()> {
        let queue = &self.state;
        queue.gpu.check_not_lost()?;
        let is_reported = command.is_reported(origin.as_ref());
        let mut order = queue.order.lock();
        let after = order.before(&command, wait);
        let dependencies = Dependencies { wait, after: &after };
        let are_resolved = dependencies.are_resolved();
        let has_event = event.is_some() || !are_resolved || order.needs_event(&command);
        let completion = has_event.then(|| queue.new_event());
        if let Some(completion) = &completion {
            order.add(&command, completion);
        }
        if let (Some(event), Some(completion)) = (event, &completion) {
            *event = Some(Arc::clone(completion).into());
        }
        let submitted = Submitted::new(command, is_reported, completion);
        if are_resolved {
            submitted.start(queue, order, dependencies, None);
        } else {
            submitted.wait(queue, order, dependencies);
        }
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        for stream in &self.state.streams {
            // A kernel may wait for the host, so this wait is bounded.
            for _ in 0..BACKLOG_NAPS {
                if stream.retire_completed() <= BACKLOG {
                    break;
                }
                thread::sleep(BACKLOG_NAP);
            }
        }
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        let on_host = self.state.order.lock().on_host().to_vec();
        on_host.iter().for_each(|event| event.wait_until_enqueued());
        let (first, others) = self.state.streams.split_first().expect("a queue has a stream");
        others.iter().filter(|stream| !stream.is_retired()).try_for_each(|stream| stream.finish())?;
        // The program knows the first stream, and may have put something into it.
        first.finish()
    }

    fn take_failure(&self) -> Option<Error> {
        self.state.failures.lock().pop_front()
    }

    fn is_empty(&self) -> bool {
        self.state.is_host_empty() && self.state.streams.iter().all(|stream| stream.is_idle())
    }

    fn properties(&self) -> QueueProperties {
        self.state.properties
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(QUEUES.add(self.state.streams[0].cuda().raw().0, Arc::downgrade(&self.state)))
    }
}
