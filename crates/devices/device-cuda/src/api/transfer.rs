//! Copies and fills in streams. The stream's context is current.

use tandem_device::DevicePtr;

use super::{CudaResult, Stream};
use crate::sys;

/// One side of a copy of rows.
#[derive(Clone, Copy, Debug)]
pub struct PitchedPtr {
    /// The first byte.
    pub address: DevicePtr,
    /// Bytes from one row to the next.
    pub row_pitch: usize,
    /// Rows from one slice to the next.
    pub slice_rows: usize,
}

/// Rows of bytes in slices.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Bytes of a row, rows of a slice, slices.
    pub size: [usize; 3],
    /// From.
    pub src: PitchedPtr,
    /// To.
    pub dst: PitchedPtr,
}

/// The unit that a fill repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillUnit {
    /// A byte.
    Byte(u8),
    /// Two bytes.
    Short(u16),
    /// Four bytes.
    Word(u32),
}

impl FillUnit {
    /// Its size in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Self::Byte(_) => 1,
            Self::Short(_) => 2,
            Self::Word(_) => 4,
        }
    }
}

impl Stream {
    /// Copies between any two addresses. From or to pageable memory, it blocks until the copy is
    /// done.
    pub fn copy(&self, src: DevicePtr, dst: DevicePtr, bytes: usize) -> CudaResult<()> {
        let cuda = self.context().cuda();
        // SAFETY: the code that submitted the command keeps both ranges valid.
        cuda.check(unsafe { (cuda.functions().cuMemcpyAsync)(dst.0, src.0, bytes, self.raw()) })
    }

    /// Copies rows; as for [`copy`](Self::copy).
    pub fn copy_rows(&self, rows: &Rows) -> CudaResult<()> {
        let side = |ptr: &PitchedPtr| sys::Memcpy3DSide {
            memory_type: sys::CU_MEMORYTYPE_UNIFIED,
            device: ptr.address.0,
            pitch: ptr.row_pitch,
            height: ptr.slice_rows,
            ..sys::Memcpy3DSide::default()
        };
        let [width_in_bytes, height, depth] = rows.size;
        let copy = sys::Memcpy3D { src: side(&rows.src), dst: side(&rows.dst), width_in_bytes, height, depth };
        let cuda = self.context().cuda();
        // SAFETY: the code that submitted the command keeps both ranges valid.
        cuda.check(unsafe { (cuda.functions().cuMemcpy3DAsync)(&raw const copy, self.raw()) })
    }

    /// Repeats a unit, to whose size the address is aligned.
    pub fn fill(&self, dst: DevicePtr, unit: FillUnit, count: usize) -> CudaResult<()> {
        let functions = self.context().cuda().functions();
        // SAFETY: the code that submitted the command keeps the range valid.
        let code = unsafe {
            match unit {
                FillUnit::Byte(unit) => (functions.cuMemsetD8Async)(dst.0, unit, count, self.raw()),
                FillUnit::Short(unit) => (functions.cuMemsetD16Async)(dst.0, unit, count, self.raw()),
                FillUnit::Word(unit) => (functions.cuMemsetD32Async)(dst.0, unit, count, self.raw()),
            }
        };
        self.context().cuda().check(code)
    }

    /// Repeats a unit in rows that are `pitch` bytes apart, a multiple of its size.
    pub fn fill_rows(&self, dst: DevicePtr, pitch: usize, unit: FillUnit, [count, rows]: [usize; 2]) -> CudaResult<()> {
        let functions = self.context().cuda().functions();
        // SAFETY: the code that submitted the command keeps the range valid.
        let code = unsafe {
            match unit {
                FillUnit::Byte(unit) => (functions.cuMemsetD2D8Async)(dst.0, pitch, unit, count, rows, self.raw()),
                FillUnit::Short(unit) => (functions.cuMemsetD2D16Async)(dst.0, pitch, unit, count, rows, self.raw()),
                FillUnit::Word(unit) => (functions.cuMemsetD2D32Async)(dst.0, pitch, unit, count, rows, self.raw()),
            }
        };
        self.context().cuda().check(code)
    }

    /// Moves managed memory to the device.
    pub fn prefetch(&self, address: DevicePtr, bytes: usize) -> CudaResult<()> {
        let (cuda, device) = (self.context().cuda(), self.context().device().raw());
        // SAFETY: the address is looked up, not read.
        cuda.check(unsafe { (cuda.functions().cuMemPrefetchAsync)(address.0, bytes, device, self.raw()) })
    }

    /// Advises on the use of managed memory by the device. `advice` is a `CUmem_advise`.
    pub fn advise(&self, address: DevicePtr, bytes: usize, advice: i32) -> CudaResult<()> {
        let (cuda, device) = (self.context().cuda(), self.context().device().raw());
        // SAFETY: the address is looked up, not read.
        cuda.check(unsafe { (cuda.functions().cuMemAdvise)(address.0, bytes, advice, device) })
    }
}
