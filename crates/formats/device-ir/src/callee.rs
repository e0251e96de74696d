//! The meaning of a function, by its symbol. Names are read here and nowhere else.

use crate::builtin::{Builtin, PREFIX};
use crate::marker::Marker;
use crate::opencl::OpenClFunction;

/// The meaning of a function that device code calls, and that no module defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A builtin.
    Builtin(Builtin),
    /// A name that only builtins have, but none has this one.
    UnknownBuiltin,
    /// A function that devices provide in addition to builtins.
    Device(DeviceFunction),
    /// A call by which the headers pass information to post-link.
    Marker(Marker),
    /// An intrinsic of LLVM.
    Intrinsic,
    /// A function of the C library that the SPIR-V writer knows.
    C(CFunction),
    /// Anything else: a function that some module has to define.
    Symbol,
}

/// A function that devices bring along under a name of DPC++'s device libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceFunction {
    /// The function that a failed `assert` calls: (expression, file, line, function, global id, local id).
    AssertFail,
}

impl DeviceFunction {
    /// All.
    pub const ALL: [Self; 1] = [Self::AssertFail];

    /// The symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::AssertFail => "__devicelib_assert_fail",
        }
    }
}

/// A function of the C library that device code may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CFunction {
    /// A function of `<math.h>` on `float` or `double` that `OpenCL.std` has.
    Math(OpenClFunction),
    /// One that takes several instructions.
    Expanded(ExpandedFunction),
}

/// Functions of the C library that the SPIR-V writer expands; those with a
/// form for `float` have one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpandedFunction {
    /// `bcmp`, and `memcmp`, whose result says more.
    CompareMemory,
    /// `memcpy`.
    CopyMemory,
    /// `memmove`.
    MoveMemory,
    /// `memset`.
    SetMemory,
    /// `lrint`, `llrint`: to the nearest integer.
    RoundToEven,
    /// `lround`, `llround`: to the nearest integer, away from zero.
    RoundAway,
    /// `sincos`.
    SinCos,
    /// `strlen`.
    StringLength,
}

impl ExpandedFunction {
    fn of(symbol: &str) -> Option<Self> {
        Some(match symbol {
            "bcmp" | "memcmp" => Self::CompareMemory,
            "memcpy" => Self::CopyMemory,
            "memmove" => Self::MoveMemory,
            "memset" => Self::SetMemory,
            "lrint" | "lrintf" | "llrint" | "llrintf" => Self::RoundToEven,
            "lround" | "lroundf" | "llround" | "llroundf" => Self::RoundAway,
            "sincos" | "sincosf" => Self::SinCos,
            "strlen" => Self::StringLength,
            _ => return None,
        })
    }
}

impl CFunction {
    /// The function of a symbol.
    pub fn of(symbol: &str) -> Option<Self> {
        let math = |name: &str| MATH.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        math(symbol)
            .or_else(|| math(symbol.strip_suffix('f')?))
            .map(Self::Math)
            .or_else(|| ExpandedFunction::of(symbol).map(Self::Expanded))
    }
}

impl Callee {
    /// The meaning of the function of this symbol, if no module defines it.
    ///
    /// A builtin's symbol may have an Itanium prefix and parameters
    /// (`_Z22__spirv_ControlBarrierjjj`) and a `.suffix`; the types in the IR
    /// decide which overload it is.
    pub fn of(symbol: &str) -> Self {
        if symbol.starts_with("llvm.") {
            return Self::Intrinsic;
        }
        if let Some(name) = builtin_name(symbol) {
            return Builtin::from_name(name).map_or(Self::UnknownBuiltin, Self::Builtin);
        }
        let device = || DeviceFunction::ALL.into_iter().find(|function| function.symbol() == symbol).map(Self::Device);
        let marker = || Marker::of(symbol).map(Self::Marker);
        let c = || CFunction::of(symbol).map(Self::C);
        device().or_else(marker).or_else(c).unwrap_or(Self::Symbol)
    }

    /// The builtin, if it is one.
    pub const fn builtin(self) -> Option<Builtin> {
        match self {
            Self::Builtin(builtin) => Some(builtin),
            _ => None,
        }
    }

    /// Whether a SPIR-V module may import it without any other module defining it.
    ///
    /// LLVM's intrinsics are imports of modules by SPIRV-LLVM-Translator.
    pub const fn is_provided_by_devices(self) -> bool {
        matches!(self, Self::Builtin(_) | Self::Device(_) | Self::Intrinsic)
    }
}

/// The part of a builtin's symbol after [`PREFIX`].
fn builtin_name(symbol: &str) -> Option<&str> {
    let name = match symbol.strip_prefix("_Z") {
        Some(mangled) => {
            let digits = mangled.bytes().take_while(u8::is_ascii_digit).count();
            let len: usize = mangled[..digits].parse().ok()?;
            mangled[digits..].get(..len)?
        }
        None => symbol,
    };
    let name = name.strip_prefix(PREFIX)?;
    Some(name.split_once('.').map_or(name, |(base, _)| base))
}

/// Functions that C's `<math.h>` and `OpenCL.std` both have with the same meaning: (C name without
/// type suffix, function of `OpenCL.std`).
const MATH: &[(&str, OpenClFunction)] = &[
    ("acos", OpenClFunction::acos),
    ("acosh", OpenClFunction::acosh),
    ("asin", OpenClFunction::asin),
    ("asinh", OpenClFunction::asinh),
    ("atan", OpenClFunction::atan),
    ("atan2", OpenClFunction::atan2),
    ("atanh", OpenClFunction::atanh),
    ("cbrt", OpenClFunction::cbrt),
    ("ceil", OpenClFunction::ceil),
    ("copysign", OpenClFunction::copysign),
    ("cos", OpenClFunction::cos),
    ("cosh", OpenClFunction::cosh),
    ("erf", OpenClFunction::erf),
    ("erfc", OpenClFunction::erfc),
    ("exp", OpenClFunction::exp),
    ("exp10", OpenClFunction::exp10),
    ("exp2", OpenClFunction::exp2),
    ("expm1", OpenClFunction::expm1),
    ("fabs", OpenClFunction::fabs),
    ("fdim", OpenClFunction::fdim),
    ("floor", OpenClFunction::floor),
    ("fma", OpenClFunction::fma),
    ("fmax", OpenClFunction::fmax),
    ("fmin", OpenClFunction::fmin),
    ("fmod", OpenClFunction::fmod),
    ("frexp", OpenClFunction::frexp),
    ("hypot", OpenClFunction::hypot),
    ("ilogb", OpenClFunction::ilogb),
    ("ldexp", OpenClFunction::ldexp),
    ("lgamma", OpenClFunction::lgamma),
    ("lgamma_r", OpenClFunction::lgamma_r),
    ("lgammaf_r", OpenClFunction::lgamma_r),
    ("log", OpenClFunction::log),
    ("log10", OpenClFunction::log10),
    ("log1p", OpenClFunction::log1p),
    ("log2", OpenClFunction::log2),
    ("logb", OpenClFunction::logb),
    ("modf", OpenClFunction::modf),
    ("nearbyint", OpenClFunction::rint),
    ("nextafter", OpenClFunction::nextafter),
    ("pow", OpenClFunction::pow),
    ("remainder", OpenClFunction::remainder),
    ("remquo", OpenClFunction::remquo),
    ("rint", OpenClFunction::rint),
    ("round", OpenClFunction::round),
    ("roundeven", OpenClFunction::rint),
    ("scalbn", OpenClFunction::ldexp),
    ("sin", OpenClFunction::sin),
    ("sinh", OpenClFunction::sinh),
    ("sqrt", OpenClFunction::sqrt),
    ("tan", OpenClFunction::tan),
    ("tanh", OpenClFunction::tanh),
    ("tgamma", OpenClFunction::tgamma),
    ("trunc", OpenClFunction::trunc),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Instruction;
    use crate::variable::Variable;

    #[track_caller]
    fn check(symbol: &str, builtin: Builtin) {
        assert_eq!(Callee::of(symbol), Callee::Builtin(builtin));
    }

    #[test]
    fn symbols_of_builtins() {
        check("__spirv_BuiltInGlobalInvocationId", Builtin::Variable(Variable::GlobalInvocationId));
        check("_Z15__spirv_ocl_sinf", Builtin::OpenCl(OpenClFunction::sin));
        check("__spirv_ocl_sqrt.v4f32", Builtin::OpenCl(OpenClFunction::sqrt));
        check("__spirv_ControlBarrier", Builtin::Instruction(Instruction::ControlBarrier));
        check("_Z22__spirv_ControlBarrierjjj", Builtin::Instruction(Instruction::ControlBarrier));
        check("_Z25__spirv_ConvertFToU_Ruintf", Builtin::Instruction(Instruction::ConvertFToU));
    }

    #[test]
    fn names_parse_back() {
        for builtin in Builtin::all() {
            check(&builtin.base_name(), builtin);
        }
    }

    #[test]
    fn other_symbols() {
        for symbol in ["__spirv_NoSuchThing", "__spirv_BuiltInNothing", "__spirv_ocl_nonsense.f32"] {
            assert_eq!(Callee::of(symbol), Callee::UnknownBuiltin);
        }
        for symbol in ["_Z99__spirv_X", "_Zxx", "_Z", "", "__my_function", "_Z12__my_functioni", "f"] {
            assert_eq!(Callee::of(symbol), Callee::Symbol);
        }
        assert_eq!(Callee::of("llvm.sqrt.f32"), Callee::Intrinsic);
        assert_eq!(Callee::of("__devicelib_assert_fail"), Callee::Device(DeviceFunction::AssertFail));
        assert_eq!(Callee::of("__tandem_mark"), Callee::Marker(Marker::Member));
    }

    #[test]
    fn functions_of_c() {
        for symbol in ["erf", "erff"] {
            assert_eq!(Callee::of(symbol), Callee::C(CFunction::Math(OpenClFunction::erf)));
        }
        assert_eq!(Callee::of("modf"), Callee::C(CFunction::Math(OpenClFunction::modf)));
        assert_eq!(Callee::of("llrintf"), Callee::C(CFunction::Expanded(ExpandedFunction::RoundToEven)));
        assert_eq!(Callee::of(""), Callee::Symbol);
    }
}
