//! The handles of the runtime's C ABI, the common head of every object that leaves as
//! one: a tag that says what the object is, checked whenever a handle comes back. They
//! are not PI's, which the runtime has as `tandem_pi_host::Owned`.
//!
//! Handles are `Arc::into_raw` of an `Arc<Object<T>>`, so the tag is the first
//! word that a handle points to, whatever its kind.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A type with its own kind of handle.
pub trait Kind {
    /// The tag of this kind of object; no two kinds share one.
    const TAG: u64;

    /// The program has got one more handle.
    fn handle_added(&self) {}

    /// The program gives a handle up, on this thread, which holds no lock of the runtime.
    fn handle_removed(&self) {}
}

/// The tag of an object that was destroyed.
const DEAD: u64 = 0xdead_0000_5ec1_0bad;

/// A tagged value.
#[derive(Debug)]
#[repr(C)]
pub struct Object<T> {
    tag: AtomicU64,
    value: T,
}

impl<T: Kind> Object<T> {
    /// A new, shared object.
    pub fn new(value: T) -> Arc<Self> {
        Arc::new(Self::with_tag(value))
    }

    /// A new, shared object that knows itself.
    pub fn new_cyclic(make: impl FnOnce(&std::sync::Weak<Self>) -> T) -> Arc<Self> {
        Arc::new_cyclic(|weak| Self::with_tag(make(weak)))
    }

    fn with_tag(value: T) -> Self {
        Self { tag: AtomicU64::new(T::TAG), value }
    }

    /// Makes handles of an object that waits for reuse count as those of a destroyed one.
    pub(crate) fn retire(&mut self) {
        *self.tag.get_mut() = DEAD;
    }

    /// Ends [`Object::retire`].
    pub(crate) fn revive(&mut self) {
        *self.tag.get_mut() = T::TAG;
    }

    /// The value of an object that is not shared yet.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// A reference that counts as a handle of the program.
#[derive(Debug)]
pub struct Handle<T: Kind>(Arc<Object<T>>);

impl<T: Kind> Handle<T> {
    /// A handle of an object.
    pub fn new(object: Arc<Object<T>>) -> Self {
        object.handle_added();
        Self(object)
    }
}

impl<T: Kind> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl<T: Kind> Deref for Handle<T> {
    type Target = Arc<Object<T>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Kind> Drop for Handle<T> {
    fn drop(&mut self) {
        self.0.handle_removed();
    }
}

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // This makes a handle that outlives its object recognizable, as long as the allocator does
        // not overwrite the word.
        self.tag.store(DEAD, Ordering::Relaxed);
    }
}
