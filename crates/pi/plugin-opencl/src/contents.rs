//! The initial contents of allocations of the extension for unified shared memory.
//!
//! OpenCL leaves the contents undefined. Memory of the kinds that the host can use is zero, as it is on Tandem's own
//! devices. `TANDEM_USM_FILL` fills all kinds with a byte instead, which finds programs that rely on the zeros.

use std::ffi::c_void;
use std::sync::LazyLock;

use opencl_sys::{CL_DEVICE_HOST_UNIFIED_MEMORY, CL_QUEUE_PROPERTIES};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::convert::ToCl;
use crate::svm::Kind;
use crate::{extensions, query};

const FILL_VARIABLE: &str = "TANDEM_USM_FILL";

static FILL: LazyLock<Option<u8>> = LazyLock::new(fill_of_environment);

/// Gives a new allocation of `size` bytes its initial contents.
///
/// # Errors
/// A call of OpenCL fails.
///
/// # Safety
/// `memory` is an allocation of the extension of this kind and context, and is not in use.
pub unsafe fn write(kind: Kind, context: PiContext, memory: *mut c_void, size: usize) -> Result<(), Failure> {
    if memory.is_null() || size == 0 {
        return Ok(());
    }
    match (kind, *FILL) {
        (Kind::Device(_), None) => Ok(()),
        // SAFETY: the caller's duty.
        (Kind::Device(device), Some(byte)) => unsafe { fill_on(device, context, memory, (size, byte)) },
        // SAFETY: the caller's duty.
        (Kind::Shared(device), byte) if !is_of_host(device)? => unsafe {
            fill_on(device, context, memory, (size, byte.unwrap_or(0)))
        },
        (Kind::Host | Kind::Shared(_), byte) => {
            // SAFETY: the caller's duty: the host can write memory of these kinds.
            unsafe { memory.cast::<u8>().write_bytes(byte.unwrap_or(0), size) };
            Ok(())
        }
    }
}

/// Whether a device's memory is the host's, so that the host may write it first.
fn is_of_host(device: PiDevice) -> Result<bool, Failure> {
    Ok(query::device_value::<u32>(device, CL_DEVICE_HOST_UNIFIED_MEMORY)? != 0)
}

/// Makes the device write the bytes, and waits for it.
///
/// # Safety
/// As for [`write()`].
unsafe fn fill_on(
    device: PiDevice,
    context: PiContext,
    memory: *mut c_void,
    (size, byte): (usize, u8),
) -> Result<(), Failure> {
    let fill = extension!(extensions::of_context(context)?, clEnqueueMemFillINTEL);
    let properties = [u64::from(CL_QUEUE_PROPERTIES), 0, 0];
    // SAFETY: live objects, and a list that ends with 0; the pattern is copied when the command is enqueued. The queue
    // is this function's own.
    unsafe {
        let queue = create!(clCreateCommandQueueWithProperties(context.cl(), device.cl(), properties.as_ptr()))?;
        let status = fill(queue, memory, (&raw const byte).cast(), 1, size, 0, std::ptr::null(), std::ptr::null_mut());
        let filled = crate::api::check("clEnqueueMemFillINTEL", status).and_then(|()| call!(clFinish(queue)));
        call!(clReleaseCommandQueue(queue))?;
        filled
    }
}

fn fill_of_environment() -> Option<u8> {
    let value = tandem_environment::variable(FILL_VARIABLE).filter(|value| !value.is_empty())?;
    let byte = parse_byte(&value);
    if byte.is_none() {
        eprintln!("tandem: warning: {FILL_VARIABLE}={value} is ignored: it is not a byte such as 0xCD or 205");
    }
    byte
}

fn parse_byte(text: &str) -> Option<u8> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read() {
        assert_eq!(parse_byte("0xCD"), Some(0xcd));
        assert_eq!(parse_byte(" 205 "), Some(205));
        for text in ["0x100", "256", "-1", "cd", "0x"] {
            assert_eq!(parse_byte(text), None, "{text}");
        }
    }
}
