//! Where copies and fills begin, and rectangles of them.

use std::sync::Arc;

use crate::memory::{DevicePtr, HostPtr};
use crate::memory_object::MemoryObject;

/// A place that a copy or fill starts at.
#[derive(Clone, Debug)]
pub enum Location {
    /// Ordinary host memory.
    Host(HostPtr),
    /// A USM pointer (or host memory, for devices that can access it).
    Usm(DevicePtr),
    /// A byte of a buffer.
    Buffer {
        /// The buffer.
        object: Arc<MemoryObject>,
        /// Byte offset in it.
        offset: usize,
    },
}

impl Location {
    /// The place `bytes` further.
    pub fn offset(self, bytes: usize) -> Self {
        match self {
            Self::Host(pointer) => Self::Host(pointer.offset(bytes)),
            Self::Usm(address) => Self::Usm(address.offset(bytes)),
            Self::Buffer { object, offset } => Self::Buffer { object, offset: offset + bytes },
        }
    }
}

/// One side of a rectangular copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RectSide {
    /// Origin: bytes, rows, slices.
    pub origin: [usize; 3],
    /// Bytes from one row to the next.
    pub row_pitch: usize,
    /// Bytes from one slice to the next.
    pub slice_pitch: usize,
}

impl RectSide {
    /// Byte offset of a row relative to the side's [`Location`].
    pub fn row_offset(&self, row: usize, slice: usize) -> usize {
        self.origin[0] + (self.origin[1] + row) * self.row_pitch + (self.origin[2] + slice) * self.slice_pitch
    }
}

/// A rectangular region and where it lies on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Size: bytes, rows, slices.
    pub region: [usize; 3],
    /// The source.
    pub src: RectSide,
    /// The destination.
    pub dst: RectSide,
}
