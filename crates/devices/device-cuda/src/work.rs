//! What follows when an event is issued or ends: commands that waited for it, and notifications.
//! A thread does it one after the other, so that long chains of commands need no recursion.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;

use tandem_device::{Notification, Result};

use crate::pending::Ready;

/// Something to do.
pub enum Work {
    /// Hand a command whose dependencies are settled to its queue.
    Issue(Box<Ready>),
    /// Tell whoever registered for an event.
    Deliver(Notification, Result<()>),
}

thread_local! {
    /// What the thread has still to do, while it is at it. It has no destructor, so that it can be
    /// used as long as the thread runs.
    static QUEUE: RefCell<ManuallyDrop<Option<VecDeque<Work>>>> = const { RefCell::new(ManuallyDrop::new(None)) };
}

/// Does something: now, or after what the thread is doing already. No lock of the driver is held,
/// except by a thread that is at it.
pub fn run(work: Work) {
    let Some(first) = QUEUE.with_borrow_mut(|queue| match &mut **queue {
        Some(queue) => {
            queue.push_back(work);
            None
        }
        none => {
            *none = Some(VecDeque::new());
            Some(work)
        }
    }) else {
        return;
    };
    let mut next = Some(first);
    while let Some(work) = next {
        match work {
            Work::Issue(ready) => ready.issue(),
            Work::Deliver(notification, result) => notification.deliver(result),
        }
        next = QUEUE.with_borrow_mut(|queue| {
            let work = queue.as_mut().and_then(VecDeque::pop_front);
            if work.is_none() {
                **queue = None;
            }
            work
        });
    }
}
