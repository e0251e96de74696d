//! Resources that devices free before CUDA ends at the exit of the process: memory, events and threads that they keep
//! for later use. Contexts may outlive CUDA, if static objects have them.

use std::sync::{Arc, Once, Weak};

use parking_lot::Mutex;

use crate::api;

/// An owner of CUDA objects that are kept for later use.
pub trait Trim: Send + Sync {
    /// Frees all that it only keeps.
    fn trim_at_exit(&self);
}

static REGISTERED: Mutex<Vec<Weak<dyn Trim>>> = Mutex::new(Vec::new());

/// Trims an object when the process exits. CUDA has been initialized: its own exit handlers run
/// later.
pub fn register(object: Weak<dyn Trim>) {
    static HANDLER: Once = Once::new();
    let mut registered = REGISTERED.lock();
    registered.retain(|object| object.strong_count() > 0);
    registered.push(object);
    drop(registered);
    HANDLER.call_once(|| api::at_exit(at_exit));
}

extern "C" fn at_exit() {
    // There is no caller to unwind to at exit.
    let _ = std::panic::catch_unwind(trim_all);
}

fn trim_all() {
    let live: Vec<Arc<dyn Trim>> = REGISTERED.lock().iter().filter_map(Weak::upgrade).collect();
    live.iter().for_each(|object| object.trim_at_exit());
}
