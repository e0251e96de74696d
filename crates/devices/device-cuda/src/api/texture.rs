//! The objects through which kernels access pixels: surfaces and textures.

use std::sync::Arc;

use tandem_device::DevicePtr;

use super::{Array, CudaResult, MipmappedArray, PrimaryContext};
use crate::sys;

/// A resource of one of the kinds that the union has.
fn resource_desc(kind: i32, resource: sys::Resource) -> sys::ResourceDesc {
    sys::ResourceDesc { kind, resource, flags: 0 }
}

fn array_resource(array: &Array) -> sys::ResourceDesc {
    // The union has more bytes than the member.
    let mut resource = sys::Resource { reserved: [0; 16] };
    resource.array = array.raw();
    resource_desc(sys::CU_RESOURCE_TYPE_ARRAY, resource)
}

/// How kernels read and write pixels of an array as they are.
pub struct Surface {
    array: Arc<Array>,
    raw: u64,
}

impl Surface {
    /// The surface of an array.
    pub fn new(array: &Arc<Array>) -> CudaResult<Self> {
        let (cuda, resource, mut raw) = (array.context.cuda(), array_resource(array), 0);
        let _current = array.context.enter()?;
        // SAFETY: a live array, and a place for the object.
        cuda.check(unsafe { (cuda.functions().cuSurfObjectCreate)(&raw mut raw, &raw const resource) })?;
        Ok(Self { array: Arc::clone(array), raw })
    }

    /// What kernels get.
    pub fn raw(&self) -> u64 {
        self.raw
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        if let Ok(_current) = self.array.context.enter() {
            // SAFETY: its own object, which no kernel uses any more.
            unsafe { (self.array.context.cuda().functions().cuSurfObjectDestroy)(self.raw) };
        }
    }
}

/// Rows of pixels in memory, for a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRows {
    /// The first pixel.
    pub address: DevicePtr,
    /// The format of a channel: a `CUarray_format`.
    pub format: sys::ArrayFormat,
    /// Channels of a pixel: 1, 2 or 4.
    pub channels: u32,
    /// Pixels of a row, and rows.
    pub extent: [usize; 2],
    /// Bytes from row to row.
    pub row_pitch: usize,
}

/// The pixels of a texture.
#[derive(Clone)]
pub enum TexturePixels {
    /// An array.
    Array(Arc<Array>),
    /// All levels of a mipmap.
    Mipmap(Arc<MipmappedArray>),
    /// Memory of a device, which the caller keeps as long as the texture.
    Rows(Arc<PrimaryContext>, PixelRows),
}

impl TexturePixels {
    fn context(&self) -> &Arc<PrimaryContext> {
        match self {
            Self::Array(array) => &array.context,
            Self::Mipmap(mipmap) => &mipmap.context,
            Self::Rows(context, _) => context,
        }
    }

    fn resource(&self) -> sys::ResourceDesc {
        match self {
            Self::Array(array) => array_resource(array),
            Self::Mipmap(mipmap) => {
                let mut resource = sys::Resource { reserved: [0; 16] };
                resource.mipmapped_array = mipmap.raw();
                resource_desc(sys::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, resource)
            }
            Self::Rows(_, rows) => {
                let mut resource = sys::Resource { reserved: [0; 16] };
                resource.pitch_2d = sys::Pitch2D {
                    address: rows.address.0,
                    format: rows.format,
                    num_channels: rows.channels,
                    width: rows.extent[0],
                    height: rows.extent[1],
                    pitch_in_bytes: rows.row_pitch,
                };
                resource_desc(sys::CU_RESOURCE_TYPE_PITCH2D, resource)
            }
        }
    }

    /// The modes of the three coordinates. GPUs filter textures of one row as they do others, and the border above
    /// and below would count.
    fn address_modes(&self, addressing: i32) -> [i32; 3] {
        let has_rows = match self {
            Self::Array(array) => array.has_rows,
            Self::Mipmap(mipmap) => mipmap.has_rows,
            Self::Rows(..) => true,
        };
        let of_rows = if has_rows { addressing } else { sys::CU_TR_ADDRESS_MODE_CLAMP };
        [addressing, of_rows, addressing]
    }
}

/// How a texture reads levels of a mipmap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextureLevels {
    /// The mean of two levels, not the nearest one.
    pub is_linear: bool,
    /// The least and the greatest level of detail.
    pub bounds: [f32; 2],
    /// The most samples along a gradient; 0 for textures that are no mipmaps.
    pub anisotropy: u32,
}

/// How a texture makes values of coordinates. It has a border of zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampling {
    /// What a coordinate out of range leads to: a `CUaddress_mode`.
    pub addressing: i32,
    /// Pixels are weighed by distance.
    pub is_linear: bool,
    /// Coordinates go from 0 to 1.
    pub is_normalized: bool,
    /// Integers are read as they are, and not as numbers from 0 or -1 to 1.
    pub reads_integers: bool,
    /// Colors are sRGB in memory, and are read as linear ones.
    pub is_srgb: bool,
    /// Levels of a mipmap.
    pub levels: TextureLevels,
}

/// How kernels sample pixels.
pub struct Texture {
    pixels: TexturePixels,
    raw: u64,
}

impl Texture {
    /// The texture of pixels and a sampler.
    pub fn new(pixels: TexturePixels, sampling: Sampling) -> CudaResult<Self> {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        let filter = |is_linear| if is_linear { sys::CU_TR_FILTER_MODE_LINEAR } else { sys::CU_TR_FILTER_MODE_POINT };
        let [least, most] = sampling.levels.bounds;
        let description = sys::TextureDesc {
            address_mode: pixels.address_modes(sampling.addressing),
            filter_mode: filter(sampling.is_linear),
            flags: flag(sampling.reads_integers, sys::CU_TRSF_READ_AS_INTEGER)
                | flag(sampling.is_normalized, sys::CU_TRSF_NORMALIZED_COORDINATES)
                | flag(sampling.is_srgb, sys::CU_TRSF_SRGB),
            max_anisotropy: sampling.levels.anisotropy,
            mipmap_filter_mode: filter(sampling.levels.is_linear),
            min_mipmap_level_clamp: least,
            max_mipmap_level_clamp: most,
            ..sys::TextureDesc::default()
        };
        let (resource, mut raw) = (pixels.resource(), 0);
        let context = Arc::clone(pixels.context());
        let (cuda, create) = (context.cuda(), context.cuda().functions().cuTexObjectCreate);
        let _current = context.enter()?;
        // SAFETY: live pixels, complete descriptions, and a place for the object. Without a view, the format is
        // that of the pixels.
        cuda.check(unsafe { create(&raw mut raw, &raw const resource, &raw const description, std::ptr::null()) })?;
        Ok(Self { pixels, raw })
    }

    /// What kernels get.
    pub fn raw(&self) -> u64 {
        self.raw
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        let context = self.pixels.context();
        if let Ok(_current) = context.enter() {
            // SAFETY: its own object, which no kernel uses any more.
            unsafe { (context.cuda().functions().cuTexObjectDestroy)(self.raw) };
        }
    }
}
