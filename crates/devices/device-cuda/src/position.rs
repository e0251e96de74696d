//! Where an enqueued command is in its stream, and how its end is noticed.

use std::sync::{Arc, OnceLock};

use crate::api::{self, CudaResult};
use crate::command_stream::{CommandStream, Start};

/// The position of a command in its stream.
pub struct StreamPosition {
    /// The stream.
    pub stream: Arc<CommandStream>,
    /// The command's number in it.
    pub number: u64,
    /// The event after it, once the event is needed or another command follows in the stream.
    pub end: OnceLock<api::Event>,
    /// The event before it, with profiling.
    pub start: Option<Start>,
}

impl StreamPosition {
    /// The event after the command.
    pub fn end_event(&self) -> CudaResult<&api::Event> {
        match self.end.get() {
            Some(event) => Ok(event),
            None => self.stream.record_end(&self.end),
        }
    }

    /// Whether the device has completed it.
    pub fn is_complete(&self) -> CudaResult<bool> {
        Ok(self.stream.has_completed(self.number) || self.end_event()?.is_complete()?)
    }

    /// Blocks until the device has completed it. The last command of a stream needs no event.
    pub fn synchronize(&self) -> CudaResult<()> {
        match self.end.get() {
            None if self.stream.enqueued() == self.number => self.stream.cuda().synchronize(),
            _ => self.end_event()?.synchronize(),
        }
    }

    /// When the completed command, which was submitted then, started and ended; with profiling.
    pub fn times(&self, submit: u64) -> Option<(u64, u64)> {
        let (start, origin) = self.start.as_ref()?;
        let times = [origin.time_not_before(start, submit).ok()?, origin.time_of(self.end.get()?).ok()?];
        Some(self.stream.in_order(self.number, submit, times))
    }
}
