//! The parameters that are handles.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::Arc;

use tandem_device::{DevicePtr, NativeHandle};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::{Handle as Raw, PiNativeHandle};

use crate::object::{Kind, Object, invalid};
use crate::parameters::{Bytes, List, Parameter};

/// A handle of an object that something keeps alive, or no such handle: null, or one of another kind.
#[repr(transparent)]
pub struct Handle<'a, T: Kind>(T::Raw, PhantomData<&'a Object<T>>);

impl<T: Kind> Clone for Handle<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Kind> Copy for Handle<'_, T> {}

impl<T: Kind> Parameter for Handle<'_, T> {
    type Raw = T::Raw;

    #[inline]
    unsafe fn read(raw: T::Raw) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a, T: Kind> Handle<'a, T> {
    /// The object.
    #[inline]
    pub fn object(self) -> Result<&'a Object<T>, Failure> {
        // SAFETY: the invariant of the type.
        unsafe { Object::at(self.0.address()) }
    }

    /// The object, or `None` of null.
    pub fn if_any(self) -> Result<Option<&'a Object<T>>, Failure> {
        if self.0.address().is_null() { Ok(None) } else { self.object().map(Some) }
    }

    /// A shared owner of the object.
    pub fn shared(self) -> Result<Arc<Object<T>>, Failure> {
        self.object().map(Object::shared)
    }

    /// Adds a reference of the caller.
    pub fn retain(self) -> Result<(), Failure> {
        self.object().map(Object::retain)
    }

    /// The handle as C has it.
    pub fn raw(self) -> T::Raw {
        self.0
    }
}

/// A handle with a reference of the caller, which the caller hands over.
pub struct Reference<'a, T: Kind>(Handle<'a, T>);

impl<T: Kind> Parameter for Reference<'_, T> {
    type Raw = T::Raw;

    #[inline]
    unsafe fn read(raw: T::Raw) -> Self {
        // SAFETY: what PI says of this parameter it says of each handle.
        Self(unsafe { Handle::read(raw) })
    }
}

impl<T: Kind> Reference<'_, T> {
    /// The object.
    pub fn object(&self) -> Result<&Object<T>, Failure> {
        self.0.object()
    }

    /// Takes the reference back. Returns the strong count that the caller's references had, if this
    /// was the last of them.
    pub fn release(self) -> Result<Option<Arc<Object<T>>>, Failure> {
        let object = self.0.object()?;
        match object.release() {
            // SAFETY: the last reference gives back the strong count that all of them shared.
            Some(0) => Ok(Some(unsafe { Arc::from_raw(object) })),
            Some(_) => Ok(None),
            None => Err(invalid::<T>("released more often than retained")),
        }
    }
}

/// A list of handles, or null.
pub type Handles<'a, T> = List<'a, Handle<'a, T>>;

impl<T: Kind> Handles<'_, T> {
    /// Shared owners of the objects.
    pub fn shared(self, what: &str) -> Result<Vec<Arc<Object<T>>>, Failure> {
        self.get(what)?.iter().map(|handle| handle.shared()).collect()
    }
}

/// A place that has a handle, at any address; or null.
#[derive(Clone, Copy)]
pub struct HandleAt<'a, T: Kind>(*const T::Raw, PhantomData<&'a Object<T>>);

impl<T: Kind> Parameter for HandleAt<'_, T> {
    type Raw = *const T::Raw;

    #[inline]
    unsafe fn read(raw: *const T::Raw) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a, T: Kind> HandleAt<'a, T> {
    /// The handle; null if there is no place.
    pub fn get(self) -> Handle<'a, T> {
        let null = || T::Raw::from_address(std::ptr::null_mut());
        // SAFETY: the invariant of the type; not null.
        let raw = if self.0.is_null() { null() } else { unsafe { self.0.read_unaligned() } };
        Handle(raw, PhantomData)
    }
}

/// A kernel's argument: its size, and its bytes or null. Those of an argument that is a pointer are a pointer
/// or, as in OpenCL, the handle of a memory object.
#[derive(Clone, Copy)]
pub struct Argument<'a>(Bytes<'a>);

impl Parameter for Argument<'_> {
    type Raw = (usize, *const u8);

    #[inline]
    unsafe fn read(raw: Self::Raw) -> Self {
        // SAFETY: the bytes are there.
        Self(unsafe { List::read(raw) })
    }
}

impl<'a> Argument<'a> {
    /// The bytes.
    pub fn bytes(self) -> Bytes<'a> {
        self.0
    }

    /// The pointer to device memory that the bytes are; null if there are none.
    pub fn device_ptr(self) -> DevicePtr {
        // SAFETY: the invariant of the type; not null.
        DevicePtr(if self.0.is_null() { 0 } else { unsafe { self.0.as_ptr().cast::<u64>().read_unaligned() } })
    }

    /// The handle that the bytes are; null if there are none.
    pub fn handle<T: Kind>(self) -> Handle<'a, T> {
        HandleAt(self.0.as_ptr().cast(), PhantomData).get()
    }
}

/// A handle of the driver's back end, or the handle of an object where the driver has no such handles.
pub struct Native<'a, T>(PiNativeHandle, PhantomData<&'a Object<T>>);

impl<T> Parameter for Native<'_, T> {
    type Raw = PiNativeHandle;

    unsafe fn read(raw: PiNativeHandle) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a, T: Kind> Native<'a, T> {
    /// As the handle of the back end.
    pub fn get(&self) -> NativeHandle {
        NativeHandle(self.0)
    }

    /// As the handle of an object.
    pub fn handle(&self) -> Handle<'a, T> {
        Handle(T::Raw::from_address(self.0 as *mut c_void), PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use tandem_pi_abi::{PI_ERROR_INVALID_MEM_OBJECT, PI_ERROR_INVALID_VALUE, PiMem, PiResult};

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

    fn parameter<P: Parameter<Raw = PiMem>>(handle: PiMem) -> P {
        // SAFETY: the tests hold what they pass, or pass no handle at all.
        unsafe { P::read(handle) }
    }

    fn code<T: Kind<Raw = PiMem>>(handle: PiMem) -> PiResult {
        parameter::<Handle<'_, T>>(handle).object().err().unwrap().code
    }

    #[test]
    fn handles_of_another_kind_are_refused() {
        let handle = Object::new(Thing(0)).publish();
        assert!(parameter::<Handle<'_, Thing>>(handle).object().is_ok());
        assert_eq!(code::<Other>(handle), PI_ERROR_INVALID_VALUE);
        assert_eq!(code::<Thing>(PiMem::NULL), PI_ERROR_INVALID_MEM_OBJECT);
        assert_eq!(code::<Thing>(PiMem::from_ptr(3 as *mut c_void)), PI_ERROR_INVALID_MEM_OBJECT);
        parameter::<Reference<'_, Thing>>(handle).release().unwrap();
    }

    #[test]
    fn an_object_that_others_hold_survives_and_can_be_retained_anew() {
        let object = Object::new(Thing(0));
        let handle = Arc::clone(&object).publish();
        let retain = || parameter::<Handle<'_, Thing>>(handle).retain().unwrap();
        let release = || parameter::<Reference<'_, Thing>>(handle).release();
        retain();
        assert_eq!(object.references(), 2);
        assert!(release().unwrap().is_none());
        assert!(release().unwrap().is_some());
        assert!(release().is_err());
        assert_eq!(Arc::strong_count(&object), 1);
        retain();
        assert_eq!(Arc::strong_count(&object), 2);
        release().unwrap();
        assert_eq!(Arc::strong_count(&object), 1);
    }
}
