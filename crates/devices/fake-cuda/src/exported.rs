//! Functions of the API.

/// Defines functions of the API. Their contract is that of `cuda.h`.
macro_rules! exported {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
        pub extern "C" fn $name($($arg: $type),*) -> $crate::codes::Code {
            #[allow(clippy::redundant_closure_call, reason = "the body returns early")]
            (|| -> Result<$crate::codes::Code, $crate::codes::Code> { $body })().unwrap_or_else(|code| code)
        }
    )*};
}

pub(crate) use exported;
