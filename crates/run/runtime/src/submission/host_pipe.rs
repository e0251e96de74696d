//! The host's end of host pipes (`ext::intel::experimental::pipe`).
//!
//! Calls return when the word is moved. A call that waits asks the pipe again and again: a command that waited
//! on the device would take a thread of the device's from the kernels that it waits for.

use std::time::Duration;

use tandem_pi_host::WaitList;

pub use tandem_pi_host::PipeWord;

use crate::base::error::Result;
use crate::programs::device_global::HostVariable;
use crate::programs::program_manager;
use crate::scheduler::queue::Queue;

/// How often a call that waits asks before it gives its processor away.
const LOOKS: u32 = 16;
/// How often it does that before it sleeps.
const YIELDS: u32 = 256;
/// How long it sleeps before it asks again.
const NAP: Duration = Duration::from_micros(100);

impl Queue {
    /// Moves a word of `bytes` bytes between the host and the pipe that `variable` represents, on the queue's device.
    /// In an in-order queue, that is after everything submitted before. With `waits`, returns true once the word is
    /// moved; otherwise returns whether there was a word, or room for one. Any thread may call it. The queue does not
    /// record to a graph.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) if the device has no host pipes, with the pipe's name.
    ///
    /// # Safety
    /// The address in `word` is valid for `bytes` bytes.
    pub unsafe fn host_pipe(&self, variable: HostVariable, word: PipeWord, bytes: usize, waits: bool) -> Result<bool> {
        let (program, symbol) = program_manager()?.host_pipe(self.context(), self.device(), variable)?;
        if self.is_in_order() {
            self.wait();
        }
        // Commands of the program's queue may be waiting for this one.
        let queue = self.transfer_queue()?;
        let no_wait = WaitList::new();
        let to = queue.pi().after(&no_wait).with_event();
        let mut looks = 0;
        loop {
            // SAFETY: the caller's duty; this returns after the command is complete.
            let event = unsafe { to.host_pipe(program.pi(), &symbol, word, bytes)? };
            let moved = event.map_or(Ok(true), |event| event.moved_word())?;
            if moved || !waits {
                return Ok(moved);
            }
            match looks {
                ..LOOKS => std::hint::spin_loop(),
                looks if looks < LOOKS + YIELDS => std::thread::yield_now(),
                _ => std::thread::sleep(NAP),
            }
            looks = looks.saturating_add(1);
        }
    }
}
