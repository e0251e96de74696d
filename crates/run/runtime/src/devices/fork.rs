//! The runtime in a child of `fork`.
//!
//! The child has a copy of all objects but only the thread that forked: the back ends' threads are
//! gone, and locks may be held by threads that do not exist in the child. So the child must neither
//! wait for anything nor call a plugin. A child that was forked before the first platforms query
//! has a fresh runtime.

use std::sync::OnceLock;

use crate::base::process;

/// The function that abandons the resources which a child cannot use.
static ABANDON: OnceLock<fn()> = OnceLock::new();

/// Registers a handler for `fork`: it marks child processes and calls `abandon`, which may not even allocate. The first
/// call counts.
pub(super) fn register(abandon: fn()) {
    ABANDON.get_or_init(|| {
        // SAFETY: the function takes no arguments and does not unwind. Failing
        // means that memory is exhausted.
        let _ = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
        abandon
    });
}

/// Only stores to atomics: the child may not even allocate.
unsafe extern "C" fn in_child() {
    process::set_forked();
    if let Some(abandon) = ABANDON.get() {
        abandon();
    }
}
