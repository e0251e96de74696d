//! Deferred actions after an event is enqueued or ends: dependents resume, and callbacks are called. A thread executes
//! these one after another, so that long chains of commands need no recursion.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;

use tandem_device::{Notification, Result};

/// Something to do.
pub enum Deferred {
    /// Go on with a command whose dependencies are resolved.
    Resume(Box<dyn FnOnce()>),
    /// Call a callback of an event.
    Notify(Notification, Result<()>),
}

thread_local! {
    /// The remaining actions of the thread, while `run` is active. It has no destructor, so that it can be used as long
    /// as the thread runs.
    static QUEUE: RefCell<ManuallyDrop<Option<VecDeque<Deferred>>>> = const { RefCell::new(ManuallyDrop::new(None)) };
}

/// Executes an action: now, or, if the thread is in this function already, after the actions there. In the first case
/// the thread holds no lock of the driver.
pub fn run(deferred: Deferred) {
    let mut next = if_first(deferred);
    while let Some(deferred) = next {
        deferred.execute();
        next = take_next();
    }
}

/// Returns the action if it is to be executed now; adds it to the thread's queue if there is one.
fn if_first(deferred: Deferred) -> Option<Deferred> {
    QUEUE.with_borrow_mut(|queue| match &mut **queue {
        Some(queue) => {
            queue.push_back(deferred);
            None
        }
        none => {
            *none = Some(VecDeque::new());
            Some(deferred)
        }
    })
}

/// The next thing to do. Without one, the thread's queue is removed.
fn take_next() -> Option<Deferred> {
    QUEUE.with_borrow_mut(|queue| {
        let next = queue.as_mut().and_then(VecDeque::pop_front);
        if next.is_none() {
            **queue = None;
        }
        next
    })
}

impl Deferred {
    fn execute(self) {
        match self {
            Self::Resume(resume) => resume(),
            Self::Notify(notification, result) => notification.deliver(result),
        }
    }
}
