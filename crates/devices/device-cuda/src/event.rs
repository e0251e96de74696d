//! Events: the completion of a command, as the program sees it. `submitted` changes their state
//! until the command is in a stream.
//!
//! | state | the command |
//! |---|---|
//! | on the host | waits for its dependencies, or is executed by a host thread |
//! | in a stream | has been enqueued |
//! | complete, failed | has ended |
//!
//! CUDA's event after an enqueued command is recorded only if the command's event is still in use
//! when another command follows in the stream, or is needed before that: most events are dropped at
//! once, or waited for while theirs is the last command.
//!
//! Streams wait for events in streams. A command that depends on an event on the host waits there
//! (`dependencies`). The event of an enqueued command ends when a thread polls it after the device
//! has completed the command. The watcher polls events with callbacks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Condvar, Mutex};
use tandem_device::{DriverEvent, Error, EventStatus, NativeHandle, Notification, Result, Timestamps, clock};

use crate::api::{self, CudaError};
use crate::command_stream::Completion;
use crate::deferred::{self, Deferred};
use crate::gpu::Gpu;
use crate::handles::Handles;
use crate::position::StreamPosition;
use crate::watcher::Watch;

/// Events whose native handles have been requested.
pub static EVENTS: Handles<CudaEvent> = Handles::new();

const ON_HOST: u8 = 0;
const IN_STREAM: u8 = 1;
const COMPLETE: u8 = 2;
const FAILED: u8 = 3;

/// An event.
pub struct CudaEvent {
    this: Weak<Self>,
    gpu: Arc<Gpu>,
    state: AtomicU8,
    position: OnceLock<StreamPosition>,
    submit: AtomicU64,
    start: AtomicU64,
    end: AtomicU64,
    callbacks: Mutex<Callbacks>,
    changed: Condvar,
}

/// A command that waits on the host until an event is in a stream or has ended.
pub trait Dependent: Send + Sync {
    /// It waits for the event no longer.
    fn resolve(&self);
}

#[derive(Default)]
struct Callbacks {
    error: Option<Error>,
    dependents: Vec<Arc<dyn Dependent>>,
    notifications: Vec<Notification>,
}

impl CudaEvent {
    /// The event of a command that is on the host.
    pub fn new(gpu: &Arc<Gpu>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            gpu: Arc::clone(gpu),
            state: AtomicU8::new(ON_HOST),
            position: OnceLock::new(),
            submit: AtomicU64::new(0),
            start: AtomicU64::new(0),
            end: AtomicU64::new(0),
            callbacks: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Whether the command is on the host.
    pub fn is_on_host(&self) -> bool {
        self.state.load(Ordering::Acquire) == ON_HOST
    }

    /// Complete or failed, and known to be.
    pub fn is_final(&self) -> bool {
        self.state.load(Ordering::Acquire) >= COMPLETE
    }

    /// The event as what its stream sees of it.
    pub fn as_completion(&self) -> Weak<dyn Completion> {
        let this: Weak<Self> = Weak::clone(&self.this);
        this
    }

    /// Where the command is, once it is enqueued.
    pub fn position(&self) -> Option<&StreamPosition> {
        self.position.get()
    }

    /// Records the time of the submission.
    pub fn set_submit_time(&self, nanoseconds: u64) {
        self.submit.store(nanoseconds, Ordering::Relaxed);
    }

    /// A command that failed has ended when that was noticed.
    pub fn times_of_failure(&self) -> Option<(u64, u64)> {
        let is_profiled = self.submit.load(Ordering::Relaxed) != 0;
        is_profiled.then(|| (clock::now(), clock::now()))
    }
}

/// Changes of the state.
impl CudaEvent {
    /// The command is in a stream.
    pub fn enqueued(&self, position: StreamPosition) {
        // A command is enqueued once.
        let _ = self.position.set(position);
        let (dependents, has_callbacks) = {
            let mut callbacks = self.callbacks.lock();
            self.state.store(IN_STREAM, Ordering::Release);
            (std::mem::take(&mut callbacks.dependents), !callbacks.notifications.is_empty())
        };
        self.changed.notify_all();
        dependents.iter().for_each(|dependent| dependent.resolve());
        if has_callbacks {
            self.watch();
        }
    }

    /// The command has ended; with profiling, at these times. Only the first call counts.
    pub fn finish(&self, result: Result<()>, times: Option<(u64, u64)>) {
        let Some(Callbacks { dependents, notifications, .. }) = self.set_final(&result, times) else { return };
        self.changed.notify_all();
        dependents.iter().for_each(|dependent| dependent.resolve());
        for notification in notifications {
            deferred::run(Deferred::Notify(notification, result.clone()));
        }
    }

    /// Ends the event, and returns its callbacks; `None` if it has ended before.
    fn set_final(&self, result: &Result<()>, times: Option<(u64, u64)>) -> Option<Callbacks> {
        let mut callbacks = self.callbacks.lock();
        if self.is_final() {
            return None;
        }
        let (start, end) = times.unwrap_or_default();
        self.start.store(start, Ordering::Relaxed);
        self.end.store(end, Ordering::Relaxed);
        let error = result.as_ref().err().cloned();
        let state = if error.is_some() { FAILED } else { COMPLETE };
        let taken = std::mem::replace(&mut *callbacks, Callbacks { error, ..Callbacks::default() });
        self.state.store(state, Ordering::Release);
        Some(taken)
    }

    /// The device has completed the command.
    fn completed(&self, position: &StreamPosition) {
        let result = position.stream.retire(position.number);
        let times = position.times(self.submit.load(Ordering::Relaxed));
        self.finish(result, times);
    }

    /// The device has failed.
    fn aborted(&self, position: &StreamPosition, error: CudaError) {
        self.finish(Err(position.stream.fail(error)), self.times_of_failure());
    }
}

/// Waiting.
impl CudaEvent {
    /// Registers a dependent until the command is in a stream or has ended. False if it is or has.
    pub fn add_dependent(&self, dependent: &Arc<impl Dependent + 'static>) -> bool {
        let mut callbacks = self.callbacks.lock();
        let is_on_host = self.is_on_host();
        if is_on_host {
            let dependent: Arc<_> = Arc::clone(dependent);
            callbacks.dependents.push(dependent);
        }
        is_on_host
    }

    /// Blocks until the command is in a stream or has ended.
    pub fn wait_until_enqueued(&self) {
        if self.is_on_host() {
            let mut callbacks = self.callbacks.lock();
            while self.is_on_host() {
                self.changed.wait(&mut callbacks);
            }
        }
    }

    fn watch(&self) {
        if let Some(this) = self.this.upgrade() {
            self.gpu.watcher.watch(this);
        }
    }
}

impl Completion for CudaEvent {
    fn end_event(&self) -> Option<&OnceLock<api::Event>> {
        self.position().map(|position| &position.end)
    }
}

/// An event with callbacks.
impl Watch for CudaEvent {
    fn poll(&self) -> bool {
        let state = self.state.load(Ordering::Acquire);
        let (IN_STREAM, Some(position)) = (state, self.position()) else { return state >= COMPLETE };
        match position.is_complete() {
            Ok(false) => return false,
            Ok(true) => self.completed(position),
            Err(error) => self.aborted(position, error),
        }
        true
    }

    fn wait_to_end(&self) {
        self.wait();
    }
}

impl DriverEvent for CudaEvent {
    fn status(&self) -> EventStatus {
        self.poll();
        match self.state.load(Ordering::Acquire) {
            ON_HOST => EventStatus::Queued,
            IN_STREAM => EventStatus::Submitted,
            COMPLETE => EventStatus::Complete,
            _ => EventStatus::Failed,
        }
    }

    fn error(&self) -> Option<Error> {
        self.poll();
        self.callbacks.lock().error.clone()
    }

    fn wait(&self) {
        self.wait_until_enqueued();
        if let (false, Some(position)) = (self.is_final(), self.position()) {
            match position.synchronize() {
                Ok(()) => self.completed(position),
                Err(error) => self.aborted(position, error),
            }
        }
    }

    fn notify(&self, notification: Notification) -> Result<()> {
        let mut callbacks = self.callbacks.lock();
        if self.is_final() {
            let error = callbacks.error.clone();
            drop(callbacks);
            notification.deliver(error.map_or(Ok(()), Err));
            return Ok(());
        }
        callbacks.notifications.push(notification);
        let is_enqueued = !self.is_on_host();
        drop(callbacks);
        if is_enqueued {
            self.watch();
        }
        Ok(())
    }

    fn timestamps(&self) -> Timestamps {
        self.poll();
        let time = |time: &AtomicU64| time.load(Ordering::Relaxed);
        Timestamps { submit: time(&self.submit), start: time(&self.start), end: time(&self.end) }
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(EVENTS.add(self.position()?.end_event().ok()?.raw().0, Weak::clone(&self.this)))
    }
}
