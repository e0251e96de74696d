//! The storage of events, which is used again.

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
mod storage {
    use std::sync::Arc;

    use super::super::host::Inner;
    use super::{fresh, reclaim};
    use crate::pool::{LocalStack, Pool};

    thread_local! {
        static LOCAL: LocalStack<Arc<Inner>> = const { LocalStack::new(Vec::new()) };
    }
    static POOL: Pool<Arc<Inner>> = Pool::new();

    /// Storage with one owner.
    pub(crate) fn take() -> Arc<Inner> {
        POOL.take(&LOCAL).unwrap_or_else(fresh)
    }

    /// Takes a handle back; the storage is reused if it was the last one.
    pub(crate) fn give_back(inner: Arc<Inner>) {
        if let Some(inner) = reclaim(inner) {
            POOL.give_back(&LOCAL, inner);
        }
    }
}

/// Loom's objects must not outlive one run of a model, so there is no pool.
#[cfg(loom)]
mod storage {
    use std::sync::Arc;

    use super::super::host::Inner;

    pub(crate) fn take() -> Arc<Inner> {
        super::fresh()
    }

    pub(crate) fn give_back(inner: Arc<Inner>) {
        drop(super::reclaim(inner));
    }
}

pub(super) use storage::{give_back, take};
