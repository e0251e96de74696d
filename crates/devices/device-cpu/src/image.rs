//! Images and samplers of devices whose kernels run on the host's processor: memory with a
//! descriptor, which kernels get the address of (`tandem_native_cpu::image`).

use std::any::Any;
use std::sync::Arc;

use tandem_device::{
    Allocation, Device, DevicePtr, Error, HANDLE_ALIGN, HostPtr, Image, ImageBuffer, ImageDescription, ImageLimits,
    MemoryDomain, OPENCL_FORMATS, PixelFormat, Resource, Result, Sampler, SamplerDescription,
};
use tandem_device_usm::host_memory;
use tandem_native_cpu::ImageDescriptor;

use crate::image_layout::PixelLayout;

/// The limits of images. Each is at least what OpenCL asks for.
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
};

/// Bytes between a descriptor and the pixels behind it, which begin at the alignment of the
/// largest vector type.
const HEAD_BYTES: usize = 128;
const _: () = assert!(HEAD_BYTES as u64 == HANDLE_ALIGN);
const _: () = assert!(size_of::<ImageDescriptor>() <= HEAD_BYTES && align_of::<ImageDescriptor>() <= HEAD_BYTES);

/// The formats of all images.
pub fn formats() -> &'static [PixelFormat] {
    &OPENCL_FORMATS
}

/// An image in the memory of a device.
pub struct HostImage {
    description: ImageDescription,
    layout: PixelLayout,
    pixels: DevicePtr,
    descriptor: DevicePtr,
    domain: MemoryDomain,
    /// Name of the device that it was made on.
    holder: Arc<str>,
    _memory: Allocation,
}

impl HostImage {
    /// Makes an image on a device, in tiles of `2^tile_shift` pixels in each direction; an
    /// image over a buffer is always in rows.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and what the buffer's [`address`](tandem_device::MemoryObject::address)
    /// reports.
    pub fn create(device: &dyn Device, description: &ImageDescription, tile_shift: u32) -> Result<Arc<Self>> {
        let exhausted = || Error::OutOfMemory { bytes: usize::MAX, device: device.info().name.clone() };
        let (layout, own_bytes) = match &description.buffer {
            None => PixelLayout::packed(description, tile_shift).ok_or_else(exhausted)?,
            Some(ImageBuffer { row_pitch, .. }) => {
                let slice_pitch = row_pitch.checked_mul(description.size[1]).ok_or_else(exhausted)?;
                (PixelLayout::rows(description.format.bytes(), *row_pitch, slice_pitch), 0)
            }
        };
        let memory = device.alloc(own_bytes.checked_add(HEAD_BYTES).ok_or_else(exhausted)?, HEAD_BYTES)?;
        let pixels = match &description.buffer {
            None => memory.address().offset(HEAD_BYTES),
            Some(buffer) => buffer.object.address(device)?,
        };
        store(device, memory.address(), &layout.descriptor(description, pixels.0))?;
        Ok(Arc::new(Self {
            description: description.clone(),
            layout,
            pixels,
            descriptor: memory.address(),
            domain: device.memory_domain(),
            holder: device.info().name.clone(),
            _memory: memory,
        }))
    }

    /// The image of this kind behind an image.
    ///
    /// # Errors
    /// [`Error::Execution`] for an image of another driver.
    pub fn of(image: &dyn Image) -> Result<&Self> {
        image.as_any().downcast_ref().ok_or_else(|| Error::Execution("an image of another driver".into()))
    }

    /// Where pixels are from the first one on.
    pub fn layout(&self) -> &PixelLayout {
        &self.layout
    }

    /// The first pixel.
    pub fn pixels(&self) -> DevicePtr {
        self.pixels
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

/// What kernels of a device get for an image or sampler.
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
