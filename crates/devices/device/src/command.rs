//! Commands of queues, and the device work in them.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::external::SemaphoreCommand;
use crate::host_pipe::HostPipeCommand;
use crate::images::ImageCommand;
use crate::launch::{KernelLaunch, PooledLaunch};
use crate::location::{Location, Rect};
use crate::mapping::Mapping;
use crate::memory::DevicePtr;
use crate::native_command_buffer::NativeCommandBuffer;
use crate::origin::Origin;

/// Bytes that a fill repeats.
pub type FillPattern = SmallVec<[u8; 16]>;

/// Advice on the use of USM; numbers are those of `pi_mem_advice`.
pub type Advice = u32;

/// Work for a device.
#[derive(Clone)]
pub enum Work {
    /// Runs a kernel.
    Kernel(PooledLaunch),
    /// Copies bytes that do not overlap. Copies and fills of no bytes do nothing,
    /// whatever the addresses ([`Work::moves_nothing`]).
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
        /// The rectangle; boxed because it is large and rare.
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
    /// Copies or fills pixels; only for devices with [`Images`](crate::Images). Boxed
    /// because it is large and rare.
    Image(Box<ImageCommand>),
    /// Moves a word from or to a host pipe; only for devices with the extension [`HOST_PIPES`](crate::HOST_PIPES).
    /// Boxed for the same reason.
    HostPipe(Box<HostPipeCommand>),
    /// Waits for a semaphore of another program or signals it; only for devices with
    /// [`ExternalObjects`](crate::ExternalObjects). Boxed for the same reason.
    Semaphore(Box<SemaphoreCommand>),
}

/// A command for a queue.
#[derive(Clone)]
pub enum Command {
    /// Work for the device.
    Work(Work),
    /// Does nothing. With an empty wait list it completes after everything
    /// submitted before it, whether that failed or not; in an in-order queue, with a
    /// wait list as well. It fails if an event of its wait list did, which keeps
    /// nothing after it from running.
    Marker,
    /// As [`Command::Marker`], and everything submitted later waits for it.
    Barrier,
    /// Runs the commands of a command buffer of the queue's driver, as [`NativeCommandBuffer`]
    /// says.
    Replay(Arc<dyn NativeCommandBuffer>),
}

impl Work {
    /// Whether it is a copy or fill of no bytes. Such work succeeds without reading its addresses, which may be null.
    pub fn moves_nothing(&self) -> bool {
        match self {
            Self::Copy { bytes, .. } | Self::Fill { bytes, .. } => *bytes == 0,
            Self::CopyRect { rect, .. } => rect.region.contains(&0),
            Self::FillRect { row_bytes, rows, .. } => *row_bytes == 0 || *rows == 0,
            Self::Image(command) => command.moves_nothing(),
            _ => false,
        }
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
            Self::Image(_) => "image command",
            Self::HostPipe(_) => "host pipe command",
            Self::Semaphore(_) => "semaphore command",
        }
    }
}

impl Command {
    /// Whether it is only there for the order of others.
    #[inline]
    pub fn is_fence(&self) -> bool {
        matches!(self, Self::Marker | Self::Barrier)
    }

    /// Whether it is a command of a host pipe that does not wait.
    fn asks_pipe(&self) -> bool {
        matches!(self, Self::Work(Work::HostPipe(pipe)) if !pipe.is_blocking)
    }

    /// Whether a queue keeps a failure of the command: not of fences, nor of commands that are
    /// [internal](Origin::is_internal) or ask a host pipe without waiting.
    #[inline]
    pub fn is_reported(&self, origin: Option<&Origin>) -> bool {
        !self.is_fence() && !self.asks_pipe() && !origin.is_some_and(Origin::is_internal)
    }

    /// Short name, for messages and traces.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Work(work) => work.name(),
            Self::Marker => "marker",
            Self::Barrier => "barrier",
            Self::Replay(_) => "command buffer",
        }
    }
}

impl From<Work> for Command {
    #[inline]
    fn from(work: Work) -> Self {
        Self::Work(work)
    }
}

impl From<KernelLaunch> for Command {
    /// The command that runs a kernel.
    #[inline]
    fn from(launch: KernelLaunch) -> Self {
        Self::Work(Work::Kernel(PooledLaunch::new(launch)))
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kernel(launch) => launch.fmt(f),
            other => f.write_str(other.name()),
        }
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Work(work) => work.fmt(f),
            other => f.write_str(other.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commands are small, so that moving them through queues costs little.
    #[test]
    fn a_command_is_smaller_than_a_launch() {
        assert!(size_of::<Command>() <= 96, "{} bytes", size_of::<Command>());
        assert!(size_of::<KernelLaunch>() > 2 * size_of::<Command>());
    }
}
