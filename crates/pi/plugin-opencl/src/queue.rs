//! Queues.

use opencl_sys::CL_QUEUE_PROPERTIES;
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
