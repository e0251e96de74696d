//! Image objects. There are none: the layer passes no images to drivers yet, and its
//! devices say that they have none (`PI_DEVICE_INFO_IMAGE_SUPPORT`).

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::context::Context;
use crate::failure::failure;
use crate::handle::Handle;
use crate::mem::Mem;

/// `piMemImageCreate`
pub fn create(context: Handle<'_, Context>) -> Result<(), Failure> {
    let context = context.object()?;
    let names: Vec<&str> = context.devices().iter().map(|device| device.driver().info().name.as_ref()).collect();
    Err(failure!(PI_ERROR_UNSUPPORTED_FEATURE, "no images on {}", names.join(", ")))
}

/// `piMemImageGetInfo`: memory objects are buffers.
pub fn info(mem: Handle<'_, Mem>) -> Result<(), Failure> {
    mem.object()?;
    Err(failure!(PI_ERROR_INVALID_MEM_OBJECT, "the memory object is a buffer, not an image"))
}
