//! The devices: a thread that runs the operations of all streams, one after the other, in an order
//! and after delays that the seed chooses.

use std::sync::Once;
use std::thread;
use std::time::Duration;

use parking_lot::MutexGuard;

use crate::config::config;
use crate::execute::execute;
use crate::operation::Operation;
use crate::state::{CHANGED, State, Stream, state};

/// How often semaphores are looked at.
const SEMAPHORE_POLL: Duration = Duration::from_millis(1);

/// Adds an operation to a stream. The stream was looked up before.
pub fn enqueue(mut state: MutexGuard<'_, State>, stream: usize, operation: Operation) {
    static STARTED: Once = Once::new();
    let Some(operation) = state.capture(stream, operation) else { return };
    if let Some(stream) = state.streams.get_mut(&stream) {
        stream.operations.push_back(operation);
    }
    drop(state);
    CHANGED.notify_all();
    STARTED.call_once(|| drop(thread::spawn(run)));
}

/// Blocks until a stream is empty, or its context is lost.
pub fn synchronize(mut state: MutexGuard<'static, State>, stream: usize, device: i32) -> Option<i32> {
    loop {
        if let Some(code) = state.contexts[device as usize].failed {
            return Some(code);
        }
        if state.streams.get(&stream).is_none_or(|stream| stream.operations.is_empty() && !stream.is_busy) {
            return None;
        }
        CHANGED.wait(&mut state);
    }
}

fn run() {
    let mut random = config().seed.wrapping_mul(2).wrapping_add(1);
    let mut state = state().lock();
    loop {
        let ready: Vec<usize> =
            state.streams.iter().filter(|(_, stream)| state.is_ready(stream)).map(|(key, _)| *key).collect();
        if ready.is_empty() {
            match state.waits_for_others() {
                true => _ = CHANGED.wait_for(&mut state, SEMAPHORE_POLL),
                false => CHANGED.wait(&mut state),
            }
            continue;
        }
        let handle = ready[next(&mut random) as usize % ready.len()];
        let Some(stream) = state.streams.get_mut(&handle) else { continue };
        let Some(operation) = stream.operations.pop_front() else { continue };
        stream.is_busy = true;
        let device = stream.device;
        let is_delayed =
            matches!(operation, Operation::Transfer(_) | Operation::Launch(_)) && next(&mut random).is_multiple_of(8);
        if is_delayed && config().delay_us > 0 {
            let delay = Duration::from_micros(next(&mut random) % config().delay_us);
            MutexGuard::unlocked(&mut state, || thread::sleep(delay));
        }
        if state.contexts[device as usize].failed.is_none() {
            execute(&mut state, device, operation);
        } else if let Operation::Record { record, .. } = operation {
            // Streams of other devices do not wait for a context that is lost.
            state.coming_records.remove(&record);
        }
        if let Some(stream) = state.streams.get_mut(&handle) {
            stream.is_busy = false;
            if stream.is_destroyed && stream.operations.is_empty() {
                state.streams.remove(&handle);
            }
        }
        CHANGED.notify_all();
    }
}

/// Xorshift; the state is never 0.
fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random >> 16
}

impl State {
    fn is_ready(&self, stream: &Stream) -> bool {
        match stream.operations.front() {
            None => false,
            Some(Operation::Wait { record }) => self.has_passed(*record),
            Some(Operation::Semaphore { semaphore, value, is_wait: true }) => semaphore.has_reached(*value),
            Some(_) => true,
        }
    }

    /// Whether a stream waits for a semaphore, which other programs may signal.
    fn waits_for_others(&self) -> bool {
        let mut first = self.streams.values().filter_map(|stream| stream.operations.front());
        first.any(|operation| matches!(operation, Operation::Semaphore { is_wait: true, .. }))
    }
}
