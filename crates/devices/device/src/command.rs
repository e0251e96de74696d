//! Commands: what a queue executes.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::args::KernelArgs;
use crate::command_buffer::NativeCommandBuffer;
use crate::images::ImageCommand;
use crate::mapping::Mapping;
use crate::memory::{DevicePtr, HostPtr};
use crate::memory_object::MemoryObject;
use crate::origin::Origin;
use crate::pooled_launch::PooledLaunch;
use crate::program::Kernel;
use crate::range::NdRange;

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

/// Bytes that a fill repeats.
pub type FillPattern = SmallVec<[u8; 16]>;

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

/// Advice on the use of USM; numbers are those of `pi_mem_advice`.
pub type Advice = u32;

/// One kernel launch. It fails with
/// [`Error::OutOfResources`](crate::Error::OutOfResources) if it needs more local or
/// private memory than there is, and with
/// [`Error::Execution`](crate::Error::Execution) if the kernel is another driver's.
/// Without work-items it does nothing.
#[derive(Clone, Debug)]
pub struct KernelLaunch {
    /// The kernel.
    pub kernel: Arc<dyn Kernel>,
    /// The index space.
    pub range: NdRange,
    /// A snapshot of the arguments.
    pub args: KernelArgs,
}

/// A command.
#[derive(Clone)]
pub enum Command {
    /// Runs a kernel.
    Kernel(PooledLaunch),
    /// Copies bytes that do not overlap. Copies and fills of no bytes do nothing,
    /// whatever the addresses ([`Command::moves_nothing`]).
    Copy {
        /// From.
        src: Location,
        /// To.
        dst: Location,
        /// How many.
        bytes: usize,
    },
    /// Copies a rectangle.
    CopyRect {
        /// From.
        src: Location,
        /// To.
        dst: Location,
        /// What and how; boxed because it is large and rare.
        rect: Box<Rect>,
    },
    /// Repeats a pattern; `bytes` is a multiple of its length.
    Fill {
        /// Where.
        dst: Location,
        /// What.
        pattern: FillPattern,
        /// How many bytes.
        bytes: usize,
    },
    /// Repeats a pattern in every row of a rectangle.
    FillRect {
        /// Where.
        dst: Location,
        /// What.
        pattern: FillPattern,
        /// Bytes per row, a multiple of the pattern's length.
        row_bytes: usize,
        /// Number of rows.
        rows: usize,
        /// Bytes from one row to the next.
        pitch: usize,
    },
    /// Makes a part of a buffer visible to the host: [`Mapping::map`].
    Map(Arc<Mapping>),
    /// Ends a mapping: [`Mapping::unmap`].
    Unmap(Arc<Mapping>),
    /// Moves USM near to the device.
    Prefetch {
        /// First byte.
        ptr: DevicePtr,
        /// Number of bytes.
        bytes: usize,
    },
    /// Advises on the use of USM.
    Advise {
        /// First byte.
        ptr: DevicePtr,
        /// Number of bytes.
        bytes: usize,
        /// The advice.
        advice: Advice,
    },
    /// Does nothing. With an empty wait list it completes after everything
    /// submitted before it, whether that failed or not; in an in-order queue, with a
    /// wait list as well. It fails if an event of its wait list did, which keeps
    /// nothing after it from running.
    Marker,
    /// As [`Command::Marker`], and everything submitted later waits for it.
    Barrier,
    /// Copies or fills pixels; only for devices with [`Images`](crate::Images). Boxed
    /// because it is large and rare.
    Image(Box<ImageCommand>),
    /// Runs the commands of a command buffer of the queue's driver, as [`NativeCommandBuffer`]
    /// says.
    Replay(Arc<dyn NativeCommandBuffer>),
}

impl Command {
    /// Whether it is a copy or fill of no bytes. Such a command succeeds without a
    /// look at its addresses, which may be null.
    pub fn moves_nothing(&self) -> bool {
        match self {
            Self::Copy { bytes, .. } | Self::Fill { bytes, .. } => *bytes == 0,
            Self::CopyRect { rect, .. } => rect.region.contains(&0),
            Self::FillRect { row_bytes, rows, .. } => *row_bytes == 0 || *rows == 0,
            Self::Image(command) => command.moves_nothing(),
            _ => false,
        }
    }

    /// Whether a queue keeps a failure of the command: not of fences, nor of commands that are
    /// [internal](Origin::is_internal).
    #[inline]
    pub fn is_reported(&self, origin: Option<&Origin>) -> bool {
        !matches!(self, Self::Marker | Self::Barrier) && !origin.is_some_and(Origin::is_internal)
    }

    /// Short name, for messages and traces.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Kernel(_) => "kernel",
            Self::Copy { .. } => "copy",
            Self::CopyRect { .. } => "rectangular copy",
            Self::Fill { .. } => "fill",
            Self::FillRect { .. } => "rectangular fill",
            Self::Map(_) => "map",
            Self::Unmap(_) => "unmap",
            Self::Prefetch { .. } => "prefetch",
            Self::Advise { .. } => "advice",
            Self::Marker => "marker",
            Self::Barrier => "barrier",
            Self::Image(_) => "image command",
            Self::Replay(_) => "command buffer",
        }
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kernel(launch) => launch.fmt(f),
            other => f.write_str(other.name()),
        }
    }
}
