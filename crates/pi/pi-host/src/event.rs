//! Events.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::owned::Event;
use crate::plugin::PiError;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

impl Event {
    /// Waits until all events are complete.
    pub fn wait_all(events: &[&Event]) -> Result<(), PiError> {
        let Some(first) = events.first() else {
            return Ok(());
        };
        let raws: smallvec::SmallVec<[PiEvent; 8]> = events.iter().map(|event| event.raw()).collect();
        // SAFETY: live events.
        let code = unsafe { first.plugin().piEventsWait(raws.len() as u32, raws.as_ptr()) };
        first.plugin().check("piEventsWait", code)
    }

    /// Waits until the event is complete.
    pub fn wait(&self) -> Result<(), PiError> {
        Self::wait_all(&[self])
    }

    /// The execution status of the command; negative if it failed.
    pub fn status(&self) -> Result<PiEventStatus, PiError> {
        self.info::<i32>(PI_EVENT_INFO_COMMAND_EXECUTION_STATUS).map(PiEventStatus)
    }

    /// An event that is complete once the command has ended, also when it failed. An error for
    /// plugins that have no such events ([`PI_EXT_TANDEM_EVENT_INFO_END`]).
    pub fn end(&self) -> Result<Self, PiError> {
        let raw = self.info::<usize>(PI_EXT_TANDEM_EVENT_INFO_END)?;
        // SAFETY: the answer is a live event, and a reference to it that the caller owns.
        Ok(unsafe { Self::from_raw(self.plugin(), PiEvent::from_ptr(raw as *mut c_void)) })
    }

    /// A profiling timestamp in nanoseconds of the device's clock.
    pub fn profiling(&self, param: PiProfilingInfo) -> Result<u64, PiError> {
        let plugin = self.plugin();
        crate::info::query_value(plugin, "piEventGetProfilingInfo", |size, value, size_ret| {
            // SAFETY: the pointers are those of the query protocol.
            unsafe { plugin.piEventGetProfilingInfo(self.raw(), param, size, value, size_ret) }
        })
    }

    /// Calls `callback` with the final status when the command is complete,
    /// perhaps at once and on this thread. It must not block.
    pub fn on_complete(&self, callback: impl FnOnce(PiEventStatus) + Send + 'static) -> Result<(), PiError> {
        let callback: Box<Callback> = Box::new(Box::new(callback));
        let data = Box::into_raw(callback);
        // SAFETY: the trampoline takes `data` back, once.
        let code = unsafe {
            self.plugin().piEventSetCallback(self.raw(), PI_EVENT_COMPLETE.0, Some(run_callback), data.cast())
        };
        self.plugin()
            .check("piEventSetCallback", code)
            // SAFETY: a call that failed did not register the callback.
            .inspect_err(|_| drop(unsafe { Box::from_raw(data) }))
    }
}

type Callback = Box<dyn FnOnce(PiEventStatus) + Send>;

/// Runs a boxed callback. A panic must not cross into the plugin, and cannot be reported except by
/// the panic message.
unsafe extern "C" fn run_callback(_event: PiEvent, status: i32, data: *mut c_void) {
    // SAFETY: `data` is the box of `on_complete`, and this is its only use.
    let callback = unsafe { Box::from_raw(data.cast::<Callback>()) };
    let _ = catch_unwind(AssertUnwindSafe(|| callback(PiEventStatus(status))));
}
