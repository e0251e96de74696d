//! Memory of bindless images: images that kernels reach by handles that they hold themselves.
//!
//! PI identifies such memory only by an address, with no context, so a table of the process has all of it. An address
//! that is not in the table is no memory of images, and may be USM.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Access, Device as Driver, Image, ImageDescription, MemoryDomain, allocate_or_trim};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::device::Device;
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::image;
use crate::image_object::{HostLayout, check_device};
use crate::object::Object;
use crate::parameters::{In, Memory, Out};

/// The memory of an image with handles.
pub struct ImageMemory {
    context: Arc<Object<Context>>,
    image: Arc<dyn Image>,
    format: PiImageFormat,
    domain: MemoryDomain,
    /// Name of the device.
    holder: Arc<str>,
    /// The addresses of the mipmap levels that were requested: they end with the mipmap.
    levels: Mutex<BTreeMap<u32, usize>>,
    /// Whether it is such a level.
    is_level: bool,
}

/// By the addresses that are their handles.
static MEMORIES: Mutex<BTreeMap<usize, Arc<ImageMemory>>> = Mutex::new(BTreeMap::new());

impl ImageMemory {
    /// The memory at an address; `None` for another address.
    pub fn find(memory: Memory) -> Option<Arc<Self>> {
        MEMORIES.lock().get(&(memory.as_ptr() as usize)).cloned()
    }

    /// The memory at an address, in a context.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_MEM_OBJECT` for another address, `PI_ERROR_INVALID_CONTEXT` for memory of
    /// another context.
    pub fn get(memory: Memory, context: &Object<Context>) -> Result<Arc<Self>, Failure> {
        let found = Self::find(memory).ok_or_else(|| unknown(memory))?;
        found.check_context(context)?;
        Ok(found)
    }

    /// Checks that it belongs to a context.
    pub fn check_context(&self, context: &Object<Context>) -> Result<(), Failure> {
        ensure!(
            std::ptr::eq(&raw const *self.context, context),
            PI_ERROR_INVALID_CONTEXT,
            "the memory of the image belongs to another context"
        );
        Ok(())
    }

    /// Checks that a device has the memory.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_DEVICE`, which names both devices.
    pub fn check_device(&self, driver: &dyn Driver) -> Result<(), Failure> {
        ensure!(
            self.domain == driver.memory_domain(),
            PI_ERROR_INVALID_DEVICE,
            "the memory of the image is on {}, not on {}",
            self.holder,
            driver.info().name
        );
        Ok(())
    }

    /// Checks that an image has the format and the extents that the memory was allocated for.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_IMAGE_DESCRIPTOR`, with both in the message.
    pub fn check_shape(&self, wanted: &ImageDescription) -> Result<(), Failure> {
        let own = self.image.description();
        ensure!(
            (own.kind, own.format, own.extent()) == (wanted.kind, wanted.format, wanted.extent()),
            PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
            "the memory is a {:?} image of {:?} pixels of {:?}, not a {:?} image of {:?} pixels of {:?}",
            own.kind,
            own.extent(),
            own.format,
            wanted.kind,
            wanted.extent(),
            wanted.format
        );
        ensure!(
            own.levels == wanted.levels,
            PI_ERROR_INVALID_IMAGE_DESCRIPTOR,
            "the memory is that of an image with {} levels, not {}",
            own.levels,
            wanted.levels
        );
        Ok(())
    }

    /// Makes memory of an image, and returns its handle.
    pub fn publish(
        context: Arc<Object<Context>>,
        image: Arc<dyn Image>,
        format: PiImageFormat,
        driver: &dyn Driver,
    ) -> PiImageMemHandle {
        let (domain, holder, levels) = (driver.memory_domain(), driver.info().name.clone(), Mutex::default());
        publish(Self { context, image, format, domain, holder, levels, is_level: false }) as *mut c_void
    }

    /// The image.
    pub fn image(&self) -> &Arc<dyn Image> {
        &self.image
    }
}

#[cold]
fn unknown(memory: Memory) -> Failure {
    failure!(PI_ERROR_INVALID_MEM_OBJECT, "{:p} is not the memory of an image", memory.as_ptr())
}

/// Describes an image of such memory, on a device of the context that has handles of images.
///
/// # Errors
/// `PI_ERROR_INVALID_DEVICE` for a device of another context, `PI_ERROR_UNSUPPORTED_FEATURE` for
/// mipmaps on devices without them, `PI_ERROR_INVALID_MIP_LEVEL` for more levels than there can be, and the errors of
/// [`check_device`].
pub fn describe(
    context: &Object<Context>,
    device: &Object<Device>,
    format: &PiImageFormat,
    desc: &PiImageDesc,
) -> Result<(Arc<dyn Driver>, ImageDescription), Failure> {
    ensure!(context.contains(device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
    let driver = context.driver(device)?;
    let PiImageDesc { num_mip_levels, num_samples, .. } = *desc;
    ensure!(
        (num_mip_levels <= 1 || driver.info().images.mipmaps) && num_samples <= 1,
        PI_ERROR_UNSUPPORTED_FEATURE,
        "{} has no images of {num_mip_levels} mip levels with {num_samples} samples for each pixel",
        driver.info().name
    );
    let levels = num_mip_levels.max(1);
    let description = ImageDescription { levels, ..image::describe(desc, image::pixel_format(format)?)? };
    let most = description.most_levels();
    ensure!(
        levels <= most,
        PI_ERROR_INVALID_MIP_LEVEL,
        "a mipmap of {:?} pixels has {most} levels at most, not {levels}",
        description.size
    );
    check_device(&*driver, &description, Access::ReadWrite)?;
    Ok((driver, description))
}

/// Makes an image with undefined contents on a device, whose kernels take handles of it.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` for a device without handles, and those of the driver.
pub fn make(driver: &dyn Driver, description: &ImageDescription) -> Result<Arc<dyn Image>, Failure> {
    let without = || failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{} has no bindless images", driver.info().name);
    let images = driver.images().ok_or_else(without)?;
    let image = allocate_or_trim(driver, || images.create(description)).map_err(from_driver)?;
    image.handle().map(|_| image).ok_or_else(without)
}

/// `piextMemImageAllocate`
pub fn allocate(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    format: In<'_, PiImageFormat>,
    desc: In<'_, PiImageDesc>,
    out: Out<'_, PiImageMemHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the memory")?;
    let (context, format) = (context.shared()?, *format.get("the format")?);
    let (driver, description) = describe(&context, device.object()?, &format, desc.get("the description")?)?;
    let image = make(&*driver, &description)?;
    out.write(ImageMemory::publish(context, image, format, &*driver));
    Ok(())
}

/// Enters memory in the table; its address is the handle.
fn publish(memory: ImageMemory) -> usize {
    let memory = Arc::new(memory);
    let address = Arc::as_ptr(&memory) as usize;
    MEMORIES.lock().insert(address, memory);
    address
}

/// `piextMemMipmapGetLevel`. The level is memory of an image with one level, for as long as the mipmap exists; it is
/// the same each time.
///
/// # Errors
/// `PI_ERROR_INVALID_MIP_LEVEL` for a level that does not exist.
pub fn level(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    memory: Memory,
    level: u32,
    out: Out<'_, PiImageMemHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the level")?;
    let context = context.shared()?;
    let mipmap = ImageMemory::get(memory, &context)?;
    mipmap.check_device(&*context.driver(device.object()?)?)?;
    let mut levels = mipmap.levels.lock();
    let address = match levels.get(&level) {
        Some(address) => *address,
        None => {
            let image = mipmap.image.level(level).ok_or_else(|| {
                let count = mipmap.image.description().levels;
                failure!(PI_ERROR_INVALID_MIP_LEVEL, "the image has {count} levels; level {level} does not exist")
            })?;
            let (format, domain, holder) = (mipmap.format, mipmap.domain, mipmap.holder.clone());
            let own = Mutex::default();
            let address = publish(ImageMemory { context, image, format, domain, holder, levels: own, is_level: true });
            levels.insert(level, address);
            address
        }
    };
    drop(levels);
    out.write(address as *mut c_void);
    Ok(())
}

/// `piextMemImageFree`, `piextMemMipmapFree`. Levels end with their mipmap. Kernels may still hold handles, so this
/// waits for all queues of the context, as freeing USM does; in a callback the memory is released when they are idle.
pub fn free(context: Handle<'_, Context>, memory: Memory) -> Result<(), Failure> {
    let context = context.object()?;
    let found = ImageMemory::get(memory, context)?;
    ensure!(
        !found.is_level,
        PI_ERROR_INVALID_MEM_OBJECT,
        "{:p} is a level of a mipmap; free the mipmap instead",
        memory.as_ptr()
    );
    let removed = MEMORIES.lock().remove(&(memory.as_ptr() as usize));
    ensure!(removed.is_some(), PI_ERROR_INVALID_MEM_OBJECT, "{:p} is being freed by another thread", memory.as_ptr());
    drop(removed);
    let addresses: Vec<usize> = found.levels.lock().values().copied().collect();
    let mut memories = MEMORIES.lock();
    let levels: Vec<_> = addresses.iter().filter_map(|address| memories.remove(address)).collect();
    drop(memories);
    context.when_idle(move || drop((found, levels)));
    Ok(())
}

/// `piextMemImageGetInfo`. Pitches are those of packed pixels: only kernels and copies know the layout of a device.
pub fn info(memory: Memory, param: PiImageInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let found = ImageMemory::find(memory).ok_or_else(|| unknown(memory))?;
    let description = found.image.description();
    let layout = HostLayout::new(description.kind, description.format.bytes(), description.extent(), 0, 0)
        .map_err(|reason| Failure::new(PI_ERROR_INVALID_MEM_OBJECT, reason))?;
    image::property(description, found.format, layout, param, answer)
}
