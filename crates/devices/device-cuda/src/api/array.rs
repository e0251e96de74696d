//! Arrays of pixels, and copies from and to them.

use std::sync::Arc;

use super::{CudaResult, ImportedMemory, PitchedPtr, PrimaryContext, Stream};
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

impl ArrayShape {
    /// For arrays that surfaces and textures may be made of.
    fn descriptor(&self) -> sys::Array3DDescriptor {
        let [width, height, depth] = self.extent;
        let layered = if self.is_layered { sys::CUDA_ARRAY3D_LAYERED } else { 0 };
        sys::Array3DDescriptor {
            width,
            height,
            depth,
            format: self.format,
            num_channels: self.channels,
            flags: layered | sys::CUDA_ARRAY3D_SURFACE_LDST,
        }
    }

    /// Whether there is a second coordinate.
    fn has_rows(&self) -> bool {
        self.extent[1] != 0
    }
}

/// Pixels in an order that only CUDA knows.
pub struct Array {
    pub(super) context: Arc<PrimaryContext>,
    /// Whether it has rows, so that there is a second coordinate.
    pub(super) has_rows: bool,
    /// The owner of a level of a mipmap.
    mipmap: Option<Arc<MipmappedArray>>,
    raw: sys::Array,
}

impl Array {
    /// Allocates an array.
    pub fn new(context: &Arc<PrimaryContext>, shape: &ArrayShape) -> CudaResult<Self> {
        let (cuda, description, mut raw) = (context.cuda(), shape.descriptor(), sys::Array::default());
        let _current = context.enter()?;
        // SAFETY: a complete description, and a place for the array.
        cuda.check(unsafe { (cuda.functions().cuArray3DCreate)(&raw mut raw, &raw const description) })?;
        Ok(Self { context: Arc::clone(context), has_rows: shape.has_rows(), mipmap: None, raw })
    }

    /// The handle in the driver.
    pub(super) fn raw(&self) -> sys::Array {
        self.raw
    }
}

/// The arrays of a mipmap's levels.
pub struct MipmappedArray {
    pub(super) context: Arc<PrimaryContext>,
    pub(super) has_rows: bool,
    raw: sys::MipmappedArray,
    /// The memory of another program that the levels are in.
    _memory: Option<Arc<ImportedMemory>>,
}

impl MipmappedArray {
    /// Allocates the levels of a mipmap. The shape is that of the first level.
    pub fn new(context: &Arc<PrimaryContext>, shape: &ArrayShape, levels: u32) -> CudaResult<Self> {
        let (cuda, description, mut raw) = (context.cuda(), shape.descriptor(), sys::MipmappedArray::default());
        let create = cuda.functions().cuMipmappedArrayCreate;
        let _current = context.enter()?;
        // SAFETY: a complete description, and a place for the array.
        cuda.check(unsafe { create(&raw mut raw, &raw const description, levels) })?;
        Ok(Self { context: Arc::clone(context), has_rows: shape.has_rows(), raw, _memory: None })
    }

    /// The levels of an image at the start of imported memory.
    pub fn imported(memory: &Arc<ImportedMemory>, shape: &ArrayShape, levels: u32) -> CudaResult<Self> {
        let (context, mut raw) = (&memory.context, sys::MipmappedArray::default());
        let array = shape.descriptor();
        let description = sys::ExternalMemoryMipmappedArrayDesc { offset: 0, array, levels, reserved: [0; 16] };
        let map = context.cuda().functions().cuExternalMemoryGetMappedMipmappedArray;
        let _current = context.enter()?;
        // SAFETY: a live import, a complete description, and a place for the array.
        context.cuda().check(unsafe { map(&raw mut raw, memory.raw, &raw const description) })?;
        let (context, has_rows) = (Arc::clone(context), shape.has_rows());
        Ok(Self { context, has_rows, raw, _memory: Some(Arc::clone(memory)) })
    }

    /// The handle in the driver.
    pub(super) fn raw(&self) -> sys::MipmappedArray {
        self.raw
    }

    /// The array of a level, which keeps the whole mipmap alive.
    pub fn level(self: &Arc<Self>, level: u32) -> CudaResult<Array> {
        let (cuda, mut raw) = (self.context.cuda(), sys::Array::default());
        let _current = self.context.enter()?;
        // SAFETY: a live mipmap, and a place for the array.
        cuda.check(unsafe { (cuda.functions().cuMipmappedArrayGetLevel)(&raw mut raw, self.raw, level) })?;
        Ok(Array { context: Arc::clone(&self.context), has_rows: self.has_rows, mipmap: Some(Arc::clone(self)), raw })
    }
}

impl Drop for MipmappedArray {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own array. Levels and textures keep it, and no command uses it any more.
            unsafe { (self.context.cuda().functions().cuMipmappedArrayDestroy)(self.raw) };
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if self.mipmap.is_some() {
            return;
        }
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own array. Objects over it keep it, and no command uses it any more.
            unsafe { (self.context.cuda().functions().cuArrayDestroy)(self.raw) };
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
