//! Memory and semaphores of other programs, such as Vulkan's (`sycl_ext_oneapi_bindless_images`).
//!
//! A file descriptor belongs to the device's driver after a successful import, and to the program after
//! a failed one.

use std::ffi::{c_int, c_void};

use crate::base::error::Result;
use crate::base::process;
use crate::devices::device::Device;
use crate::host_image::BindlessShape;
use crate::instrumentation::{self, MemoryKind};
use crate::programs::context::Context;

/// Imports memory of `bytes` bytes. Release it with [`release_memory`].
///
/// # Errors
/// The plugin's errors: the device has no imports, or cannot import this memory.
pub fn import_memory(context: &Context, device: &Device, descriptor: c_int, bytes: usize) -> Result<u64> {
    Ok(context.pi().import_memory(device.pi(), descriptor, bytes)?)
}

/// Releases imported memory. What is mapped of it stays valid.
///
/// # Errors
/// The plugin's errors: a handle that does not exist.
pub fn release_memory(context: &Context, device: &Device, memory: u64) -> Result<()> {
    if process::is_torn_down() {
        return Ok(());
    }
    Ok(context.pi().release_memory(device.pi(), memory)?)
}

/// The memory of an image at the start of imported memory, to be freed as memory of an image
/// ([`bindless::free`](super::bindless::free)).
///
/// # Errors
/// The plugin's errors: memory that is too small, or an image that the device cannot have there.
pub fn map_image(context: &Context, device: &Device, memory: u64, shape: &BindlessShape) -> Result<*mut c_void> {
    let image = context.pi().map_image(device.pi(), memory, &shape.of_pi())?;
    instrumentation::allocated(context.pi(), MemoryKind::Image, image as usize, shape.bytes(), Some(device));
    Ok(image)
}

/// Maps a range of imported memory as device USM, which `usm::free` unmaps.
///
/// # Errors
/// The plugin's errors: a range outside of the memory. Plugins of others map none.
pub fn map_range(context: &Context, device: &Device, memory: u64, offset: usize, bytes: usize) -> Result<*mut c_void> {
    let address = context.pi().map_range(device.pi(), memory, offset, bytes)?;
    instrumentation::allocated(context.pi(), MemoryKind::UsmDevice, address as usize, bytes, Some(device));
    Ok(address)
}

/// Imports a semaphore; a timeline semaphore has a value. Release it with [`release_semaphore`].
///
/// # Errors
/// The plugin's errors: the device has no imports, or cannot import this semaphore.
pub fn import_semaphore(context: &Context, device: &Device, descriptor: c_int, is_timeline: bool) -> Result<u64> {
    Ok(context.pi().import_semaphore(device.pi(), descriptor, is_timeline)?)
}

/// Releases an imported semaphore. Commands that have been submitted may still use it.
///
/// # Errors
/// The plugin's errors: a handle that does not exist.
pub fn release_semaphore(context: &Context, device: &Device, semaphore: u64) -> Result<()> {
    if process::is_torn_down() {
        return Ok(());
    }
    Ok(context.pi().release_semaphore(device.pi(), semaphore)?)
}
