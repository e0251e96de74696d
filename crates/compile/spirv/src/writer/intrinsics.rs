//! LLVM's intrinsics that `OpenCL.std` has.

use tandem_device_ir::OpenClFunction;
use tandem_ir::Intrinsic;

/// The function of `OpenCL.std` that means the same.
pub(super) fn opencl_function(intrinsic: Intrinsic) -> Option<OpenClFunction> {
    use Intrinsic::*;
    Some(match intrinsic {
        Abs => OpenClFunction::s_abs,
        Acos => OpenClFunction::acos,
        Asin => OpenClFunction::asin,
        Atan => OpenClFunction::atan,
        Ceil => OpenClFunction::ceil,
        CopySign => OpenClFunction::copysign,
        Cos => OpenClFunction::cos,
        Cosh => OpenClFunction::cosh,
        CountLeadingZeros => OpenClFunction::clz,
        CountOnes => OpenClFunction::popcount,
        CountTrailingZeros => OpenClFunction::ctz,
        Exp => OpenClFunction::exp,
        Exp10 => OpenClFunction::exp10,
        Exp2 => OpenClFunction::exp2,
        Fabs => OpenClFunction::fabs,
        Floor => OpenClFunction::floor,
        Fma => OpenClFunction::fma,
        FmulAdd => OpenClFunction::mad,
        Ldexp => OpenClFunction::ldexp,
        Log => OpenClFunction::log,
        Log10 => OpenClFunction::log10,
        Log2 => OpenClFunction::log2,
        MaxNum => OpenClFunction::fmax,
        MinNum => OpenClFunction::fmin,
        NearbyInt => OpenClFunction::rint,
        Pow => OpenClFunction::pow,
        Powi => OpenClFunction::pown,
        Rint => OpenClFunction::rint,
        Round => OpenClFunction::round,
        RoundEven => OpenClFunction::rint,
        SaddSat => OpenClFunction::s_add_sat,
        Sin => OpenClFunction::sin,
        Sinh => OpenClFunction::sinh,
        Smax => OpenClFunction::s_max,
        Smin => OpenClFunction::s_min,
        Sqrt => OpenClFunction::sqrt,
        SsubSat => OpenClFunction::s_sub_sat,
        Tan => OpenClFunction::tan,
        Tanh => OpenClFunction::tanh,
        Trunc => OpenClFunction::trunc,
        UaddSat => OpenClFunction::u_add_sat,
        Umax => OpenClFunction::u_max,
        Umin => OpenClFunction::u_min,
        UsubSat => OpenClFunction::u_sub_sat,
        _ => return None,
    })
}
