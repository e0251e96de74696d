//! Functions of OpenCL.

use std::ffi::{c_int, c_void};

use crate::config::config;

/// The result of a function, apart from its answers.
pub type Outcome = Result<(), c_int>;

/// Runs a function that returns a status.
pub fn status(name: &str, body: impl FnOnce() -> Outcome) -> c_int {
    if let Some(code) = config().failure(name) {
        return code;
    }
    body().err().unwrap_or(0)
}

/// Runs a function that returns an object, and its status through a pointer that may be null.
pub fn object(name: &str, out: *mut c_int, body: impl FnOnce() -> Result<usize, c_int>) -> *mut c_void {
    let made = config().failure(name).map_or_else(body, Err);
    if !out.is_null() {
        // SAFETY: the caller's to write.
        unsafe { out.write(made.err().unwrap_or(0)) };
    }
    made.unwrap_or(0) as *mut c_void
}

/// Defines functions that return a status. Their contract is that of `cl.h`.
macro_rules! exported {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
        pub extern "C" fn $name($($arg: $type),*) -> std::ffi::c_int {
            $crate::exported::status(stringify!($name), || $body)
        }
    )*};
}

/// Defines functions that return an object, and a status through one more parameter at the end.
macro_rules! created {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
        pub extern "C" fn $name($($arg: $type,)* status: *mut std::ffi::c_int) -> *mut std::ffi::c_void {
            $crate::exported::object(stringify!($name), status, || $body)
        }
    )*};
}

pub(crate) use {created, exported};
