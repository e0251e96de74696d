//! A queue of PI, and what its commands need until they are complete.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::WaitList;

use super::failures::Failures;
use super::scratch::{Scratch, ScratchPool};
use crate::base::error::Result;
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::devices::reclaim::{self, Reclaimable};
use crate::programs::context::Context;

/// A PI queue. Its commands start when the device reaches them.
#[derive(Debug)]
pub(crate) struct DeviceQueue {
    number: usize,
    // Dropped before the queue that uses it.
    scratch: Arc<QueueScratch>,
    // Dropped before the context that it belongs to.
    pi: pi::Queue,
    device: Arc<Object<Device>>,
    context: Arc<Object<Context>>,
    failures: Arc<Failures>,
    locations: pi::SourceLocations,
    /// Bytes that commands read.
    staging: Mutex<Vec<(pi::Event, Vec<u8>)>>,
}

/// The scratch memory of a queue, and the device that it is on.
#[derive(Debug)]
struct QueueScratch {
    pool: ScratchPool,
    device: Arc<Object<Device>>,
}

impl QueueScratch {
    fn new(device: &Arc<Object<Device>>, flags: PiQueueFlags) -> Arc<Self> {
        let pool = ScratchPool::new(!flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE));
        let scratch = Arc::new(Self { pool, device: device.clone() });
        let keeper: Weak<Self> = Arc::downgrade(&scratch);
        reclaim::register(keeper);
        scratch
    }
}

impl Reclaimable for QueueScratch {
    fn reclaim(&self, device: &Device) -> bool {
        self.device.shares_memory_with(device) && self.pool.reclaim()
    }
}

impl DeviceQueue {
    /// A queue around PI's, which has these flags.
    pub(crate) fn new(
        pi: pi::Queue,
        device: &Arc<Object<Device>>,
        context: &Arc<Object<Context>>,
        flags: PiQueueFlags,
    ) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        Self {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            scratch: QueueScratch::new(device, flags),
            failures: Failures::new(&pi),
            locations: pi::SourceLocations::of(device.pi()),
            pi,
            device: device.clone(),
            context: context.clone(),
            staging: Mutex::default(),
        }
    }

    /// The device that commands run on.
    pub(crate) fn device(&self) -> &Arc<Object<Device>> {
        &self.device
    }

    /// The context that the queue belongs to.
    pub(crate) fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    pub(crate) fn pi(&self) -> &pi::Queue {
        &self.pi
    }

    /// A unique number of the queue.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Tells the plugin where the program submitted a command.
    pub(super) fn locations(&self) -> pi::SourceLocations {
        self.locations
    }

    /// The failures of its commands.
    pub(crate) fn failures(&self) -> &Arc<Failures> {
        &self.failures
    }

    /// Makes sure that what PI was given runs without further calls, and that callbacks
    /// come; Tandem's own plugins need no call for that.
    pub(crate) fn start_commands(&self) {
        if self.failures.needs_events() {
            // Failing, it did no more than not to help.
            let _ = self.pi.flush();
        }
    }

    /// Blocks until everything that PI was given is complete. Failures become
    /// asynchronous errors.
    pub(crate) fn finish(&self) {
        let finished = self.pi.finish();
        forget_read(&mut self.staging.lock());
        self.failures.finished(finished);
    }

    /// Whether nothing that PI was given is left to run.
    pub(crate) fn is_empty(&self) -> Result<bool> {
        match self.pi.info::<u32>(PI_EXT_ONEAPI_QUEUE_INFO_EMPTY) {
            Ok(empty) => Ok(empty != PI_FALSE),
            // For plugins without this query, check an event after all commands.
            Err(_) => {
                let marker = self.pi.after(&WaitList::new()).with_event().marker()?;
                Ok(marker.is_none_or(|event| event.status() == Ok(PI_EVENT_COMPLETE)))
            }
        }
    }

    /// Waits while kernels hold too much scratch memory. The caller holds no lock.
    pub(crate) fn bound_scratch(&self) {
        self.scratch.pool.bound();
    }

    /// Scratch memory for a kernel that the queue gets next.
    pub(super) fn take_scratch(&self, bytes: usize) -> Result<Scratch> {
        self.scratch.pool.take(&self.context, &self.device, &self.pi, self.locations, bytes)
    }

    /// Takes scratch memory back from a kernel; without an event, it was not launched.
    pub(super) fn give_back_scratch(&self, scratch: Scratch, kernel: Option<pi::Event>) {
        self.scratch.pool.give_back(scratch, kernel);
    }

    /// Keeps bytes that a command reads until the command is complete.
    pub(super) fn keep_until(&self, event: pi::Event, bytes: Vec<u8>) {
        let mut staging = self.staging.lock();
        forget_read(&mut staging);
        staging.push((event, bytes));
    }
}

impl Drop for DeviceQueue {
    fn drop(&mut self) {
        for (event, _) in self.staging.get_mut() {
            let _ = event.wait();
        }
        self.failures.outlive_queue();
    }
}

/// Frees the bytes that commands have read by now.
fn forget_read(staging: &mut Vec<(pi::Event, Vec<u8>)>) {
    staging.retain(|(event, _)| event.status().is_ok_and(|status| status.0 > 0));
}
