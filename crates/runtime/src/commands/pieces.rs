//! Commands on buffers that consist of many pieces, which PI has no call for: rows, or parts of rows.
//!
//! With a plugin that keeps the failures of a queue, the pieces are a command buffer, which is one
//! command and fails once. Otherwise they are commands of their own, and only the event behind them
//! is looked at.

use tandem_pi::constants::*;
use tandem_pi::types::PiExtSyncPoint;
use tandem_pi_host as pi;
use tandem_pi_host::{PiError, WaitList};

use super::command::Enqueued;
use super::device_queue::DeviceQueue;
use super::series::Series;

/// The pieces of one command.
pub(super) struct Pieces<'a> {
    queue: &'a DeviceQueue,
    wait: &'a WaitList<'a>,
    form: Form<'a>,
}

enum Form<'a> {
    Commands(Series<'a>),
    /// One piece after another.
    Buffer(pi::CommandBuffer, Option<PiExtSyncPoint>),
}

impl<'a> Pieces<'a> {
    /// No pieces yet, of a command with this wait list.
    pub(super) fn new(queue: &'a DeviceQueue, wait: &'a WaitList<'a>) -> Result<Self, PiError> {
        let device = queue.device().pi();
        let has_buffers = || device.info::<u32>(PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT);
        let form = if queue.failures().needs_events() || has_buffers().unwrap_or(PI_FALSE) == PI_FALSE {
            Form::Commands(Series::new(queue))
        } else {
            Form::Buffer(pi::CommandBuffer::new(queue.context().pi(), device)?, None)
        };
        Ok(Self { queue, wait, form })
    }

    /// Copies bytes between buffers.
    pub(super) fn copy(
        &mut self,
        [src, dst]: [&pi::Mem; 2],
        [from, to]: [usize; 2],
        bytes: usize,
    ) -> Result<(), PiError> {
        let (queue, wait) = (self.queue.pi(), self.wait);
        self.add(
            || queue.copy(src, dst, from, to, bytes, wait, true),
            |buffer, after| buffer.copy([src, dst], [from, to], bytes, after),
        )
    }

    /// Fills bytes of a buffer with a pattern.
    pub(super) fn fill(&mut self, mem: &pi::Mem, pattern: &[u8], offset: usize, bytes: usize) -> Result<(), PiError> {
        let (queue, wait) = (self.queue.pi(), self.wait);
        self.add(
            || queue.fill(mem, pattern, offset, bytes, wait, true),
            |buffer, after| buffer.fill(mem, pattern, offset, bytes, after),
        )
    }

    /// Writes bytes of the host to a buffer.
    ///
    /// # Safety
    /// The bytes stay until the command is complete.
    pub(super) unsafe fn write(&mut self, mem: &pi::Mem, offset: usize, bytes: &[u8]) -> Result<(), PiError> {
        let (queue, wait) = (self.queue.pi(), self.wait);
        let start = bytes.as_ptr().cast();
        self.add(
            // SAFETY: the caller's duty.
            || unsafe { queue.write(mem, offset, bytes.len(), start, wait, true) },
            // SAFETY: the caller's duty.
            |buffer, after| unsafe { buffer.write(mem, offset, bytes.len(), start, after) },
        )
    }

    fn add(
        &mut self,
        enqueue: impl FnOnce() -> Enqueued,
        record: impl FnOnce(&pi::CommandBuffer, &[PiExtSyncPoint]) -> Result<PiExtSyncPoint, PiError>,
    ) -> Result<(), PiError> {
        match &mut self.form {
            Form::Commands(series) => series.add(enqueue()),
            Form::Buffer(buffer, last) => {
                *last = Some(record(buffer, last.as_slice())?);
                Ok(())
            }
        }
    }

    /// An event behind all pieces.
    pub(super) fn end(self) -> Enqueued {
        match self.form {
            Form::Commands(series) => series.end(),
            Form::Buffer(_, None) => self.queue.pi().marker(self.wait),
            Form::Buffer(buffer, Some(_)) => {
                buffer.finalize()?;
                // SAFETY: whoever added the pieces has promised it.
                unsafe { self.queue.pi().replay(&buffer, self.wait, true) }
            }
        }
    }
}
