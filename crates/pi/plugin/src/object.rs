//! The plugin's side of PI's handles, the common head of every object that one leads to:
//! a tag that says what it is, checked whenever a handle comes in, and the caller's
//! reference count. (What a host has of such an object is `tandem_pi_host::Owned`.)
//!
//! A handle is the address of an [`Object`] in an [`Arc`]. The references that the
//! caller holds are counted apart from the `Arc`: together they own one strong
//! count. So an object that others keep alive (the context of a queue) survives
//! the caller's last release, and may be retained anew when a query returned it.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use tandem_concurrency::Unique;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

/// The tag of an object that was destroyed.
const DEAD: u64 = 0xdead_7061_6e64_656d;

/// A type that has handles of its own.
pub trait Kind {
    /// Its handle.
    type Raw: Handle;
    /// What the head of its objects holds; no two kinds share one.
    const TAG: u64;
    /// The code for a handle that is none of this kind.
    const INVALID: PiResult;
    /// What messages call it.
    const NAME: &'static str;
}

/// A value behind its tag and the caller's reference count.
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

    /// An object that nobody holds yet, or a caller any more.
    pub fn unique(value: T) -> Unique<Self> {
        Unique::new(Self { tag: AtomicU64::new(T::TAG), references: AtomicU32::new(0), value })
    }

    /// The value of an object that nobody shares.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// Hands an object to the caller that nobody holds, with one reference.
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
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // A handle that outlives its object is then recognised, as far as the
        // allocator leaves the word alone.
        self.tag.store(DEAD, Ordering::Relaxed);
    }
}

/// The object of a handle.
///
/// # Safety
/// A handle that is neither null nor of another kind is alive, and stays so
/// while the result is in use.
#[inline]
pub unsafe fn borrow<'a, T: Kind>(handle: T::Raw) -> Result<&'a Object<T>, Failure> {
    let ptr = handle.address().cast::<Object<T>>();
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

/// A shared owner of the object of a handle.
///
/// # Safety
/// As for [`borrow`].
pub unsafe fn share<T: Kind>(handle: T::Raw) -> Result<Arc<Object<T>>, Failure> {
    // SAFETY: the caller's duty is the same.
    let object: *const Object<T> = unsafe { borrow::<T>(handle)? };
    // SAFETY: objects only exist in an `Arc`, which something keeps alive.
    unsafe {
        Arc::increment_strong_count(object);
        Ok(Arc::from_raw(object))
    }
}

/// Shared owners of the objects of several handles.
///
/// # Safety
/// As for [`borrow`], for each handle.
pub unsafe fn share_all<T: Kind>(handles: &[T::Raw]) -> Result<Vec<Arc<Object<T>>>, Failure> {
    handles
        .iter()
        // SAFETY: the caller's duty is the same.
        .map(|&handle| unsafe { share::<T>(handle) })
        .collect()
}

/// Adds a reference of the caller.
///
/// # Safety
/// As for [`borrow`].
pub unsafe fn retain<T: Kind>(handle: T::Raw) -> Result<(), Failure> {
    // SAFETY: the caller's duty is the same.
    let object = unsafe { borrow::<T>(handle)? };
    if object.references.fetch_add(1, Ordering::Relaxed) == 0 {
        // SAFETY: the object is alive; the caller's references own one count.
        unsafe { Arc::increment_strong_count(std::ptr::from_ref(object)) };
    }
    Ok(())
}

/// Takes a reference of the caller back. Returns the strong count that the
/// caller's references had, if this was the last of them.
///
/// # Safety
/// As for [`borrow`]; the caller gives its reference up.
pub unsafe fn release<T: Kind>(handle: T::Raw) -> Result<Option<Arc<Object<T>>>, Failure> {
    // SAFETY: the caller's duty is the same.
    let object = unsafe { borrow::<T>(handle)? };
    let decrement = |count: u32| count.checked_sub(1);
    #[allow(deprecated, reason = "its new name is newer than the least version of Rust")]
    match object.references.fetch_update(Ordering::AcqRel, Ordering::Relaxed, decrement) {
        // SAFETY: the last reference gives back the strong count that all of
        // them shared.
        Ok(1) => Ok(Some(unsafe { Arc::from_raw(std::ptr::from_ref(object)) })),
        Ok(_) => Ok(None),
        Err(_) => Err(invalid::<T>("released more often than retained")),
    }
}

#[cold]
fn invalid<T: Kind>(reason: &str) -> Failure {
    Failure::new(T::INVALID, format!("the {} handle is {reason}", T::NAME))
}

#[cfg(test)]
mod tests {
    use std::ffi::c_void;

    use super::*;

    struct Thing(#[allow(dead_code, reason = "gives the object a size")] u8);
    impl Kind for Thing {
        type Raw = PiMem;
        const TAG: u64 = 1;
        const INVALID: PiResult = PI_ERROR_INVALID_MEM_OBJECT;
        const NAME: &'static str = "thing";
    }

    struct Other;
    impl Kind for Other {
        type Raw = PiMem;
        const TAG: u64 = 2;
        const INVALID: PiResult = PI_ERROR_INVALID_VALUE;
        const NAME: &'static str = "other";
    }

    #[test]
    fn handles_of_another_kind_are_refused() {
        let handle = Object::new(Thing(0)).publish();
        // SAFETY: the handle is alive.
        unsafe {
            assert!(borrow::<Thing>(handle).is_ok());
            assert_eq!(borrow::<Other>(handle).err().unwrap().code, PI_ERROR_INVALID_VALUE);
            assert_eq!(borrow::<Thing>(PiMem::NULL).err().unwrap().code, PI_ERROR_INVALID_MEM_OBJECT);
            assert!(borrow::<Thing>(PiMem::from_ptr(3 as *mut c_void)).is_err());
            release::<Thing>(handle).unwrap();
        }
    }

    #[test]
    fn an_object_that_others_hold_survives_and_can_be_retained_anew() {
        let object = Object::new(Thing(0));
        let handle = Arc::clone(&object).publish();
        // SAFETY: `object` keeps the handle alive.
        unsafe {
            retain::<Thing>(handle).unwrap();
            assert_eq!(object.references(), 2);
            assert!(release::<Thing>(handle).unwrap().is_none());
            assert!(release::<Thing>(handle).unwrap().is_some());
            assert!(release::<Thing>(handle).is_err());
            assert_eq!(Arc::strong_count(&object), 1);
            retain::<Thing>(handle).unwrap();
            assert_eq!(Arc::strong_count(&object), 2);
            release::<Thing>(handle).unwrap();
        }
        assert_eq!(Arc::strong_count(&object), 1);
    }
}
