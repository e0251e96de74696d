//! Queues: the order of commands. An in-order queue is a stream, an out-of-order queue a few.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use smallvec::SmallVec;
use tandem_device::{Command, Error, Event, NativeHandle, Origin, Queue, QueueProperties, Result, clock};

use crate::api::Stream;
use crate::command_stream::{CommandStream, Failures};
use crate::device::CudaDevice;
use crate::event::{CudaEvent, StreamPosition};
use crate::execute::Issued;
use crate::gpu::Gpu;
use crate::native::QUEUES;
use crate::pending::{self, Job};

/// Streams of an out-of-order queue.
const LANES: usize = 8;
/// Commands that a stream may hold before `flush` waits.
const BACKLOG: usize = 4096;
/// How often it looks then, and how long it waits in between.
const BACKLOG_NAPS: u32 = 100;
const BACKLOG_NAP: Duration = Duration::from_micros(200);

/// A queue. Several of these may be around one stream.
pub struct CudaQueue {
    shared: Arc<Shared>,
}

/// What commands of a queue need of it.
pub struct Shared {
    device: Arc<CudaDevice>,
    gpu: Arc<Gpu>,
    properties: QueueProperties,
    lanes: SmallVec<[Arc<CommandStream>; 1]>,
    order: Mutex<Order>,
    failures: Arc<Failures>,
    /// Commands on the host.
    pending: AtomicUsize,
}

/// What later commands may have to wait for.
#[derive(Default)]
struct Order {
    /// In order: the last command, while it is on the host. Out of order: all that may be there.
    pending: Vec<Arc<CudaEvent>>,
    /// Out of order: the last barrier.
    barrier: Option<Arc<CudaEvent>>,
    next_lane: usize,
}

impl CudaQueue {
    /// A queue of a device.
    pub fn new(device: Arc<CudaDevice>, gpu: Arc<Gpu>, properties: QueueProperties) -> Result<Self> {
        let count = if properties.out_of_order { LANES } else { 1 };
        let streams = (0..count).map(|_| Stream::new(&gpu.primary)).collect::<Result<Vec<_>, _>>();
        let streams = streams.map_err(|error| gpu.error("a new stream", error))?;
        Ok(Self::over(device, gpu, properties, streams))
    }

    /// A queue over streams: one in order, one or several out of order.
    pub fn over(device: Arc<CudaDevice>, gpu: Arc<Gpu>, properties: QueueProperties, streams: Vec<Stream>) -> Self {
        let failures = Arc::new(Failures::default());
        let lanes = streams.into_iter().map(|stream| CommandStream::new(&gpu, stream, &failures)).collect();
        let (order, pending) = (Mutex::default(), AtomicUsize::new(0));
        Self { shared: Arc::new(Shared { device, gpu, properties, lanes, order, failures, pending }) }
    }

    /// Another handle of a queue.
    pub fn of(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    fn enqueue(
        &self,
        command: Command,
        is_reported: bool,
        wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()> {
        let shared = &self.shared;
        shared.gpu.check_not_lost()?;
        let mut order = shared.order.lock();
        let after = shared.enter(&mut order, &command, wait);
        let is_settled = wait.iter().all(pending::is_settled) && after.iter().all(|event| !event.is_pending());
        let has_event = event.is_some() || !is_settled || order.needs_event(&command, shared.properties);
        let completion = has_event.then(|| shared.completion());
        if let (Some(place), Some(completion)) = (event, &completion) {
            *place = Some(Arc::clone(completion).into());
        }
        if let (Command::Barrier, Some(completion), true) = (&command, &completion, shared.properties.out_of_order) {
            order.barrier = Some(Arc::clone(completion));
        }
        if is_settled {
            shared.issue(
                order,
                Submission { command, is_reported, wait, after: &after, event: completion, is_new: true },
                None,
            );
        } else if let Some(completion) = completion {
            shared.pending.fetch_add(1, Ordering::Relaxed);
            order.add_pending(&completion, shared.properties);
            drop(order);
            let queue = Arc::clone(shared);
            pending::start(Job {
                command,
                is_reported,
                event: completion,
                wait: wait.to_vec(),
                after: after.to_vec(),
                queue,
            });
        }
        Ok(())
    }
}

impl Order {
    /// Whether a command has an event even if nobody asks for one.
    fn needs_event(&self, command: &Command, properties: QueueProperties) -> bool {
        properties.out_of_order && matches!(command, Command::Barrier)
    }

    fn add_pending(&mut self, event: &Arc<CudaEvent>, properties: QueueProperties) {
        if properties.out_of_order {
            self.pending.retain(|event| event.is_pending());
        } else {
            self.pending.clear();
        }
        self.pending.push(Arc::clone(event));
    }
}

/// A command for the device.
struct Submission<'a> {
    command: Command,
    /// A failure of it counts.
    is_reported: bool,
    /// What it depends on.
    wait: &'a [Event],
    /// What it comes after, however that ends.
    after: &'a [Arc<CudaEvent>],
    event: Option<Arc<CudaEvent>>,
    /// The order of the queue does not have it yet.
    is_new: bool,
}

/// What a command comes after, however that ends.
type After = SmallVec<[Arc<CudaEvent>; 1]>;

impl Shared {
    /// The device.
    pub fn device(&self) -> &Arc<CudaDevice> {
        &self.device
    }

    /// What is prepared of the device.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    fn completion(&self) -> Arc<CudaEvent> {
        let event = CudaEvent::new(&self.gpu);
        if self.properties.profiling {
            event.set_submit_time(clock::now());
        }
        event
    }

    /// What a command comes after by the order of the queue, besides what is in its streams.
    fn enter(&self, order: &mut Order, command: &Command, wait: &[Event]) -> After {
        let is_pending = |event: &&Arc<CudaEvent>| event.is_pending();
        if !self.properties.out_of_order {
            return order.pending.iter().filter(is_pending).cloned().collect();
        }
        order.barrier.take_if(|barrier| barrier.is_final());
        let mut after: After = order.barrier.iter().cloned().collect();
        if command.is_fence() && wait.is_empty() {
            after.extend(order.pending.iter().filter(is_pending).cloned());
        }
        after
    }

    /// Hands a command to the device, all of whose dependencies are in streams or have ended.
    fn issue(self: &Arc<Self>, mut order: MutexGuard<'_, Order>, submission: Submission<'_>, failure: Option<Error>) {
        let Submission { mut command, is_reported, wait, after, event, is_new } = submission;
        let failure = failure.or_else(|| pending::failure_among(wait)).map(Error::into_dependency);
        if let Some(failure) = failure.or_else(|| self.gpu.check_not_lost().err()) {
            drop(order);
            return self.fail(command, is_reported, event, failure);
        }
        let lane = self.lane_for(&mut order, wait);
        let _current = match self.gpu.primary.enter() {
            Ok(current) => current,
            Err(error) => {
                drop(order);
                return self.fail(command, is_reported, event, lane.error("the context of the device", error));
            }
        };
        lane.mark_last();
        let follows_all = self.properties.out_of_order && command.is_fence() && wait.is_empty();
        let result = lane.begin(self, wait, after, follows_all, event.as_deref());
        let result = result.and_then(|begin| Ok((begin, self.device.issue(&lane, &mut command)?)));
        let result = result.map(|(begin, issued)| match issued {
            Issued::InStream(slots) => (begin, Some(slots)),
            Issued::HasRead => (begin, Some(None)),
            Issued::OnHost => (begin, None),
        });
        match result {
            Ok((begin, Some(slots))) => {
                let number = lane.keep(command, is_reported, slots);
                let Some(event) = event else { return };
                let mark = OnceLock::new();
                if begin.is_some() {
                    match lane.mark_end() {
                        Ok(end) => drop(mark.set(end)),
                        Err(error) => {
                            drop(order);
                            return self.fail(Command::Marker, false, Some(event), error);
                        }
                    }
                } else {
                    lane.leave_unmarked(&event);
                }
                event.issue(StreamPosition { lane, number, mark, begin });
            }
            Ok((_, None)) => {
                let event = event.unwrap_or_else(|| self.completion());
                self.pending.fetch_add(1, Ordering::Relaxed);
                if is_new {
                    order.add_pending(&event, self.properties);
                }
                drop(order);
                let lane = (!self.properties.out_of_order).then_some(lane);
                let (wait, after) = (wait.to_vec(), after.to_vec());
                let job = Job { command, is_reported, event, wait, after, queue: Arc::clone(self) };
                self.gpu.host_workers.execute(job, lane);
            }
            Err(error) => {
                drop(order);
                self.fail(command, is_reported, event, error);
            }
        }
    }

    /// Hands a command to the device that has waited on the host.
    pub fn issue_pending(self: &Arc<Self>, job: Job, failure: Option<Error>) {
        let Job { command, is_reported, event, wait, after, .. } = job;
        let submission =
            Submission { command, is_reported, wait: &wait, after: &after, event: Some(event), is_new: false };
        self.issue(self.order.lock(), submission, failure);
        self.pending.fetch_sub(1, Ordering::Release);
    }

    /// Ends a command that the host has executed.
    pub fn end_on_host(&self, job: Job, result: Result<()>, times: (u64, u64)) {
        let Job { command, is_reported, event, .. } = job;
        let times = self.properties.profiling.then_some(times);
        self.end(command, is_reported, Some(event), result, times);
        self.pending.fetch_sub(1, Ordering::Release);
    }

    fn fail(&self, command: Command, is_reported: bool, event: Option<Arc<CudaEvent>>, error: Error) {
        let times = event.as_ref().and_then(|event| event.times_of_failure());
        self.end(command, is_reported, event, Err(error), times);
    }

    fn end(
        &self,
        command: Command,
        is_reported: bool,
        event: Option<Arc<CudaEvent>>,
        result: Result<()>,
        times: Option<(u64, u64)>,
    ) {
        let is_told = is_reported && !matches!(result, Err(Error::Ended));
        if let (Err(error), true) = (&result, is_told) {
            self.failures.lock().push_back(error.clone());
        }
        // Whoever waits for the command may count on its resources being free.
        drop(command);
        if let Some(event) = event {
            event.finish(result, times);
        }
    }

    /// The stream for a command: that of what it depends on, or the next one.
    fn lane_for(&self, order: &mut Order, wait: &[Event]) -> Arc<CommandStream> {
        if let [lane] = self.lanes.as_slice() {
            return Arc::clone(lane);
        }
        let own = |event: &Event| {
            let place = event.driver::<CudaEvent>()?.place()?;
            self.lanes.iter().find(|lane| Arc::ptr_eq(lane, &place.lane))
        };
        if let Some(lane) = wait.iter().find_map(own) {
            return Arc::clone(lane);
        }
        order.next_lane = (order.next_lane + 1) % self.lanes.len();
        Arc::clone(&self.lanes[order.next_lane])
    }

    /// All streams.
    pub fn lanes(&self) -> &[Arc<CommandStream>] {
        &self.lanes
    }

    /// Whether commands have times.
    pub fn is_profiling(&self) -> bool {
        self.properties.profiling
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // What was submitted still runs, with all that it needs.
        for lane in self.lanes.drain(..) {
            if lane.has_kept() && !lane.is_idle() {
                self.gpu.watcher.watch_lane(lane);
            }
        }
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
        let is_reported = command.is_reported(origin.as_ref());
        self.enqueue(command, is_reported, wait, event)
    }

    fn flush(&self) -> Result<()> {
        for lane in &self.shared.lanes {
            // A kernel may wait for the host, so this does not wait for ever.
            for _ in 0..BACKLOG_NAPS {
                if lane.retire_passed() <= BACKLOG {
                    break;
                }
                thread::sleep(BACKLOG_NAP);
            }
        }
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        let pending = self.shared.order.lock().pending.clone();
        for event in pending {
            event.wait_until_issued();
        }
        let (first, others) = self.shared.lanes.split_first().expect("a queue has a stream");
        others.iter().filter(|lane| !lane.has_passed_all()).try_for_each(|lane| lane.finish())?;
        // The program knows the first stream, and may have put something into it.
        first.finish()
    }

    fn take_failure(&self) -> Option<Error> {
        self.shared.failures.lock().pop_front()
    }

    fn is_empty(&self) -> bool {
        self.shared.pending.load(Ordering::Acquire) == 0 && self.shared.lanes.iter().all(|lane| lane.is_idle())
    }

    fn properties(&self) -> QueueProperties {
        self.shared.properties
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(QUEUES.add(self.shared.lanes[0].stream().raw().0, Arc::downgrade(&self.shared)))
    }
}
