//! The storage of events, which is used again.

use std::sync::Arc;

use super::record::{Inner, Watchers};
use tandem_concurrency::Unique;
use tandem_sync::{AtomicU32, AtomicU64, Condvar, Mutex};

fn fresh() -> Unique<Inner> {
    Unique::new(Inner {
        state: AtomicU32::new(0),
        submit: AtomicU64::new(0),
        start: AtomicU64::new(0),
        end: AtomicU64::new(0),
        watchers: Mutex::new(Watchers::default()),
        wakeup: Condvar::new(),
        helper: None,
    })
}

/// Drops everything that the storage keeps alive, if this was the last handle.
#[inline]
fn reclaim(inner: Arc<Inner>) -> Option<Unique<Inner>> {
    let mut inner = Unique::of(inner)?;
    let watchers = inner.watchers.get_mut();
    watchers.callbacks.clear();
    watchers.error = None;
    Some(inner)
}

#[cfg(not(loom))]
mod storage {
    use std::sync::Arc;

    use super::super::record::Inner;
    use super::{fresh, reclaim};
    use tandem_concurrency::{LocalStack, Pool, Unique};

    thread_local! {
        static LOCAL: LocalStack<Unique<Inner>> = const { LocalStack::new(Vec::new()) };
    }
    static POOL: Pool<Unique<Inner>> = Pool::new();

    /// Storage with one owner.
    #[inline]
    pub(crate) fn take() -> Unique<Inner> {
        POOL.take(&LOCAL).unwrap_or_else(fresh)
    }

    /// Takes a handle back; the storage is reused if it was the last one.
    #[inline]
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

    use super::super::record::Inner;
    use tandem_concurrency::Unique;

    #[inline]
    pub(crate) fn take() -> Unique<Inner> {
        super::fresh()
    }

    #[inline]
    pub(crate) fn give_back(inner: Arc<Inner>) {
        drop(super::reclaim(inner));
    }
}

pub(super) use storage::{give_back, take};
