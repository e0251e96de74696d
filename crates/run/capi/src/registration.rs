//! Registration of device images, called by the constructors and destructors
//! of wrapper objects.

use std::ffi::c_void;

use crate::call::silent;

/// `tandem_register_images`
///
/// # Safety
/// `binaries` is null or points to a `pi_device_binaries_struct` that stays in
/// place until it is unregistered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_register_images(binaries: *mut c_void) {
    silent(|| {
        if !binaries.is_null() {
            // SAFETY: the caller's duty. It can only fail after shutdown, when kernels are no
            // longer looked up.
            let _ = unsafe { tandem_runtime::register_images(binaries as usize) };
        }
    });
}

/// `tandem_unregister_images`
///
/// # Safety
/// `binaries` is null or was registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_unregister_images(binaries: *mut c_void) {
    silent(|| tandem_runtime::unregister_images(binaries as usize));
}
