//! One command for PI, with everything that is needed to enqueue it.
//!
//! A command that is enqueued at once borrows from the submission. A deferred one
//! owns its data (`Command::into_owned`).

use std::borrow::Cow;
use std::sync::Arc;

use tandem_pi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, Rect, Rows};

use super::args::{AccessorMemory, Args, Closure, CommandArgs};
use super::device_queue::DeviceQueue;
use super::fill::{fill, fill_rect, usm_fill};
use super::launch::KernelLaunch;
use super::nd_range::NdRange;
use super::rect::{RectCopy, copy_rects};
use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::base::source_location::SourceLocation;
use crate::programs::kernel::Kernel;

/// What PI is asked to do.
#[derive(Debug)]
pub(crate) enum Command<'a> {
    Kernel {
        kernel: Cow<'a, Arc<Kernel>>,
        range: NdRange,
        args: CommandArgs<'a>,
        mems: AccessorMemory,
    },
    UsmCopy {
        dst: Address,
        src: Address,
        bytes: usize,
        location: Option<&'static SourceLocation>,
    },
    UsmCopy2d {
        dst: Address,
        src: Address,
        width: usize,
        height: usize,
        dst_pitch: usize,
        src_pitch: usize,
        location: Option<&'static SourceLocation>,
    },
    UsmFill {
        dst: Address,
        pattern: Cow<'a, [u8]>,
        bytes: usize,
        location: Option<&'static SourceLocation>,
    },
    Prefetch {
        ptr: Address,
        bytes: usize,
    },
    Advise {
        ptr: Address,
        bytes: usize,
        advice: u32,
    },
    Read {
        mem: Arc<pi::Mem>,
        dst: Address,
        extent: Extent,
        location: Option<&'static SourceLocation>,
    },
    Write {
        mem: Arc<pi::Mem>,
        src: Address,
        extent: Extent,
        location: Option<&'static SourceLocation>,
    },
    Copy {
        src: Arc<pi::Mem>,
        dst: Arc<pi::Mem>,
        extent: Extent,
    },
    Fill {
        mem: Arc<pi::Mem>,
        pattern: Cow<'a, [u8]>,
        offset: usize,
        bytes: usize,
    },
    /// Fills the destination of a box.
    FillRect {
        mem: Arc<pi::Mem>,
        pattern: Cow<'a, [u8]>,
        rect: Rect,
    },
    /// Completes after the wait list alone.
    Marker,
    /// Later commands wait for it, too.
    Barrier,
    /// The commands of a finalized command buffer.
    Replay(Arc<pi::CommandBuffer>),
}

/// Which bytes a copy moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    Linear {
        src_offset: usize,
        dst_offset: usize,
        bytes: usize,
    },
    Rect(Rect),
    /// Of copies between buffers alone.
    RectCopy(RectCopy),
}

impl<'a> Command<'a> {
    /// The launch of a kernel.
    pub(crate) fn kernel(kernel: Cow<'a, Arc<Kernel>>, range: NdRange, args: Args<'a>, mems: AccessorMemory) -> Self {
        Self::Kernel {
            kernel,
            range,
            args: match args {
                Args::Closure(Closure { bytes, scratch_bytes }) => {
                    CommandArgs::Closure { bytes: Cow::Borrowed(bytes), scratch_bytes }
                }
                Args::List(list) => CommandArgs::List(Cow::Borrowed(list)),
            },
            mems,
        }
    }

    /// The command without borrowed data.
    pub(crate) fn into_owned(self) -> Command<'static> {
        match self {
            Self::Kernel { kernel, range, args, mems } => {
                Command::Kernel { kernel: Cow::Owned(kernel.into_owned()), range, args: args.into_owned(), mems }
            }
            Self::UsmFill { dst, pattern, bytes, location } => {
                Command::UsmFill { dst, pattern: Cow::Owned(pattern.into_owned()), bytes, location }
            }
            Self::Fill { mem, pattern, offset, bytes } => {
                Command::Fill { mem, pattern: Cow::Owned(pattern.into_owned()), offset, bytes }
            }
            Self::FillRect { mem, pattern, rect } => {
                Command::FillRect { mem, pattern: Cow::Owned(pattern.into_owned()), rect }
            }
            Self::UsmCopy { dst, src, bytes, location } => Command::UsmCopy { dst, src, bytes, location },
            Self::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch, location } => {
                Command::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch, location }
            }
            Self::Prefetch { ptr, bytes } => Command::Prefetch { ptr, bytes },
            Self::Advise { ptr, bytes, advice } => Command::Advise { ptr, bytes, advice },
            Self::Read { mem, dst, extent, location } => Command::Read { mem, dst, extent, location },
            Self::Write { mem, src, extent, location } => Command::Write { mem, src, extent, location },
            Self::Copy { src, dst, extent } => Command::Copy { src, dst, extent },
            Self::Marker => Command::Marker,
            Self::Barrier => Command::Barrier,
            Self::Replay(buffer) => Command::Replay(buffer),
        }
    }

    /// Whether it is only there for the order of others.
    pub(crate) fn is_fence(&self) -> bool {
        matches!(self, Self::Marker | Self::Barrier)
    }

    /// Where the program submitted the command, as far as it is about memory of the program.
    #[inline]
    pub(super) fn location(&self) -> Option<&'static SourceLocation> {
        match self {
            Self::UsmCopy { location, .. }
            | Self::UsmCopy2d { location, .. }
            | Self::UsmFill { location, .. }
            | Self::Read { location, .. }
            | Self::Write { location, .. } => *location,
            _ => None,
        }
    }

    /// Hands the command to a queue of PI. Without an event although one is wanted, there was nothing
    /// to do.
    ///
    /// # Safety
    /// The memory that the command uses stays valid, without conflicting uses,
    /// until it is complete, and a kernel gets the arguments that it expects.
    pub(crate) unsafe fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        // SAFETY: the caller's duty covers each of the calls.
        let event = unsafe {
            match self {
                Self::Kernel { kernel, range, args, mems } => {
                    return KernelLaunch { kernel, range, args: args.as_args(), mems }.enqueue(queue, to);
                }
                Self::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch, .. } => to.usm_copy_2d(&Rows {
                    dst: dst.as_mut_ptr(),
                    dst_pitch: *dst_pitch,
                    src: src.as_ptr(),
                    src_pitch: *src_pitch,
                    width: *width,
                    height: *height,
                }),
                Self::UsmFill { dst, pattern, bytes, .. } => usm_fill(queue, *dst, pattern, *bytes, to),
                Self::Fill { mem, pattern, offset, bytes } => fill(queue, mem, pattern, *offset, *bytes, to),
                Self::FillRect { mem, pattern, rect } => fill_rect(queue, mem, pattern, rect, to),
                Self::Copy { src, dst, extent: Extent::RectCopy(rects) } => copy_rects(queue, src, dst, rects, to),
                Self::Marker => to.with_event().marker(),
                Self::Barrier => to.with_event().barrier(),
                Self::Replay(buffer) => to.replay(buffer),
                _ => return self.give(&to),
            }
        };
        Ok(event?)
    }

    /// Hands the command over as the one call that queues and command buffers both have. Fails for
    /// those that only a queue has.
    ///
    /// # Safety
    /// As for [`Command::enqueue`]; for a command buffer, for each replay.
    pub(super) unsafe fn give<D: Destination>(&self, to: &D) -> Result<D::Done> {
        // SAFETY: the caller's duty covers each of the calls.
        let done = unsafe {
            match self {
                Self::UsmCopy { dst, src, bytes, .. } => to.usm_copy(dst.as_mut_ptr(), src.as_ptr(), *bytes),
                Self::UsmFill { dst, pattern, bytes, .. } => to.usm_fill(dst.as_mut_ptr(), pattern, *bytes),
                Self::Prefetch { ptr, bytes } => to.usm_prefetch(ptr.as_ptr(), *bytes),
                Self::Advise { ptr, bytes, advice } => to.usm_advise(ptr.as_ptr(), *bytes, PiMemAdvice(*advice)),
                Self::Read { mem, dst, extent, .. } => match extent {
                    Extent::Linear { src_offset, dst_offset, bytes } => {
                        to.read(mem, *src_offset, *bytes, dst.offset(*dst_offset).as_mut_ptr())
                    }
                    Extent::Rect(rect) | Extent::RectCopy(RectCopy { rect, .. }) => {
                        to.read_rect(mem, rect, dst.as_mut_ptr())
                    }
                },
                Self::Write { mem, src, extent, .. } => match extent {
                    Extent::Linear { src_offset, dst_offset, bytes } => {
                        to.write(mem, *dst_offset, *bytes, src.offset(*src_offset).as_ptr())
                    }
                    Extent::Rect(rect) | Extent::RectCopy(RectCopy { rect, .. }) => {
                        to.write_rect(mem, rect, src.as_ptr())
                    }
                },
                Self::Copy { src, dst, extent: Extent::Linear { src_offset, dst_offset, bytes } } => {
                    to.copy([src, dst], [*src_offset, *dst_offset], *bytes)
                }
                Self::Copy { src, dst, extent: Extent::Rect(rect) } => to.copy_rect([src, dst], rect),
                Self::Fill { mem, pattern, offset, bytes } => to.fill(mem, pattern, *offset, *bytes),
                _ => return Err(Error::Internal("only a queue can be given the command".to_owned())),
            }
        };
        Ok(done?)
    }
}
