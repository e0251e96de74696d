//! The plugin's side of PI's handles: the common head of every object that a handle refers to. It
//! has a tag that identifies the type, checked whenever a handle is passed in, and the caller's
//! reference count. (The host's side of such an object is `tandem_pi_host::Owned`.)
//!
//! A handle is the address of an [`Object`] in an [`Arc`]. The references that the caller holds are
//! counted separately from the `Arc`: together they own one strong count. So an object that others
//! keep alive (the context of a queue) survives the caller's last release, and may be retained
//! again after a query has returned it.

use std::ffi::c_void;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use tandem_concurrency::Unique;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

/// The tag of an object that was destroyed.
const DEAD: u64 = 0xdead_7061_6e64_656d;

/// A type with its own kind of handle.
pub trait Kind {
    /// Its handle.
    type Raw: Handle;
    /// The tag in the head of its objects; no two kinds share one.
    const TAG: u64;
    /// The code for a handle that is none of this kind.
    const INVALID: PiResult;
    /// The name of the type in messages.
    const NAME: &'static str;
}

/// A value with a tag and the caller's reference count.
#[repr(C)]
pub struct Object<T> {
    tag: AtomicU64,
    references: AtomicU32,
    value: T,
}

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Kind> Object<T> {
    /// An object that no caller holds yet.
    pub fn new(value: T) -> Arc<Self> {
        Self::unique(value).share()
    }

    /// The handle of the object, without a reference for the caller.
    pub fn handle(&self) -> T::Raw {
        T::Raw::from_address(std::ptr::from_ref(self).cast_mut().cast())
    }

    /// How many references callers hold.
    pub fn references(&self) -> u32 {
        self.references.load(Ordering::Relaxed)
    }

    /// An object that is not shared yet, or that no caller holds any more.
    pub fn unique(value: T) -> Unique<Self> {
        Unique::new(Self { tag: AtomicU64::new(T::TAG), references: AtomicU32::new(0), value })
    }

    /// The value of an object that is not shared.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// Passes an unshared object to the caller, with one reference.
    pub fn publish_unique(mut object: Unique<Self>) -> T::Raw {
        *object.references.get_mut() = 1;
        T::Raw::from_address(Arc::into_raw(object.share()).cast_mut().cast())
    }

    /// Hands the object to the caller, with one reference.
    pub fn publish(self: Arc<Self>) -> T::Raw {
        if self.references.fetch_add(1, Ordering::Relaxed) != 0 {
            // The caller's references have their strong count already.
            return self.handle();
        }
        T::Raw::from_address(Arc::into_raw(self).cast_mut().cast())
    }

    /// The object at the address that is a handle.
    ///
    /// # Safety
    /// An object that is there, of whatever kind, stays there while the result is in use.
    #[inline]
    pub unsafe fn at<'a>(address: *mut c_void) -> Result<&'a Self, Failure> {
        let ptr = address.cast::<Self>();
        if ptr.is_null() || !ptr.is_aligned() {
            return Err(invalid::<T>(if ptr.is_null() { "null" } else { "not an object" }));
        }
        // SAFETY: aligned and not null; every kind of object begins with a tag.
        let tag = unsafe { &(*ptr).tag }.load(Ordering::Relaxed);
        if tag != T::TAG {
            return Err(invalid::<T>(if tag == DEAD { "destroyed" } else { "of another kind" }));
        }
        // SAFETY: the tag says that the object has this type.
        Ok(unsafe { &*ptr })
    }

    /// One more owner of the object.
    pub fn shared(&self) -> Arc<Self> {
        // SAFETY: objects only exist in an `Arc`, which something keeps alive.
        unsafe {
            Arc::increment_strong_count(self);
            Arc::from_raw(self)
        }
    }

    /// Adds a reference of the caller.
    pub fn retain(&self) {
        if self.references.fetch_add(1, Ordering::Relaxed) == 0 {
            // The caller's references own one count.
            std::mem::forget(self.shared());
        }
    }

    /// Takes a reference of the caller back. Returns how many there are still, or `None` if there were
    /// none. The last leaves the strong count to whoever takes it back.
    pub fn release(&self) -> Option<u32> {
        let decrement = |count: u32| count.checked_sub(1);
        #[allow(deprecated, reason = "its new name is newer than the least version of Rust")]
        let before = self.references.fetch_update(Ordering::AcqRel, Ordering::Relaxed, decrement);
        before.ok().map(|count| count - 1)
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // This makes a handle that outlives its object recognizable, as long as the allocator does
        // not overwrite the word.
        self.tag.store(DEAD, Ordering::Relaxed);
    }
}

/// The failure for a handle of which no object of this kind can be had.
#[cold]
pub fn invalid<T: Kind>(reason: &str) -> Failure {
    Failure::new(T::INVALID, format!("the {} handle is {reason}", T::NAME))
}
