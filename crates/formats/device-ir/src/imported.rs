//! Builtins that SPIR-V has no instruction for. A SPIR-V module imports them as functions, and the
//! device provides them.

use crate::effects::Effects;
use crate::signature_class::SignatureClass;

macro_rules! imported {
    ($($(#[doc = $semantics:literal])+ $function:ident = $name:literal, $signature:ident, $effects:ident;)*) => {
        /// A builtin that SPIR-V modules import; its name is `__spirv_tandem_<name>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ImportedFunction {
            $($(#[doc = $semantics])+ $function,)*
        }

        impl ImportedFunction {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$function),*];

            /// The function of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$function),)*
                    _ => None,
                }
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$function => $name,)*
                }
            }

            /// Its operation or result.
            pub const fn semantics(self) -> &'static str {
                match self {
                    $(Self::$function => concat!($($semantics),+).trim_ascii(),)*
                }
            }

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$function => SignatureClass::$signature,)*
                }
            }

            /// The side effects of a call.
            pub const fn effects(self) -> Effects {
                match self {
                    $(Self::$function => Effects::$effects,)*
                }
            }
        }
    };
}

// A row: the function's operation; name, signature, effects.
imported! {
    /// Sets all elements of a matrix to the value with the given bits.
    MatrixFill = "matrix_fill", MatrixFill, Memory;
    /// Reads a matrix from memory.
    MatrixLoad = "matrix_load", MatrixLoad, Convergent;
    /// Writes a matrix to memory.
    MatrixStore = "matrix_store", MatrixStore, Convergent;
    /// The product of two matrices, added to a third.
    MatrixMultiplyAdd = "matrix_multiply_add", MatrixMultiplyAdd, Convergent;
    /// Starts to copy 4, 8 or 16 bytes, aligned to that size, from global to local memory. They are visible to the
    /// work-item after `async_wait`, and to others after a barrier that follows it.
    AsyncCopy = "async_copy", AsyncCopyBytes, Memory;
    /// Makes a batch of the copies that the work-item has started since the last batch, and returns the batch's
    /// number, which is one higher than the last.
    AsyncCommit = "async_commit", AsyncCommit, Memory;
    /// Waits until the copies of `batch` and of earlier batches are complete.
    AsyncWait = "async_wait", AsyncWait, Memory;
    /// The combination of the values of those work-items of a sub-group that `members` has bits for, which
    /// have to make the call together.
    MembersCombine = "members_combine", MembersCombine, Convergent;
    /// The `value` of work-item `id`, which is one of those work-items of a sub-group that `members`
    /// has bits for, which have to make the call together.
    MembersShuffle = "members_shuffle", MembersShuffle, Convergent;
}
