//! Numbers of kernel slots. Queues keep the kernels that they have launched in tables
//! that are indexed by these numbers. Numbers of closed libraries are reused, which
//! keeps the tables small.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::programs::module_of;

static NUMBERS: Mutex<Option<Numbers>> = Mutex::new(None);

#[derive(Default)]
struct Numbers {
    /// How many were ever given out at the same time.
    count: usize,
    free: Vec<usize>,
    by_module: FxHashMap<usize, Vec<usize>>,
}

/// The number of a slot, from 1; given to it now if it has none.
pub(crate) fn number(slot: &AtomicUsize) -> usize {
    let known = slot.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let module = module_of(std::ptr::from_ref(slot) as usize);
    let mut numbers = NUMBERS.lock();
    let known = slot.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let numbers = numbers.get_or_insert_default();
    let number = numbers.free.pop().unwrap_or_else(|| {
        numbers.count += 1;
        numbers.count
    });
    numbers.by_module.entry(module).or_default().push(number);
    slot.store(number, Ordering::Relaxed);
    number
}

/// Takes back the numbers of a module's slots, which go with the module. What
/// queues remember under them must be forgotten already.
pub(crate) fn release(module: usize) {
    if let Some(numbers) = &mut *NUMBERS.lock() {
        // Memory that belongs to no module is not closed.
        let released = if module == 0 { None } else { numbers.by_module.remove(&module) };
        numbers.free.extend(released.unwrap_or_default());
    }
}
