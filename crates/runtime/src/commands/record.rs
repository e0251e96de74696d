//! Recording commands into PI's command buffers.

use std::sync::Arc;

use tandem_pi::constants::*;
use tandem_pi::types::PiExtSyncPoint;
use tandem_pi_host as pi;

use super::command::{Command, Extent};
use super::launch::KernelLaunch;
use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::devices::device::Device;

impl Command<'_> {
    /// Whether PI's command buffers can hold the command: those that PI has no call for, that need
    /// memory of their own for each run, or that are orders and no commands, they cannot.
    pub(crate) fn is_recordable(&self) -> bool {
        let is_plain = |extent: &Extent| !matches!(extent, Extent::RectCopy(_));
        match self {
            Self::Kernel { args, range, .. } => args.as_args().scratch_bytes() == 0 && !range.needs_cooperation(),
            Self::UsmFill { pattern, bytes, .. } => bytes.is_multiple_of(pattern.len()),
            Self::Fill { pattern, offset, bytes, .. } => {
                bytes.is_multiple_of(pattern.len()) && offset.is_multiple_of(pattern.len())
            }
            Self::Read { extent, .. } | Self::Write { extent, .. } | Self::Copy { extent, .. } => is_plain(extent),
            Self::UsmCopy { .. } | Self::Prefetch { .. } | Self::Advise { .. } => true,
            Self::UsmCopy2d { .. } | Self::FillRect { .. } => false,
            Self::Replay(_) | Self::Marker | Self::Barrier => false,
        }
    }

    /// Adds the command, which is recordable, to a command buffer, behind these sync points.
    ///
    /// # Safety
    /// As for [`Command::enqueue`], for each replay.
    pub(crate) unsafe fn record(
        &self,
        device: &Device,
        buffer: &pi::CommandBuffer,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint> {
        // SAFETY: the caller's duty covers each of the calls.
        let point = unsafe {
            match self {
                Self::Kernel { kernel, range, args, mems } => {
                    let launch = KernelLaunch { kernel, range, args: args.as_args(), mems };
                    return launch.record(device, buffer, after);
                }
                Self::UsmCopy { dst, src, bytes, .. } => buffer.usm_copy(dst.as_mut_ptr(), src.as_ptr(), *bytes, after),
                Self::UsmFill { dst, pattern, bytes, .. } => buffer.usm_fill(dst.as_mut_ptr(), pattern, *bytes, after),
                Self::Prefetch { ptr, bytes } => buffer.usm_prefetch(ptr.as_ptr(), *bytes, after),
                Self::Advise { ptr, bytes, advice } => {
                    buffer.usm_advise(ptr.as_ptr(), *bytes, PiMemAdvice(*advice), after)
                }
                Self::Read { mem, dst, extent, .. } => read(buffer, mem, *dst, extent, after),
                Self::Write { mem, src, extent, .. } => write(buffer, mem, *src, extent, after),
                Self::Copy { src, dst, extent } => copy(buffer, src, dst, extent, after),
                Self::Fill { mem, pattern, offset, bytes } => buffer.fill(mem, pattern, *offset, *bytes, after),
                Self::UsmCopy2d { .. } | Self::FillRect { .. } | Self::Replay(_) | Self::Marker | Self::Barrier => {
                    unreachable!("the command is not recordable")
                }
            }
        };
        Ok(point?)
    }

    /// Puts the launch, of this kernel, into the place of another one in a command buffer. Fails if
    /// the plugin cannot do that.
    ///
    /// # Safety
    /// As for [`Command::record`]. No replay is running.
    pub(crate) unsafe fn update(
        &self,
        device: &Device,
        buffer: &pi::CommandBuffer,
        point: PiExtSyncPoint,
    ) -> Result<()> {
        match self {
            // SAFETY: the caller's duty is the same.
            Self::Kernel { kernel, range, args, mems } => unsafe {
                KernelLaunch { kernel, range, args: args.as_args(), mems }.update(device, buffer, point)
            },
            _ => Err(Error::Invalid("only launches of a command buffer can be updated".to_owned())),
        }
    }
}

type Recorded = Result<PiExtSyncPoint, pi::PiError>;

/// # Safety
/// As for [`Command::record`].
unsafe fn read(
    buffer: &pi::CommandBuffer,
    mem: &pi::Mem,
    dst: Address,
    extent: &Extent,
    after: &[PiExtSyncPoint],
) -> Recorded {
    // SAFETY: the caller's duty.
    unsafe {
        match extent {
            Extent::Linear { src_offset, dst_offset, bytes } => {
                buffer.read(mem, *src_offset, *bytes, dst.offset(*dst_offset).as_mut_ptr(), after)
            }
            Extent::Rect(rect) => buffer.read_rect(mem, rect, dst.as_mut_ptr(), after),
            Extent::RectCopy(rects) => buffer.read_rect(mem, &rects.rect, dst.as_mut_ptr(), after),
        }
    }
}

/// # Safety
/// As for [`Command::record`].
unsafe fn write(
    buffer: &pi::CommandBuffer,
    mem: &pi::Mem,
    src: Address,
    extent: &Extent,
    after: &[PiExtSyncPoint],
) -> Recorded {
    // SAFETY: the caller's duty.
    unsafe {
        match extent {
            Extent::Linear { src_offset, dst_offset, bytes } => {
                buffer.write(mem, *dst_offset, *bytes, src.offset(*src_offset).as_ptr(), after)
            }
            Extent::Rect(rect) => buffer.write_rect(mem, rect, src.as_ptr(), after),
            Extent::RectCopy(rects) => buffer.write_rect(mem, &rects.rect, src.as_ptr(), after),
        }
    }
}

fn copy(
    buffer: &pi::CommandBuffer,
    src: &Arc<pi::Mem>,
    dst: &Arc<pi::Mem>,
    extent: &Extent,
    after: &[PiExtSyncPoint],
) -> Recorded {
    match extent {
        Extent::Linear { src_offset, dst_offset, bytes } => {
            buffer.copy([src, dst], [*src_offset, *dst_offset], *bytes, after)
        }
        Extent::Rect(rect) => buffer.copy_rect([src, dst], rect, after),
        Extent::RectCopy(rects) => buffer.copy_rect([src, dst], &rects.rect, after),
    }
}
