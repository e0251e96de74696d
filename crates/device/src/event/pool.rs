//! The pool of event storage: a small stack per thread, and a shared one that
//! threads exchange batches with, because events are mostly made on one thread
//! and dropped on another.

use std::sync::Arc;

use super::host::{Inner, Watchers};
use crate::sync::{AtomicU32, AtomicU64, Condvar, Mutex};

fn fresh() -> Arc<Inner> {
    Arc::new(Inner {
        state: AtomicU32::new(0),
        submit: AtomicU64::new(0),
        start: AtomicU64::new(0),
        end: AtomicU64::new(0),
        watchers: Mutex::new(Watchers::default()),
        wakeup: Condvar::new(),
        helper: None,
    })
}

/// Clears what the storage refers to, if this was the last handle. Two last
/// handles that are dropped at the same moment both see the other one; then
/// the storage is freed instead of pooled.
fn reclaim(mut inner: Arc<Inner>) -> Option<Arc<Inner>> {
    let fields = Arc::get_mut(&mut inner)?;
    fields.helper = None;
    let watchers = fields.watchers.get_mut();
    watchers.callbacks.clear();
    watchers.error = None;
    Some(inner)
}

#[cfg(not(loom))]
mod stacks {
    use std::cell::RefCell;
    use std::sync::Arc;

    use super::super::host::Inner;
    use super::{fresh, reclaim};
    use crate::sync::Mutex;

    /// Events that move between a thread's stack and the shared one at a time.
    const BATCH: usize = 64;
    /// Most events in the shared stack; what is beyond is freed.
    const SHARED_LIMIT: usize = 8192;

    static SHARED: Mutex<Vec<Arc<Inner>>> = Mutex::new(Vec::new());

    thread_local! {
        static LOCAL: RefCell<Vec<Arc<Inner>>> = const { RefCell::new(Vec::new()) };
    }

    /// Storage with one owner.
    pub(crate) fn take() -> Arc<Inner> {
        LOCAL.try_with(|local| pop(&mut local.borrow_mut())).unwrap_or_else(|_| fresh())
    }

    fn pop(local: &mut Vec<Arc<Inner>>) -> Arc<Inner> {
        if local.is_empty() {
            let mut shared = SHARED.lock();
            let keep = shared.len().saturating_sub(BATCH);
            local.extend(shared.drain(keep..));
        }
        local.pop().unwrap_or_else(fresh)
    }

    /// Takes a handle back; the storage is reused if it was the last one.
    pub(crate) fn give_back(inner: Arc<Inner>) {
        let Some(inner) = reclaim(inner) else { return };
        // A thread that is exiting has no stack any more: then it is freed.
        let _ = LOCAL.try_with(|local| push(&mut local.borrow_mut(), inner));
    }

    fn push(local: &mut Vec<Arc<Inner>>, inner: Arc<Inner>) {
        local.push(inner);
        if local.len() >= 2 * BATCH {
            let surplus = local.drain(BATCH..);
            let mut shared = SHARED.lock();
            if shared.len() < SHARED_LIMIT {
                shared.extend(surplus);
            }
        }
    }
}

/// Loom's objects must not outlive one run of a model, so there is no pool.
#[cfg(loom)]
mod stacks {
    use std::sync::Arc;

    use super::super::host::Inner;

    pub(crate) fn take() -> Arc<Inner> {
        super::fresh()
    }

    pub(crate) fn give_back(inner: Arc<Inner>) {
        drop(super::reclaim(inner));
    }
}

pub(super) use stacks::{give_back, take};
