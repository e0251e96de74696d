//! Where an enqueued command is in its stream, and how its end is noticed.

use std::sync::{Arc, OnceLock};

use tandem_device::Result;

use crate::api::{self, CudaResult};
use crate::clock::Origin;
use crate::command_stream::CommandStream;

/// The position of a command in its stream.
pub struct StreamPosition {
    /// The stream.
    pub stream: Arc<CommandStream>,
    /// The command's number in it.
    pub number: u64,
    /// The event after it, once the event is needed or another command follows in the stream.
    pub end: OnceLock<api::Event>,
    /// Before it, with profiling.
    pub start: Option<Start>,
}

/// The event before a command, and what times are counted from.
pub struct Start {
    event: api::Event,
    origin: Arc<Origin>,
}

impl Start {
    /// Records the event before a command whose times are wanted. The context is current.
    pub fn record(stream: &CommandStream) -> Result<Self> {
        let failed = |error| stream.error("an event", error);
        let origin = stream.gpu().clock_origin().map_err(failed)?;
        Ok(Self { event: stream.gpu().timed_events.record(stream.cuda()).map_err(failed)?, origin })
    }

    /// Records the event after the command. The context is current.
    pub fn record_end(&self, stream: &CommandStream) -> Result<api::Event> {
        stream.gpu().timed_events.record(stream.cuda()).map_err(|error| stream.error("an event", error))
    }
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
        let Start { event, origin } = self.start.as_ref()?;
        let times = [origin.time_not_before(event, submit).ok()?, origin.time_of(self.end.get()?).ok()?];
        Some(self.stream.in_order(self.number, submit, times))
    }
}
