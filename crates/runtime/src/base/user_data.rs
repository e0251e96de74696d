//! Objects of the program that the runtime keeps: what the C++ headers attach to a queue
//! or a context, and exceptions.

use std::ffi::c_void;
use std::sync::OnceLock;

use crate::base::library::LibraryHold;

/// Destroys an object.
pub type Destroy = unsafe extern "C" fn(*mut c_void);

/// An object of the program that the runtime destroys. The library that the destructor
/// lies in stays open until then.
#[derive(Debug)]
pub struct OwnedObject {
    address: usize,
    destroy: Option<Destroy>,
    // Dropped behind the call of the destructor.
    _library: LibraryHold,
}

impl OwnedObject {
    /// Takes an object over.
    ///
    /// # Safety
    /// `destroy` may be called with `object` once, from any thread.
    pub unsafe fn new(object: *mut c_void, destroy: Option<Destroy>) -> Self {
        let code = destroy.map_or(std::ptr::null(), |destroy| destroy as *const c_void);
        Self { address: object as usize, destroy, _library: LibraryHold::of(code) }
    }

    /// Where it is.
    pub fn as_ptr(&self) -> *mut c_void {
        self.address as *mut c_void
    }
}

impl Drop for OwnedObject {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: `new` has allowed this one call.
            unsafe { destroy(self.as_ptr()) };
        }
    }
}

/// A slot for one object of the program.
#[derive(Debug, Default)]
pub struct UserData(OnceLock<OwnedObject>);

impl UserData {
    /// Attaches an object. False, and the object stays the caller's, if there is one already.
    ///
    /// # Safety
    /// As for [`OwnedObject::new`].
    pub unsafe fn set(&self, object: *mut c_void, destroy: Option<Destroy>) -> bool {
        // SAFETY: the caller's duty.
        let object = unsafe { OwnedObject::new(object, destroy) };
        self.0.set(object).map_err(|mut refused| refused.destroy = None).is_ok()
    }

    /// The object; null if there is none.
    pub fn get(&self) -> *mut c_void {
        self.0.get().map_or(std::ptr::null_mut(), OwnedObject::as_ptr)
    }
}
