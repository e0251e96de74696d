//! Objects of the program that the runtime keeps: what the C++ headers attach to a queue
//! or a context, and exceptions.

use std::ffi::c_void;
use std::sync::OnceLock;

use crate::base::callbacks;
use crate::base::library::LibraryHold;

/// Destroys an object.
pub type Destroy = unsafe extern "C" fn(*mut c_void);

/// A program object that the runtime destroys in a place where no lock is held
/// ([`callbacks::destroy`]). The library that contains the destructor stays open until then.
#[derive(Debug)]
pub struct OwnedObject(Option<Destruction>);

#[derive(Debug)]
struct Destruction {
    address: usize,
    destroy: Option<Destroy>,
    // Dropped after the call of the destructor.
    _library: LibraryHold,
}

impl OwnedObject {
    /// Takes an object over.
    ///
    /// # Safety
    /// `destroy` may be called with `object` once, from any thread.
    pub unsafe fn new(object: *mut c_void, destroy: Option<Destroy>) -> Self {
        let code = destroy.map_or(std::ptr::null(), |destroy| destroy as *const c_void);
        Self(Some(Destruction { address: object as usize, destroy, _library: LibraryHold::of(code) }))
    }

    /// Where it is.
    pub fn as_ptr(&self) -> *mut c_void {
        self.0.as_ref().map_or(std::ptr::null_mut(), |object| object.address as *mut c_void)
    }

    /// Leaves the object to the program.
    fn give_back(mut self) {
        self.0.iter_mut().for_each(|object| object.destroy = None);
    }
}

impl Drop for OwnedObject {
    fn drop(&mut self) {
        self.0.take().filter(|object| object.destroy.is_some()).into_iter().for_each(callbacks::destroy);
    }
}

impl Drop for Destruction {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: `OwnedObject::new` has allowed this one call.
            callbacks::here(|| unsafe { destroy(self.address as *mut c_void) });
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
        self.0.set(object).map_err(OwnedObject::give_back).is_ok()
    }

    /// The object; null if there is none.
    pub fn get(&self) -> *mut c_void {
        self.0.get().map_or(std::ptr::null_mut(), OwnedObject::as_ptr)
    }
}
