//! Handles of images: 64 bits that kernels hold, over memory of images or over USM.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Device as Driver, HANDLE_ALIGN, Image, ImageBuffer, ImageDescription, ImageKind, MemoryObject, SamplerDescription,
    allocate_or_trim,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::context::Context;
use crate::device::Device;
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::image_memory::{self, ImageMemory};
use crate::object::Object;
use crate::parameters::{In, Memory, Out};
use crate::sampler::Sampler;
use crate::usm;

/// The pitch of an image over USM is a multiple of this number of bytes: the largest pixel.
pub const PITCH_ALIGN: u32 = 16;

/// An image with handles, and their number.
struct Known {
    /// Keeps the image alive, which kernels do not.
    image: Arc<dyn Image>,
    count: usize,
}

/// By context and handle: a sub-device has the handles of the whole device.
static HANDLES: Mutex<BTreeMap<(usize, u64), Known>> = Mutex::new(BTreeMap::new());

fn key(context: &Object<Context>, handle: u64) -> (usize, u64) {
    (std::ptr::from_ref(context) as usize, handle)
}

/// The source of an image.
pub struct Source<'a> {
    /// Memory of an image, or USM.
    pub memory: Memory,
    /// Its pixels.
    pub format: In<'a, PiImageFormat>,
    /// Its shape; the row pitch is that of USM.
    pub desc: In<'a, PiImageDesc>,
}

/// `piextMemUnsampledImageCreate`, `piextMemSampledImageCreate`. The handle has no memory object, so `mem` gets null.
/// The handle of an image with a sampler is the sum of both handles ([`HANDLE_ALIGN`]).
pub fn create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    source: Source<'_>,
    sampler: Option<Handle<'_, Sampler>>,
    mem: Out<'_, PiMem>,
    out: Out<'_, PiImageHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the handle")?;
    let (context, device) = (context.object()?, device.object()?);
    let (format, desc) = (source.format.get("the format")?, source.desc.get("the description")?);
    let (driver, description) = image_memory::describe(context, device, format, desc)?;
    let sampler = sampler.map(|sampler| sampler_handle(context, &*driver, sampler)).transpose()?;
    let (word, sampler) = sampler.unzip();
    let image = match ImageMemory::find(source.memory) {
        Some(memory) => of_memory(&memory, context, &*driver, &description, sampler.as_ref())?,
        None => over_usm(context, &*driver, source.memory, description, desc.image_row_pitch)?,
    };
    let name = &driver.info().name;
    let without = || failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{name} has no bindless images");
    let image = match sampler {
        Some(sampler) => {
            let images = driver.images().ok_or_else(without)?;
            allocate_or_trim(&*driver, || images.sampled(&image, &sampler)).map_err(from_driver)?
        }
        None => image,
    };
    let handle = image.handle().ok_or_else(without)? + word.unwrap_or(0);
    HANDLES.lock().entry(key(context, handle)).or_insert(Known { image, count: 0 }).count += 1;
    mem.store(PiMem::NULL);
    out.write(handle);
    Ok(())
}

/// The handle of a sampler, and the sampler itself.
fn sampler_handle(
    context: &Object<Context>,
    driver: &dyn Driver,
    sampler: Handle<'_, Sampler>,
) -> Result<(u64, SamplerDescription), Failure> {
    let sampler = sampler.object()?;
    ensure!(
        std::ptr::eq(sampler.context(), context),
        PI_ERROR_INVALID_CONTEXT,
        "the sampler of the image belongs to another context"
    );
    let handle = sampler.object().on(driver)?.handle().filter(|handle| *handle < HANDLE_ALIGN);
    let handle = handle
        .ok_or_else(|| failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{} has no bindless samplers", driver.info().name))?;
    Ok((handle, *sampler.object().description()))
}

/// An image in memory that was allocated for it.
fn of_memory(
    memory: &ImageMemory,
    context: &Object<Context>,
    driver: &dyn Driver,
    wanted: &ImageDescription,
    sampler: Option<&SamplerDescription>,
) -> Result<Arc<dyn Image>, Failure> {
    memory.check_context(context)?;
    memory.check_device(driver)?;
    memory.check_shape(wanted)?;
    check_coordinates(wanted, sampler)?;
    Ok(Arc::clone(memory.image()))
}

/// Checks that a sampler of a mipmap has coordinates with the same meaning at each level, and that one of a cube map
/// accepts directions.
fn check_coordinates(image: &ImageDescription, sampler: Option<&SamplerDescription>) -> Result<(), Failure> {
    let is_cube = image.kind == ImageKind::Cube;
    let what = if is_cube { "cube maps" } else { "mipmaps" };
    ensure!(
        image.levels == 1 && !is_cube || sampler.is_none_or(|sampler| sampler.normalized),
        PI_ERROR_INVALID_VALUE,
        "a sampler of {what} needs normalized coordinates"
    );
    Ok(())
}

/// An image over USM: rows of pixels. The pitch is ignored if there is only one row.
fn over_usm(
    context: &Object<Context>,
    driver: &dyn Driver,
    memory: Memory,
    mut description: ImageDescription,
    row_pitch: usize,
) -> Result<Arc<dyn Image>, Failure> {
    ensure!(
        description.levels == 1,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "a mipmap of {} levels cannot be in USM",
        description.levels
    );
    let [width, height, _] = description.size;
    let row = width * description.format.bytes();
    let row_pitch = match description.kind {
        ImageKind::D1 => row,
        ImageKind::D2 => row_pitch,
        kind => return Err(failure!(PI_ERROR_INVALID_IMAGE_DESCRIPTOR, "a {kind:?} image cannot be in USM")),
    };
    if description.kind == ImageKind::D1 {
        description.kind = ImageKind::D1Buffer;
    } else {
        check_pitch(row_pitch, row)?;
    }
    let bytes = row_pitch.checked_mul(height - 1).and_then(|rows| rows.checked_add(row));
    let bytes = bytes.ok_or_else(|| {
        failure!(PI_ERROR_INVALID_IMAGE_SIZE, "{height} rows of {row_pitch} bytes exceed the address space")
    })?;
    usm::check_range(context, driver, memory, bytes)?;
    let address = memory.device();
    let align = 1 << description.format.bytes().trailing_zeros();
    ensure!(
        address.0.is_multiple_of(align),
        PI_ERROR_INVALID_VALUE,
        "{:p} is not aligned to {align} bytes, which the pixels of the image need",
        memory.as_ptr()
    );
    let object = MemoryObject::over_usm(driver, address, bytes);
    description.buffer = Some(ImageBuffer { object, row_pitch });
    image_memory::make(driver, &description)
}

/// Checks the bytes from row to row of an image over USM.
///
/// # Errors
/// `PI_ERROR_INVALID_IMAGE_DESCRIPTOR` for a pitch that is less than a row, or not aligned.
pub fn check_pitch(row_pitch: usize, row: usize) -> Result<(), Failure> {
    ensure!(
        row_pitch >= row,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "the row pitch {row_pitch} is less than a row of {row} bytes"
    );
    ensure!(
        row_pitch.is_multiple_of(PITCH_ALIGN as usize),
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
        "the row pitch {row_pitch} is not a multiple of {PITCH_ALIGN} bytes"
    );
    Ok(())
}

/// `piextMemUnsampledImageHandleDestroy`, `piextMemSampledImageHandleDestroy`. Kernels may still hold the handle, so
/// its image is released when the queues of the context are idle.
pub fn destroy(context: Handle<'_, Context>, handle: PiImageHandle) -> Result<(), Failure> {
    let context = context.object()?;
    let key = key(context, handle);
    let mut handles = HANDLES.lock();
    let known = handles.get_mut(&key);
    let known = known
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "{handle:#x} is not the handle of an image in this context"))?;
    known.count -= 1;
    let last = if known.count == 0 { handles.remove(&key) } else { None };
    drop(handles);
    if let Some(Known { image, .. }) = last {
        context.when_idle(move || drop(image));
    }
    Ok(())
}
