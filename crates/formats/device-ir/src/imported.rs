//! Builtins that SPIR-V has no instruction for. A SPIR-V module imports them as functions, and the
//! device provides them.

use crate::effects::Effects;
use crate::signature::SignatureClass;

macro_rules! imported {
    ($($(#[$doc:meta])* $function:ident = $name:literal, $signature:ident, $effects:ident;)*) => {
        /// A builtin that SPIR-V modules import; its name is `__spirv_tandem_<name>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ImportedFunction {
            $($(#[$doc])* $function,)*
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

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$function => SignatureClass::$signature,)*
                }
            }

            /// What a call does besides computing its result.
            pub const fn effects(self) -> Effects {
                match self {
                    $(Self::$function => Effects::$effects,)*
                }
            }
        }
    };
}

// name, signature, effects
imported! {
    /// Gives all elements of a [matrix](crate::matrix) a value.
    MatrixFill = "matrix_fill", MatrixFill, Memory;
    /// Reads a matrix from memory.
    MatrixLoad = "matrix_load", MatrixLoad, Convergent;
    /// Writes a matrix to memory.
    MatrixStore = "matrix_store", MatrixStore, Convergent;
    /// The product of two matrices, added to a third.
    MatrixMultiplyAdd = "matrix_multiply_add", MatrixMultiplyAdd, Convergent;
    /// Begins to copy 4, 8 or 16 bytes from global to local memory, both aligned to that size. The
    /// work-item sees them once it has waited, others behind a barrier then.
    AsyncCopy = "async_copy", AsyncCopyBytes, Memory;
    /// Ends a batch of the work-item's copies: all that it has begun since the last batch. The result
    /// is the batch's number, one higher than that of the batch before.
    AsyncCommit = "async_commit", AsyncCommit, Memory;
    /// Waits until the copies of a batch and of those before it are complete.
    AsyncWait = "async_wait", AsyncWait, Memory;
    /// The combination of the values of some work-items of a sub-group, who reach it together.
    MembersCombine = "members_combine", MembersCombine, Convergent;
    /// The value of one of some work-items of a sub-group, who reach it together.
    MembersShuffle = "members_shuffle", MembersShuffle, Convergent;
}
