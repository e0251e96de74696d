//! Buffer commands that consist of many pieces (rows or parts of rows) and for which PI has no call.
//!
//! If the plugin keeps the failures of a queue, the pieces form a command buffer, which is one command and fails once.
//! Otherwise they are separate commands, and only the event after them is checked.

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::PiExtSyncPoint;
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, Enqueue, Enqueued, PiError};

use super::device_queue::DeviceQueue;
use super::series::Series;

/// The pieces of one command.
pub(super) struct Pieces<'a> {
    /// Where the command goes.
    to: Enqueue<'a>,
    form: Form<'a>,
}

enum Form<'a> {
    Commands(Series<'a>),
    /// One piece after another.
    Buffer(pi::CommandBuffer, Option<PiExtSyncPoint>),
}

/// One piece, on buffers.
enum Piece<'a> {
    Copy { mems: [&'a pi::Mem; 2], offsets: [usize; 2], bytes: usize },
    Fill { mem: &'a pi::Mem, pattern: &'a [u8], offset: usize, bytes: usize },
    Write { mem: &'a pi::Mem, offset: usize, bytes: &'a [u8] },
}

impl Piece<'_> {
    /// # Safety
    /// Bytes that are written stay until the command is complete.
    unsafe fn give<D: Destination>(&self, to: &D) -> Result<D::Done, PiError> {
        match *self {
            Self::Copy { mems, offsets, bytes } => to.copy(mems, offsets, bytes),
            Self::Fill { mem, pattern, offset, bytes } => to.fill(mem, pattern, offset, bytes),
            // SAFETY: the caller's duty.
            Self::Write { mem, offset, bytes } => unsafe { to.write(mem, offset, bytes.len(), bytes.as_ptr().cast()) },
        }
    }
}

impl<'a> Pieces<'a> {
    /// No pieces yet, of a command that goes there.
    pub(super) fn new(queue: &'a DeviceQueue, to: Enqueue<'a>) -> Result<Self, PiError> {
        let device = queue.device().pi();
        let has_buffers = || device.info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT);
        let form = if queue.failures().needs_events() || has_buffers().unwrap_or(PI_FALSE) == PI_FALSE {
            Form::Commands(Series::new(queue))
        } else {
            Form::Buffer(pi::CommandBuffer::new(queue.context().pi(), device)?, None)
        };
        Ok(Self { to: to.with_event(), form })
    }

    /// Copies bytes from the first buffer to the second one.
    pub(super) fn copy(&mut self, mems: [&pi::Mem; 2], offsets: [usize; 2], bytes: usize) -> Result<(), PiError> {
        // SAFETY: it writes no bytes of the host.
        unsafe { self.add(&Piece::Copy { mems, offsets, bytes }) }
    }

    /// Fills bytes of a buffer with a pattern.
    pub(super) fn fill(&mut self, mem: &pi::Mem, pattern: &[u8], offset: usize, bytes: usize) -> Result<(), PiError> {
        // SAFETY: as above; patterns are read before the call returns.
        unsafe { self.add(&Piece::Fill { mem, pattern, offset, bytes }) }
    }

    /// Writes bytes of the host to a buffer.
    ///
    /// # Safety
    /// The bytes stay until the command is complete.
    pub(super) unsafe fn write(&mut self, mem: &pi::Mem, offset: usize, bytes: &[u8]) -> Result<(), PiError> {
        // SAFETY: the caller's duty is the same.
        unsafe { self.add(&Piece::Write { mem, offset, bytes }) }
    }

    /// # Safety
    /// As for [`Piece::give`].
    unsafe fn add(&mut self, piece: &Piece<'_>) -> Result<(), PiError> {
        match &mut self.form {
            // SAFETY: the caller's duty is the same.
            Form::Commands(series) => series.add(unsafe { piece.give(&self.to) }),
            Form::Buffer(buffer, last) => {
                // SAFETY: as above.
                let point = unsafe { piece.give(&buffer.after(last.as_slice()))? };
                *last = Some(point);
                Ok(())
            }
        }
    }

    /// An event after all pieces.
    pub(super) fn end(self) -> Enqueued {
        match self.form {
            Form::Commands(series) => series.end(),
            Form::Buffer(_, None) => self.to.marker(),
            Form::Buffer(buffer, Some(_)) => {
                buffer.finalize()?;
                // SAFETY: whoever added the pieces has promised it.
                unsafe { self.to.replay(&buffer) }
            }
        }
    }
}
