//! Native handles. The driver layer has none that mean something outside of
//! it, so the native handle of a PI object is its PI handle.

use tandem_pi::export::Failure;
use tandem_pi::*;

use crate::args::required;
use crate::object::{Kind, borrow, retain};

/// `piext*GetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn get<T: Kind>(handle: T::Raw, out: *mut PiNativeHandle) -> Result<(), Failure> {
    let out = required(out, "the place for the native handle")?;
    // SAFETY: the caller's duty.
    unsafe {
        borrow::<T>(handle)?;
        out.write(handle.address() as usize);
    }
    Ok(())
}

/// `piext*CreateWithNativeHandle` of platforms and root devices, which are not
/// reference counted.
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn find<T: Kind>(native: PiNativeHandle, out: *mut T::Raw) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    let handle = T::Raw::from_address(native as *mut std::ffi::c_void);
    // SAFETY: the caller's duty.
    unsafe {
        borrow::<T>(handle)?;
        out.write(handle);
    }
    Ok(())
}

/// `piext*CreateWithNativeHandle`: one more reference to the same object.
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn create<T: Kind>(native: PiNativeHandle, out: *mut T::Raw) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    let handle = T::Raw::from_address(native as *mut std::ffi::c_void);
    // SAFETY: the caller's duty.
    unsafe {
        retain::<T>(handle)?;
        out.write(handle);
    }
    Ok(())
}
