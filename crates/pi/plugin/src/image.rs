//! Image objects. There are none: the layer passes no images to drivers yet, and its
//! devices say that they have none (`PI_DEVICE_INFO_IMAGE_SUPPORT`).

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::failure;
use crate::context::Context;
use crate::mem::Mem;
use crate::object::borrow;

/// `piMemImageCreate`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn create(context: PiContext) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let names: Vec<&str> = context.devices().iter().map(|device| device.driver().info().name.as_ref()).collect();
    Err(failure!(PI_ERROR_UNSUPPORTED_FEATURE, "no images on {}", names.join(", ")))
}

/// `piMemImageGetInfo`: memory objects are buffers.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn info(mem: PiMem) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { borrow::<Mem>(mem)? };
    Err(failure!(PI_ERROR_INVALID_MEM_OBJECT, "the memory object is a buffer, not an image"))
}
