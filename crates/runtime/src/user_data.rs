//! Data that the C++ headers attach to a queue or a context.

use std::ffi::c_void;
use std::sync::OnceLock;

/// A slot for one pointer and its destructor.
#[derive(Debug, Default)]
pub struct UserData(OnceLock<Attached>);

#[derive(Debug)]
struct Attached {
    data: usize,
    destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl UserData {
    /// Attaches data. False if there is some already.
    ///
    /// # Safety
    /// `destroy` may be called with `data` once, from any thread.
    pub unsafe fn set(&self, data: *mut c_void, destroy: Option<unsafe extern "C" fn(*mut c_void)>) -> bool {
        let data = data as usize;
        self.0.set(Attached { data, destroy }).is_ok()
    }

    /// The data; null if there is none.
    pub fn get(&self) -> *mut c_void {
        self.0.get().map_or(0, |attached| attached.data) as *mut c_void
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: whoever attached the data has allowed this one call.
            unsafe { destroy(self.data as *mut c_void) };
        }
    }
}
