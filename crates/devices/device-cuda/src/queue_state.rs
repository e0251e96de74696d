//! The state of a queue that its commands use as long as they are on the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{Event, QueueProperties, Result, clock};

use crate::api::Stream;
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::event::CudaEvent;
use crate::gpu::Gpu;
use crate::in_flight::Failures;
use crate::order::Order;

/// The streams of a queue, and the order of its commands.
pub struct QueueState {
    /// The device.
    pub device: Arc<CudaDevice>,
    /// The state that is prepared for it.
    pub gpu: Arc<Gpu>,
    /// The properties that the program asked for.
    pub properties: QueueProperties,
    /// One stream in order, one or several out of order.
    pub streams: SmallVec<[Arc<CommandStream>; 1]>,
    /// The order of commands.
    pub order: Mutex<Order>,
    /// Failures of its commands that were not yet reported to the program.
    pub failures: Arc<Failures>,
    on_host: AtomicUsize,
}

impl QueueState {
    /// A queue over CUDA's streams.
    pub fn new(device: Arc<CudaDevice>, gpu: Arc<Gpu>, properties: QueueProperties, streams: Vec<Stream>) -> Arc<Self> {
        let failures = Arc::new(Failures::default());
        let streams = streams.into_iter().map(|stream| CommandStream::new(&gpu, stream, &failures)).collect();
        let (order, on_host) = (Mutex::new(Order::new(properties)), AtomicUsize::new(0));
        Arc::new(Self { device, gpu, properties, streams, order, failures, on_host })
    }

    /// The event of a command that is submitted now.
    pub fn new_event(&self) -> Arc<CudaEvent> {
        let event = CudaEvent::new(&self.gpu);
        if self.properties.profiling {
            event.set_submit_time(clock::now());
        }
        event
    }

    /// The stream for a command: that of a command that it depends on, or the next one.
    pub fn stream_for(&self, order: &mut Order, wait: &[Event]) -> Arc<CommandStream> {
        if let [stream] = self.streams.as_slice() {
            return Arc::clone(stream);
        }
        let of_event = |event: &Event| {
            let position = event.driver::<CudaEvent>()?.position()?;
            self.streams.iter().find(|stream| Arc::ptr_eq(stream, &position.stream))
        };
        let stream = wait.iter().find_map(of_event);
        Arc::clone(stream.unwrap_or_else(|| &self.streams[order.next_stream(self.streams.len())]))
    }

    /// A stream waits for all that is in the others. The context is current.
    pub fn join_streams(&self, stream: &Arc<CommandStream>) -> Result<()> {
        let failed = |error| stream.error("a dependency between streams", error);
        for other in self.streams.iter().filter(|other| !Arc::ptr_eq(other, stream)) {
            let event = self.gpu.events.record(other.cuda()).map_err(failed)?;
            stream.wait_for(other, other.enqueued(), &event).map_err(failed)?;
        }
        Ok(())
    }

    /// A command stays on the host.
    pub fn enter_host(&self) {
        self.on_host.fetch_add(1, Ordering::Relaxed);
    }

    /// A command is on the host no longer.
    pub fn leave_host(&self) {
        self.on_host.fetch_sub(1, Ordering::Release);
    }

    /// Whether no command is on the host.
    pub fn is_host_empty(&self) -> bool {
        self.on_host.load(Ordering::Acquire) == 0
    }
}

impl Drop for QueueState {
    fn drop(&mut self) {
        // Submitted commands still run, with all that they need.
        for stream in self.streams.drain(..) {
            if stream.has_in_flight() && !stream.is_idle() {
                self.gpu.watcher.watch(stream);
            }
        }
    }
}
