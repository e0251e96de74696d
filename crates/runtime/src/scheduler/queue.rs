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

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tandem_pi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::WaitList;

use super::dependencies::QueueDependencies;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::base::user_data::UserData;
use crate::commands::command::Command;
use crate::commands::failures::Failures;
use crate::commands::scratch::{Scratch, ScratchPool};
use crate::devices::device::Device;
use crate::global;
use crate::programs::context::Context;
use crate::programs::kernel_table::KernelTable;

/// How a queue behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueProperties {
    /// Commands run in order of submission.
    pub in_order: bool,
    /// Events have timestamps.
    pub profiling: bool,
}

/// A queue of one device.
#[derive(Debug)]
pub struct Queue {
    number: usize,
    properties: QueueProperties,
    // Dropped before the queue that uses it.
    scratch: ScratchPool,
    // Dropped before the context that it belongs to.
    pi: pi::Queue,
    device: Arc<Object<Device>>,
    context: Arc<Object<Context>>,
    pub(crate) state: Mutex<QueueState>,
    /// Command groups since PI's queue was flushed.
    pub(crate) unflushed: AtomicU32,
    failures: Arc<Failures>,
    staging: Mutex<Vec<(pi::Event, Vec<u8>)>>,
    /// Moves the bytes of buffers that the queue's commands use.
    transfers: OnceLock<Arc<Object<Queue>>>,
}

#[derive(Debug, Default)]
pub(crate) struct QueueState {
    pub(crate) kernels: KernelTable,
    pub(crate) dependencies: QueueDependencies,
}

impl Kind for Queue {
    const TAG: u64 = 0x7175_6575_655f_7431;
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
        if properties.profiling {
            flags |= PI_QUEUE_FLAG_PROFILING_ENABLE;
        }
        if !properties.in_order && device.runs_out_of_order() {
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
            in_order: !flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
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
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let queue = Object::new(Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            properties,
            failures: Failures::new(&pi),
            scratch: ScratchPool::new(!flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
            pi,
            device: device.clone(),
            context: context.clone(),
            state: Mutex::default(),
            unflushed: AtomicU32::new(0),
            staging: Mutex::default(),
            transfers: OnceLock::new(),
        });
        global::register_queue(&queue);
        queue
    }

    /// The device that commands run on.
    pub fn device(&self) -> &Arc<Object<Device>> {
        &self.device
    }

    /// The context that the queue belongs to.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// Whether commands run in order of submission.
    pub fn is_in_order(&self) -> bool {
        self.properties.in_order
    }

    /// Whether events have timestamps.
    pub fn has_profiling(&self) -> bool {
        self.properties.profiling
    }

    /// What the headers attached.
    pub fn user_data(&self) -> &UserData {
        &self.failures.user_data
    }

    /// Says who is told of asynchronous errors that are left when the queue goes, also of
    /// those that come after that. The first call counts.
    pub fn on_unhandled_error(&self, report: impl Fn(Error) + Send + Sync + 'static) {
        self.failures.set_unhandled(Box::new(report));
    }

    pub(crate) fn pi(&self) -> &pi::Queue {
        &self.pi
    }

    /// A queue of the runtime's own, which moves bytes to and from the memory of this
    /// queue's device. What is on it is not seen on this queue, except for failures.
    pub(crate) fn transfer_queue(&self) -> Result<Arc<Object<Self>>> {
        if let Some(queue) = self.transfers.get() {
            return Ok(queue.clone());
        }
        let queue = Self::new(&self.context, &self.device, QueueProperties::default())?;
        // Transfers may fail when this queue has gone.
        let failures = self.failures.clone();
        queue.on_unhandled_error(move |error| failures.record(error));
        Ok(self.transfers.get_or_init(|| queue).clone())
    }

    /// A number of its own for each queue.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Blocks until everything that was submitted is complete. Failures become
    /// asynchronous errors.
    pub fn wait(&self) {
        let pending = self.state.lock().dependencies.pending();
        pending.iter().for_each(|event| event.wait());
        let finished = self.pi.finish();
        forget_read(&mut self.staging.lock());
        self.failures.finished(finished);
    }

    /// Whether nothing is left to run.
    pub fn is_empty(&self) -> Result<bool> {
        if !self.state.lock().dependencies.pending().is_empty() {
            return Ok(false);
        }
        match self.pi.info::<u32>(PI_EXT_ONEAPI_QUEUE_INFO_EMPTY) {
            Ok(empty) => Ok(empty != PI_FALSE),
            // Plugins without this query: look at an event behind everything.
            Err(_) => {
                let marker = self.pi.marker(&WaitList::new())?;
                Ok(marker.is_none_or(|event| event.status() == Ok(PI_EVENT_COMPLETE)))
            }
        }
    }

    /// Makes sure that what PI was given runs without further calls, and that callbacks
    /// come; Tandem's own plugins need no call for that.
    pub(crate) fn start_commands(&self) {
        if self.failures.needs_events() {
            // Failing, it did no more than not to help.
            let _ = self.pi.flush();
        }
    }

    /// Takes the oldest asynchronous error that nobody has taken yet, of what has
    /// failed until now. Does not block.
    pub fn take_error(&self) -> Option<Error> {
        let error = self.failures.take();
        error.or_else(|| self.transfers.get()?.take_error())
    }

    /// Scratch memory for a kernel that the queue gets next, behind these events.
    pub(crate) fn take_scratch(&self, bytes: usize, wait: &WaitList<'_>) -> Result<Scratch> {
        self.scratch.take(&self.context, &self.pi, bytes, wait)
    }

    /// Takes scratch memory back from a kernel; without an event, it was not launched.
    pub(crate) fn give_back_scratch(&self, scratch: Scratch, kernel: Option<pi::Event>) {
        self.scratch.give_back(scratch, kernel);
    }

    /// Adds the error of a host task, or of a command that PI was never given.
    pub(crate) fn record_error(&self, error: Error) {
        self.failures.record(error);
    }

    /// Keeps bytes that a command reads until the command is complete.
    pub(crate) fn keep_until(&self, event: pi::Event, bytes: Vec<u8>) {
        let mut staging = self.staging.lock();
        forget_read(&mut staging);
        staging.push((event, bytes));
    }
}

impl Object<Queue> {
    /// Gives a command to PI.
    ///
    /// # Safety
    /// As for [`Command::enqueue`].
    pub(crate) unsafe fn enqueue(
        &self,
        command: &Command<'_>,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<pi::Event>> {
        // SAFETY: the caller's duty.
        let event = unsafe { command.enqueue(self, wait, want_event || self.failures.needs_events())? };
        if let Some(event) = &event {
            self.failures.watch(event);
        }
        Ok(event)
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        for (event, _) in self.staging.get_mut() {
            let _ = event.wait();
        }
        self.failures.outlive_commands();
    }
}

/// Frees the bytes that commands have read by now.
fn forget_read(staging: &mut Vec<(pi::Event, Vec<u8>)>) {
    staging.retain(|(event, _)| event.status().is_ok_and(|status| status.0 > 0));
}
