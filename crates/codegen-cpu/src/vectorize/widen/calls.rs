//! Calls: of intrinsics with vector forms, or else one for each lane.

use tandem_ir::{Inst, Intrinsic, Value};

use super::Widener;
use super::arithmetic::keep_flags;

impl<'m> Widener<'_, 'm> {
    /// A call whose results vary.
    pub(super) fn call(&mut self, inst: Inst<'m>) -> Value<'m> {
        let Some(form) = inst.intrinsic().and_then(VectorForm::of) else {
            return self.each_lane(inst).expect("a call with a result");
        };
        let args: Vec<_> = inst
            .args()
            .into_iter()
            .enumerate()
            .map(|(index, arg)| if form.scalar == Some(index) { arg } else { self.vector(arg) })
            .collect();
        let mut types = vec![self.vector_type(inst.ty())];
        types.extend(form.converts.then(|| args[0].ty()));
        let intrinsic = inst.intrinsic().expect("an intrinsic");
        let call = self.builder.intrinsic(self.module, intrinsic, &types, &args);
        keep_flags(inst, call.value())
    }
}

/// How an intrinsic is called on vectors.
struct VectorForm {
    /// The argument that is one constant for all lanes.
    scalar: Option<usize>,
    /// Whether it is overloaded on the type of its argument, too.
    converts: bool,
}

impl VectorForm {
    /// The form of an intrinsic that does the same to each element.
    fn of(intrinsic: Intrinsic) -> Option<Self> {
        use Intrinsic::*;
        let plain = Self { scalar: None, converts: false };
        Some(match intrinsic {
            Abs | CountLeadingZeros | CountTrailingZeros => Self { scalar: Some(1), ..plain },
            FpToSintSat | FpToUintSat => Self { converts: true, ..plain },
            Acos | Asin | Atan | BitReverse | ByteSwap | Canonicalize | Ceil | CopySign | Cos | Cosh | CountOnes
            | Exp | Exp10 | Exp2 | Fabs | Floor | Fma | FmulAdd | FunnelShiftLeft | FunnelShiftRight | Log | Log10
            | Log2 | Maximum | MaxNum | Minimum | MinNum | NearbyInt | Pow | Rint | Round | RoundEven | SaddSat
            | Sin | Sinh | Smax | Smin | Sqrt | SshlSat | SsubSat | Tan | Tanh | Trunc | UaddSat | Umax | Umin
            | UshlSat | UsubSat => plain,
            _ => return None,
        })
    }
}
