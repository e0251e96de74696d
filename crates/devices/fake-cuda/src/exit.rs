//! The check for objects that are left when the process ends.

use std::thread;
use std::time::Duration;

use crate::state::state;

/// Exit status of a process that leaves objects.
const LEAK_STATUS: i32 = 86;
/// How long it waits for objects to go.
const PATIENCE_MS: u32 = 500;

/// Checks for objects that are left when the process ends.
pub extern "C" fn at_exit() {
    // Threads of the driver may be about to release the last objects.
    for _ in 0..PATIENCE_MS {
        if state().lock().left().is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let state = state().lock();
    // A context that is lost takes nothing back.
    let is_lost = state.contexts.iter().any(|context| context.failed.is_some());
    if !is_lost {
        let left = state.left();
        eprintln!("fake CUDA: left at the end: {}", left.join(", "));
        // SAFETY: nothing else is to run.
        unsafe { libc::_exit(LEAK_STATUS) };
    }
}
