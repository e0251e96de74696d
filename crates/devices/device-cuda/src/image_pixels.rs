//! The pixels of an image: arrays, one for each level, or rows in a buffer.

use std::sync::Arc;

use tandem_device::{Device, ImageBuffer, ImageDescription, ImageKind, Result};

use crate::api::{Array, ArrayShape, CudaResult, ImportedMemory, MipmappedArray, PixelRows, Surface, TexturePixels};
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::image_formats::ArrayFormat;

/// The pixels of an image. Copies share them.
#[derive(Clone)]
pub enum Pixels {
    /// The arrays of the levels. Images with more than one level have an array of all of them, too.
    Arrays { levels: Vec<Arc<Level>>, mipmap: Option<Arc<MipmappedArray>> },
    /// Rows in memory, which a texture can read if they are aligned as the device needs it.
    Rows { rows: PixelRows, has_textures: bool },
}

/// One level of an image. The surface is destroyed before the array.
pub struct Level {
    surface: Surface,
    array: Arc<Array>,
}

impl Pixels {
    /// The memory of an image of `bytes` bytes. A trim of the device makes room, if need be.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](tandem_device::Error::OutOfMemory), and the errors of the driver.
    pub fn new(device: &CudaDevice, gpu: &Arc<Gpu>, description: &ImageDescription, bytes: usize) -> Result<Self> {
        if let Some(buffer) = &description.buffer {
            return Self::in_buffer(device, description, buffer);
        }
        let allocated = match Self::arrays(gpu, description) {
            Err(error) if error.is_out_of_memory() && device.trim() => Self::arrays(gpu, description),
            allocated => allocated,
        };
        allocated.map_err(|error| gpu.alloc_error(bytes, error))
    }

    fn arrays(gpu: &Arc<Gpu>, description: &ImageDescription) -> CudaResult<Self> {
        let shape = shape(description);
        if description.levels == 1 {
            let levels = vec![Level::new(Array::new(&gpu.primary, &shape)?)?];
            return Ok(Self::Arrays { levels, mipmap: None });
        }
        Self::of_levels(MipmappedArray::new(&gpu.primary, &shape, description.levels)?, description.levels)
    }

    /// The pixels of an image in memory of another program.
    pub fn imported(memory: &Arc<ImportedMemory>, description: &ImageDescription) -> CudaResult<Self> {
        let levels = description.levels;
        Self::of_levels(MipmappedArray::imported(memory, &shape(description), levels)?, levels)
    }

    fn of_levels(mipmap: MipmappedArray, count: u32) -> CudaResult<Self> {
        let mipmap = Arc::new(mipmap);
        let levels = (0..count).map(|level| Level::new(mipmap.level(level)?)).collect::<Result<_, _>>()?;
        Ok(Self::Arrays { levels, mipmap: (count > 1).then_some(mipmap) })
    }

    fn in_buffer(device: &CudaDevice, description: &ImageDescription, buffer: &ImageBuffer) -> Result<Self> {
        let ArrayFormat { format, channels, .. } = ArrayFormat::of(description.format);
        let [width, height, _] = description.size;
        let row_pitch = buffer.row_pitch;
        let address = buffer.object.address(device)?;
        let rows = PixelRows { address, format, channels, extent: [width, height], row_pitch };
        // Kernels fetch pixels of one dimension from textures of one dimension, which have no samplers in memory.
        let has_textures = description.kind == ImageKind::D2 && device.hardware().row_limits().allow(&rows);
        Ok(Self::Rows { rows, has_textures })
    }

    /// The array of the first level.
    pub fn array(&self) -> Option<&Array> {
        match self {
            Self::Arrays { levels, .. } => Some(&levels[0].array),
            Self::Rows { .. } => None,
        }
    }

    /// All levels of a mipmap.
    pub fn mipmap(&self) -> Option<&Arc<MipmappedArray>> {
        match self {
            Self::Arrays { mipmap, .. } => mipmap.as_ref(),
            Self::Rows { .. } => None,
        }
    }

    /// The address of rows; 0 for arrays.
    pub fn address(&self) -> u64 {
        match self {
            Self::Arrays { .. } => 0,
            Self::Rows { rows, .. } => rows.address.0,
        }
    }

    /// The surface object of a level; 0 for rows.
    pub fn surface(&self, level: u32) -> u64 {
        match self {
            Self::Arrays { levels, .. } => levels[level as usize].surface.raw(),
            Self::Rows { .. } => 0,
        }
    }

    /// One level of a mipmap; `None` for other images and for a level that does not exist.
    pub fn level(&self, level: u32) -> Option<Self> {
        let Self::Arrays { levels, mipmap: Some(_) } = self else { return None };
        let level = levels.get(usize::try_from(level).ok()?)?;
        Some(Self::Arrays { levels: vec![Arc::clone(level)], mipmap: None })
    }

    /// The pixels of the first level for a texture, if there can be one.
    pub fn of_texture(&self, gpu: &Gpu) -> Option<TexturePixels> {
        match self {
            Self::Arrays { levels, .. } => Some(TexturePixels::Array(Arc::clone(&levels[0].array))),
            Self::Rows { rows, has_textures: true } => Some(TexturePixels::Rows(Arc::clone(&gpu.primary), *rows)),
            Self::Rows { .. } => None,
        }
    }
}

impl Level {
    fn new(array: Array) -> CudaResult<Arc<Self>> {
        let array = Arc::new(array);
        Ok(Arc::new(Self { surface: Surface::new(&array)?, array }))
    }
}

/// The array for an image.
fn shape(description: &ImageDescription) -> ArrayShape {
    let ArrayFormat { format, channels, .. } = ArrayFormat::of(description.format);
    let [width, height, depth] = description.size;
    let (extent, is_layered) = match description.kind {
        ImageKind::D1 | ImageKind::D1Buffer => ([width, 0, 0], false),
        ImageKind::D1Array => ([width, 0, description.layers], true),
        ImageKind::D2 => ([width, height, 0], false),
        ImageKind::D2Array | ImageKind::Cube => ([width, height, description.layers], true),
        ImageKind::D3 => ([width, height, depth], false),
    };
    ArrayShape { extent, is_layered, format, channels }
}
