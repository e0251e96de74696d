//! References to events, and the pool that the last one gives its event back to.

use std::any::Any;
use std::cell::RefCell;
use std::ops::Deref;
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Condvar, Mutex};
use tandem_pi_host as pi;

use super::{CommandSource, Event, State};
use crate::base::clock::Span;
use crate::base::object::Object;

/// How many events a thread keeps for reuse.
const POOL_SIZE: usize = 128;

thread_local! {
    /// Events without references, ready for reuse.
    static POOL: RefCell<Vec<Arc<Object<Event>>>> = const { RefCell::new(Vec::new()) };
}

/// A shared reference to an event; the last one gives the event back to the
/// pool.
#[derive(Clone, Debug)]
pub struct EventRef(Option<Arc<Object<Event>>>);

impl EventRef {
    /// The event of a command that PI has taken. The time of its submission is 0 without profiling.
    pub(crate) fn enqueued(source: &Arc<impl CommandSource>, event: pi::Event, submitted: u64) -> Self {
        Self::make(State::Enqueued, Some(source.clone()), Some(event), submitted)
    }

    /// An event around PI's, which belongs to no queue.
    pub(crate) fn around(event: pi::Event) -> Self {
        Self::make(State::Enqueued, None, Some(event), 0)
    }

    /// The event of a command that waits on the host.
    pub(crate) fn pending(source: &Arc<impl CommandSource>) -> Self {
        Self::make(State::Pending, Some(source.clone()), None, source.submission_time())
    }

    /// An event that no command is for.
    pub(crate) fn pending_on_host() -> Self {
        Self::make(State::Pending, None, None, 0)
    }

    /// The event of a command that had nothing to do.
    pub(crate) fn complete(source: &Arc<impl CommandSource>, submitted: u64) -> Self {
        Self::make(State::Complete, Some(source.clone()), None, submitted)
    }

    /// The event of a submission that was recorded as a node.
    pub(crate) fn recorded(source: &Arc<impl CommandSource>, node: Arc<dyn Any + Send + Sync>) -> Self {
        let mut event = Self::make(State::Complete, Some(source.clone()), None, 0);
        if let Some(event) = event.0.as_mut().and_then(Arc::get_mut) {
            event.value_mut().node = Some(node);
        }
        event
    }

    /// The event of a command that was dropped, since the runtime is gone.
    pub fn after_shutdown() -> Self {
        Self::make(State::Complete, None, None, 0)
    }

    fn make(state: State, source: Option<Arc<dyn CommandSource>>, pi: Option<pi::Event>, submitted: u64) -> Self {
        let pooled = POOL.try_with(|pool| pool.borrow_mut().pop()).ok().flatten();
        let mut event = pooled.unwrap_or_else(|| {
            Object::new(Event {
                state: AtomicU8::new(0),
                pi: None,
                later_pi: OnceLock::new(),
                pi_end: OnceLock::new(),
                source: None,
                node: None,
                slow: Mutex::default(),
                changed: Condvar::new(),
            })
        });
        if let Some(event) = Arc::get_mut(&mut event) {
            event.revive();
            let event = event.value_mut();
            *event.state.get_mut() = state as u8;
            event.pi = pi;
            event.source = source;
            if submitted != 0 {
                let slow = event.slow.get_mut();
                slow.submitted = submitted;
                slow.ran = (state == State::Complete).then_some(Span::at(submitted));
            }
        }
        Self(Some(event))
    }

    /// Takes over a handle's reference.
    pub fn from_arc(event: Arc<Object<Event>>) -> Self {
        Self(Some(event))
    }

    /// Gives the reference away, to a handle.
    pub fn into_arc(mut self) -> Arc<Object<Event>> {
        self.0.take().expect("only drop leaves the reference empty")
    }

    pub(crate) fn downgrade(&self) -> WeakEvent {
        WeakEvent(Arc::downgrade(self.get()))
    }

    fn get(&self) -> &Arc<Object<Event>> {
        self.0.as_ref().expect("only drop leaves the reference empty")
    }
}

/// A reference that does not keep its event: the queue's own, since an event
/// keeps its queue.
#[derive(Debug)]
pub(crate) struct WeakEvent(Weak<Object<Event>>);

impl WeakEvent {
    /// The event if its command still waits on the host.
    pub(crate) fn pending(&self) -> Option<EventRef> {
        let event = EventRef(Some(self.0.upgrade()?));
        (event.state() == State::Pending).then_some(event)
    }
}

impl Deref for EventRef {
    type Target = Event;

    fn deref(&self) -> &Event {
        self.get()
    }
}

impl PartialEq for EventRef {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.get(), other.get())
    }
}

impl Drop for EventRef {
    fn drop(&mut self) {
        let Some(mut event) = self.0.take() else {
            return;
        };
        // The count is a cheap look before the proof: few references are the last one.
        if Arc::strong_count(&event) == 1
            && let Some(last) = Arc::get_mut(&mut event)
        {
            last.value_mut().reset();
            last.retire();
            // Failing means that the thread is ending: the event is freed.
            let _ = POOL.try_with(|pool| {
                let mut pool = pool.borrow_mut();
                if pool.len() < POOL_SIZE {
                    pool.push(event);
                }
            });
        }
    }
}
