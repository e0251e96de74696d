//! Queues, and submissions that go to PI directly.
//!
//! A submission without accessors whose dependencies PI knows costs one lock of
//! the queue and the PI calls themselves: the kernel comes from the queue's own
//! table, arguments are read from the caller's closure, events come from a pool.
//! Commands that have to wait on the host become
//! `Deferred`.
//!
//! Lock order: buffers (by address), then `Queue::state`, then a kernel's
//! instance. No lock is held while host code or a build runs.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;

use super::event::{CommandSource, Event};
use super::exit::{self, AtExit};
use super::order::QueueOrder;
use crate::base::clock;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::base::user_data::UserData;
use crate::commands::device_queue::DeviceQueue;
use crate::commands::failures::Failures;
use crate::devices::device::Device;
use crate::instrumentation::{self, Activity};
use crate::programs::context::Context;
use crate::programs::kernel_table::KernelTable;

/// How a queue behaves. The default is SYCL's: out of order, without timestamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueProperties {
    /// Commands may run in any order that their dependencies allow.
    pub out_of_order: bool,
    /// Events have timestamps.
    pub profiling: bool,
}

impl Default for QueueProperties {
    fn default() -> Self {
        Self { out_of_order: true, profiling: false }
    }
}

/// A queue of one device.
#[derive(Debug)]
pub struct Queue {
    properties: QueueProperties,
    device_queue: DeviceQueue,
    pub(crate) state: Mutex<QueueState>,
    /// Command groups since PI's queue was flushed.
    pub(crate) unflushed: AtomicU32,
    /// Moves the bytes of buffers that the queue's commands use.
    transfers: OnceLock<Arc<Object<Queue>>>,
    /// Runs the commands of graphs.
    runner: OnceLock<Arc<Object<Queue>>>,
    /// Whether a graph takes the submissions.
    is_recording: AtomicBool,
    /// The number of the program's handles. Without any, commands still keep the queue.
    handles: AtomicUsize,
}

#[derive(Debug, Default)]
pub(crate) struct QueueState {
    pub(crate) kernels: KernelTable,
    pub(crate) order: QueueOrder,
}

impl Kind for Queue {
    const TAG: u64 = 0x7175_6575_655f_7431;

    fn handle_added(&self) {
        self.handles.fetch_add(1, Ordering::Relaxed);
    }

    fn handle_removed(&self) {
        if self.handles.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.device_queue.failures().abandon();
        }
    }
}

impl Queue {
    /// A queue of a device of a context.
    pub fn new(
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        properties: QueueProperties,
    ) -> Result<Arc<Object<Self>>> {
        if !context.devices().iter().any(|known| device.is_within(known)) {
            let name = device.name();
            return Err(Error::Invalid(format!("{name} does not belong to the context of the queue")));
        }
        let mut flags = PiQueueFlags::default();
        if properties.profiling || instrumentation::is_active() {
            flags |= PI_QUEUE_FLAG_PROFILING_ENABLE;
        }
        if properties.out_of_order && device.runs_out_of_order() {
            flags |= PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        }
        let pi = pi::Queue::new(context.pi(), device.pi(), flags)?;
        Ok(Self::with(pi, context, device, properties, flags))
    }

    /// A queue around PI's, which has these flags.
    pub(crate) fn around(
        pi: pi::Queue,
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        flags: PiQueueFlags,
    ) -> Arc<Object<Self>> {
        let properties = QueueProperties {
            out_of_order: flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
            profiling: flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE),
        };
        Self::with(pi, context, device, properties, flags)
    }

    fn with(
        pi: pi::Queue,
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        properties: QueueProperties,
        flags: PiQueueFlags,
    ) -> Arc<Object<Self>> {
        let queue = Object::new(Self {
            properties,
            device_queue: DeviceQueue::new(pi, device, context, flags),
            state: Mutex::default(),
            unflushed: AtomicU32::new(0),
            transfers: OnceLock::new(),
            runner: OnceLock::new(),
            is_recording: AtomicBool::new(false),
            handles: AtomicUsize::new(0),
        });
        let at_exit: Weak<Object<Self>> = Arc::downgrade(&queue);
        exit::register(at_exit, device.pi().plugin());
        queue
    }

    /// The device that commands run on.
    pub fn device(&self) -> &Arc<Object<Device>> {
        self.device_queue.device()
    }

    /// The context that the queue belongs to.
    pub fn context(&self) -> &Arc<Object<Context>> {
        self.device_queue.context()
    }

    /// The device queue of its commands.
    pub(crate) fn device_queue(&self) -> &DeviceQueue {
        &self.device_queue
    }

    pub(crate) fn pi(&self) -> &pi::Queue {
        self.device_queue.pi()
    }

    /// Whether commands run in order of submission.
    pub fn is_in_order(&self) -> bool {
        !self.properties.out_of_order
    }

    /// Whether events have timestamps.
    pub fn has_profiling(&self) -> bool {
        self.properties.profiling
    }

    /// The time of a submission that happens now; 0 without profiling.
    #[inline]
    pub(crate) fn submission_time(&self) -> u64 {
        if self.has_profiling() { clock::now() } else { 0 }
    }

    /// The data that the headers attached.
    pub fn user_data(&self) -> &UserData {
        self.device_queue.failures().user_data()
    }

    /// Sets the handler of asynchronous errors that are left when the program releases its last
    /// handle of the queue, and of later ones. The first call counts. The handler is called without
    /// locks of the runtime, on any thread.
    pub fn on_unhandled_errors(&self, report: impl Fn(Vec<Error>) + Send + Sync + 'static) {
        self.device_queue.failures().set_unhandled(Box::new(report));
    }

    /// An internal queue that moves bytes to and from the memory of this queue's device. Its
    /// commands are not visible on this queue, except for failures.
    pub(crate) fn transfer_queue(&self) -> Result<Arc<Object<Self>>> {
        if let Some(queue) = self.transfers.get() {
            return Ok(queue.clone());
        }
        let queue = Self::serving(self.context(), self.device(), self.device_queue.failures())?;
        Ok(self.transfers.get_or_init(|| queue).clone())
    }

    /// A queue of the runtime's own that runs the commands of graphs.
    pub(crate) fn runner(&self) -> Result<Arc<Object<Self>>> {
        if let Some(queue) = self.runner.get() {
            return Ok(queue.clone());
        }
        let queue = Self::serving(self.context(), self.device(), self.device_queue.failures())?;
        Ok(self.runner.get_or_init(|| queue).clone())
    }

    /// A queue of the runtime's own whose failures are those of another queue, also when that has gone.
    pub(crate) fn serving(
        context: &Arc<Object<Context>>,
        device: &Arc<Object<Device>>,
        failures: &Arc<Failures>,
    ) -> Result<Arc<Object<Self>>> {
        let queue = Self::new(context, device, QueueProperties::default())?;
        queue.device_queue.failures().serve(failures);
        Ok(queue)
    }

    /// Whether a graph takes the submissions.
    #[inline]
    pub(crate) fn is_recording(&self) -> bool {
        self.is_recording.load(Ordering::Acquire)
    }

    pub(crate) fn set_recording(&self, is_recording: bool) {
        self.is_recording.store(is_recording, Ordering::Release);
    }

    /// Blocks until everything that was submitted is complete. Failures become
    /// asynchronous errors.
    pub fn wait(&self) {
        let span = instrumentation::span(|| Activity::Wait("queue::wait"));
        let pending = self.state.lock().order.pending();
        pending.iter().for_each(|event| event.wait());
        self.device_queue.finish();
        drop(span);
        instrumentation::settle_queue(self.device_queue.number());
    }

    /// Whether nothing is left to run.
    pub fn is_empty(&self) -> Result<bool> {
        if !self.state.lock().order.pending().is_empty() {
            return Ok(false);
        }
        self.device_queue.is_empty()
    }

    /// Takes the oldest unhandled asynchronous error among the failures so far. Does not block.
    pub fn take_error(&self) -> Option<Error> {
        self.device_queue.failures().take()
    }

    /// Adds the error of a host task, or of a command that PI was never given.
    pub(crate) fn record_error(&self, error: Error) {
        self.device_queue.failures().record(error);
    }
}

impl AtExit for Object<Queue> {
    fn wait(&self) {
        Queue::wait(self);
    }

    /// The program has no handle of the queue. No lock may be held.
    fn report_unasked(&self) {
        self.device_queue.failures().report();
    }

    fn take_error(&self) -> Option<Error> {
        Queue::take_error(self)
    }
}

impl CommandSource for Object<Queue> {
    fn device_queue(&self) -> &DeviceQueue {
        &self.device_queue
    }

    fn has_profiling(&self) -> bool {
        Queue::has_profiling(self)
    }

    fn submission_time(&self) -> u64 {
        Queue::submission_time(self)
    }
}

impl Event {
    /// The queue whose command this is; `None` for host accesses.
    pub fn queue(&self) -> Option<Arc<Object<Queue>>> {
        let source: Arc<dyn Any + Send + Sync> = self.source()?.clone();
        source.downcast().ok()
    }

    /// Whether everything in a queue is ordered after the event anyway.
    pub(crate) fn is_before_in(&self, queue: &Arc<Object<Queue>>) -> bool {
        let is_own = |source: &Arc<dyn CommandSource>| std::ptr::addr_eq(Arc::as_ptr(source), Arc::as_ptr(queue));
        queue.is_in_order() && self.source().is_some_and(is_own)
    }
}
