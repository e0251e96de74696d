//! Host pipes: one word between the host and a pipe of a program.

use std::ffi::{CString, c_void};

use tandem_pi_abi::constants::*;

use crate::enqueue::{Enqueue, Enqueued};
use crate::owned::{Event, Program};
use crate::plugin::PiError;

/// The word in memory of the host, and which way it goes.
#[derive(Clone, Copy, Debug)]
pub enum PipeWord {
    /// From the pipe to this address.
    Read(*mut c_void),
    /// From this address to the pipe.
    Write(*const c_void),
}

impl Enqueue<'_> {
    /// Moves a word without waiting for one, or for room: the status of the command's event says whether that was
    /// possible ([`Event::moved_word`]).
    ///
    /// # Safety
    /// The address is valid for the word's `bytes` until the command is complete.
    pub unsafe fn host_pipe(&self, program: &Program, symbol: &str, word: PipeWord, bytes: usize) -> Enqueued {
        let call = match word {
            PipeWord::Read(_) => "piextEnqueueReadHostPipe",
            PipeWord::Write(_) => "piextEnqueueWriteHostPipe",
        };
        let Ok(symbol) = CString::new(symbol) else {
            return Err(PiError::of_host(call, PI_ERROR_INVALID_VALUE, "the symbol of the pipe has a zero byte"));
        };
        let (program, symbol) = (program.raw(), symbol.as_ptr());
        // SAFETY: live objects and a terminated text; the word is the caller's duty.
        self.enqueue(call, |plugin, queue, count, events, event| unsafe {
            match word {
                PipeWord::Read(to) => {
                    plugin.piextEnqueueReadHostPipe(queue, program, symbol, PI_FALSE, to, bytes, count, events, event)
                }
                PipeWord::Write(from) => {
                    let from = from.cast_mut();
                    plugin
                        .piextEnqueueWriteHostPipe(queue, program, symbol, PI_FALSE, from, bytes, count, events, event)
                }
            }
        })
    }
}

impl Event {
    /// Waits for a command of [`Enqueue::host_pipe`]; false if the pipe was empty or full.
    pub fn moved_word(&self) -> Result<bool, PiError> {
        let Err(failure) = self.wait() else { return Ok(true) };
        match self.status()?.0 {
            code if code == PI_ERROR_PIPE_EMPTY_INTEL.0 || code == PI_ERROR_PIPE_FULL_INTEL.0 => Ok(false),
            _ => Err(failure),
        }
    }
}
