//! Events of the host: the completion of a command of a queue on host threads, or of anything that a caller completes.
//!
//! # State word
//!
//! | bits | content |
//! |---|---|
//! | 0–2 | status: 0 queued, 1 submitted, 2 running, 3 complete, 4 failed |
//! | 3 | `WATCHED`: the completer must take the lock and tell the watchers |
//!
//! # Protocol
//!
//! 1. Status only ever grows, and only the owner of the command moves it.
//! 2. Timestamps and the error are written before the status becomes final, and never after. The final exchange
//!    releases them; a thread that has seen a final status (acquire) may read them.
//! 3. A watcher takes the lock, sets `WATCHED`, and checks the previous status: if it is final, the watcher acts at
//!    once; otherwise it registers its callback or sleeps, both of which happen before the lock is released.
//! 4. The completer exchanges in the final status without the lock. If `WATCHED`
//!    was set, it takes the lock (rule 3: the watcher is registered by then),
//!    takes the callbacks, wakes the sleepers, releases the lock, and only then
//!    runs the callbacks.
//!
//! # Pooling
//!
//! The last handle of an event puts its storage into a pool, from which the next event is made: no heap allocation once
//! the pool is warm.

use std::ptr;
use std::sync::{Arc, Weak};

use super::notification::Notification;
use super::record::{Callback, Dependent, Helper, HostEvent, Inner};
use super::{EventStatus, Timestamps, pool};
use crate::clock;
use crate::error::{Error, Result};
use tandem_concurrency::Unique;
use tandem_sync::{AtomicU32, AtomicU64, Ordering, spin_loop, yield_now};

const STATUS: u32 = 0b0111;
const WATCHED: u32 = 0b1000;

/// How often a waiter looks at an event before it sleeps. Roughly 10 µs.
const SPINS: u32 = if cfg!(loom) { 1 } else { 2_000 };

impl EventStatus {
    #[inline]
    fn from_word(word: u32) -> Self {
        match word & STATUS {
            0 => Self::Queued,
            1 => Self::Submitted,
            2 => Self::Running,
            3 => Self::Complete,
            _ => Self::Failed,
        }
    }
}

impl HostEvent {
    /// An event that the caller completes with [`complete`](Self::complete).
    #[inline]
    pub fn user() -> Self {
        let mut inner = pool::take();
        inner.helper = None;
        Self::new(inner, EventStatus::Submitted)
    }

    /// The event of a command in a queue that runs commands on host threads.
    #[inline]
    pub fn queued<T: Helper + 'static>(queue: &Weak<T>) -> Self {
        let mut inner = pool::take();
        // Storage of a queue's event is mostly used again for the same queue.
        if !inner.helper.as_ref().is_some_and(|helper| ptr::addr_eq(helper.as_ptr(), queue.as_ptr())) {
            let helper: Weak<dyn Helper> = queue.clone();
            inner.helper = Some(helper);
        }
        Self::new(inner, EventStatus::Queued)
    }

    #[inline]
    fn new(mut inner: Unique<Inner>, status: EventStatus) -> Self {
        inner.state = AtomicU32::new(status as u32);
        inner.submit = AtomicU64::new(0);
        inner.start = AtomicU64::new(0);
        inner.end = AtomicU64::new(0);
        Self { inner: Some(inner.share()) }
    }

    /// Whether a caller completes it, not a queue.
    #[inline]
    pub fn is_user(&self) -> bool {
        self.inner().helper.is_none()
    }

    /// Whether it is of a command of this queue.
    #[inline]
    pub fn is_of(&self, queue: *const dyn Helper) -> bool {
        self.inner().helper.as_ref().is_some_and(|helper| ptr::addr_eq(helper.as_ptr(), queue))
    }

    #[inline]
    fn inner(&self) -> &Arc<Inner> {
        self.inner.as_ref().expect("only drop takes the storage")
    }

    /// Where the command stands. Never blocks.
    #[inline]
    pub fn status(&self) -> EventStatus {
        EventStatus::from_word(self.inner().state.load(Ordering::Acquire))
    }

    /// Complete or failed. Never blocks.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.status().is_final()
    }

    /// Why it failed; `None` while it runs, and when it did not fail.
    #[inline]
    pub fn error(&self) -> Option<Error> {
        match self.status() {
            EventStatus::Failed => self.inner().watchers.lock().error.clone(),
            _ => None,
        }
    }

    /// When it was submitted, started and ended.
    #[inline]
    pub fn timestamps(&self) -> Timestamps {
        let inner = self.inner();
        Timestamps {
            submit: inner.submit.load(Ordering::Relaxed),
            start: inner.start.load(Ordering::Relaxed),
            end: inner.end.load(Ordering::Relaxed),
        }
    }

    /// Waits until it is final and returns the command's error. The calling thread runs commands of the event's queue
    /// if no other thread does.
    pub fn wait(&self) -> Result<()> {
        if !self.is_complete() {
            self.wait_helping();
        }
        self.error().map_or(Ok(()), Err)
    }

    fn wait_helping(&self) {
        let inner = self.inner();
        let helper = inner.helper.as_ref().and_then(Weak::upgrade);
        for round in 0..SPINS {
            if let Some(helper) = &helper {
                helper.help(self);
            }
            if self.is_complete() {
                return;
            }
            if round % 64 == 63 { yield_now() } else { spin_loop() }
        }
        let mut watchers = inner.watchers.lock();
        while !self.watch(inner) {
            inner.wakeup.wait(&mut watchers);
        }
    }

    /// Sets `WATCHED` (the lock is held) and says whether it is final already.
    fn watch(&self, inner: &Inner) -> bool {
        let before = inner.state.fetch_or(WATCHED, Ordering::AcqRel);
        EventStatus::from_word(before).is_final()
    }

    /// Delivers a notification with the result once the event is final: on the
    /// thread that completes it, or right now. No lock is held.
    pub fn deliver(&self, notification: Notification) {
        if let Some(callback) = self.register(Callback::Notify(notification)) {
            callback.run(self.error().map_or(Ok(()), Err));
        }
    }

    /// Notifies `dependent` once the event is final. Returns false, without a notification, if it already is.
    #[must_use]
    pub fn notify(&self, dependent: Arc<dyn Dependent>, token: usize) -> bool {
        self.register(Callback::Wake(dependent, token)).is_none()
    }

    /// Registers a callback, or hands it back if the event is final.
    fn register(&self, callback: Callback) -> Option<Callback> {
        let inner = self.inner();
        let mut watchers = inner.watchers.lock();
        if self.watch(inner) {
            return Some(callback);
        }
        watchers.callbacks.push(callback);
        None
    }

    /// Records the time of submission.
    #[inline]
    pub fn set_submit_time(&self, nanoseconds: u64) {
        self.inner().submit.store(nanoseconds, Ordering::Relaxed);
    }

    /// Records the time of the start.
    #[inline]
    pub fn set_start_time(&self, nanoseconds: u64) {
        self.inner().start.store(nanoseconds, Ordering::Relaxed);
    }

    /// Records the time of the end; before completing.
    #[inline]
    pub fn set_end_time(&self, nanoseconds: u64) {
        self.inner().end.store(nanoseconds, Ordering::Relaxed);
    }

    /// Moves an event that is not final to submitted or running.
    #[inline]
    pub fn advance(&self, status: EventStatus) {
        debug_assert!(!status.is_final(), "complete() makes events final");
        let state = &self.inner().state;
        let mut word = state.load(Ordering::Relaxed);
        while word & STATUS < status as u32 {
            let next = (word & WATCHED) | status as u32;
            match state.compare_exchange(word, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => break,
                Err(current) => word = current,
            }
        }
    }

    /// Moves the event of a command that is not shared yet to submitted.
    #[inline]
    pub fn start_submitted(&self) {
        self.inner().state.store(EventStatus::Submitted as u32, Ordering::Relaxed);
    }

    /// Makes the event final: complete, or failed with an error. Only the
    /// first call counts. Runs callbacks on this thread.
    #[inline]
    pub fn complete(&self, result: Result<()>) {
        let inner = self.inner();
        let before = match &result {
            Ok(()) => self.finalize(EventStatus::Complete),
            Err(error) => {
                let mut watchers = inner.watchers.lock();
                if self.is_complete() {
                    return;
                }
                watchers.error = Some(error.clone());
                self.finalize(EventStatus::Failed)
            }
        };
        if before.is_some_and(|word| word & WATCHED != 0) {
            let callbacks = {
                let mut watchers = inner.watchers.lock();
                inner.wakeup.notify_all();
                std::mem::take(&mut watchers.callbacks)
            };
            for callback in callbacks {
                callback.run(result.clone());
            }
        }
    }

    /// Swaps in a final status and returns the word that it replaced, or
    /// `None` if the event was final before.
    #[inline]
    fn finalize(&self, status: EventStatus) -> Option<u32> {
        let state = &self.inner().state;
        let mut word = state.load(Ordering::Relaxed);
        while !EventStatus::from_word(word).is_final() {
            match state.compare_exchange_weak(word, status as u32, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(word),
                Err(current) => word = current,
            }
        }
        None
    }

    /// Completes with the current time as the end, and the start if the
    /// command never ran.
    #[inline]
    pub fn complete_now(&self, result: Result<()>, timed: bool) {
        if timed {
            let now = clock::now();
            let inner = self.inner();
            if inner.start.load(Ordering::Relaxed) == 0 {
                inner.start.store(now, Ordering::Relaxed);
            }
            self.set_end_time(now);
        }
        self.complete(result);
    }
}

impl Callback {
    fn run(self, result: Result<()>) {
        match self {
            Self::Notify(notification) => notification.deliver(result),
            Self::Wake(dependent, token) => dependent.dependency_done(token),
        }
    }
}

impl Clone for HostEvent {
    #[inline]
    fn clone(&self) -> Self {
        Self { inner: Some(Arc::clone(self.inner())) }
    }
}

impl Drop for HostEvent {
    #[inline]
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            pool::give_back(inner);
        }
    }
}

impl PartialEq for HostEvent {
    /// Whether both are handles of one event.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.inner(), other.inner())
    }
}

impl Eq for HostEvent {}
