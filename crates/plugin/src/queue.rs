//! Command queues, and what every enqueuing entry shares: wait lists, the event
//! for the caller, blocking calls.

use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{Command, Event as Completion, Queue as Driver, QueueProperties};
use tandem_pi::export::Failure;
use tandem_pi::*;

use crate::args::{Answer, ensure, failure, list, properties, required};
use crate::context::Context;
use crate::device::{Device, SharedDevice};
use crate::event::{self, Event};
use crate::failure::from_driver;
use crate::object::{Kind, Object, borrow, share};

/// A command queue of one device.
pub struct Queue {
    context: Arc<Object<Context>>,
    device: SharedDevice,
    flags: PiQueueFlags,
    driver: Arc<dyn Driver>,
    /// The failure that `PI_EXT_TANDEM_QUEUE_INFO_FAILURE` tells the size of.
    failure: Mutex<Option<Vec<u8>>>,
}

impl Kind for Queue {
    type Raw = PiQueue;
    const TAG: u64 = 0x7469_7175_6575_0004;
    const INVALID: PiResult = PI_ERROR_INVALID_QUEUE;
    const NAME: &'static str = "queue";
}

impl Queue {
    /// The context.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// The device.
    pub fn device(&self) -> &Object<Device> {
        &self.device
    }

    /// Answers with the oldest failure, which the caller has then read.
    fn failure(&self, answer: Answer) -> Result<(), Failure> {
        let mut failure = self.failure.lock();
        if failure.is_none() {
            *failure = self.driver.take_failure().map(|error| {
                let failure = from_driver(error);
                [&failure.code.0.to_ne_bytes(), failure.message.as_bytes()].concat()
            });
        }
        let is_read = answer.wants_value();
        answer.bytes(failure.as_deref().unwrap_or_default())?;
        if is_read {
            *failure = None;
        }
        Ok(())
    }

    /// Whether events carry timestamps.
    pub fn is_profiling(&self) -> bool {
        self.flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE)
    }
}

/// The wait list and the place for the event, as all enqueuing entries end.
#[derive(Clone, Copy)]
pub struct Sync {
    num_events: u32,
    events: *const PiEvent,
    event: *mut PiEvent,
}

impl Sync {
    /// The last three parameters of an enqueuing entry.
    pub fn new(num_events: u32, events: *const PiEvent, event: *mut PiEvent) -> Self {
        Self { num_events, events, event }
    }

    /// For a further command that nobody has an event of.
    pub fn without_event(self) -> Self {
        Self { event: std::ptr::null_mut(), ..self }
    }

    /// The completions to wait for.
    ///
    /// # Safety
    /// As for [`tandem_pi::export::Pi`].
    unsafe fn wait_list(self, context: &Object<Context>) -> Result<SmallVec<[Completion; 4]>, Failure> {
        // SAFETY: the caller's duty, for all of the block.
        unsafe {
            let handles = list(self.events, self.num_events as usize, "the wait list")
                .map_err(|failure| Failure { code: PI_ERROR_INVALID_EVENT_WAIT_LIST, ..failure })?;
            let mut wait = SmallVec::with_capacity(handles.len());
            for &handle in handles {
                let event = borrow::<Event>(handle)
                    .map_err(|failure| Failure { code: PI_ERROR_INVALID_EVENT_WAIT_LIST, ..failure })?;
                ensure!(
                    std::ptr::eq(event.context(), context),
                    PI_ERROR_INVALID_CONTEXT,
                    "an event of the wait list belongs to another context"
                );
                wait.push(event.completion().clone());
            }
            Ok(wait)
        }
    }
}

/// Submits a command: the end of every enqueuing entry. A blocking one returns
/// when the command is complete, with the command's own failure.
///
/// # Safety
/// As for [`tandem_pi::export::Pi`]; the memory of the command stays valid until
/// it is complete.
#[inline]
pub unsafe fn submit(
    queue: &Object<Queue>,
    command: Command,
    command_type: PiCommandType,
    sync: Sync,
    blocking: bool,
) -> Result<(), Failure> {
    let submit = |driver: &dyn Driver, wait: &[Completion], event: Option<&mut Option<Completion>>| {
        driver.submit(command, wait, event)
    };
    // SAFETY: the caller's duty is the same.
    unsafe { submit_with(queue, submit, command_type, sync, blocking) }
}

/// As [`submit`], by a function that gives the driver's queue what it is to do.
///
/// # Safety
/// As for [`submit`].
#[inline]
pub unsafe fn submit_with(
    queue: &Object<Queue>,
    submit: impl FnOnce(&dyn Driver, &[Completion], Option<&mut Option<Completion>>) -> tandem_device::Result<()>,
    command_type: PiCommandType,
    sync: Sync,
    blocking: bool,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let wait = unsafe { sync.wait_list(&queue.context)? };
    if sync.event.is_null() && !blocking {
        return submit(&*queue.driver, &wait, None).map_err(from_driver);
    }
    let mut completion = None;
    submit(&*queue.driver, &wait, Some(&mut completion)).map_err(from_driver)?;
    let completion = completion.ok_or_else(|| failure!(PI_ERROR_UNKNOWN, "the driver returned no event"))?;
    let waited = if blocking { completion.wait() } else { Ok(()) };
    if !sync.event.is_null() {
        // SAFETY: the handle of a live queue, which the event will own.
        let owner = unsafe { share::<Queue>(queue.handle())? };
        let handle = event::publish_command(completion, command_type, owner);
        // SAFETY: not null, and the caller's duty.
        unsafe { sync.event.write(handle) };
    }
    waited.map_err(from_driver)
}

/// `piQueueCreate`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn create(
    context: PiContext,
    device: PiDevice,
    flags: PiQueueFlags,
    out: *mut PiQueue,
) -> Result<(), Failure> {
    let out = required(out, "the place for the queue")?;
    // SAFETY: the caller's duty.
    let (context, device) = unsafe { (share::<Context>(context)?, share::<Device>(device)?) };
    ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device is not one of the context");
    check_flags(flags, &device)?;
    let properties = QueueProperties {
        out_of_order: flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        profiling: flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE),
    };
    let driver = device.driver().create_queue(properties).map_err(from_driver)?;
    context.add_queue(&driver);
    let queue = Object::new(Queue { context, device, flags, driver, failure: Mutex::default() });
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(queue.publish()) };
    Ok(())
}

fn check_flags(flags: PiQueueFlags, device: &Device) -> Result<(), Failure> {
    // Hints (priorities, immediate submission) change nothing here.
    let known = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE
        | PI_QUEUE_FLAG_PROFILING_ENABLE
        | PI_EXT_ONEAPI_QUEUE_FLAG_DISCARD_EVENTS
        | PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_LOW
        | PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_HIGH
        | PI_EXT_QUEUE_FLAG_SUBMISSION_NO_IMMEDIATE
        | PI_EXT_QUEUE_FLAG_SUBMISSION_IMMEDIATE;
    let info = device.driver().info();
    let unsupported = (flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE) && !info.out_of_order)
        || (flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE) && !info.profiling);
    ensure!(
        known.contains(flags) && !unsupported,
        PI_ERROR_INVALID_QUEUE_PROPERTIES,
        "the device has no queues with the properties {:#x}",
        flags.0
    );
    Ok(())
}

/// `piextQueueCreate`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn create_with_properties(
    context: PiContext,
    device: PiDevice,
    list: *const PiQueueProperty,
    out: *mut PiQueue,
) -> Result<(), Failure> {
    let mut flags = PiQueueFlags::default();
    // SAFETY: the caller's duty.
    for (key, value) in unsafe { properties(list) } {
        match key {
            PI_QUEUE_FLAGS => flags = PiQueueFlags(value),
            PI_QUEUE_COMPUTE_INDEX => {
                ensure!(value == 0, PI_ERROR_INVALID_QUEUE_PROPERTIES, "the device has only queue index 0");
            }
            key => return Err(failure!(PI_ERROR_INVALID_VALUE, "the queue property {key:#x} is not known")),
        }
    }
    // SAFETY: the caller's duty.
    unsafe { create(context, device, flags, out) }
}

/// `piQueueGetInfo`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn info(queue: PiQueue, param: PiQueueInfo, answer: Answer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let queue = unsafe { borrow::<Queue>(queue)? };
    match param {
        PI_QUEUE_INFO_CONTEXT => answer.value(queue.context.handle()),
        PI_QUEUE_INFO_DEVICE => answer.value(queue.device.handle()),
        PI_QUEUE_INFO_DEVICE_DEFAULT => answer.value(PiQueue::NULL),
        PI_QUEUE_INFO_PROPERTIES => answer.value(queue.flags),
        PI_QUEUE_INFO_REFERENCE_COUNT => answer.value(queue.references()),
        PI_EXT_TANDEM_QUEUE_INFO_FAILURE => queue.failure(answer),
        PI_EXT_ONEAPI_QUEUE_INFO_EMPTY => answer.bool(queue.driver.is_empty()),
        other => answer.unknown(other),
    }
}

/// `piQueueFinish`. It tells nothing of commands that failed.
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn finish(queue: PiQueue) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let queue = unsafe { borrow::<Queue>(queue)? };
    queue.driver.finish().map_err(from_driver)
}

/// `piQueueFlush`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn flush(queue: PiQueue) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let queue = unsafe { borrow::<Queue>(queue)? };
    queue.driver.flush().map_err(from_driver)
}

/// `piEnqueueEventsWait` and `piEnqueueEventsWaitWithBarrier`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn wait_events(queue: PiQueue, is_barrier: bool, sync: Sync) -> Result<(), Failure> {
    let (command, command_type) = if is_barrier {
        (Command::Barrier, PI_COMMAND_TYPE_BARRIER)
    } else {
        (Command::Marker, PI_COMMAND_TYPE_MARKER)
    };
    // SAFETY: the caller's duty.
    unsafe { submit(borrow::<Queue>(queue)?, command, command_type, sync, false) }
}

/// `piextQueueGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn native(queue: PiQueue, out: *mut PiNativeHandle, description: *mut i32) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        crate::native::get::<Queue>(queue, out)?;
        crate::args::store(description, 0);
    }
    Ok(())
}
