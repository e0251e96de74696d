//! Events. Their objects are pooled, so that a launch with an event
//! needs no heap once the pool is warm; the driver layer pools what they wrap.

use std::ffi::c_void;
use std::sync::Arc;

use tandem_concurrency::{LocalStack, Pool, Unique};
use tandem_device::{Event as Completion, EventStatus};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{Answer, ensure, failure, list, required};
use crate::context::Context;
use crate::failure::{code, from_driver};
use crate::object::{Kind, Object, borrow, release as release_object, retain, share};
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

/// What the event belongs to, which also keeps it alive.
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

    /// The end of the command, as an event of its own; see [`Completion::end`].
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
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn release(event: PiEvent) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let last = unsafe { release_object::<Event>(event)? };
    if let Some(mut object) = last.and_then(Unique::of) {
        // What the event kept alive goes now, not when the object is used again.
        object.value_mut().state = None;
        POOL.give_back(&LOCAL, object);
    }
    Ok(())
}

/// `piEventCreate`: a complete event.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn create(context: PiContext, out: *mut PiEvent) -> Result<(), Failure> {
    let out = required(out, "the place for the event")?;
    // SAFETY: the caller's duty.
    let context = unsafe { share::<Context>(context)? };
    let handle = publish_foreign(Completion::completed(), context);
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(handle) };
    Ok(())
}

/// `piEventGetInfo`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn info(event: PiEvent, param: PiEventInfo, answer: Answer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let event = unsafe { borrow::<Event>(event)? };
    match param {
        PI_EVENT_INFO_COMMAND_QUEUE => answer.value(event.queue().map_or(PiQueue::NULL, Object::handle)),
        PI_EVENT_INFO_CONTEXT => answer.value(event.context().handle()),
        PI_EVENT_INFO_COMMAND_TYPE => answer.value(event.state().command_type),
        PI_EVENT_INFO_REFERENCE_COUNT => answer.value(event.references()),
        PI_EVENT_INFO_COMMAND_EXECUTION_STATUS => answer.value(event.status()),
        PI_EXT_TANDEM_EVENT_INFO_END if answer.wants_value() => {
            let end = event.end();
            // SAFETY: a new event, whose only reference the caller does not get.
            answer.value(end).inspect_err(|_| drop(unsafe { release(end) }))
        }
        PI_EXT_TANDEM_EVENT_INFO_END => answer.value(PiEvent::NULL),
        other => answer.unknown(other),
    }
}

/// `piEventGetProfilingInfo`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn profiling(event: PiEvent, param: PiProfilingInfo, answer: Answer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let event = unsafe { borrow::<Event>(event)? };
    ensure!(
        event.queue().is_some_and(|queue| queue.is_profiling()),
        PI_ERROR_PROFILING_INFO_NOT_AVAILABLE,
        "the event's queue does not profile"
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
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn wait(num_events: u32, events: *const PiEvent) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let handles = list(events, num_events as usize, "the list of events")?;
        for &handle in handles {
            borrow::<Event>(handle)?;
        }
        let mut first_error = None;
        for &handle in handles {
            if let Err(error) = borrow::<Event>(handle)?.completion().wait() {
                first_error.get_or_insert(error);
            }
        }
        first_error.map_or(Ok(()), |error| {
            let code = PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
            Err(Failure { code, ..from_driver(error) })
        })
    }
}

/// The caller's callback and what it gets.
struct Callback {
    call: unsafe extern "C" fn(event: PiEvent, status: i32, user_data: *mut c_void),
    event: PiEvent,
    user_data: *mut c_void,
}

// SAFETY: PI calls back from any thread.
unsafe impl Send for Callback {}

impl Callback {
    fn run(self, status: i32) {
        // SAFETY: the caller registered the function with its data, and the
        // registration kept the event alive.
        unsafe {
            (self.call)(self.event, status, self.user_data);
            // The reference of the registration; the object is certainly alive.
            let _ = release(self.event);
        }
    }
}

/// `piEventSetCallback`. Only completion can be watched, which happens after
/// every other status.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn set_callback(
    event: PiEvent,
    status: i32,
    callback: PiEventNotify,
    user_data: *mut c_void,
) -> Result<(), Failure> {
    let call = callback.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "the callback is null"))?;
    ensure!(
        (PI_EVENT_COMPLETE.0..=PI_EVENT_SUBMITTED.0).contains(&status),
        PI_ERROR_INVALID_VALUE,
        "a callback cannot be called for the status {status}"
    );
    // SAFETY: the caller's duty.
    let object = unsafe { borrow::<Event>(event)? };
    // SAFETY: as above; `Callback::run` gives the reference back.
    unsafe { retain::<Event>(event)? };
    let callback = Callback { call, event, user_data };
    let registered = object.completion().on_complete(move |result| {
        callback.run(result.map_or_else(|error| code(&error).0, |()| status));
    });
    registered.map_err(|error| {
        // SAFETY: the reference that the callback would have given back.
        let _ = unsafe { release(event) };
        from_driver(error)
    })
}

/// `piEventSetStatus`: events are created complete, so there is nothing to set
/// but the same again.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn set_status(event: PiEvent, status: i32) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let event = unsafe { borrow::<Event>(event)? };
    ensure!(
        event.queue().is_none() && status == PI_EVENT_COMPLETE.0,
        PI_ERROR_INVALID_OPERATION,
        "the status of the event cannot be set to {status}"
    );
    Ok(())
}
