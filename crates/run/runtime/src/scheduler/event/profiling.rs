//! Profiling times of events.

use tandem_pi_abi::constants::*;

use super::{CommandSource, Event, EventRef};
use crate::base::clock::Span;
use crate::base::error::{Error, Result};

impl Event {
    /// A profiling time in nanoseconds of the host's clock. Blocks until the command is complete
    /// for its start and end.
    pub fn profiling(&self, param: PiProfilingInfo) -> Result<u64> {
        let source = self.source.as_ref().filter(|source| source.has_profiling()).ok_or(Error::Profiling)?;
        match param {
            _ if self.node.is_some() => {
                Err(Error::Invalid("the event of a recorded command has no profiling information".to_owned()))
            }
            PI_PROFILING_INFO_COMMAND_QUEUED | PI_PROFILING_INFO_COMMAND_SUBMIT => Ok(self.slow.lock().submitted),
            PI_PROFILING_INFO_COMMAND_START => Ok(self.ran(&**source)?.start),
            PI_PROFILING_INFO_COMMAND_END => Ok(self.ran(&**source)?.end),
            _ => Err(Error::Invalid(format!("unknown profiling parameter {param}"))),
        }
    }

    /// When the command ran. Blocks until it is complete.
    fn ran(&self, source: &dyn CommandSource) -> Result<Span> {
        self.wait();
        let own = self.own_span(source)?;
        match self.slow.lock().first.clone() {
            None => Ok(own),
            Some(first) => Ok(Span { start: first.own_span(source)?.end.min(own.end), ..own }),
        }
    }

    /// When PI or the host ran it. This stays the same from the first question on.
    fn own_span(&self, source: &dyn CommandSource) -> Result<Span> {
        let (submitted, ran, error) = {
            let slow = self.slow.lock();
            (slow.submitted, slow.ran, slow.error.clone())
        };
        match (ran, self.pi(), error) {
            (Some(ran), ..) => Ok(ran),
            (None, Some(event), _) => {
                let ran = source.device_queue().device().span_of(event)?.not_before(submitted);
                Ok(*self.slow.lock().ran.get_or_insert(ran))
            }
            // It never ran.
            (None, None, Some(error)) => Err((*error).clone()),
            (None, None, None) => Err(Error::TornDown),
        }
    }

    /// Sets the start of the profiled interval to the submission and end of `first`, an earlier
    /// command of the same queue. Only for events that are not shared yet.
    pub(crate) fn set_first(&self, first: &EventRef) {
        if self.source.as_ref().is_some_and(|source| source.has_profiling()) {
            let submitted = first.slow.lock().submitted;
            let mut slow = self.slow.lock();
            slow.submitted = submitted;
            slow.first = Some(first.clone());
        }
    }
}
