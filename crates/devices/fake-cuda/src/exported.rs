//! Functions of the API.

use crate::codes::{Code, INVALID_VALUE, SUCCESS};

/// Stores a result of a call.
///
/// # Safety
/// `place` is valid for a value, or null.
pub unsafe fn store<T>(place: *mut T, value: T) -> Code {
    if place.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: the caller's duty.
    unsafe { place.write(value) };
    SUCCESS
}

/// Defines functions of the API. Their contract is that of `cuda.h`.
macro_rules! exported {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        ///
        /// # Safety
        /// As `cuda.h` says.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
        pub unsafe extern "C" fn $name($($arg: $type),*) -> $crate::codes::Code {
            #[allow(clippy::redundant_closure_call, reason = "the body returns early")]
            (|| -> Result<$crate::codes::Code, $crate::codes::Code> { $body })().unwrap_or_else(|code| code)
        }
    )*};
}

pub(crate) use exported;
