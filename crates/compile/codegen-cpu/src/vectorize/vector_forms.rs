//! Calls that there are vector forms of.

use tandem_ir::{Inst, Intrinsic};

use super::instructions::computes_wide;
use crate::vector_math::LibraryFunction;

/// The callee for vectors.
#[derive(Clone, Copy)]
pub enum Callee {
    /// This intrinsic.
    Intrinsic(Intrinsic),
    /// The vector form of a function of the mathematics library.
    Library(LibraryFunction),
}

/// How a function is called on vectors.
pub struct VectorForm {
    /// The callee.
    pub callee: Callee,
    /// The argument that is one constant for all lanes.
    pub scalar: Option<usize>,
    /// The types that it is overloaded on.
    pub overload: Overload,
}

/// The types that an intrinsic is overloaded on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Overload {
    /// The type of its result.
    Result,
    /// The type of its argument.
    Argument,
    /// Both.
    Both,
}

impl VectorForm {
    /// The form of a call that does the same to each element.
    pub fn of(call: Inst<'_>) -> Option<Self> {
        if computes_wide(call) {
            return None;
        }
        match call.intrinsic() {
            Some(intrinsic) => Self::of_intrinsic(intrinsic),
            None => LibraryFunction::of(call.called_function()?).map(|function| Self::plain(Callee::Library(function))),
        }
    }

    fn plain(callee: Callee) -> Self {
        Self { callee, scalar: None, overload: Overload::Result }
    }

    fn of_intrinsic(intrinsic: Intrinsic) -> Option<Self> {
        use Intrinsic::*;
        let plain = Self::plain(Callee::Intrinsic(intrinsic));
        Some(match intrinsic {
            Abs | CountLeadingZeros | CountTrailingZeros => Self { scalar: Some(1), ..plain },
            FpToSintSat | FpToUintSat => Self { overload: Overload::Both, ..plain },
            SaddWithOverflow | SsubWithOverflow | SmulWithOverflow | UaddWithOverflow | UsubWithOverflow
            | UmulWithOverflow => Self { overload: Overload::Argument, ..plain },
            Acos | Asin | Atan | BitReverse | ByteSwap | Canonicalize | Ceil | CopySign | Cos | Cosh | CountOnes
            | Exp | Exp10 | Exp2 | Fabs | Floor | Fma | FmulAdd | FunnelShiftLeft | FunnelShiftRight | Log | Log10
            | Log2 | Maximum | MaxNum | Minimum | MinNum | NearbyInt | Pow | Rint | Round | RoundEven | SaddSat
            | Sin | Sinh | Smax | Smin | Sqrt | SshlSat | SsubSat | Tan | Tanh | Trunc | UaddSat | Umax | Umin
            | UshlSat | UsubSat => plain,
            _ => return None,
        })
    }
}
