//! Shared by every enqueuing entry: wait lists, the event for the caller, blocking calls.

use smallvec::SmallVec;
use tandem_device::{Command, Device, Event as Completion, Location, MemoryObject, Queue as Driver, Work};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::context::Context;
use crate::event::{self, Event};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::{Handle, Handles};
use crate::object::Object;
use crate::parameters::{List, Out, Parameter};
use crate::queue::Queue;
use crate::source_location;

/// The wait list and the output pointer for the event, as all enqueuing entries end.
pub struct Sync<'a> {
    events: Handles<'a, Event>,
    event: Out<'a, PiEvent>,
}

impl Parameter for Sync<'_> {
    type Raw = (u32, *const PiEvent, *mut PiEvent);

    #[inline]
    unsafe fn read((len, events, event): Self::Raw) -> Self {
        // SAFETY: what PI says of all parameters; a `Handle` is what C has.
        unsafe { Self { events: List::read((len as usize, events.cast())), event: Out::read(event) } }
    }
}

impl<'a> Sync<'a> {
    /// For a command that waits for no events.
    pub fn only(event: Out<'a, PiEvent>) -> Self {
        Self { events: List::of(&[]), event }
    }

    /// For a further command without an event for the caller.
    pub fn without_event(&self) -> Self {
        Self { events: self.events, event: Out::none() }
    }

    /// The completions to wait for.
    fn wait_list(&self, context: &Object<Context>) -> Result<SmallVec<[Completion; 4]>, Failure> {
        let invalid = |failure| Failure { code: PI_ERROR_INVALID_EVENT_WAIT_LIST, ..failure };
        let handles = self.events.get("the wait list").map_err(invalid)?;
        let mut wait = SmallVec::with_capacity(handles.len());
        for handle in handles {
            let event = handle.object().map_err(invalid)?;
            ensure!(
                std::ptr::eq(event.context(), context),
                PI_ERROR_INVALID_CONTEXT,
                "an event of the wait list belongs to another context"
            );
            wait.push(event.completion().clone());
        }
        Ok(wait)
    }

    /// The location for the command's event, if an event is needed.
    fn wants<'c>(&self, blocking: bool, completion: &'c mut Option<Completion>) -> Option<&'c mut Option<Completion>> {
        (blocking || self.event.is_wanted()).then_some(completion)
    }

    /// After the submission: waits for a blocking command, and hands out the event.
    fn finish(
        self,
        queue: &Object<Queue>,
        completion: Option<Completion>,
        command_type: PiCommandType,
        blocking: bool,
    ) -> Result<(), Failure> {
        if !self.event.is_wanted() && !blocking {
            return Ok(());
        }
        let completion = completion.ok_or_else(|| failure!(PI_ERROR_UNKNOWN, "the driver returned no event"))?;
        let waited = if blocking { completion.wait() } else { Ok(()) };
        if self.event.is_wanted() {
            self.event.store(event::publish_command(completion, command_type, queue.shared()));
        }
        waited.map_err(from_driver)
    }
}

/// Submits a command: the end of every enqueuing entry. A blocking one returns
/// when the command is complete, with the command's own failure.
#[inline]
pub fn submit(
    queue: &Object<Queue>,
    command: Command,
    command_type: PiCommandType,
    sync: Sync<'_>,
    blocking: bool,
) -> Result<(), Failure> {
    let wait = sync.wait_list(queue.context())?;
    let mut completion = None;
    place(&command, queue.driver_device()).map_err(from_driver)?;
    let event = sync.wants(blocking, &mut completion);
    let origin = source_location::origin(queue.handle().as_ptr() as usize);
    queue.driver().submit_from(origin, command, &wait, event).map_err(from_driver)?;
    sync.finish(queue, completion, command_type, blocking)
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
pub fn submit_with(
    queue: &Object<Queue>,
    submit: impl FnOnce(&dyn Driver, &[Completion], Option<&mut Option<Completion>>) -> tandem_device::Result<()>,
    command_type: PiCommandType,
    sync: Sync<'_>,
) -> Result<(), Failure> {
    let wait = sync.wait_list(queue.context())?;
    let mut completion = None;
    submit(queue.driver(), &wait, sync.wants(false, &mut completion)).map_err(from_driver)?;
    sync.finish(queue, completion, command_type, false)
}

/// `piEnqueueEventsWait` and `piEnqueueEventsWaitWithBarrier`
pub fn wait_events(queue: Handle<'_, Queue>, is_barrier: bool, sync: Sync<'_>) -> Result<(), Failure> {
    let (command, command_type) = if is_barrier {
        (Command::Barrier, PI_COMMAND_TYPE_BARRIER)
    } else {
        (Command::Marker, PI_COMMAND_TYPE_MARKER)
    };
    submit(queue.object()?, command, command_type, sync, false)
}
