//! Images and samplers of devices whose kernels run on the host's processor: memory with a
//! descriptor, which kernels get the address of (`tandem_native_cpu::image`).

use std::any::Any;
use std::sync::Arc;

use tandem_device::{
    Allocation, Device, DevicePtr, Error, HANDLE_ALIGN, HostPtr, Image, ImageBuffer, ImageDescription, ImageLimits,
    LevelSampling, MemoryDomain, OPENCL_FORMATS, PixelFormat, Resource, Result, Sampler, SamplerDescription,
};
use tandem_device_usm::host_memory;
use tandem_native_cpu::{ImageDescriptor, LEVEL_STRIDE};

use crate::image_layout::PixelLayout;

/// The limits of images. Each is at least the minimum that OpenCL requires.
pub const LIMITS: ImageLimits = ImageLimits {
    supported: true,
    bindless: true,
    max_read_args: 128,
    max_write_args: 64,
    max_read_write_args: 64,
    max_2d: [16384; 2],
    max_3d: [2048; 3],
    max_buffer_pixels: 1 << 27,
    max_array_layers: 2048,
    max_samplers: 16,
    mipmaps: true,
    max_anisotropy: MAX_ANISOTROPY,
    cubes: true,
};

/// How often kernels read a mipmap at most for two gradients.
const MAX_ANISOTROPY: u32 = 16;

/// The stride of descriptors in bytes, and the distance from the last descriptor to the pixels that follow it, which
/// are aligned for the largest vector type.
const HEAD_BYTES: usize = 128;
const _: () = assert!(HEAD_BYTES as u64 == HANDLE_ALIGN && HEAD_BYTES == LEVEL_STRIDE);
const _: () = assert!(size_of::<ImageDescriptor>() <= HEAD_BYTES && align_of::<ImageDescriptor>() <= HEAD_BYTES);

/// The formats of all images.
pub fn formats() -> &'static [PixelFormat] {
    &OPENCL_FORMATS
}

/// An image in the memory of a device.
pub struct HostImage {
    description: ImageDescription,
    /// Of each level of a mipmap; one for other images.
    levels: Vec<Level>,
    descriptor: DevicePtr,
    domain: MemoryDomain,
    /// Name of the device that it was made on.
    holder: Arc<str>,
    memory: Arc<Memory>,
}

/// The pixels of one level.
#[derive(Clone, Copy)]
struct Level {
    layout: PixelLayout,
    pixels: DevicePtr,
}

/// The memory of an image, which lives as long as the image.
struct Memory {
    /// The descriptors, followed by the pixels unless those are elsewhere.
    descriptors: Allocation,
    /// The memory with the pixels of a mipmap that a sampler reads.
    _pixels: Option<Arc<Self>>,
}

/// How many descriptors an image has. A mipmap's own descriptor says that there are levels, so its first level needs
/// another one to serve as a plain image. It follows those of the other levels.
fn descriptors(levels: u32) -> usize {
    if levels > 1 { levels as usize + 1 } else { 1 }
}

impl HostImage {
    /// Makes an image on a device, in tiles of `2^tile_shift` pixels in each direction; an image over a buffer is
    /// always in rows.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and errors from the buffer's [`address`](tandem_device::MemoryObject::address).
    pub fn create(device: &dyn Device, description: &ImageDescription, tile_shift: u32) -> Result<Arc<Self>> {
        let exhausted = || Error::OutOfMemory { bytes: usize::MAX, device: device.info().name.clone() };
        let (layouts, own_bytes) = match &description.buffer {
            None => PixelLayout::levels(description, tile_shift, HEAD_BYTES).ok_or_else(exhausted)?,
            Some(ImageBuffer { row_pitch, .. }) => {
                let slice_pitch = row_pitch.checked_mul(description.size[1]).ok_or_else(exhausted)?;
                (vec![(PixelLayout::rows(description.format.bytes(), *row_pitch, slice_pitch), 0)], 0)
            }
        };
        let head = descriptors(description.levels) * HEAD_BYTES;
        let memory = device.alloc(own_bytes.checked_add(head).ok_or_else(exhausted)?, HEAD_BYTES)?;
        let pixels = match &description.buffer {
            None => memory.address().offset(head),
            Some(buffer) => buffer.object.address(device)?,
        };
        let level = |(layout, start): (PixelLayout, usize)| Level { layout, pixels: pixels.offset(start) };
        let image = Self {
            description: description.clone(),
            levels: layouts.into_iter().map(level).collect(),
            descriptor: memory.address(),
            domain: device.memory_domain(),
            holder: device.info().name.clone(),
            memory: Arc::new(Memory { descriptors: memory, _pixels: None }),
        };
        image.store_descriptors(device, &LevelSampling::default())?;
        Ok(Arc::new(image))
    }

    /// An image for a sampler: a mipmap gets descriptors with the sampler's bounds of levels, other images
    /// stay as they are.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and [`Error::Execution`] for an image of another driver.
    pub fn sampled(device: &dyn Device, image: &Arc<dyn Image>, sampling: &LevelSampling) -> Result<Arc<dyn Image>> {
        let source = Self::of(&**image)?;
        if source.levels.len() == 1 {
            return Ok(Arc::clone(image));
        }
        let memory = device.alloc(descriptors(source.description.levels) * HEAD_BYTES, HEAD_BYTES)?;
        let image = Self {
            description: source.description.clone(),
            levels: source.levels.clone(),
            descriptor: memory.address(),
            domain: source.domain,
            holder: source.holder.clone(),
            memory: Arc::new(Memory { descriptors: memory, _pixels: Some(Arc::clone(&source.memory)) }),
        };
        image.store_descriptors(device, sampling)?;
        Ok(Arc::new(image))
    }

    /// Stores the descriptors of all levels.
    fn store_descriptors(&self, device: &dyn Device, sampling: &LevelSampling) -> Result<()> {
        let first = self.memory.descriptors.address();
        let count = self.levels.len();
        for (index, level) in self.levels.iter().enumerate() {
            let description = self.description.level(index as u32);
            let plain = level.layout.descriptor(&description, level.pixels.0);
            if index > 0 || count == 1 {
                store(device, first.offset(index * HEAD_BYTES), &plain)?;
                continue;
            }
            store(device, first.offset(count * HEAD_BYTES), &plain)?;
            let mipmap = ImageDescriptor {
                // The limits of extents are far below 2^32.
                levels: count as u16,
                anisotropy: sampling.anisotropy.min(MAX_ANISOTROPY) as u16,
                least_level: sampling.least,
                most_level: sampling.most,
                ..plain
            };
            store(device, first, &mipmap)?;
        }
        Ok(())
    }

    /// Downcasts an image to this type.
    ///
    /// # Errors
    /// [`Error::Execution`] for an image of another driver.
    pub fn of(image: &dyn Image) -> Result<&Self> {
        image.as_any().downcast_ref().ok_or_else(|| Error::Execution("an image of another driver".into()))
    }

    /// Where pixels are from the first one on.
    pub fn layout(&self) -> &PixelLayout {
        &self.levels[0].layout
    }

    /// The first pixel.
    pub fn pixels(&self) -> DevicePtr {
        self.levels[0].pixels
    }

    /// The address that kernels of a device get.
    ///
    /// # Errors
    /// [`Error::Inaccessible`] for a device that cannot access the image's memory.
    fn argument(&self, device: &dyn Device) -> Result<u64> {
        let is_own = self.domain == device.memory_domain();
        if is_own || device.peers().is_some_and(|peers| peers.is_enabled(self.domain)) {
            return Ok(self.descriptor.0);
        }
        Err(Error::Inaccessible { holder: self.holder.clone(), device: device.info().name.clone() })
    }
}

/// Stores a descriptor in the memory of a device.
fn store(device: &dyn Device, address: DevicePtr, descriptor: &ImageDescriptor) -> Result<()> {
    let source = HostPtr(std::ptr::from_ref(descriptor).cast_mut().cast());
    let bytes = size_of::<ImageDescriptor>();
    match device.host_transfer() {
        Some(transfer) => transfer.write(source, address, bytes),
        None => {
            // SAFETY: the block is the image's, has more bytes, and is in the host's memory.
            unsafe { host_memory::copy(source.0, address.as_host().0, bytes) };
            Ok(())
        }
    }
}

impl Image for HostImage {
    fn description(&self) -> &ImageDescription {
        &self.description
    }

    fn handle(&self) -> Option<u64> {
        Some(self.descriptor.0)
    }

    fn level(&self, level: u32) -> Option<Arc<dyn Image>> {
        let count = self.levels.len();
        let index = usize::try_from(level).ok().filter(|index| count > 1 && *index < count)?;
        let place = if index == 0 { count } else { index };
        Some(Arc::new(Self {
            description: self.description.level(level),
            levels: vec![self.levels[index]],
            descriptor: self.memory.descriptors.address().offset(place * HEAD_BYTES),
            domain: self.domain,
            holder: self.holder.clone(),
            memory: Arc::clone(&self.memory),
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A sampler, which is a number that kernels get.
pub struct HostSampler {
    description: SamplerDescription,
    word: u64,
}

impl HostSampler {
    /// A sampler; it takes nothing of a device.
    pub fn new(description: &SamplerDescription) -> Self {
        Self { description: *description, word: description.word() }
    }
}

impl Sampler for HostSampler {
    fn description(&self) -> &SamplerDescription {
        &self.description
    }

    fn handle(&self) -> Option<u64> {
        Some(self.word)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The value that kernels of a device get for an image or sampler.
///
/// # Errors
/// [`Error::Execution`] for one of another driver, [`Error::Inaccessible`] for an image in
/// memory that the device cannot access.
pub fn argument(resource: &Resource, device: &dyn Device) -> Result<u64> {
    match resource {
        Resource::Image(image) => HostImage::of(&**image)?.argument(device),
        Resource::Sampler(sampler) => {
            let own: Option<&HostSampler> = sampler.as_any().downcast_ref();
            own.map(|own| own.word).ok_or_else(|| Error::Execution("a sampler of another driver".into()))
        }
    }
}
