//! Names of device builtins: `__spirv_*` functions of device IR and the SPIR-V
//! variables, instructions and extended instructions that they stand for, and
//! the C and LLVM names of mathematical functions. Shared by the writer and
//! the reader; `docs/internals/boundaries.md`, section 2, states the convention.

use rspirv::grammar::{INSTRUCTION_TABLE, OPENCL_STD_100_INSTRUCTION_TABLE};
use rspirv::spirv::{BuiltIn, Op, OpenclStd100Op as ClOp, Word};

/// Start of every builtin's base name.
pub const PREFIX: &str = "__spirv_";
const VARIABLE_PREFIX: &str = "BuiltIn";
const EXTENDED_PREFIX: &str = "ocl_";
/// Name of the extended instruction set of OpenCL.
pub const OPENCL_STD: &str = "OpenCL.std";

/// What a `__spirv_*` function stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// A load of a builtin variable (and the extraction of one dimension).
    Variable(BuiltIn),
    /// One core instruction.
    Instruction(Op),
    /// One instruction of `OpenCL.std`.
    Extended(ClOp),
}

/// Type of a builtin variable in the OpenCL environment, 64-bit addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableType {
    /// Three `size_t`: one for each dimension.
    SizeVector3,
    /// One `size_t`.
    Size,
    /// One 32-bit integer.
    U32,
    /// Four 32-bit integers: a sub-group mask.
    U32Vector4,
}

impl Builtin {
    /// What the function of this symbol stands for; `None` where it is no
    /// builtin, or names nothing that SPIR-V has.
    pub fn parse(symbol: &str) -> Option<Self> {
        let name = base_name(symbol)?;
        if let Some(variable) = name.strip_prefix(VARIABLE_PREFIX) {
            return variable.parse().ok().map(Self::Variable);
        }
        if let Some(extended) = name.strip_prefix(EXTENDED_PREFIX) {
            return extended_by_name(extended).map(Self::Extended);
        }
        // DPC++ spells the result type into some names: `ConvertFToU_Ruint`.
        let plain = name.rfind("_R").map(|at| &name[..at]);
        instruction_by_name(name).or_else(|| instruction_by_name(plain?)).map(Self::Instruction)
    }

    /// The base name, with [`PREFIX`]: the symbol that the reader calls,
    /// before any type suffix.
    pub fn base_name(self) -> String {
        match self {
            Self::Variable(variable) => format!("{PREFIX}{VARIABLE_PREFIX}{variable:?}"),
            Self::Instruction(op) => format!("{PREFIX}{op:?}"),
            Self::Extended(op) => format!("{PREFIX}{EXTENDED_PREFIX}{op:?}"),
        }
    }
}

/// Whether the symbol claims to be a builtin, known or not.
pub fn is_builtin_name(symbol: &str) -> bool {
    base_name(symbol).is_some()
}

/// The part of a builtin's symbol after [`PREFIX`], without Itanium prefix and
/// parameters (`_Z22__spirv_ControlBarrierjjj`) and without a `.suffix`.
pub fn base_name(symbol: &str) -> Option<&str> {
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

/// Core instruction by its name without `Op`.
pub fn instruction_by_name(name: &str) -> Option<Op> {
    INSTRUCTION_TABLE.iter().find(|inst| inst.opname == name).map(|inst| inst.opcode)
}

/// Instruction of `OpenCL.std` by name.
pub fn extended_by_name(name: &str) -> Option<ClOp> {
    let inst = OPENCL_STD_100_INSTRUCTION_TABLE.iter().find(|inst| inst.opname == name)?;
    ClOp::from_u32(Word::from(inst.opcode))
}

/// Type of a builtin variable; `None` for those that kernels do not have.
pub fn variable_type(variable: BuiltIn) -> Option<VariableType> {
    use BuiltIn::*;
    Some(match variable {
        NumWorkgroups
        | WorkgroupSize
        | WorkgroupId
        | LocalInvocationId
        | GlobalInvocationId
        | GlobalSize
        | EnqueuedWorkgroupSize
        | GlobalOffset => VariableType::SizeVector3,
        GlobalLinearId | LocalInvocationIndex => VariableType::Size,
        WorkDim
        | SubgroupSize
        | SubgroupMaxSize
        | NumSubgroups
        | NumEnqueuedSubgroups
        | SubgroupId
        | SubgroupLocalInvocationId => VariableType::U32,
        SubgroupEqMask | SubgroupGeMask | SubgroupGtMask | SubgroupLeMask | SubgroupLtMask => VariableType::U32Vector4,
        _ => return None,
    })
}

/// Functions that C's `<math.h>`, LLVM's intrinsics and `OpenCL.std` all have
/// with the same meaning: (C name without type suffix, LLVM intrinsic without
/// `llvm.` and type or empty, extended instruction).
const MATH: &[(&str, &str, ClOp)] = &[
    ("acos", "acos", ClOp::acos),
    ("acosh", "", ClOp::acosh),
    ("asin", "asin", ClOp::asin),
    ("asinh", "", ClOp::asinh),
    ("atan", "atan", ClOp::atan),
    ("atan2", "atan2", ClOp::atan2),
    ("atanh", "", ClOp::atanh),
    ("cbrt", "", ClOp::cbrt),
    ("ceil", "ceil", ClOp::ceil),
    ("copysign", "copysign", ClOp::copysign),
    ("cos", "cos", ClOp::cos),
    ("cosh", "cosh", ClOp::cosh),
    ("erf", "", ClOp::erf),
    ("erfc", "", ClOp::erfc),
    ("exp", "exp", ClOp::exp),
    ("exp10", "exp10", ClOp::exp10),
    ("exp2", "exp2", ClOp::exp2),
    ("expm1", "", ClOp::expm1),
    ("fabs", "fabs", ClOp::fabs),
    ("fdim", "", ClOp::fdim),
    ("floor", "floor", ClOp::floor),
    ("fma", "fma", ClOp::fma),
    ("", "fmuladd", ClOp::mad),
    ("fmax", "maxnum", ClOp::fmax),
    ("fmin", "minnum", ClOp::fmin),
    ("fmod", "", ClOp::fmod),
    ("frexp", "", ClOp::frexp),
    ("hypot", "", ClOp::hypot),
    ("ilogb", "", ClOp::ilogb),
    ("ldexp", "ldexp", ClOp::ldexp),
    ("lgamma", "", ClOp::lgamma),
    ("lgamma_r", "", ClOp::lgamma_r),
    ("log", "log", ClOp::log),
    ("log10", "log10", ClOp::log10),
    ("log1p", "", ClOp::log1p),
    ("log2", "log2", ClOp::log2),
    ("logb", "", ClOp::logb),
    ("modf", "", ClOp::modf),
    ("nearbyint", "nearbyint", ClOp::rint),
    ("nextafter", "", ClOp::nextafter),
    ("pow", "pow", ClOp::pow),
    ("", "powi", ClOp::pown),
    ("remainder", "", ClOp::remainder),
    ("remquo", "", ClOp::remquo),
    ("rint", "rint", ClOp::rint),
    ("round", "round", ClOp::round),
    ("roundeven", "roundeven", ClOp::rint),
    ("scalbn", "", ClOp::ldexp),
    ("sin", "sin", ClOp::sin),
    ("sinh", "sinh", ClOp::sinh),
    ("sqrt", "sqrt", ClOp::sqrt),
    ("tan", "tan", ClOp::tan),
    ("tanh", "tanh", ClOp::tanh),
    ("tgamma", "", ClOp::tgamma),
    ("trunc", "trunc", ClOp::trunc),
];

/// Integer intrinsics of LLVM that `OpenCL.std` has.
const INTEGER: &[(&str, ClOp)] = &[
    ("abs", ClOp::s_abs),
    ("ctlz", ClOp::clz),
    ("cttz", ClOp::ctz),
    ("ctpop", ClOp::popcount),
    ("sadd.sat", ClOp::s_add_sat),
    ("smax", ClOp::s_max),
    ("smin", ClOp::s_min),
    ("ssub.sat", ClOp::s_sub_sat),
    ("uadd.sat", ClOp::u_add_sat),
    ("umax", ClOp::u_max),
    ("umin", ClOp::u_min),
    ("usub.sat", ClOp::u_sub_sat),
];

/// Extended instruction for a function of `<math.h>` on `float` or `double`
/// (`sinf`, `sqrt`).
pub fn c_math(name: &str) -> Option<ClOp> {
    let find = |name: &str| MATH.iter().find(|entry| !name.is_empty() && entry.0 == name).map(|entry| entry.2);
    find(name).or_else(|| find(name.strip_suffix('f')?))
}

/// Functions of the C library that the writer expands: there is no single
/// instruction for them.
const EXPANDED_C_FUNCTIONS: &[&str] = &[
    "bcmp", "llrint", "llrintf", "llround", "llroundf", "lrint", "lrintf", "lround", "lroundf", "memcmp", "memcpy",
    "memmove", "memset", "sincos", "sincosf", "strlen",
];

/// What a failed `assert` calls: (expression, file, line, function, global id,
/// local id), as in DPC++. An import in SPIR-V, which devices provide.
pub const ASSERT_FAIL: &str = "__devicelib_assert_fail";

/// Whether the writer expands calls of this C function.
pub fn is_expanded_c_function(name: &str) -> bool {
    EXPANDED_C_FUNCTIONS.contains(&name)
}

/// Whether device code may call this function of the C library although no
/// module defines it.
pub fn is_c_function(name: &str) -> bool {
    c_math(name).is_some() || is_expanded_c_function(name)
}

/// Extended instruction for an LLVM intrinsic, by its name without `llvm.` and
/// without type suffix (`sqrt`, `sadd.sat`).
pub fn llvm_intrinsic(name: &str) -> Option<ClOp> {
    let float = MATH.iter().find(|entry| !name.is_empty() && entry.1 == name).map(|entry| entry.2);
    float.or_else(|| INTEGER.iter().find(|entry| entry.0 == name).map(|entry| entry.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_names() {
        assert_eq!(base_name("__spirv_ControlBarrier"), Some("ControlBarrier"));
        assert_eq!(base_name("_Z22__spirv_ControlBarrierjjj"), Some("ControlBarrier"));
        assert_eq!(base_name("__spirv_ocl_sqrt.v4f32"), Some("ocl_sqrt"));
        assert_eq!(base_name("_Z17__spirv_GroupFAddjjf"), Some("GroupFAdd"));
        assert_eq!(base_name("_Z99__spirv_X"), None);
        assert_eq!(base_name("_Zxx"), None);
        assert_eq!(base_name("sqrtf"), None);
    }

    #[test]
    fn builtins() {
        use Builtin::*;
        let parse = Builtin::parse;
        assert_eq!(parse("__spirv_BuiltInGlobalInvocationId"), Some(Variable(BuiltIn::GlobalInvocationId)));
        assert_eq!(parse("_Z15__spirv_ocl_sinf"), Some(Extended(ClOp::sin)));
        assert_eq!(parse("__spirv_ControlBarrier"), Some(Instruction(Op::ControlBarrier)));
        assert_eq!(parse("_Z25__spirv_ConvertFToU_Ruintf"), Some(Instruction(Op::ConvertFToU)));
        assert_eq!(parse("__spirv_NoSuchThing"), None);
        assert!(is_builtin_name("__spirv_NoSuchThing"));
    }

    #[test]
    fn names_parse_back() {
        for builtin in [
            Builtin::Variable(BuiltIn::SubgroupLocalInvocationId),
            Builtin::Instruction(Op::GroupNonUniformShuffleXor),
            Builtin::Extended(ClOp::native_rsqrt),
        ] {
            assert_eq!(Builtin::parse(&builtin.base_name()), Some(builtin));
        }
    }

    #[test]
    fn math_names() {
        assert_eq!(c_math("erf"), Some(ClOp::erf));
        assert_eq!(c_math("erff"), Some(ClOp::erf));
        assert_eq!(c_math("modf"), Some(ClOp::modf));
        assert_eq!(c_math("f"), None);
        assert_eq!(llvm_intrinsic("fmuladd"), Some(ClOp::mad));
        assert_eq!(llvm_intrinsic(""), None);
    }
}
