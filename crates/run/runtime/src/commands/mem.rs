//! Commands on memory objects of PI.

use std::fmt;
use std::sync::Arc;

use tandem_pi_abi::types::{PiBuffRectRegion, PiImageRegion};
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, HostPixels, Rect};

use super::device_queue::DeviceQueue;
use super::fill::{Pattern, fill, fill_rect};
use super::only_for_queues;
use super::rect::{RectCopy, copy_rects};
use crate::base::address::Address;
use crate::base::error::Result;

/// A command on memory objects.
#[derive(Debug)]
pub(crate) enum MemCommand {
    Read {
        mem: Arc<pi::Mem>,
        dst: Address,
        extent: Extent,
    },
    Write {
        mem: Arc<pi::Mem>,
        src: Address,
        extent: Extent,
    },
    Copy {
        src: Arc<pi::Mem>,
        dst: Arc<pi::Mem>,
        extent: Extent,
    },
    Fill {
        mem: Arc<pi::Mem>,
        pattern: Pattern,
        offset: usize,
        bytes: usize,
    },
    /// Fills the destination of a box.
    FillRect {
        mem: Arc<pi::Mem>,
        pattern: Pattern,
        rect: Rect,
    },
}

/// The bytes that a copy moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    Linear {
        src_offset: usize,
        dst_offset: usize,
        bytes: usize,
    },
    Rect(Rect),
    /// Only for copies between buffers.
    RectCopy(RectCopy),
    /// All pixels of an image, which the memory objects then are.
    Image(ImagePixels),
}

/// All pixels of an image, and their layout in program memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImagePixels {
    /// Their number in each direction.
    pub(crate) region: PiImageRegion,
    /// Bytes from row to row; 0 if there is one row.
    pub(crate) row_pitch: usize,
    /// Bytes from slice to slice; 0 if there is one slice.
    pub(crate) slice_pitch: usize,
}

impl ImagePixels {
    fn at(&self, address: Address) -> HostPixels {
        let Self { row_pitch, slice_pitch, .. } = *self;
        HostPixels { address: address.as_mut_ptr(), row_pitch, slice_pitch }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear { bytes, .. } => write!(f, "{bytes} bytes"),
            Self::Rect(rect) | Self::RectCopy(RectCopy { rect, .. }) => {
                let PiBuffRectRegion { width_bytes, height_scalar, depth_scalar } = rect.region;
                write!(f, "{} bytes", width_bytes * height_scalar * depth_scalar)
            }
            Self::Image(ImagePixels { region, .. }) => {
                write!(f, "{} x {} x {} pixels", region.width, region.height.max(1), region.depth.max(1))
            }
        }
    }
}

impl MemCommand {
    /// The command in words, for people.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Read { extent, .. } => format!("copy {extent} to the host"),
            Self::Write { extent, .. } => format!("copy {extent} from the host"),
            Self::Copy { extent, .. } => format!("copy {extent}"),
            Self::Fill { bytes, .. } => format!("fill {bytes} bytes"),
            Self::FillRect { .. } => "fill a box".to_owned(),
        }
    }

    /// Whether the command accesses program memory.
    pub(super) fn uses_program_memory(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::Write { .. })
    }

    /// Whether PI's command buffers can hold the command.
    pub(super) fn is_recordable(&self) -> bool {
        match self {
            Self::Read { extent, .. } | Self::Write { extent, .. } | Self::Copy { extent, .. } => {
                !matches!(extent, Extent::RectCopy(_) | Extent::Image(_))
            }
            Self::Fill { pattern, offset, bytes, .. } => {
                bytes.is_multiple_of(pattern.len()) && offset.is_multiple_of(pattern.len())
            }
            Self::FillRect { .. } => false,
        }
    }

    /// # Safety
    /// As for [`Command::enqueue`](super::command::Command::enqueue).
    pub(super) unsafe fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        let event = match self {
            Self::Copy { src, dst, extent: Extent::RectCopy(rects) } => copy_rects(queue, src, dst, rects, to),
            Self::Copy { src, dst, extent: Extent::Image(pixels) } => to.copy_image(src, dst, &pixels.region),
            // SAFETY: the caller's duty covers the host's memory.
            Self::Read { mem, dst, extent: Extent::Image(pixels) } => unsafe {
                to.read_image(mem, &pixels.region, &pixels.at(*dst))
            },
            // SAFETY: as above.
            Self::Write { mem, src, extent: Extent::Image(pixels) } => unsafe {
                to.write_image(mem, &pixels.region, &pixels.at(*src))
            },
            Self::Fill { mem, pattern, offset, bytes } => fill(queue, mem, pattern, *offset, *bytes, to),
            Self::FillRect { mem, pattern, rect } => fill_rect(queue, mem, pattern, rect, to),
            // SAFETY: the caller's duty is the same.
            _ => return unsafe { self.give(&to) },
        };
        Ok(event?)
    }

    /// Hands the command over as the one call that queues and command buffers both have; fails where
    /// only queues have one.
    ///
    /// # Safety
    /// As for [`Command::enqueue`](super::command::Command::enqueue); for a command buffer, for each replay.
    pub(super) unsafe fn give<D: Destination>(&self, to: &D) -> Result<D::Done> {
        // SAFETY: the caller's duty covers each of the calls.
        let done = unsafe {
            match self {
                Self::Read { mem, dst, extent } => match extent {
                    Extent::Linear { src_offset, dst_offset, bytes } => {
                        to.read(mem, *src_offset, *bytes, dst.offset(*dst_offset).as_mut_ptr())
                    }
                    Extent::Rect(rect) | Extent::RectCopy(RectCopy { rect, .. }) => {
                        to.read_rect(mem, rect, dst.as_mut_ptr())
                    }
                    Extent::Image(_) => return Err(only_for_queues()),
                },
                Self::Write { mem, src, extent } => match extent {
                    Extent::Linear { src_offset, dst_offset, bytes } => {
                        to.write(mem, *dst_offset, *bytes, src.offset(*src_offset).as_ptr())
                    }
                    Extent::Rect(rect) | Extent::RectCopy(RectCopy { rect, .. }) => {
                        to.write_rect(mem, rect, src.as_ptr())
                    }
                    Extent::Image(_) => return Err(only_for_queues()),
                },
                Self::Copy { src, dst, extent } => match extent {
                    Extent::Linear { src_offset, dst_offset, bytes } => {
                        to.copy([src, dst], [*src_offset, *dst_offset], *bytes)
                    }
                    Extent::Rect(rect) => to.copy_rect([src, dst], rect),
                    Extent::RectCopy(_) | Extent::Image(_) => return Err(only_for_queues()),
                },
                Self::Fill { mem, pattern, offset, bytes } => to.fill(mem, pattern, *offset, *bytes),
                Self::FillRect { .. } => return Err(only_for_queues()),
            }
        };
        Ok(done?)
    }
}
