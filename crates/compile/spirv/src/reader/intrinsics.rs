//! LLVM intrinsics that a producer could not express in SPIR-V and wrote as imported functions of their LLVM name, as
//! SPIRV-LLVM-Translator does on request (DPC++'s device libraries contain `llvm.is.fpclass.f32`).

use tandem_ir::{Function, Intrinsic, Type};

use super::classes::{Class, is_class};
use super::state::Reader;

/// Whether it is an intrinsic of values only.
fn is_pure(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        Abs | BitReverse
            | ByteSwap
            | Canonicalize
            | CountLeadingZeros
            | CountOnes
            | CountTrailingZeros
            | FpToSintSat
            | FpToUintSat
            | FunnelShiftLeft
            | FunnelShiftRight
            | IsFpClass
            | Maximum
            | Minimum
            | RoundEven
            | SaddSat
            | SaddWithOverflow
            | Smax
            | Smin
            | SmulWithOverflow
            | SshlSat
            | SsubSat
            | SsubWithOverflow
            | UaddSat
            | UaddWithOverflow
            | Umax
            | Umin
            | UmulWithOverflow
            | UshlSat
            | UsubSat
            | UsubWithOverflow
    )
}

impl<'m> Reader<'m, '_> {
    /// The intrinsic that an imported function of this name and type is, if
    /// device code may use it.
    pub fn imported_intrinsic(&self, name: &str, ty: Type<'m>) -> Option<Function<'m>> {
        let intrinsic = Intrinsic::of_symbol(name).filter(|intrinsic| is_pure(*intrinsic))?;
        let params = ty.params();
        let operand = *params.first()?;
        if !(is_class(operand, Class::Int) || is_class(operand, Class::Float)) {
            return None;
        }
        let converts = matches!(intrinsic, Intrinsic::FpToSintSat | Intrinsic::FpToUintSat);
        if converts && !is_class(ty.return_type(), Class::Int) {
            return None;
        }
        let overload = if converts { vec![ty.return_type(), operand] } else { vec![operand] };
        let function = self.module.intrinsic(intrinsic, &overload);
        // With any other type it stays an import, which nothing will resolve.
        (function.function_type() == ty && function.name() == name).then_some(function)
    }
}
