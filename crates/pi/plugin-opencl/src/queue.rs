//! Queues.

use std::ffi::c_void;
use std::thread::JoinHandle;

use opencl_sys::{CL_COMPLETE, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_QUEUE_PROPERTIES, CL_QUEUE_REFERENCE_COUNT};
use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::{ToCl, pairs};
use crate::query;

/// The flags that OpenCL has. The others concern the submission of commands, and have no visible effect.
const FLAGS: u64 = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE.0 | PI_QUEUE_FLAG_PROFILING_ENABLE.0;

/// `piQueueCreate`
///
/// # Safety
/// `queue` is valid.
pub unsafe fn create(
    context: PiContext,
    device: PiDevice,
    flags: PiQueueFlags,
    queue: *mut PiQueue,
) -> Result<(), Failure> {
    let flags = flags.0 & FLAGS;
    let version = query::version(device)?;
    // SAFETY: live objects, and lists that end with 0.
    let made = unsafe {
        if version >= (2, 0) {
            let properties = [u64::from(CL_QUEUE_PROPERTIES), flags, 0];
            create!(clCreateCommandQueueWithProperties(context.cl(), device.cl(), properties.as_ptr()))?
        } else {
            create!(clCreateCommandQueue(context.cl(), device.cl(), flags))?
        }
    };
    // SAFETY: the caller's duty.
    unsafe { queue.write(PiQueue::from_ptr(made)) };
    Ok(())
}

/// `piextQueueCreate`: properties are pairs of a number and a value, and 0 at the end.
///
/// # Safety
/// `properties` is null or such a list, `queue` is valid.
pub unsafe fn create_with(
    context: PiContext,
    device: PiDevice,
    properties: *const PiQueueProperty,
    queue: *mut PiQueue,
) -> Result<(), Failure> {
    let mut flags = PiQueueFlags::default();
    // SAFETY: the caller's duty.
    for (name, value) in unsafe { pairs(properties) } {
        match name {
            PI_QUEUE_FLAGS => flags = PiQueueFlags(value),
            // The index of the device's queue; OpenCL has one.
            PI_QUEUE_COMPUTE_INDEX if value == 0 => {}
            _ => {
                let text = format!("OpenCL has no property {name:#x} of queues with the value {value}");
                return Err(Failure::new(PI_ERROR_INVALID_QUEUE_PROPERTIES, text));
            }
        }
    }
    // SAFETY: the caller's duty.
    unsafe { create(context, device, flags, queue) }
}

/// A queue that the program has released, and the event after all its commands.
#[derive(Clone, Copy)]
struct Released {
    queue: PiQueue,
    last: PiEvent,
}

/// Threads that wait for the commands of released queues.
static WAITING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// `piQueueRelease`. Drivers keep a queue until its commands have ended, but those that destroy it in the thread of
/// the last command wait there for that command, for ever. A thread of the plugin therefore keeps the last reference
/// until the commands have ended.
pub fn release(queue: PiQueue) -> Result<(), Failure> {
    let mut references = 0_u32;
    let mut last = PiEvent::NULL;
    // SAFETY: a live queue, and places for a number and an event. What fails here changes nothing: the queue is
    // released at once.
    let is_marked = unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut references).cast(), size_of::<u32>());
        let (queue, none) = (queue.cl(), std::ptr::null_mut());
        let asked = || call!(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, size, place, none));
        let mut marked = || call!(clEnqueueMarkerWithWaitList(queue, 0, std::ptr::null(), (&raw mut last).cl()));
        asked().is_ok() && references == 1 && marked().is_ok()
    };
    if !is_marked {
        // SAFETY: the caller's reference.
        return unsafe { call!(clReleaseCommandQueue(queue.cl())) };
    }
    let released = Released { queue, last };
    if has_ended(&released) {
        return give_up(&released);
    }
    // SAFETY: a live queue. If it cannot be flushed, `clFinish` does it.
    let _ = unsafe { call!(clFlush(released.queue.cl())) };
    // The program has released the queue, so errors have no recipient.
    match std::thread::Builder::new().spawn(move || drop(give_up(&released))) {
        Ok(thread) => {
            let mut waiting = WAITING.lock();
            waiting.retain(|thread| !thread.is_finished());
            waiting.push(thread);
            Ok(())
        }
        // Without a new thread, the calling thread waits.
        Err(_) => give_up(&released),
    }
}

/// Waits until the commands of all released queues have ended, and the queues are released.
pub fn release_all() {
    for thread in std::mem::take(&mut *WAITING.lock()) {
        // A panic of the thread has already been reported.
        let _ = thread.join();
    }
}

/// Whether the last event is complete or failed. An event that cannot be queried counts as ended, too.
fn has_ended(released: &Released) -> bool {
    !status_of(released.last).is_ok_and(|status| status > CL_COMPLETE)
}

fn status_of(event: PiEvent) -> Result<i32, Failure> {
    let mut status = 0_i32;
    // SAFETY: a live event, and a place for a number.
    unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut status).cast(), size_of::<i32>());
        let param = CL_EVENT_COMMAND_EXECUTION_STATUS;
        call!(clGetEventInfo(event.cl(), param, size, place, std::ptr::null_mut()))?;
    }
    Ok(status)
}

fn give_up(released: &Released) -> Result<(), Failure> {
    // SAFETY: references that are this module's. After `clFinish`, the driver is done with the commands, too.
    unsafe {
        let finished = call!(clFinish(released.queue.cl()));
        let forgotten = call!(clReleaseEvent(released.last.cl()));
        call!(clReleaseCommandQueue(released.queue.cl())).and(finished).and(forgotten)
    }
}

/// `CL_QUEUE_PROPERTIES`
///
/// # Errors
/// The query fails.
pub fn properties(queue: PiQueue) -> Result<u64, Failure> {
    let mut properties = 0_u64;
    // SAFETY: a live queue, and a place for a number.
    unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut properties).cast(), size_of::<u64>());
        call!(clGetCommandQueueInfo(queue.cl(), CL_QUEUE_PROPERTIES, size, place, std::ptr::null_mut()))?;
    }
    Ok(properties)
}

/// `piQueueGetInfo`
pub fn info(queue: PiQueue, param: PiQueueInfo, answer: Answer) -> Result<(), Failure> {
    // OpenCL cannot report whether a queue is empty, and has no numbers so high.
    if param == PI_EXT_ONEAPI_QUEUE_INFO_EMPTY || param.0 >= 0x10000 {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("OpenCL has no property {param} of queues")));
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: a live queue, and places as the answer says.
    unsafe { call!(clGetCommandQueueInfo(queue.cl(), param.0, size, value, size_ret)) }
}
