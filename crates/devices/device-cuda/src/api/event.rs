//! CUDA's events, which are used again.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{CudaResult, PrimaryContext, Stream};
use crate::sys;

/// The maximum number of events that are kept for later use.
const KEPT: usize = 4096;

/// Unused events of one context.
pub struct EventPool {
    context: Arc<PrimaryContext>,
    flags: std::ffi::c_uint,
    free: Mutex<Vec<sys::Event>>,
}

/// An event of a pool, recorded once. Streams that wait for it wait for the commands recorded then, so it may be
/// dropped and used again while they do.
pub struct Event {
    pool: Arc<EventPool>,
    raw: sys::Event,
    end: End,
}

/// How an event is disposed of.
enum End {
    /// It goes back to the pool.
    Pooled,
    /// It is destroyed.
    Destroyed,
    /// It is the program's.
    Nothing,
}

impl EventPool {
    /// An empty pool, of events with or without times.
    pub fn new(context: &Arc<PrimaryContext>, is_timed: bool) -> Arc<Self> {
        let flags = if is_timed { sys::CU_EVENT_DEFAULT } else { sys::CU_EVENT_DISABLE_TIMING };
        Arc::new(Self { context: Arc::clone(context), flags, free: Mutex::default() })
    }

    /// Records an event after the last command in a stream. The context is current.
    pub fn record(self: &Arc<Self>, stream: &Stream) -> CudaResult<Event> {
        let functions = self.context.cuda().functions();
        let free = self.free.lock().pop();
        let raw = match free {
            Some(raw) => raw,
            None => {
                let mut raw = sys::Event::default();
                // SAFETY: a place for the event.
                self.context.cuda().check(unsafe { (functions.cuEventCreate)(&raw mut raw, self.flags) })?;
                raw
            }
        };
        let event = Event { pool: Arc::clone(self), raw, end: End::Pooled };
        // SAFETY: a live event and stream of one context.
        self.context.cuda().check(unsafe { (functions.cuEventRecord)(raw, stream.raw()) })?;
        Ok(event)
    }

    /// An event of the program's, which was recorded.
    pub fn around(self: &Arc<Self>, raw: sys::Event, is_owned: bool) -> Event {
        let end = if is_owned { End::Destroyed } else { End::Nothing };
        Event { pool: Arc::clone(self), raw, end }
    }
}

impl Event {
    /// `CUevent`
    pub fn raw(&self) -> sys::Event {
        self.raw
    }

    /// Whether what came before it is complete.
    pub fn is_complete(&self) -> CudaResult<bool> {
        let context = &self.pool.context;
        let _current = context.enter()?;
        // SAFETY: a live event.
        match context.cuda().check(unsafe { (context.cuda().functions().cuEventQuery)(self.raw) }) {
            Err(error) if error.is_not_ready() => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Blocks until what came before it is complete.
    pub fn synchronize(&self) -> CudaResult<()> {
        let context = &self.pool.context;
        let _current = context.enter()?;
        // SAFETY: a live event.
        context.cuda().check(unsafe { (context.cuda().functions().cuEventSynchronize)(self.raw) })
    }

    /// Nanoseconds from an earlier event to this one; both are complete, with times.
    pub fn since(&self, earlier: &Self) -> CudaResult<i64> {
        let context = &self.pool.context;
        let _current = context.enter()?;
        let mut milliseconds = 0.0_f32;
        let elapsed = context.cuda().functions().cuEventElapsedTime;
        // SAFETY: live events, and a place for the number.
        context.cuda().check(unsafe { elapsed(&raw mut milliseconds, earlier.raw, self.raw) })?;
        Ok((f64::from(milliseconds) * 1e6) as i64)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        match self.end {
            End::Nothing => {}
            End::Destroyed => self.pool.destroy(self.raw),
            End::Pooled => {
                let mut free = self.pool.free.lock();
                if free.len() < KEPT {
                    return free.push(self.raw);
                }
                drop(free);
                self.pool.destroy(self.raw);
            }
        }
    }
}

impl EventPool {
    /// Destroys the unused events.
    pub fn trim(&self) {
        let free = std::mem::take(&mut *self.free.lock());
        free.into_iter().for_each(|event| self.destroy(event));
    }

    fn destroy(&self, event: sys::Event) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own event, which nobody uses.
            unsafe { (self.context.cuda().functions().cuEventDestroy)(event) };
        }
    }
}

impl Drop for EventPool {
    fn drop(&mut self) {
        self.trim();
    }
}
