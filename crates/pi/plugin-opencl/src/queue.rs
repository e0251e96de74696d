//! Queues.

use std::ffi::c_void;

use opencl_sys::{CL_COMPLETE, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_QUEUE_PROPERTIES, CL_QUEUE_REFERENCE_COUNT};
use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;
use crate::query;

/// The flags that OpenCL has. The others say how commands may be submitted, and change nothing that a program
/// could see.
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
    let mut next = properties;
    // SAFETY: the caller's duty: the list ends with 0.
    while !next.is_null() && unsafe { *next } != 0 {
        // SAFETY: as above; each number has a value.
        let (name, value) = unsafe { (*next, *next.add(1)) };
        match name {
            PI_QUEUE_FLAGS => flags = PiQueueFlags(value),
            // Which of the device's queues it is; OpenCL has one.
            PI_QUEUE_COMPUTE_INDEX if value == 0 => {}
            _ => {
                let text = format!("OpenCL has no property {name:#x} of queues with the value {value}");
                return Err(Failure::new(PI_ERROR_INVALID_QUEUE_PROPERTIES, text));
            }
        }
        // SAFETY: as above.
        next = unsafe { next.add(2) };
    }
    // SAFETY: the caller's duty.
    unsafe { create(context, device, flags, queue) }
}

/// A queue that the program has let go of, and the event behind all its commands.
struct Released {
    queue: PiQueue,
    last: PiEvent,
}

/// Queues whose commands had not ended when they were released.
static RELEASED: Mutex<Vec<Released>> = Mutex::new(Vec::new());

/// `piQueueRelease`. Drivers keep a queue until its commands have ended, but those that destroy it in the thread of the
/// last command wait there for that command, for ever. So the last reference stays until the commands have ended; it is
/// given up when another queue is released, or at the end of the process.
pub fn release(queue: PiQueue) -> Result<(), Failure> {
    release_ended();
    let mut references = 0_u32;
    let mut last = PiEvent::NULL;
    // SAFETY: a live queue, and places for a number and an event.
    unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut references).cast(), size_of::<u32>());
        call!(clGetCommandQueueInfo(queue.cl(), CL_QUEUE_REFERENCE_COUNT, size, place, std::ptr::null_mut()))?;
        let mut marker = || call!(clEnqueueMarkerWithWaitList(queue.cl(), 0, std::ptr::null(), (&raw mut last).cl()));
        if references > 1 || marker().is_err() {
            return call!(clReleaseCommandQueue(queue.cl()));
        }
        call!(clFlush(queue.cl()))?;
    }
    let released = Released { queue, last };
    if !has_ended(&released) {
        RELEASED.lock().push(released);
        return Ok(());
    }
    give_up(&released)
}

/// Gives the queues up that wait for their commands, after them.
pub fn release_all() {
    for released in std::mem::take(&mut *RELEASED.lock()) {
        // At the end of the process, nobody asks for errors.
        let _ = give_up(&released);
    }
}

fn release_ended() {
    let ended: Vec<Released> = RELEASED.lock().extract_if(.., |released| has_ended(released)).collect();
    for released in &ended {
        // The program has let go of the queue long ago.
        let _ = give_up(released);
    }
}

/// Whether the last event is complete or failed. One that cannot be asked has ended, too.
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
        call!(clReleaseEvent(released.last.cl()))?;
        call!(clFinish(released.queue.cl()))?;
        call!(clReleaseCommandQueue(released.queue.cl()))
    }
}

/// `piQueueGetInfo`
pub fn info(queue: PiQueue, param: PiQueueInfo, answer: Answer) -> Result<(), Failure> {
    // OpenCL cannot tell whether a queue is empty, and has no numbers so high.
    if param == PI_EXT_ONEAPI_QUEUE_INFO_EMPTY || param.0 >= 0x10000 {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("OpenCL has no property {param} of queues")));
    }
    let (size, value, size_ret) = answer.parts();
    // SAFETY: a live queue, and places as the answer says.
    unsafe { call!(clGetCommandQueueInfo(queue.cl(), param.0, size, value, size_ret)) }
}
