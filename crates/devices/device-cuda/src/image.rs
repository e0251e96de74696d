//! Images and samplers: arrays with surfaces and textures, or rows in buffers, and the descriptors by
//! which kernels find them (`tandem_native_cuda::image`).

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Device, DevicePtr, Error, HostPtr, Image, ImageBuffer, ImageDescription, ImageKind, MemoryDomain, Resource, Result,
    Sampler, SamplerDescription,
};
use tandem_device_ir::sampler::{SAMPLER_ADDRESSING, SAMPLER_LINEAR, SAMPLER_NORMALIZED};
use tandem_native_cuda::ImageDescriptor;
use tandem_native_cuda::image::SAMPLER_WORDS;

use crate::api::{Array, ArrayShape, CudaResult, PoolBlock, Sampling, Surface, Texture};
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::image_formats::{ArrayFormat, TextureReads};
use crate::sys;

/// An image in the memory of a device.
pub struct CudaImage {
    description: ImageDescription,
    /// Of the objects that kernels use, those that are made on demand. They go first, the array last.
    textures: Mutex<Vec<(u64, Texture)>>,
    array: Option<(Surface, Arc<Array>)>,
    descriptor: PoolBlock,
    domain: MemoryDomain,
    gpu: Arc<Gpu>,
}

/// The extent of an array for an image, and whether it has layers.
fn array_extent(description: &ImageDescription) -> ([usize; 3], bool) {
    let [width, height, depth] = description.size;
    match description.kind {
        ImageKind::D1 | ImageKind::D1Buffer => ([width, 0, 0], false),
        ImageKind::D1Array => ([width, 0, description.layers], true),
        ImageKind::D2 => ([width, height, 0], false),
        ImageKind::D2Array | ImageKind::Cube => ([width, height, description.layers], true),
        ImageKind::D3 => ([width, height, depth], false),
    }
}

impl CudaImage {
    /// Makes an image.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and what the driver refuses.
    pub fn create(device: &CudaDevice, description: &ImageDescription) -> Result<Arc<Self>> {
        let gpu = Arc::clone(device.usable()?);
        let bytes = description.packed_bytes().unwrap_or(usize::MAX);
        if bytes as u64 > device.info().max_alloc_bytes {
            return Err(Error::OutOfMemory { bytes, device: gpu.name.clone() });
        }
        let mut descriptor = describe(description);
        let array = match &description.buffer {
            Some(buffer) => {
                descriptor.pixels = buffer.object.address(device)?.0;
                None
            }
            None => {
                let array = new_array(device, &gpu, description, bytes)?;
                let surface = Surface::new(&array).map_err(|error| gpu.error("the surface of an image", error))?;
                descriptor.surface = surface.raw();
                Some((surface, array))
            }
        };
        let block = gpu.memory.alloc(size_of::<ImageDescriptor>(), align_of::<ImageDescriptor>());
        let block = block.map_err(|error| gpu.alloc_error(size_of::<ImageDescriptor>(), error))?;
        store(&gpu, block.address(), &descriptor.to_bytes()).map_err(|error| gpu.error("a new image", error))?;
        Ok(Arc::new(Self {
            description: description.clone(),
            textures: Mutex::default(),
            array,
            descriptor: block,
            domain: device.memory_domain(),
            gpu,
        }))
    }

    /// The image of this kind behind an image that a device accesses.
    ///
    /// # Errors
    /// [`Error::Execution`] for an image of another driver, [`Error::Inaccessible`] for one on another
    /// device: textures and surfaces are those of one.
    pub fn of<'i>(image: &'i dyn Image, device: &CudaDevice) -> Result<&'i Self> {
        let own: Option<&Self> = image.as_any().downcast_ref();
        let own = own.ok_or_else(|| Error::Execution("an image of another driver".to_owned()))?;
        match own.domain == device.memory_domain() {
            true => Ok(own),
            false => Err(Error::Inaccessible { holder: own.gpu.name.clone(), device: device.info().name.clone() }),
        }
    }

    /// Its pixels, unless they are in a buffer.
    pub fn array(&self) -> Option<&Array> {
        self.array.as_ref().map(|(_, array)| &**array)
    }

    /// What kernels get. They find textures for these sampler words.
    ///
    /// # Errors
    /// What the driver refuses.
    pub fn argument(&self, words: &[u64]) -> Result<u64> {
        if let Some((_, array)) = &self.array {
            let failed = |error| self.gpu.error("the texture of an image", error);
            words.iter().try_for_each(|word| self.provide(array, *word)).map_err(failed)?;
        }
        Ok(self.descriptor.address().0)
    }

    /// Makes the texture for a sampler word, if there is none.
    fn provide(&self, array: &Arc<Array>, word: u64) -> CudaResult<()> {
        let mut textures = self.textures.lock();
        if textures.iter().any(|(known, _)| *known == word) {
            return Ok(());
        }
        let Some(sampling) = sampling(word, ArrayFormat::of(self.description.format).reads) else { return Ok(()) };
        let texture = Texture::new(array, sampling)?;
        let place = self.descriptor.address().offset(ImageDescriptor::texture_offset(word));
        store(&self.gpu, place, &texture.raw().to_le_bytes())?;
        textures.push((word, texture));
        Ok(())
    }
}

/// How a texture does what a sampler word says; `None` where code does it.
fn sampling(word: u64, reads: TextureReads) -> Option<Sampling> {
    let (is_normalized, is_linear) = (word & SAMPLER_NORMALIZED != 0, word & SAMPLER_LINEAR != 0);
    let addressing = match word & SAMPLER_ADDRESSING {
        0 | 1 => sys::CU_TR_ADDRESS_MODE_CLAMP,
        2 => sys::CU_TR_ADDRESS_MODE_BORDER,
        3 if is_normalized => sys::CU_TR_ADDRESS_MODE_WRAP,
        4 if is_normalized => sys::CU_TR_ADDRESS_MODE_MIRROR,
        _ => return None,
    };
    let reads_integers = match reads {
        TextureReads::Floats => false,
        TextureReads::Integers => true,
        TextureReads::Nothing => return None,
    };
    let is_known = word < SAMPLER_WORDS as u64;
    is_known.then_some(Sampling { addressing, is_linear: is_linear && !reads_integers, is_normalized, reads_integers })
}

/// An array for an image. What is only kept for later makes room, if need be.
fn new_array(device: &CudaDevice, gpu: &Arc<Gpu>, description: &ImageDescription, bytes: usize) -> Result<Arc<Array>> {
    let ArrayFormat { format, channels, .. } = ArrayFormat::of(description.format);
    let (extent, is_layered) = array_extent(description);
    let shape = ArrayShape { extent, is_layered, format, channels };
    let array = match Array::new(&gpu.primary, &shape) {
        Err(error) if error.is_out_of_memory() && device.trim() => Array::new(&gpu.primary, &shape),
        array => array,
    };
    array.map(Arc::new).map_err(|error| gpu.alloc_error(bytes, error))
}

/// A descriptor, still without the place of the pixels.
fn describe(description: &ImageDescription) -> ImageDescriptor {
    let (dimensions, arrayed) = match description.kind {
        ImageKind::D1 | ImageKind::D1Buffer => (1, 0),
        ImageKind::D1Array => (1, 1),
        ImageKind::D2 => (2, 0),
        ImageKind::D2Array | ImageKind::Cube => (2, 1),
        ImageKind::D3 => (3, 0),
    };
    let extent = description.extent();
    let row_pitch = description.buffer.as_ref().map_or(0, |ImageBuffer { row_pitch, .. }| *row_pitch);
    ImageDescriptor {
        // The limits of devices are far below.
        extent: extent.map(|extent| extent as u32),
        dimensions,
        row_pitch: row_pitch as u64,
        slice_pitch: (row_pitch * extent[1]) as u64,
        channel_order: description.format.order.spirv_number(),
        channel_type: description.format.channel.spirv_number(),
        pixel_bytes: description.format.bytes() as u32,
        arrayed,
        ..ImageDescriptor::default()
    }
}

/// Stores bytes in the memory of a device.
fn store(gpu: &Gpu, place: DevicePtr, bytes: &[u8]) -> CudaResult<()> {
    let _current = gpu.primary.enter()?;
    let stream = gpu.memory.stream();
    stream.copy(HostPtr(bytes.as_ptr().cast_mut()).as_device(), place, bytes.len())?;
    stream.synchronize()
}

impl Image for CudaImage {
    fn description(&self) -> &ImageDescription {
        &self.description
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A sampler, which is a number that kernels get.
pub struct CudaSampler {
    description: SamplerDescription,
    word: u64,
}

impl CudaSampler {
    /// A sampler; it takes nothing of a device.
    pub fn new(description: &SamplerDescription) -> Self {
        Self { description: *description, word: description.word() }
    }
}

impl Sampler for CudaSampler {
    fn description(&self) -> &SamplerDescription {
        &self.description
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The word of a sampler among resources; `None` for an image.
///
/// # Errors
/// [`Error::Execution`] for a sampler of another driver.
pub fn word_of(resource: &Resource) -> Result<Option<u64>> {
    match resource {
        Resource::Image(_) => Ok(None),
        Resource::Sampler(sampler) => {
            let own: Option<&CudaSampler> = sampler.as_any().downcast_ref();
            own.map(|own| Some(own.word)).ok_or_else(|| Error::Execution("a sampler of another driver".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_device_ir::sampler::{Addressing, sampler_word};

    use super::*;

    #[test]
    fn textures_do_what_sampler_words_say() {
        let word = sampler_word(Addressing::RepeatMirrored, true, true);
        let mirror = Sampling {
            addressing: sys::CU_TR_ADDRESS_MODE_MIRROR,
            is_linear: true,
            is_normalized: true,
            reads_integers: false,
        };
        assert_eq!(sampling(word, TextureReads::Floats), Some(mirror));
        let integers = Sampling { is_linear: false, reads_integers: true, ..mirror };
        assert_eq!(sampling(word, TextureReads::Integers), Some(integers));
        assert_eq!(sampling(word, TextureReads::Nothing), None);
        assert_eq!(sampling(sampler_word(Addressing::Repeat, false, false), TextureReads::Floats), None);
        assert_eq!(sampling(5, TextureReads::Floats), None);
        let border = sampling(sampler_word(Addressing::Clamp, false, false), TextureReads::Floats);
        assert_eq!(border.map(|sampling| sampling.addressing), Some(sys::CU_TR_ADDRESS_MODE_BORDER));
    }
}
