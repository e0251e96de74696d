//! What every enqueuing entry shares: wait lists, the event for the caller, blocking
//! calls.

use smallvec::SmallVec;
use tandem_device::{Command, Device, Event as Completion, Location, MemoryObject, Queue as Driver, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{ensure, failure, list};
use crate::context::Context;
use crate::event::{self, Event};
use crate::failure::from_driver;
use crate::object::{Object, borrow, share};
use crate::queue::Queue;
use crate::source_location;

/// The wait list and the place for the event, as all enqueuing entries end.
#[derive(Clone, Copy)]
pub struct Sync {
    num_events: u32,
    events: *const PiEvent,
    event: *mut PiEvent,
}

impl Sync {
    /// The last three parameters of an enqueuing entry.
    pub fn new(num_events: u32, events: *const PiEvent, event: *mut PiEvent) -> Self {
        Self { num_events, events, event }
    }

    /// For a further command that nobody has an event of.
    pub fn without_event(self) -> Self {
        Self { event: std::ptr::null_mut(), ..self }
    }

    /// The completions to wait for.
    ///
    /// # Safety
    /// As for [`tandem_pi_abi::export::Pi`].
    unsafe fn wait_list(self, context: &Object<Context>) -> Result<SmallVec<[Completion; 4]>, Failure> {
        // SAFETY: the caller's duty, for all of the block.
        unsafe {
            let handles = list(self.events, self.num_events as usize, "the wait list")
                .map_err(|failure| Failure { code: PI_ERROR_INVALID_EVENT_WAIT_LIST, ..failure })?;
            let mut wait = SmallVec::with_capacity(handles.len());
            for &handle in handles {
                let event = borrow::<Event>(handle)
                    .map_err(|failure| Failure { code: PI_ERROR_INVALID_EVENT_WAIT_LIST, ..failure })?;
                ensure!(
                    std::ptr::eq(event.context(), context),
                    PI_ERROR_INVALID_CONTEXT,
                    "an event of the wait list belongs to another context"
                );
                wait.push(event.completion().clone());
            }
            Ok(wait)
        }
    }

    /// Where the driver stores the command's event, if anybody needs it.
    fn wants(self, blocking: bool, completion: &mut Option<Completion>) -> Option<&mut Option<Completion>> {
        (blocking || !self.event.is_null()).then_some(completion)
    }

    /// After the submission: waits for a blocking command, and hands out the event.
    ///
    /// # Safety
    /// As for [`tandem_pi_abi::export::Pi`].
    unsafe fn finish(
        self,
        queue: &Object<Queue>,
        completion: Option<Completion>,
        command_type: PiCommandType,
        blocking: bool,
    ) -> Result<(), Failure> {
        if self.event.is_null() && !blocking {
            return Ok(());
        }
        let completion = completion.ok_or_else(|| failure!(PI_ERROR_UNKNOWN, "the driver returned no event"))?;
        let waited = if blocking { completion.wait() } else { Ok(()) };
        if !self.event.is_null() {
            // SAFETY: the handle of a live queue, which the event will own.
            let owner = unsafe { share::<Queue>(queue.handle())? };
            let handle = event::publish_command(completion, command_type, owner);
            // SAFETY: not null, and the caller's duty.
            unsafe { self.event.write(handle) };
        }
        waited.map_err(from_driver)
    }
}

/// Submits a command: the end of every enqueuing entry. A blocking one returns
/// when the command is complete, with the command's own failure.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`]; the memory of the command stays valid until
/// it is complete.
#[inline]
pub unsafe fn submit(
    queue: &Object<Queue>,
    command: Command,
    command_type: PiCommandType,
    sync: Sync,
    blocking: bool,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let wait = sync.wait_list(queue.context())?;
        let mut completion = None;
        place(&command, queue.driver_device()).map_err(from_driver)?;
        let event = sync.wants(blocking, &mut completion);
        let origin = source_location::origin(queue.handle().as_ptr() as usize);
        queue.driver().submit_from(origin, command, &wait, event).map_err(from_driver)?;
        sync.finish(queue, completion, command_type, blocking)
    }
}

/// Gives the buffers of a command their memory, if they have none yet: whoever submits the command
/// hears at once that there is none left. Contents from the host come when the command runs.
#[inline]
fn place(command: &Command, device: &dyn Device) -> tandem_device::Result<()> {
    let ensure = |object: &MemoryObject| object.reserve(device);
    let at = |location: &Location| match location {
        Location::Buffer { object, .. } => ensure(object),
        Location::Host(_) | Location::Usm(_) => Ok(()),
    };
    match command {
        Command::Work(Work::Kernel(launch)) => {
            launch.args.memory().iter().try_for_each(|argument| ensure(&argument.object))
        }
        Command::Work(Work::Copy { src, dst, .. }) | Command::Work(Work::CopyRect { src, dst, .. }) => {
            at(src).and_then(|()| at(dst))
        }
        Command::Work(Work::Fill { dst, .. }) | Command::Work(Work::FillRect { dst, .. }) => at(dst),
        _ => Ok(()),
    }
}

/// As [`submit`], by a function that gives the driver's queue what it is to do.
///
/// # Safety
/// As for [`submit`].
pub unsafe fn submit_with(
    queue: &Object<Queue>,
    submit: impl FnOnce(&dyn Driver, &[Completion], Option<&mut Option<Completion>>) -> tandem_device::Result<()>,
    command_type: PiCommandType,
    sync: Sync,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let wait = sync.wait_list(queue.context())?;
        let mut completion = None;
        submit(queue.driver(), &wait, sync.wants(false, &mut completion)).map_err(from_driver)?;
        sync.finish(queue, completion, command_type, false)
    }
}

/// `piEnqueueEventsWait` and `piEnqueueEventsWaitWithBarrier`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn wait_events(queue: PiQueue, is_barrier: bool, sync: Sync) -> Result<(), Failure> {
    let (command, command_type) = if is_barrier {
        (Command::Barrier, PI_COMMAND_TYPE_BARRIER)
    } else {
        (Command::Marker, PI_COMMAND_TYPE_MARKER)
    };
    // SAFETY: the caller's duty.
    unsafe { submit(borrow::<Queue>(queue)?, command, command_type, sync, false) }
}
