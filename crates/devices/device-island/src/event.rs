//! Events: the completion of a command of an island device.
//!
//! Commands wait for these events on the devices. The thread that completes an event hands the commands that were only
//! waiting for it to their devices; no thread of the host and no callback is involved.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Condvar, Mutex};
use tandem_device::{DriverEvent, Error, EventStatus, NativeHandle, Notification, Result, Timestamps};

use crate::failures::{Failures, Operation};
use crate::handles::Handles;
use crate::pending::Pending;

/// The events that others refer to.
static EVENTS: Handles<IslandEvent> = Handles::new();

/// An event.
pub struct IslandEvent {
    this: Weak<Self>,
    handle: OnceLock<NativeHandle>,
    status: AtomicU8,
    submit: AtomicU64,
    start: AtomicU64,
    end: AtomicU64,
    end_state: Mutex<EndState>,
    ended: Condvar,
    failures: Arc<Failures>,
}

/// The part that changes when the event becomes final.
#[derive(Default)]
struct EndState {
    error: Option<Error>,
    followers: Vec<Follower>,
    notifications: Vec<Notification>,
}

/// A waiter for the event.
struct Follower {
    pending: Arc<Pending>,
    /// A failure of the event matters to it.
    depends: bool,
}

impl IslandEvent {
    /// The event of a command that is not submitted yet.
    pub fn new(failures: &Arc<Failures>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            handle: OnceLock::new(),
            status: AtomicU8::new(EventStatus::Queued as u8),
            submit: AtomicU64::new(0),
            start: AtomicU64::new(0),
            end: AtomicU64::new(0),
            end_state: Mutex::default(),
            ended: Condvar::new(),
            failures: Arc::clone(failures),
        })
    }

    /// The event with this native handle.
    pub fn find(handle: NativeHandle) -> Option<Arc<Self>> {
        EVENTS.find(handle)
    }

    /// Complete or failed.
    pub fn is_final(&self) -> bool {
        self.status().is_final()
    }

    /// Records the time of the submission.
    pub fn set_submit_time(&self, nanoseconds: u64) {
        self.submit.store(nanoseconds, Ordering::Relaxed);
    }

    /// Records the time of the start.
    pub fn set_start_time(&self, nanoseconds: u64) {
        self.start.store(nanoseconds, Ordering::Relaxed);
    }

    /// Records the time of the end, and that of the start if the command never ran.
    pub fn set_end_time(&self, nanoseconds: u64) {
        let _ = self.start.compare_exchange(0, nanoseconds, Ordering::Relaxed, Ordering::Relaxed);
        self.end.store(nanoseconds, Ordering::Relaxed);
    }

    /// Moves an event that is not final on. Called by one thread at a time.
    pub fn advance(&self, status: EventStatus) {
        self.status.store(status as u8, Ordering::Release);
    }

    /// Makes the event final. Called once, by a thread of the device or by the one that completes the last host event
    /// that a command waits for.
    pub fn complete(&self, result: Result<()>) {
        let EndState { followers, notifications, .. } = {
            let mut state = self.end_state.lock();
            let error = result.as_ref().err().cloned();
            let status = if error.is_some() { EventStatus::Failed } else { EventStatus::Complete };
            let waiting = std::mem::replace(&mut *state, EndState { error, ..EndState::default() });
            self.status.store(status as u8, Ordering::Release);
            self.ended.notify_all();
            waiting
        };
        for Follower { pending, depends } in followers {
            pending.arrive(if depends { result.clone() } else { Ok(()) });
        }
        for notification in notifications {
            notification.deliver(result.clone());
        }
    }

    /// Makes `pending` wait for the event. `depends` says whether a failure of the event matters.
    pub fn precede(&self, pending: &Arc<Pending>, depends: bool) {
        pending.expect();
        let mut state = self.end_state.lock();
        if !self.is_final() {
            state.followers.push(Follower { pending: Arc::clone(pending), depends });
            return;
        }
        let error = state.error.clone().filter(|_| depends);
        drop(state);
        pending.arrive(error.map_or(Ok(()), Err));
    }
}

impl DriverEvent for IslandEvent {
    fn status(&self) -> EventStatus {
        const ORDER: [EventStatus; 5] = [
            EventStatus::Queued,
            EventStatus::Submitted,
            EventStatus::Running,
            EventStatus::Complete,
            EventStatus::Failed,
        ];
        ORDER[usize::from(self.status.load(Ordering::Acquire))]
    }

    fn error(&self) -> Option<Error> {
        self.end_state.lock().error.clone()
    }

    fn wait(&self) {
        let mut state = self.end_state.lock();
        while !self.is_final() {
            self.ended.wait(&mut state);
        }
    }

    fn notify(&self, notification: Notification) -> Result<()> {
        if self.failures.strikes(Operation::Callback) {
            return Err(Error::OutOfResources("the callback of an event was asked to fail".to_owned()));
        }
        let mut state = self.end_state.lock();
        if !self.is_final() {
            state.notifications.push(notification);
            return Ok(());
        }
        let error = state.error.clone();
        drop(state);
        notification.deliver(error.map_or(Ok(()), Err));
        Ok(())
    }

    fn timestamps(&self) -> Timestamps {
        let time = |time: &AtomicU64| time.load(Ordering::Relaxed);
        Timestamps { submit: time(&self.submit), start: time(&self.start), end: time(&self.end) }
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(EVENTS.handle_of(&self.handle, Weak::clone(&self.this)))
    }
}
