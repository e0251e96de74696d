//! Images: arrays with surfaces and textures, or rows in buffers, and the descriptors by which kernels find
//! them (`tandem_native_cuda::image`).

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Device, DevicePtr, Error, HANDLE_ALIGN, HostPtr, Image, ImageBuffer, ImageDescription, ImageKind, LevelSampling,
    MemoryDomain, PixelFormat, Result, SamplerDescription,
};
use tandem_native_cuda::ImageDescriptor;
use tandem_native_cuda::image::{LEVEL_STRIDE, PixelObject};

use crate::api::{Array, CudaResult, ImportedMemory, PoolBlock, Sampling, Texture, TexturePixels};
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::image_pixels::Pixels;
use crate::image_sampling::{MAX_ANISOTROPY, level_sampling, sampling};

/// An image in the memory of a device.
pub struct CudaImage {
    description: ImageDescription,
    pixels: Pixels,
    /// The descriptor of this image among those in `descriptors`.
    descriptor: DevicePtr,
    descriptors: Arc<Descriptors>,
    domain: MemoryDomain,
    gpu: Arc<Gpu>,
}

/// The descriptors of an image and its levels in the memory of the device, and the textures that they name.
struct Descriptors {
    /// By the address that holds the texture object. Dropped before the memory.
    textures: Mutex<HashMap<u64, Texture>>,
    block: PoolBlock,
}

/// The number of descriptors of an image. The first descriptor of a mipmap describes all levels. The other levels
/// follow; the last descriptor is that of the first level as an image by itself.
fn descriptor_count(levels: u32) -> usize {
    if levels > 1 { levels as usize + 1 } else { 1 }
}

impl Descriptors {
    /// Memory for the descriptors of an image, with undefined contents.
    fn new(gpu: &Gpu, levels: u32) -> Result<Arc<Self>> {
        let bytes = descriptor_count(levels) * LEVEL_STRIDE;
        let block = gpu.memory.alloc(bytes, HANDLE_ALIGN as usize);
        let block = block.map_err(|error| gpu.alloc_error(bytes, error))?;
        Ok(Arc::new(Self { textures: Mutex::default(), block }))
    }

    /// Makes the texture at an address of a descriptor, unless it is there.
    fn provide(
        &self,
        gpu: &Gpu,
        place: DevicePtr,
        format: PixelFormat,
        make: impl FnOnce() -> CudaResult<Texture>,
    ) -> CudaResult<()> {
        if let Entry::Vacant(vacant) = self.textures.lock().entry(place.0) {
            let texture = make()?;
            store(gpu, place, &object(format, texture.raw()).to_bytes())?;
            vacant.insert(texture);
        }
        Ok(())
    }
}

impl CudaImage {
    /// Makes an image.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and the errors of the driver.
    pub fn create(device: &CudaDevice, description: &ImageDescription) -> Result<Arc<Self>> {
        let gpu = Arc::clone(device.usable()?);
        let bytes = description.packed_bytes().unwrap_or(usize::MAX);
        if bytes as u64 > device.info().max_alloc_bytes {
            return Err(Error::OutOfMemory { bytes, device: gpu.name.clone() });
        }
        let pixels = Pixels::new(device, &gpu, description, bytes)?;
        let image = Self::new(device, gpu, description.clone(), pixels)?;
        image.store_descriptors(&LevelSampling::default())?;
        Ok(Arc::new(image))
    }

    /// Makes an image in memory of another program.
    ///
    /// # Errors
    /// The errors of the driver, which knows whether the device can have such an image there.
    pub fn imported(
        device: &CudaDevice,
        description: &ImageDescription,
        memory: &Arc<ImportedMemory>,
    ) -> Result<Arc<Self>> {
        let gpu = Arc::clone(device.usable()?);
        let pixels = Pixels::imported(memory, description);
        let pixels = pixels.map_err(|error| gpu.error("an image in imported memory", error))?;
        let image = Self::new(device, gpu, description.clone(), pixels)?;
        image.store_descriptors(&LevelSampling::default())?;
        Ok(Arc::new(image))
    }

    /// An image with descriptors that are not written yet.
    fn new(device: &CudaDevice, gpu: Arc<Gpu>, description: ImageDescription, pixels: Pixels) -> Result<Self> {
        let descriptors = Descriptors::new(&gpu, description.levels)?;
        let (descriptor, domain) = (descriptors.block.address(), device.memory_domain());
        Ok(Self { description, pixels, descriptor, descriptors, domain, gpu })
    }

    /// Writes the descriptors of all levels.
    fn store_descriptors(&self, sampling: &LevelSampling) -> Result<()> {
        let count = self.description.levels;
        let mut all = vec![0; descriptor_count(count) * LEVEL_STRIDE];
        let mut put = |index: usize, descriptor: &ImageDescriptor| {
            let bytes = descriptor.to_bytes();
            all[index * LEVEL_STRIDE..][..bytes.len()].copy_from_slice(&bytes);
        };
        for level in 0..count {
            let plain = ImageDescriptor {
                pixels: self.pixels.address(),
                surface: object(self.description.format, self.pixels.surface(level)),
                ..describe(&self.description.level(level))
            };
            put(self.index_of_level(level), &plain);
            if level == 0 && count > 1 {
                let mipmap = ImageDescriptor {
                    // The limits of extents are far below 2^32.
                    levels: count as u16,
                    anisotropy: sampling.anisotropy.min(MAX_ANISOTROPY) as u16,
                    least_level: sampling.least,
                    most_level: sampling.most,
                    ..plain
                };
                put(0, &mipmap);
            }
        }
        let stored = store(&self.gpu, self.descriptor, &all);
        stored.map_err(|error| self.gpu.error("the descriptor of an image", error))
    }

    /// The index of the descriptor of a level that is an image by itself.
    fn index_of_level(&self, level: u32) -> usize {
        let count = self.description.levels;
        if level == 0 && count > 1 { count as usize } else { level as usize }
    }

    /// The CUDA image of an image that a device accesses.
    ///
    /// # Errors
    /// [`Error::Execution`] for an image of another driver, [`Error::Inaccessible`] for one on another
    /// device: textures and surfaces belong to one device.
    pub fn of<'i>(image: &'i dyn Image, device: &CudaDevice) -> Result<&'i Self> {
        let own: Option<&Self> = image.as_any().downcast_ref();
        let own = own.ok_or_else(|| Error::Execution("an image of another driver".to_owned()))?;
        match own.domain == device.memory_domain() {
            true => Ok(own),
            false => Err(Error::Inaccessible { holder: own.gpu.name.clone(), device: device.info().name.clone() }),
        }
    }

    /// The array of the pixels, unless they are in a buffer.
    pub fn array(&self) -> Option<&Array> {
        self.pixels.array()
    }

    /// The argument that kernels get. They find textures for these sampler words.
    ///
    /// # Errors
    /// The errors of the driver.
    pub fn argument(&self, words: &[u64]) -> Result<u64> {
        words.iter().try_for_each(|word| self.provide(*word))?;
        Ok(self.descriptor.0)
    }

    /// Makes the texture for a sampler word, if there is none and a texture can do what the word says.
    fn provide(&self, word: u64) -> Result<()> {
        let Some(sampling) = sampling(word, self.description.format) else { return Ok(()) };
        let Some(pixels) = self.pixels.of_texture(&self.gpu) else { return Ok(()) };
        let place = self.descriptor.offset(ImageDescriptor::texture_offset(word));
        self.add_texture(place, pixels, sampling)
    }

    fn add_texture(&self, place: DevicePtr, pixels: TexturePixels, sampling: Sampling) -> Result<()> {
        let provided =
            self.descriptors.provide(&self.gpu, place, self.description.format, || Texture::new(pixels, sampling));
        provided.map_err(|error| self.gpu.error("the texture of an image", error))
    }

    /// The image with the textures for a sampler. A mipmap gets descriptors with the bounds of the sampler.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and the errors of the driver.
    pub fn sampled(&self, device: &CudaDevice, sampler: &SamplerDescription) -> Result<Option<Arc<Self>>> {
        let word = sampler.word();
        let Some(mipmap) = self.pixels.mipmap() else {
            self.provide(word)?;
            return Ok(None);
        };
        let image = Self::new(device, Arc::clone(&self.gpu), self.description.clone(), self.pixels.clone())?;
        image.store_descriptors(&sampler.levels)?;
        if let Some(sampling) = sampling(word, self.description.format) {
            let place = image.descriptor.offset(ImageDescriptor::MIPMAP_OFFSET);
            let levels = level_sampling(&sampler.levels, self.description.levels, &sampling);
            let all = Sampling { levels, ..sampling };
            image.add_texture(place, TexturePixels::Mipmap(Arc::clone(mipmap)), all)?;
        }
        image.provide(word)?;
        Ok(Some(Arc::new(image)))
    }
}

/// A descriptor without its pixels, surface and textures.
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

/// A surface or texture of pixels of a format.
fn object(format: PixelFormat, object: u64) -> PixelObject {
    let (channel_order, channel_type) = (format.order.spirv_number(), format.channel.spirv_number());
    PixelObject { object, channel_order, channel_type }
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

    fn handle(&self) -> Option<u64> {
        Some(self.descriptor.0)
    }

    fn level(&self, level: u32) -> Option<Arc<dyn Image>> {
        let pixels = self.pixels.level(level)?;
        Some(Arc::new(Self {
            description: self.description.level(level),
            pixels,
            descriptor: self.descriptor.offset(self.index_of_level(level) * LEVEL_STRIDE),
            descriptors: Arc::clone(&self.descriptors),
            domain: self.domain,
            gpu: Arc::clone(&self.gpu),
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
