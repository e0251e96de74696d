//! LLVM intrinsics that a producer could not say in SPIR-V and wrote down as
//! imported functions of their LLVM name, as SPIRV-LLVM-Translator does on
//! demand (DPC++'s device libraries hold `llvm.is.fpclass.f32`).

use tandem_ir::{Function, Type};

use super::Reader;
use super::body::{Class, is_class};

/// Intrinsics of values only, without `llvm.` and type suffix.
const PURE: &[&str] = &[
    "abs",
    "bitreverse",
    "bswap",
    "canonicalize",
    "ctlz",
    "ctpop",
    "cttz",
    "fptosi.sat",
    "fptoui.sat",
    "fshl",
    "fshr",
    "is.fpclass",
    "maximum",
    "minimum",
    "roundeven",
    "sadd.sat",
    "sadd.with.overflow",
    "smax",
    "smin",
    "smul.with.overflow",
    "sshl.sat",
    "ssub.sat",
    "ssub.with.overflow",
    "uadd.sat",
    "uadd.with.overflow",
    "umax",
    "umin",
    "umul.with.overflow",
    "ushl.sat",
    "usub.sat",
    "usub.with.overflow",
];

impl<'m> Reader<'m, '_> {
    /// The intrinsic that an imported function of this name and type is, if
    /// device code may use it.
    pub fn imported_intrinsic(&self, name: &str, ty: Type<'m>) -> Option<Function<'m>> {
        let base = pure_intrinsic(name)?;
        let params = ty.params();
        let operand = *params.first()?;
        if !(is_class(operand, Class::Int) || is_class(operand, Class::Float)) {
            return None;
        }
        let converts = matches!(base, "fptosi.sat" | "fptoui.sat");
        if converts && !is_class(ty.return_type(), Class::Int) {
            return None;
        }
        let overload = if converts { vec![ty.return_type(), operand] } else { vec![operand] };
        let function = self.module.intrinsic(&format!("llvm.{base}"), &overload);
        // With any other type it stays an import, which nothing will resolve.
        (function.function_type() == ty && function.name() == name).then_some(function)
    }
}

/// The intrinsic of [`PURE`] that a symbol names.
fn pure_intrinsic(symbol: &str) -> Option<&'static str> {
    let name = symbol.strip_prefix("llvm.")?;
    let is = |pure: &&&str| name.strip_prefix(**pure).is_some_and(|rest| rest.starts_with('.'));
    PURE.iter().find(is).copied()
}

#[cfg(test)]
mod tests {
    use super::pure_intrinsic;

    #[test]
    fn names() {
        assert_eq!(pure_intrinsic("llvm.is.fpclass.f32"), Some("is.fpclass"));
        assert_eq!(pure_intrinsic("llvm.usub.sat.v4i32"), Some("usub.sat"));
        assert_eq!(pure_intrinsic("llvm.usub.saturated.i32"), None);
        assert_eq!(pure_intrinsic("llvm.memcpy.p0.p0.i64"), None);
        assert_eq!(pure_intrinsic("usub.sat.i32"), None);
    }
}
