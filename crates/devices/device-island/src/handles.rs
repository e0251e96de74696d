//! Native handles: numbers by which others refer to objects of the devices.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_device::NativeHandle;

/// The first handle, and the distance between two.
const STEP: usize = 0x100;

static NEXT: AtomicUsize = AtomicUsize::new(STEP);

/// The objects of one kind whose handles have been requested.
pub struct Handles<T> {
    objects: Mutex<BTreeMap<usize, Weak<T>>>,
}

impl<T> Handles<T> {
    /// None.
    pub const fn new() -> Self {
        Self { objects: Mutex::new(BTreeMap::new()) }
    }

    /// The handle of an object, which keeps it in `place`.
    pub fn handle_of(&self, place: &OnceLock<NativeHandle>, object: Weak<T>) -> NativeHandle {
        *place.get_or_init(|| {
            let handle = NEXT.fetch_add(STEP, Ordering::Relaxed);
            let mut objects = self.objects.lock();
            objects.retain(|_, known| known.strong_count() > 0);
            objects.insert(handle, object);
            NativeHandle(handle)
        })
    }

    /// The object with this handle, while it lives.
    pub fn find(&self, NativeHandle(handle): NativeHandle) -> Option<Arc<T>> {
        self.objects.lock().get(&handle)?.upgrade()
    }
}
