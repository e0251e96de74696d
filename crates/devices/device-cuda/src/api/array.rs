//! Arrays of pixels, and the objects through which kernels access them.

use std::sync::Arc;

use super::{CudaResult, PitchedPtr, PrimaryContext, Stream};
use crate::sys;

/// What an array is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayShape {
    /// Pixels in each direction, 0 for directions that it does not have. Layers are the last one.
    pub extent: [usize; 3],
    /// The last extent counts layers.
    pub is_layered: bool,
    /// What a channel is: a `CUarray_format`.
    pub format: sys::ArrayFormat,
    /// Channels of a pixel: 1, 2 or 4.
    pub channels: u32,
}

/// Pixels in an order of CUDA's own.
pub struct Array {
    context: Arc<PrimaryContext>,
    /// Whether it has rows, so that there is a second coordinate.
    has_rows: bool,
    raw: sys::Array,
}

impl Array {
    /// The modes of the three coordinates. GPUs filter textures of one row as they do others, and a border above
    /// and below would take part.
    fn address_modes(&self, addressing: i32) -> [i32; 3] {
        let of_rows = if self.has_rows { addressing } else { sys::CU_TR_ADDRESS_MODE_CLAMP };
        [addressing, of_rows, addressing]
    }

    /// Allocates an array that surfaces and textures may be made of.
    pub fn new(context: &Arc<PrimaryContext>, shape: &ArrayShape) -> CudaResult<Self> {
        let [width, height, depth] = shape.extent;
        let layered = if shape.is_layered { sys::CUDA_ARRAY3D_LAYERED } else { 0 };
        let description = sys::Array3DDescriptor {
            width,
            height,
            depth,
            format: shape.format,
            num_channels: shape.channels,
            flags: layered | sys::CUDA_ARRAY3D_SURFACE_LDST,
        };
        let (cuda, mut raw) = (context.cuda(), sys::Array::default());
        let _current = context.enter()?;
        // SAFETY: a complete description, and a place for the array.
        cuda.check(unsafe { (cuda.functions().cuArray3DCreate)(&raw mut raw, &raw const description) })?;
        Ok(Self { context: Arc::clone(context), has_rows: height != 0, raw })
    }

    fn resource(&self) -> sys::ResourceDesc {
        sys::ResourceDesc { kind: sys::CU_RESOURCE_TYPE_ARRAY, array: self.raw, reserved: [0; 15], flags: 0 }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own array. Objects over it keep it, and no command uses it any more.
            unsafe { (self.context.cuda().functions().cuArrayDestroy)(self.raw) };
        }
    }
}

/// How kernels read and write pixels of an array as they are.
pub struct Surface {
    array: Arc<Array>,
    raw: u64,
}

impl Surface {
    /// The surface of an array.
    pub fn new(array: &Arc<Array>) -> CudaResult<Self> {
        let (cuda, resource, mut raw) = (array.context.cuda(), array.resource(), 0);
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

/// How a texture makes values of coordinates. It has a border of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// What a coordinate out of range leads to: a `CUaddress_mode`.
    pub addressing: i32,
    /// Pixels are weighed by distance.
    pub is_linear: bool,
    /// Coordinates go from 0 to 1.
    pub is_normalized: bool,
    /// Integers are read as they are, and not as numbers from 0 or -1 to 1.
    pub reads_integers: bool,
}

/// How kernels sample an array.
pub struct Texture {
    array: Arc<Array>,
    raw: u64,
}

impl Texture {
    /// The texture of an array and a sampler.
    pub fn new(array: &Arc<Array>, sampling: Sampling) -> CudaResult<Self> {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        let filter = if sampling.is_linear { sys::CU_TR_FILTER_MODE_LINEAR } else { sys::CU_TR_FILTER_MODE_POINT };
        let description = sys::TextureDesc {
            address_mode: array.address_modes(sampling.addressing),
            filter_mode: filter,
            flags: flag(sampling.reads_integers, sys::CU_TRSF_READ_AS_INTEGER)
                | flag(sampling.is_normalized, sys::CU_TRSF_NORMALIZED_COORDINATES),
            ..sys::TextureDesc::default()
        };
        let (cuda, resource, mut raw) = (array.context.cuda(), array.resource(), 0);
        let create = cuda.functions().cuTexObjectCreate;
        let _current = array.context.enter()?;
        // SAFETY: a live array, complete descriptions, and a place for the object. Without a view, the format is
        // that of the array.
        cuda.check(unsafe { create(&raw mut raw, &raw const resource, &raw const description, std::ptr::null()) })?;
        Ok(Self { array: Arc::clone(array), raw })
    }

    /// What kernels get.
    pub fn raw(&self) -> u64 {
        self.raw
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        if let Ok(_current) = self.array.context.enter() {
            // SAFETY: its own object, which no kernel uses any more.
            unsafe { (self.array.context.cuda().functions().cuTexObjectDestroy)(self.raw) };
        }
    }
}

/// One side of a copy of pixels.
#[derive(Clone, Copy)]
pub enum PixelSide<'a> {
    /// An array, from a byte of a row, a row and a slice or layer on.
    Array(&'a Array, [usize; 3]),
    /// Rows in memory.
    Memory(PitchedPtr),
}

impl PixelSide<'_> {
    fn raw(&self) -> sys::Memcpy3DSide {
        match self {
            Self::Array(array, [x_in_bytes, y, z]) => sys::Memcpy3DSide {
                memory_type: sys::CU_MEMORYTYPE_ARRAY,
                array: array.raw.0,
                x_in_bytes: *x_in_bytes,
                y: *y,
                z: *z,
                ..sys::Memcpy3DSide::default()
            },
            Self::Memory(rows) => sys::Memcpy3DSide {
                memory_type: sys::CU_MEMORYTYPE_UNIFIED,
                device: rows.address.0,
                pitch: rows.row_pitch,
                height: rows.slice_rows,
                ..sys::Memcpy3DSide::default()
            },
        }
    }
}

impl Stream {
    /// Copies bytes of a row, rows of a slice, and slices, of which arrays hold whole pixels. From or to
    /// pageable memory, it blocks until the copy is done. The context is current.
    pub fn copy_pixels(&self, src: PixelSide<'_>, dst: PixelSide<'_>, size: [usize; 3]) -> CudaResult<()> {
        let [width_in_bytes, height, depth] = size;
        let copy = sys::Memcpy3D { src: src.raw(), dst: dst.raw(), width_in_bytes, height, depth };
        let cuda = self.context().cuda();
        // SAFETY: whoever submitted the command keeps both sides valid.
        cuda.check(unsafe { (cuda.functions().cuMemcpy3DAsync)(&raw const copy, self.raw()) })
    }
}
