//! Commands on USM and host memory.

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, Rows};

use super::device_queue::DeviceQueue;
use super::fill::{Pattern, usm_fill};
use super::only_for_queues;
use super::pixels::PixelCopy;
use crate::base::address::Address;
use crate::base::error::Result;

/// A command on USM or host memory, which needs no accessors.
#[derive(Clone, Debug)]
pub enum UsmCommand {
    /// Copies bytes.
    Copy {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// Copies rows.
    Copy2d {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Bytes per row.
        width: usize,
        /// Rows.
        height: usize,
        /// Bytes from row to row of the destination.
        dst_pitch: usize,
        /// Bytes from row to row of the source.
        src_pitch: usize,
    },
    /// Copies pixels.
    CopyPixels(Box<PixelCopy>),
    /// Sets bytes to a value.
    Set {
        /// Destination.
        dst: Address,
        /// The value.
        value: u8,
        /// Number of bytes to set.
        bytes: usize,
    },
    /// Repeats a pattern.
    Fill {
        /// Destination.
        dst: Address,
        /// The pattern.
        pattern: Pattern,
        /// Number of bytes to fill.
        bytes: usize,
    },
    /// Moves shared memory to the device.
    Prefetch {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// A hint about shared memory.
    Advise {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
        /// `PI_MEM_ADVICE_*`, or a number of the device's own.
        advice: u32,
    },
}

impl UsmCommand {
    /// The command in words, for people.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Copy { bytes, .. } => format!("copy {bytes} bytes"),
            Self::Copy2d { width, height, .. } => format!("copy {height} rows of {width} bytes"),
            Self::CopyPixels(_) => "copy pixels".to_owned(),
            Self::Set { bytes, .. } | Self::Fill { bytes, .. } => format!("fill {bytes} bytes"),
            Self::Prefetch { bytes, .. } => format!("prefetch {bytes} bytes"),
            Self::Advise { bytes, .. } => format!("advise {bytes} bytes"),
        }
    }

    /// Whether there are no bytes to write.
    pub(crate) fn does_nothing(&self) -> bool {
        matches!(self, Self::Copy { bytes: 0, .. } | Self::Set { bytes: 0, .. } | Self::Fill { bytes: 0, .. })
    }

    /// Whether PI's command buffers can hold the command.
    pub(super) fn is_recordable(&self) -> bool {
        match self {
            Self::Fill { pattern, bytes, .. } => bytes.is_multiple_of(pattern.len()),
            Self::Copy2d { .. } | Self::CopyPixels(_) => false,
            Self::Copy { .. } | Self::Set { .. } | Self::Prefetch { .. } | Self::Advise { .. } => true,
        }
    }

    /// # Safety
    /// As for [`Command::enqueue`](super::command::Command::enqueue).
    pub(super) unsafe fn enqueue(&self, queue: &DeviceQueue, to: Enqueue<'_>) -> Result<Option<pi::Event>> {
        // SAFETY: the caller's duty covers each of the calls.
        let event = unsafe {
            match self {
                Self::Copy2d { dst, src, width, height, dst_pitch, src_pitch } => to.usm_copy_2d(&Rows {
                    dst: dst.as_mut_ptr(),
                    dst_pitch: *dst_pitch,
                    src: src.as_ptr(),
                    src_pitch: *src_pitch,
                    width: *width,
                    height: *height,
                }),
                Self::CopyPixels(copy) => copy.enqueue(&to),
                Self::Set { dst, value, bytes } => to.usm_set(dst.as_mut_ptr(), *value, *bytes),
                Self::Fill { dst, pattern, bytes } => usm_fill(queue, *dst, pattern, *bytes, to),
                _ => return self.give(&to),
            }
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
                Self::Copy { dst, src, bytes } => to.usm_copy(dst.as_mut_ptr(), src.as_ptr(), *bytes),
                Self::Set { dst, value, bytes } => to.usm_fill(dst.as_mut_ptr(), &[*value], *bytes),
                Self::Fill { dst, pattern, bytes } => to.usm_fill(dst.as_mut_ptr(), pattern, *bytes),
                Self::Prefetch { ptr, bytes } => to.usm_prefetch(ptr.as_ptr(), *bytes),
                Self::Advise { ptr, bytes, advice } => to.usm_advise(ptr.as_ptr(), *bytes, PiMemAdvice(*advice)),
                Self::Copy2d { .. } | Self::CopyPixels(_) => return Err(only_for_queues()),
            }
        };
        Ok(done?)
    }
}
