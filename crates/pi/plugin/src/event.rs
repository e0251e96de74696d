//! Events. Their objects are pooled, so that a launch with an event
//! needs no heap once the pool is warm; the driver layer pools what they wrap.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_concurrency::{LocalStack, Pool, Unique};
use tandem_device::{Event as Completion, EventStatus};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::{code, ensure, failure, from_driver};
use crate::handle::{Handle, Handles, Reference};
use crate::object::{Kind, Object};
use crate::parameters::{Callback, Out, Parameter};
use crate::queue::Queue;

thread_local! {
    static LOCAL: LocalStack<Unique<Object<Event>>> = const { LocalStack::new(Vec::new()) };
}
static POOL: Pool<Unique<Object<Event>>> = Pool::new();

/// The completion of a command.
pub struct Event {
    /// `None` only in the pool.
    state: Option<State>,
}

struct State {
    completion: Completion,
    command_type: PiCommandType,
    owner: Owner,
}

/// The owner of the event, which also keeps it alive.
#[derive(Clone)]
enum Owner {
    Queue(Arc<Object<Queue>>),
    /// An event that no queue of the caller completes.
    Context(Arc<Object<Context>>),
}

impl Kind for Event {
    type Raw = PiEvent;
    const TAG: u64 = 0x7469_6576_656e_0005;
    const INVALID: PiResult = PI_ERROR_INVALID_EVENT;
    const NAME: &'static str = "event";
}

impl Event {
    fn state(&self) -> &State {
        self.state.as_ref().expect("events in the pool have no handle")
    }

    /// The driver layer's event.
    pub fn completion(&self) -> &Completion {
        &self.state().completion
    }

    /// The context.
    pub fn context(&self) -> &Object<Context> {
        match &self.state().owner {
            Owner::Queue(queue) => queue.context(),
            Owner::Context(context) => context,
        }
    }

    fn queue(&self) -> Option<&Object<Queue>> {
        match &self.state().owner {
            Owner::Queue(queue) => Some(queue),
            Owner::Context(_) => None,
        }
    }

    /// The end of the command, as a separate event; see [`Completion::end`].
    fn end(&self) -> PiEvent {
        let State { completion, command_type, owner } = self.state();
        publish(State { completion: completion.end(), command_type: *command_type, owner: owner.clone() })
    }

    /// The status as PI has it; a failure is its code.
    fn status(&self) -> i32 {
        match self.completion().status() {
            EventStatus::Complete => PI_EVENT_COMPLETE.0,
            EventStatus::Running => PI_EVENT_RUNNING.0,
            EventStatus::Submitted => PI_EVENT_SUBMITTED.0,
            EventStatus::Queued => PI_EVENT_QUEUED.0,
            EventStatus::Failed => self.completion().error().map_or(PI_ERROR_UNKNOWN, |error| code(&error)).0,
        }
    }
}

/// The event of a command, for the caller.
pub fn publish_command(completion: Completion, command_type: PiCommandType, queue: Arc<Object<Queue>>) -> PiEvent {
    publish(State { completion, command_type, owner: Owner::Queue(queue) })
}

/// The event of something that no queue of the caller knows.
pub fn publish_foreign(completion: Completion, context: Arc<Object<Context>>) -> PiEvent {
    publish(State { completion, command_type: PI_COMMAND_TYPE_USER, owner: Owner::Context(context) })
}

fn publish(state: State) -> PiEvent {
    let mut object = POOL.take(&LOCAL).unwrap_or_else(|| Object::unique(Event { state: None }));
    object.value_mut().state = Some(state);
    Object::publish_unique(object)
}

/// `piEventRelease`
pub fn release(event: Reference<'_, Event>) -> Result<(), Failure> {
    let last = event.release()?;
    if let Some(mut object) = last.and_then(Unique::of) {
        // The event's resources are released now, not when the object is reused.
        object.value_mut().state = None;
        POOL.give_back(&LOCAL, object);
    }
    Ok(())
}

/// `piEventCreate`: a complete event.
pub fn create(context: Handle<'_, Context>, out: Out<'_, PiEvent>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the event")?;
    let context = context.shared()?;
    let handle = publish_foreign(Completion::completed(), context);
    out.write(handle);
    Ok(())
}

/// `piEventGetInfo`
pub fn info(event: Handle<'_, Event>, param: PiEventInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let event = event.object()?;
    match param {
        PI_EVENT_INFO_COMMAND_QUEUE => answer.value(event.queue().map_or(PiQueue::NULL, Object::handle)),
        PI_EVENT_INFO_CONTEXT => answer.value(event.context().handle()),
        PI_EVENT_INFO_COMMAND_TYPE => answer.value(event.state().command_type),
        PI_EVENT_INFO_REFERENCE_COUNT => answer.value(event.references()),
        PI_EVENT_INFO_COMMAND_EXECUTION_STATUS => answer.value(event.status()),
        PI_EXT_TANDEM_EVENT_INFO_END if answer.wants_value() => {
            let end = event.end();
            // SAFETY: a new event, whose only reference the caller does not get.
            answer.value(end).inspect_err(|_| drop(release(unsafe { Reference::read(end) })))
        }
        PI_EXT_TANDEM_EVENT_INFO_END => answer.value(PiEvent::NULL),
        other => answer.unknown(other),
    }
}

/// `piEventGetProfilingInfo`
pub fn profiling(event: Handle<'_, Event>, param: PiProfilingInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let event = event.object()?;
    ensure!(
        event.queue().is_some_and(|queue| queue.is_profiling()),
        PI_ERROR_PROFILING_INFO_NOT_AVAILABLE,
        "the event's queue was created without profiling"
    );
    let submission = matches!(param, PI_PROFILING_INFO_COMMAND_QUEUED | PI_PROFILING_INFO_COMMAND_SUBMIT);
    ensure!(
        submission || event.completion().is_complete(),
        PI_ERROR_PROFILING_INFO_NOT_AVAILABLE,
        "the command is not complete"
    );
    let times = event.completion().timestamps();
    match param {
        PI_PROFILING_INFO_COMMAND_QUEUED | PI_PROFILING_INFO_COMMAND_SUBMIT => answer.value(times.submit),
        PI_PROFILING_INFO_COMMAND_START => answer.value(times.start),
        PI_PROFILING_INFO_COMMAND_END => answer.value(times.end),
        other => answer.unknown(other),
    }
}

/// `piEventsWait`
pub fn wait(events: Handles<'_, Event>) -> Result<(), Failure> {
    let handles = events.get("the list of events")?;
    for handle in handles {
        handle.object()?;
    }
    let mut first_error = None;
    for handle in handles {
        if let Err(error) = handle.object()?.completion().wait() {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(()), |error| {
        let code = PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        Err(Failure { code, ..from_driver(error) })
    })
}

/// A callback that reports an event to the caller.
pub type Notify = unsafe extern "C" fn(event: PiEvent, status: i32, user_data: *mut c_void);

/// A callback and its event, with a reference to that.
struct Watched {
    event: PiEvent,
    notify: Callback<Notify>,
}

impl Watched {
    fn end(self, status: i32) {
        let Callback { function, user_data } = self.notify;
        // SAFETY: the caller registered the function with its data, and the reference, which goes now,
        // has kept the event alive.
        let _ = unsafe {
            function(self.event, status, user_data);
            release(Reference::read(self.event))
        };
    }
}

/// `piEventSetCallback`. Only completion can be watched, which happens after
/// every other status.
pub fn set_callback(event: Handle<'_, Event>, status: i32, notify: Option<Callback<Notify>>) -> Result<(), Failure> {
    let notify = notify.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the callback is null"))?;
    ensure!(
        (PI_EVENT_COMPLETE.0..=PI_EVENT_SUBMITTED.0).contains(&status),
        PI_ERROR_INVALID_VALUE,
        "a callback cannot be called for the status {status}"
    );
    let object = event.object()?;
    object.retain();
    let watched = Watched { event: object.handle(), notify };
    let registered = object.completion().on_complete(move |result| {
        watched.end(result.map_or_else(|error| code(&error).0, |()| status));
    });
    registered.map_err(|error| {
        // SAFETY: the reference that the callback would have given back.
        let _ = release(unsafe { Reference::read(event.raw()) });
        from_driver(error)
    })
}

/// `piEventSetStatus`: events are created complete, so there is nothing to set
/// but the same again.
pub fn set_status(event: Handle<'_, Event>, status: i32) -> Result<(), Failure> {
    let event = event.object()?;
    ensure!(
        event.queue().is_none() && status == PI_EVENT_COMPLETE.0,
        PI_ERROR_INVALID_OPERATION,
        "the status of the event cannot be set to {status}"
    );
    Ok(())
}
