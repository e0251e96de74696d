//! Memory and semaphores of other programs (`sycl_ext_oneapi_bindless_images`).

use std::ffi::{c_int, c_void};

use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::external;

use crate::abi::*;
use crate::bindless::shape;
use crate::call::{acting, producing};
use crate::parameters::{Handle, Out, Struct};

/// `tandem_external_memory_import`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_memory_import(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    descriptor: c_int,
    bytes: usize,
    out: Out<'_, u64>,
) -> c_int {
    producing(|| out.set(external::import_memory(context.object()?, device.object()?, descriptor, bytes)?))
}

/// `tandem_external_memory_release`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_memory_release(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: u64,
) -> c_int {
    acting(|| external::release_memory(context.object()?, device.object()?, memory))
}

/// `tandem_external_memory_map_image`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_memory_map_image(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: u64,
    image: Struct<'_, TandemImageShape>,
    out: Out<'_, *mut c_void>,
) -> c_int {
    producing(|| {
        let shape = shape(&image.get("the image")?)?;
        out.set(external::map_image(context.object()?, device.object()?, memory, &shape)?)
    })
}

/// `tandem_external_memory_map_range`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_memory_map_range(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: u64,
    offset: usize,
    bytes: usize,
    out: Out<'_, *mut c_void>,
) -> c_int {
    producing(|| out.set(external::map_range(context.object()?, device.object()?, memory, offset, bytes)?))
}

/// `tandem_external_semaphore_import`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_semaphore_import(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    descriptor: c_int,
    timeline: c_int,
    out: Out<'_, u64>,
) -> c_int {
    producing(|| {
        let (context, device) = (context.object()?, device.object()?);
        out.set(external::import_semaphore(context, device, descriptor, timeline != 0)?)
    })
}

/// `tandem_external_semaphore_release`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_external_semaphore_release(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    semaphore: u64,
) -> c_int {
    acting(|| external::release_semaphore(context.object()?, device.object()?, semaphore))
}
