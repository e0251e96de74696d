//! Events: the completion of a command.
//!
//! | state | the command |
//! |---|---|
//! | pending | is on the host: it waits for something, or the host executes it |
//! | issued | is in a stream |
//! | complete, failed | has ended |
//!
//! A CUDA event marks the place of an issued command in its stream, if somebody still has the
//! command's event when another command follows there, or asks for it before that: most events are
//! dropped at once, or waited for while theirs is the last command.
//!
//! Streams wait for issued events. What follows a pending one waits on the host until it is issued
//! or has ended (`pending`). An issued event ends when somebody looks at it after the device has
//! passed its mark; the watcher looks where nobody else does.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Condvar, Mutex};
use tandem_device::{DriverEvent, Error, EventStatus, NativeHandle, Notification, Result, Timestamps, clock};

use crate::api::{self, CudaResult};
use crate::clock::Origin;
use crate::command_stream::CommandStream;
use crate::gpu::Gpu;
use crate::native::EVENTS;
use crate::pending::Pending;
use crate::work::{self, Work};

const PENDING: u8 = 0;
const ISSUED: u8 = 1;
const COMPLETE: u8 = 2;
const FAILED: u8 = 3;

/// An event.
pub struct CudaEvent {
    this: Weak<Self>,
    gpu: Arc<Gpu>,
    state: AtomicU8,
    place: OnceLock<StreamPosition>,
    submit: AtomicU64,
    start: AtomicU64,
    end: AtomicU64,
    watchers: Mutex<Watchers>,
    changed: Condvar,
}

/// Where an issued command is.
pub struct StreamPosition {
    /// The stream.
    pub lane: Arc<CommandStream>,
    /// The command's number in it.
    pub number: u64,
    /// Behind it, from when somebody needs it, or another command follows in the stream.
    pub mark: OnceLock<api::Event>,
    /// Before it, and what times are counted from; with profiling.
    pub begin: Option<(api::Event, Arc<Origin>)>,
}

impl StreamPosition {
    /// What the device passes behind the command.
    pub fn mark(&self) -> CudaResult<&api::Event> {
        match self.mark.get() {
            Some(mark) => Ok(mark),
            None => self.lane.mark(self),
        }
    }

    /// Whether the device has passed it.
    fn is_passed(&self) -> CudaResult<bool> {
        Ok(self.lane.has_passed(self.number) || self.mark()?.is_complete()?)
    }

    /// Blocks until the device has passed it. The last command of a stream needs no mark.
    fn synchronize(&self) -> CudaResult<()> {
        match self.mark.get() {
            None if self.lane.issued() == self.number => self.lane.stream().synchronize(),
            _ => self.mark()?.synchronize(),
        }
    }
}

#[derive(Default)]
struct Watchers {
    error: Option<Error>,
    followers: Vec<Arc<Pending>>,
    notifications: Vec<Notification>,
}

impl CudaEvent {
    /// The event of a command that is on the host.
    pub fn new(gpu: &Arc<Gpu>) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: Weak::clone(this),
            gpu: Arc::clone(gpu),
            state: AtomicU8::new(PENDING),
            place: OnceLock::new(),
            submit: AtomicU64::new(0),
            start: AtomicU64::new(0),
            end: AtomicU64::new(0),
            watchers: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Whether the command is on the host.
    pub fn is_pending(&self) -> bool {
        self.state.load(Ordering::Acquire) == PENDING
    }

    /// Complete or failed, and known to be.
    pub fn is_final(&self) -> bool {
        self.state.load(Ordering::Acquire) >= COMPLETE
    }

    /// Something that does not keep it.
    pub fn downgrade(&self) -> Weak<Self> {
        Weak::clone(&self.this)
    }

    /// Where the command is, from when it is issued.
    pub fn place(&self) -> Option<&StreamPosition> {
        self.place.get()
    }

    /// Records the time of the submission.
    pub fn set_submit_time(&self, nanoseconds: u64) {
        self.submit.store(nanoseconds, Ordering::Relaxed);
    }

    /// The command is in a stream.
    pub fn issue(&self, place: StreamPosition) {
        // An event is issued once.
        let _ = self.place.set(place);
        let (followers, is_watched) = {
            let mut watchers = self.watchers.lock();
            self.state.store(ISSUED, Ordering::Release);
            (std::mem::take(&mut watchers.followers), !watchers.notifications.is_empty())
        };
        self.changed.notify_all();
        followers.iter().for_each(|pending| pending.arrive(Ok(())));
        if is_watched {
            self.watch();
        }
    }

    /// The command has ended; with profiling, at these times. Only the first call counts.
    pub fn finish(&self, result: Result<()>, times: Option<(u64, u64)>) {
        let Watchers { followers, notifications, .. } = {
            let mut watchers = self.watchers.lock();
            if self.is_final() {
                return;
            }
            let (start, end) = times.unwrap_or_default();
            self.start.store(start, Ordering::Relaxed);
            self.end.store(end, Ordering::Relaxed);
            let error = result.as_ref().err().cloned();
            let state = if error.is_some() { FAILED } else { COMPLETE };
            let taken = std::mem::replace(&mut *watchers, Watchers { error, ..Watchers::default() });
            self.state.store(state, Ordering::Release);
            taken
        };
        self.changed.notify_all();
        followers.iter().for_each(|pending| pending.arrive(Ok(())));
        notifications.into_iter().for_each(|notification| work::run(Work::Deliver(notification, result.clone())));
    }

    /// Has something told once the command is issued or has ended. False if it has been.
    pub fn precede(&self, pending: &Arc<Pending>) -> bool {
        let mut watchers = self.watchers.lock();
        let waits = self.is_pending();
        if waits {
            watchers.followers.push(Arc::clone(pending));
        }
        waits
    }

    /// Blocks until the command is issued or has ended.
    pub fn wait_until_issued(&self) {
        if self.is_pending() {
            let mut watchers = self.watchers.lock();
            while self.is_pending() {
                self.changed.wait(&mut watchers);
            }
        }
    }

    /// Ends an issued event if the device has passed its mark. True if it has ended.
    pub fn poll(&self) -> bool {
        let state = self.state.load(Ordering::Acquire);
        let (ISSUED, Some(place)) = (state, self.place()) else { return state >= COMPLETE };
        match place.is_passed() {
            Ok(false) => return false,
            Ok(true) => self.settle(place),
            Err(error) => self.finish(Err(place.lane.fail(error)), self.times_of_failure()),
        }
        true
    }

    /// Ends an event whose mark the device has passed.
    fn settle(&self, place: &StreamPosition) {
        let result = place.lane.retire(place.number);
        let times = place.begin.as_ref().and_then(|(begin, origin)| {
            let submit = self.submit.load(Ordering::Relaxed);
            let times = [origin.time_not_before(begin, submit).ok()?, origin.time_of(place.mark.get()?).ok()?];
            Some(place.lane.in_order(place.number, submit, times))
        });
        self.finish(result, times);
    }

    /// A command that failed has ended when that was noticed.
    pub fn times_of_failure(&self) -> Option<(u64, u64)> {
        let is_profiled = self.submit.load(Ordering::Relaxed) != 0;
        is_profiled.then(|| (clock::now(), clock::now()))
    }

    fn watch(&self) {
        if let Some(this) = self.this.upgrade() {
            self.gpu.watcher.watch_event(this);
        }
    }
}

impl DriverEvent for CudaEvent {
    fn status(&self) -> EventStatus {
        self.poll();
        match self.state.load(Ordering::Acquire) {
            PENDING => EventStatus::Queued,
            ISSUED => EventStatus::Submitted,
            COMPLETE => EventStatus::Complete,
            _ => EventStatus::Failed,
        }
    }

    fn error(&self) -> Option<Error> {
        self.poll();
        self.watchers.lock().error.clone()
    }

    fn wait(&self) {
        self.wait_until_issued();
        if let (false, Some(place)) = (self.is_final(), self.place()) {
            match place.synchronize() {
                Ok(()) => self.settle(place),
                Err(error) => self.finish(Err(place.lane.fail(error)), self.times_of_failure()),
            }
        }
    }

    fn notify(&self, notification: Notification) -> Result<()> {
        let mut watchers = self.watchers.lock();
        if self.is_final() {
            let error = watchers.error.clone();
            drop(watchers);
            notification.deliver(error.map_or(Ok(()), Err));
            return Ok(());
        }
        watchers.notifications.push(notification);
        let is_issued = !self.is_pending();
        drop(watchers);
        if is_issued {
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
        Some(EVENTS.add(self.place()?.mark().ok()?.raw().0, Weak::clone(&self.this)))
    }
}
