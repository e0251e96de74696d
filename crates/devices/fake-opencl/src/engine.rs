//! The thread of a queue, which runs its commands in an order that OpenCL allows.

use std::ffi::c_int;
use std::thread;

use opencl_sys::*;

use crate::config::config;
use crate::object::*;
use crate::state::{CHANGED, Locked, lock, now};

/// Starts the thread of a queue. It ends with the queue.
pub fn start(queue: usize) {
    drop(thread::spawn(move || run(queue)));
}

/// Waits until an event is final; its status.
pub fn wait_for(state: &mut Locked, event: usize) -> c_int {
    CHANGED.notify_all();
    loop {
        match state.event_mut(event) {
            Ok(found) if found.status > CL_COMPLETE => state.wait(),
            Ok(found) => return found.status,
            Err(code) => return code,
        }
    }
}

/// Waits until a queue is empty.
pub fn finish(state: &mut Locked, queue: usize) {
    state.flush(queue);
    CHANGED.notify_all();
    while state.queue_mut(queue).is_ok_and(|queue| !queue.commands.is_empty()) {
        state.wait();
    }
}

impl State {
    /// Sets the status of an event, and schedules its callbacks.
    pub fn set_status(&mut self, event: usize, status: c_int) {
        let Ok(found) = self.event_mut(event) else { return };
        found.status = status;
        if let Some(place) = match status {
            CL_SUBMITTED => Some(1),
            CL_RUNNING => Some(2),
            ..=CL_COMPLETE => Some(3),
            _ => None,
        } {
            found.times[place] = now();
        }
        let (due, later) = std::mem::take(&mut found.callbacks).into_iter().partition(|(at, ..)| status <= *at);
        found.callbacks = later;
        for callback in due {
            self.call_back(event, status, callback);
        }
    }

    /// Schedules a callback for the time when the lock is free. The event lives until then.
    pub fn call_back(&mut self, event: usize, status: c_int, (at, function, data): EventCallback) {
        self.begin_use(event);
        let status = if status < 0 { status } else { at };
        self.calls.push(Box::new(move || {
            // SAFETY: what the program gave for this.
            unsafe { function(event as *mut _, status, data as *mut _) };
            lock().end_use(event);
        }));
    }

    /// The next command of a queue to run: its position, and whether one of its dependencies has failed.
    fn next_command(&self, queue: &Queue, random: &mut u64) -> Option<(usize, bool)> {
        let is_ordered = queue.properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0;
        let mut ready = Vec::new();
        for (place, command) in queue.commands.iter().enumerate() {
            if command.number >= queue.flushed || is_ordered && place > 0 {
                break;
            }
            let is_after_all = matches!(command.order, Order::AfterAll | Order::Barrier(true));
            let statuses = command.waits.iter().map(|event| match &self.objects.get(event).map(|found| &found.body) {
                Some(Body::Event(event)) => event.status,
                _ => CL_COMPLETE,
            });
            let highest = statuses.clone().max().unwrap_or(CL_COMPLETE);
            if highest <= CL_COMPLETE && !(is_after_all && place > 0) {
                ready.push((place, statuses.min().is_some_and(|lowest| lowest < 0)));
            }
            if matches!(command.order, Order::Barrier(_)) {
                break;
            }
        }
        let chosen = if ready.len() < 2 { 0 } else { next(random) as usize % ready.len() };
        ready.get(chosen).copied()
    }
}

fn run(handle: usize) {
    let mut random = config().seed.wrapping_mul(2).wrapping_add(1);
    while let Some((mut state, place, has_failed)) = next_of(handle, &mut random) {
        let Some(command) = state.queue_mut(handle).ok().and_then(|queue| queue.commands.remove(place)) else { return };
        let Command { event, waits, holds, work, .. } = command;
        state.set_status(event, CL_SUBMITTED);
        state.set_status(event, CL_RUNNING);
        let status = if has_failed { CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST } else { work(&mut state) };
        state.set_status(event, status);
        for held in waits.into_iter().chain(holds).chain([event]) {
            state.end_use(held);
        }
    }
}

/// Waits until a command of a queue can run; `None` if the queue has ended.
fn next_of(handle: usize, random: &mut u64) -> Option<(Locked, usize, bool)> {
    let mut state = lock();
    loop {
        let Some(Object { body: Body::Queue(queue), .. }) = state.objects.get(&handle) else { return None };
        if let Some((place, has_failed)) = state.next_command(queue, random) {
            return Some((state, place, has_failed));
        }
        state.wait();
    }
}

/// Xorshift; the state is never 0.
pub fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random >> 16
}
