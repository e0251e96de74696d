//! Objects of the driver by the native handles that programs have requested, so that a queue around a stream of a queue
//! is that queue.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_device::NativeHandle;

/// Objects of one type, by their native handles.
pub struct Handles<T>(Mutex<Option<HashMap<usize, Weak<T>>>>);

impl<T> Handles<T> {
    /// No objects.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Remembers an object by its handle.
    pub fn add(&self, handle: usize, object: Weak<T>) -> NativeHandle {
        let mut objects = self.0.lock();
        let objects = objects.get_or_insert_default();
        objects.retain(|_, object| object.strong_count() > 0);
        objects.insert(handle, object);
        NativeHandle(handle)
    }

    /// The live object with this handle.
    pub fn find(&self, handle: NativeHandle) -> Option<Arc<T>> {
        self.0.lock().as_ref()?.get(&handle.0)?.upgrade()
    }
}
