//! Optional group: images and samplers, that is, memory that kernels read through
//! coordinates and formats instead of addresses.
//!
//! [`DeviceInfo::images`](crate::DeviceInfo::images) has the limits. The plugin
//! layer compares descriptions and regions with them and with the formats that the
//! device lists, so drivers get valid ones only. Contents move with
//! [`Work::Image`](crate::Work::Image); kernels get images and samplers with
//! [`KernelArgs::set_resource`](crate::KernelArgs::set_resource).

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub use tandem_device_ir::sampler::HANDLE_ALIGN;
use tandem_device_ir::sampler::{Addressing, SAMPLER_LINEAR_LEVELS, SAMPLER_SEAMLESS, sampler_word};

use crate::error::Result;
use crate::location::Location;
use crate::memory::HostPtr;
use crate::memory_object::MemoryObject;

/// How kernels use an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// They only read.
    Read,
    /// They only write.
    Write,
    /// They do both, or it is not known what they do.
    #[default]
    ReadWrite,
}

/// Shape of an image. Coordinates are `x`, `y`, `z`; the layer of an array is the
/// last coordinate that the shape does not use itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// A row of pixels.
    D1,
    /// A row of pixels in a buffer: [`ImageDescription::buffer`].
    D1Buffer,
    /// Several rows of one width. `y` is the layer.
    D1Array,
    /// Width and height.
    D2,
    /// Several two-dimensional images of one size. `z` is the layer.
    D2Array,
    /// The six faces of a cube, squares of one size. `z` is the face: in the order +x, -x, +y, -y, +z, -z
    /// of the axes that they are at right angles to. Samplers read it by directions.
    Cube,
    /// Width, height and depth.
    D3,
}

/// The channels of a pixel, in the order in which they lie in memory. Kernels see
/// red, green, blue and alpha; a channel that is not there reads as 0, alpha as 1, in the border as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelOrder {
    /// Red.
    R,
    /// Alpha.
    A,
    /// Red and green.
    Rg,
    /// Red and alpha.
    Ra,
    /// Red, green and blue.
    Rgb,
    /// All four.
    Rgba,
    /// All four, blue first.
    Bgra,
    /// All four, alpha first.
    Argb,
    /// All four, alpha and blue first.
    Abgr,
    /// All four; the colors are sRGB in memory and linear in kernels.
    Srgba,
    /// One that is read as each of the four.
    Intensity,
    /// One that is read as each of the colors.
    Luminance,
    /// Red; the border of an image has alpha 0.
    Rx,
    /// Red and green; the border of an image has alpha 0.
    Rgx,
    /// Red, green and blue; the border of an image has alpha 0.
    Rgbx,
}

impl ChannelOrder {
    /// Channels in memory.
    pub fn channels(self) -> usize {
        match self {
            Self::R | Self::Rx | Self::A | Self::Intensity | Self::Luminance => 1,
            Self::Rg | Self::Rgx | Self::Ra => 2,
            Self::Rgb | Self::Rgbx => 3,
            Self::Rgba | Self::Bgra | Self::Argb | Self::Abgr | Self::Srgba => 4,
        }
    }
}

/// What a channel holds. Normalized integers are read as numbers from 0, or -1, to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelType {
    /// Signed normalized, 8 bits.
    SnormInt8,
    /// Signed normalized, 16 bits.
    SnormInt16,
    /// Unsigned normalized, 8 bits.
    UnormInt8,
    /// Unsigned normalized, 16 bits.
    UnormInt16,
    /// Three unsigned normalized channels of 5, 6 and 5 bits in 16 bits.
    UnormShort565,
    /// Three unsigned normalized channels of 5 bits in 16 bits.
    UnormShort555,
    /// Three unsigned normalized channels of 10 bits in 32 bits.
    UnormInt101010,
    /// Signed, 8 bits.
    SignedInt8,
    /// Signed, 16 bits.
    SignedInt16,
    /// Signed, 32 bits.
    SignedInt32,
    /// Unsigned, 8 bits.
    UnsignedInt8,
    /// Unsigned, 16 bits.
    UnsignedInt16,
    /// Unsigned, 32 bits.
    UnsignedInt32,
    /// Floating-point, 16 bits.
    HalfFloat,
    /// Floating-point, 32 bits.
    Float,
}

/// How pixels lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelFormat {
    /// Which channels.
    pub order: ChannelOrder,
    /// What each holds.
    pub channel: ChannelType,
}

impl PixelFormat {
    /// Size of a pixel in bytes.
    pub fn bytes(self) -> usize {
        let channel = match self.channel {
            // All channels together.
            ChannelType::UnormShort565 | ChannelType::UnormShort555 => return 2,
            ChannelType::UnormInt101010 => return 4,
            ChannelType::SnormInt8 | ChannelType::UnormInt8 | ChannelType::SignedInt8 | ChannelType::UnsignedInt8 => 1,
            ChannelType::SnormInt16
            | ChannelType::UnormInt16
            | ChannelType::SignedInt16
            | ChannelType::UnsignedInt16
            | ChannelType::HalfFloat => 2,
            ChannelType::SignedInt32 | ChannelType::UnsignedInt32 | ChannelType::Float => 4,
        };
        channel * self.order.channels()
    }
}

/// An image to be made.
#[derive(Clone, Debug)]
pub struct ImageDescription {
    /// Its shape.
    pub kind: ImageKind,
    /// Its pixels.
    pub format: PixelFormat,
    /// Width, height and depth in pixels; 1 where the shape has no such extent.
    pub size: [usize; 3],
    /// Images in an array, 6 faces of a cube; 1 for other shapes.
    pub layers: usize,
    /// Levels of a mipmap, of which `size` is that of the first; 1 for other images.
    pub levels: u32,
    /// The memory of an [`ImageKind::D1Buffer`], and of two-dimensional images that
    /// share a buffer. Other images have memory of their own.
    pub buffer: Option<ImageBuffer>,
}

impl ImageDescription {
    /// The extent in coordinates: layers are in the first one that the shape leaves free.
    pub fn extent(&self) -> [usize; 3] {
        let [width, height, depth] = self.size;
        match self.kind {
            ImageKind::D1 | ImageKind::D1Buffer => [width, 1, 1],
            ImageKind::D1Array => [width, self.layers, 1],
            ImageKind::D2 => [width, height, 1],
            ImageKind::D2Array | ImageKind::Cube => [width, height, self.layers],
            ImageKind::D3 => [width, height, depth],
        }
    }

    /// The image that is one level of a mipmap: half of each extent for each level before it, rounded
    /// down, and at least 1. Arrays have all their layers at each level.
    pub fn level(&self, level: u32) -> Self {
        let size = self.size.map(|extent| extent.checked_shr(level).unwrap_or(0).max(1));
        Self { size, levels: 1, ..self.clone() }
    }

    /// The levels that a mipmap of this size can have at most: the last one has one pixel in each
    /// direction.
    pub fn most_levels(&self) -> u32 {
        self.size.into_iter().max().unwrap_or(1).max(1).ilog2() + 1
    }

    /// Size of the pixels of all levels in bytes if rows follow each other without gaps; `None` for
    /// more than can be addressed.
    pub fn packed_bytes(&self) -> Option<usize> {
        (0..self.levels).try_fold(0_usize, |bytes, level| {
            let extent = self.level(level).extent();
            bytes.checked_add(extent.into_iter().try_fold(self.format.bytes(), usize::checked_mul)?)
        })
    }
}

/// A buffer whose memory is an image's.
#[derive(Clone, Debug)]
pub struct ImageBuffer {
    /// The buffer.
    pub object: Arc<MemoryObject>,
    /// Bytes from row to row: a multiple of the pixel's size, or of 16.
    pub row_pitch: usize,
}

/// An image on a device. Dropping the last handle frees its memory; commands and
/// launches that use it hold one.
pub trait Image: Send + Sync + Any {
    /// What it is. Does not allocate.
    fn description(&self) -> &ImageDescription;

    /// The driver's own type, for its executor and for kernels' arguments.
    fn as_any(&self) -> &dyn Any;

    /// What kernels of the image's device take by value for it (`SPV_INTEL_bindless_images`), as
    /// long as the image exists: a multiple of [`HANDLE_ALIGN`], not 0. `None` on devices where
    /// images are arguments of their own only.
    fn handle(&self) -> Option<u64> {
        None
    }

    /// One level of a mipmap, as an image of its own in the same memory, which it keeps. `None` for a
    /// level that there is not, and for images that are no mipmaps.
    fn level(&self, _level: u32) -> Option<Arc<dyn Image>> {
        None
    }
}

impl fmt::Debug for dyn Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ImageDescription { kind, format, .. } = self.description();
        write!(f, "{kind:?} image of {:?} pixels of {format:?}", self.description().extent())
    }
}

/// What a coordinate outside of the image leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressingMode {
    /// Kernels have none.
    None,
    /// The nearest pixel at the edge.
    ClampToEdge,
    /// The border: 0 in all channels, and 1 in alpha where the format has no alpha.
    Clamp,
    /// The image again. Normalized coordinates only.
    Repeat,
    /// The image again, each other time mirrored. Normalized coordinates only.
    MirroredRepeat,
}

/// How a coordinate between pixels is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filtering {
    /// The nearest pixel.
    Nearest,
    /// The average of the nearest pixels, weighed by distance. Formats that are read
    /// as floating-point numbers only.
    Linear,
}

/// How a sampler reads mipmaps (OpenCL C, `cl_khr_mipmap_image`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSampling {
    /// Levels of detail between levels: the nearest level, or the mean of both.
    pub filtering: Filtering,
    /// The least level of detail, from 0; lower ones become it.
    pub least: f32,
    /// The greatest level of detail; higher ones become it, or the last level.
    pub most: f32,
    /// How often the image is read at most along the longer one of two gradients, from 1; levels that
    /// are given by number do not depend on it.
    pub anisotropy: u32,
}

impl Default for LevelSampling {
    /// The nearest of all levels.
    fn default() -> Self {
        Self { filtering: Filtering::Nearest, least: 0.0, most: f32::MAX, anisotropy: 1 }
    }
}

/// A sampler to be made: how kernels read an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplerDescription {
    /// Coordinates go from 0 to 1, not to the size in pixels.
    pub normalized: bool,
    /// Coordinates outside of the image.
    pub addressing: AddressingMode,
    /// Coordinates between pixels.
    pub filtering: Filtering,
    /// Mipmaps.
    pub levels: LevelSampling,
    /// Pixels at the edge of a face of a cube have neighbours on other faces; else each face is an
    /// image of its own.
    pub seamless: bool,
}

impl SamplerDescription {
    /// The sampler as Tandem's kernels take it. The bounds of levels are not in it: images have them
    /// ([`Images::sampled`]).
    pub fn word(&self) -> u64 {
        let addressing = match self.addressing {
            AddressingMode::None => Addressing::None,
            AddressingMode::ClampToEdge => Addressing::ClampToEdge,
            AddressingMode::Clamp => Addressing::Clamp,
            AddressingMode::Repeat => Addressing::Repeat,
            AddressingMode::MirroredRepeat => Addressing::RepeatMirrored,
        };
        let mixes_levels = if self.levels.filtering == Filtering::Linear { SAMPLER_LINEAR_LEVELS } else { 0 };
        let seamless = if self.seamless { SAMPLER_SEAMLESS } else { 0 };
        sampler_word(addressing, self.normalized, self.filtering == Filtering::Linear) | mixes_levels | seamless
    }
}

/// A sampler on a device.
pub trait Sampler: Send + Sync + Any {
    /// What it is. Does not allocate.
    fn description(&self) -> &SamplerDescription;

    /// The driver's own type, for kernels' arguments.
    fn as_any(&self) -> &dyn Any;

    /// What kernels of the sampler's device take by value for it, as for [`Image::handle`]; less
    /// than [`HANDLE_ALIGN`].
    fn handle(&self) -> Option<u64> {
        None
    }
}

/// Pixels in host memory.
#[derive(Clone, Copy, Debug)]
pub struct HostPixels {
    /// The first pixel.
    pub first: HostPtr,
    /// Bytes from row to row; at least a row.
    pub row_pitch: usize,
    /// Bytes from slice to slice; at least a slice.
    pub slice_pitch: usize,
}

/// Optional group: making images and samplers. A device that has it sets
/// [`ImageLimits::supported`](crate::ImageLimits::supported).
pub trait Images {
    /// The formats of images of this shape that kernels can use in this way. Constant;
    /// does not allocate. A device with images has all formats that OpenCL requires.
    fn formats(&self, kind: ImageKind, access: Access) -> &[PixelFormat];

    /// Makes an image. Its contents are undefined. Its memory is allocated now, and is
    /// at any place: no address of it is ever asked for.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory), in any case for more than
    /// [`DeviceInfo::max_alloc_bytes`](crate::DeviceInfo::max_alloc_bytes).
    fn create(&self, description: &ImageDescription) -> Result<Arc<dyn Image>>;

    /// Copies pixels from the host to all of an image of this device that no command uses
    /// yet, and that has memory of its own. Blocks until the copy is done, and must not wait
    /// for commands of any queue: the plugin layer calls it with a lock of the image held.
    ///
    /// # Errors
    /// What a command that copies the pixels would report.
    fn write(&self, image: &dyn Image, pixels: HostPixels) -> Result<()>;

    /// Makes a sampler.
    ///
    /// # Errors
    /// [`Error::OutOfResources`](crate::Error::OutOfResources) where a device has a
    /// fixed number of them.
    fn create_sampler(&self, description: &SamplerDescription) -> Result<Arc<dyn Sampler>>;

    /// Prepares an image of this device for a sampler. The result has the same pixels; kernels that get
    /// the sum of its handle and the sampler's handle read it as all properties of the sampler say,
    /// those of mipmaps included. Called only on devices with
    /// [`ImageLimits::bindless`](crate::ImageLimits::bindless).
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    fn sampled(&self, image: &Arc<dyn Image>, _sampler: &SamplerDescription) -> Result<Arc<dyn Image>> {
        Ok(Arc::clone(image))
    }
}

/// A command about images. Coordinates and regions are within the image; a region of
/// which one extent is 0 moves nothing. Layers are coordinates as in
/// [`ImageDescription::extent`].
#[derive(Clone, Debug)]
pub enum ImageCommand {
    /// Copies pixels. Formats are equal, or one side is memory, which has pixels of the
    /// other side's format. Sides of one image do not overlap.
    Copy {
        /// Source.
        src: ImageSide,
        /// Destination.
        dst: ImageSide,
        /// Pixels in each direction.
        region: [usize; 3],
    },
    /// Fills pixels with one color.
    Fill {
        /// The image.
        image: Arc<dyn Image>,
        /// First pixel.
        origin: [usize; 3],
        /// Pixels in each direction.
        region: [usize; 3],
        /// A pixel in the image's format, in its first bytes.
        pixel: [u8; 16],
    },
}

/// One side of a copy of pixels.
#[derive(Clone, Debug)]
pub enum ImageSide {
    /// An image.
    Image {
        /// The image.
        image: Arc<dyn Image>,
        /// First pixel.
        origin: [usize; 3],
    },
    /// Memory of the host or of the device, with room for the region.
    Memory {
        /// The first pixel.
        location: Location,
        /// Bytes from row to row.
        row_pitch: usize,
        /// Bytes from slice to slice.
        slice_pitch: usize,
    },
}

impl ImageCommand {
    /// Bytes of the pixels that it writes; the largest number for more than can be counted.
    pub fn bytes(&self) -> usize {
        let (image, region) = match self {
            Self::Copy { src: ImageSide::Image { image, .. }, region, .. }
            | Self::Copy { dst: ImageSide::Image { image, .. }, region, .. }
            | Self::Fill { image, region, .. } => (image, region),
            // There is no image whose pixels could be counted.
            Self::Copy { .. } => return 0,
        };
        region.iter().fold(image.description().format.bytes(), |bytes, &extent| bytes.saturating_mul(extent))
    }

    /// Whether it moves no pixel.
    pub fn moves_nothing(&self) -> bool {
        let (Self::Copy { region, .. } | Self::Fill { region, .. }) = self;
        region.contains(&0)
    }
}

/// An argument that kernels do not see as memory.
#[derive(Clone)]
pub enum Resource {
    /// An image.
    Image(Arc<dyn Image>),
    /// A sampler.
    Sampler(Arc<dyn Sampler>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_pixels_and_images() {
        let format = |order, channel| PixelFormat { order, channel };
        assert_eq!(format(ChannelOrder::Rgba, ChannelType::Float).bytes(), 16);
        assert_eq!(format(ChannelOrder::Rgb, ChannelType::UnormShort565).bytes(), 2);
        assert_eq!(format(ChannelOrder::Ra, ChannelType::HalfFloat).bytes(), 4);
        let mut image = ImageDescription {
            kind: ImageKind::D2Array,
            format: format(ChannelOrder::R, ChannelType::UnsignedInt32),
            size: [5, 3, 1],
            layers: 7,
            levels: 1,
            buffer: None,
        };
        assert_eq!((image.extent(), image.packed_bytes()), ([5, 3, 7], Some(420)));
        image.kind = ImageKind::D1Array;
        assert_eq!(image.extent(), [5, 7, 1]);
        image.size[0] = usize::MAX;
        assert_eq!(image.packed_bytes(), None);
    }

    #[test]
    fn levels_are_halves_until_they_have_one_pixel() {
        let format = PixelFormat { order: ChannelOrder::R, channel: ChannelType::Float };
        let kind = ImageKind::D2Array;
        let image = ImageDescription { kind, format, size: [11, 4, 1], layers: 3, levels: 4, buffer: None };
        let sizes: Vec<_> = (0..5).map(|level| image.level(level).extent()).collect();
        assert_eq!(sizes, [[11, 4, 3], [5, 2, 3], [2, 1, 3], [1, 1, 3], [1, 1, 3]]);
        assert_eq!(image.most_levels(), 4);
        assert_eq!(image.packed_bytes(), Some(4 * 3 * (44 + 10 + 2 + 1)));
        assert_eq!(image.level(200).size, [1; 3]);
    }
}
