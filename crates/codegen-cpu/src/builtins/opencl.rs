//! Functions of `OpenCL.std`, as far as the SPIR-V reader leaves them.
//!
//! What LLVM has an intrinsic for becomes the intrinsic, the rest a call of
//! libm under the name that vector libraries know. Functions of neither are
//! put together in [`math`] and [`geometry`].

use std::f64::consts::FRAC_1_PI;

use tandem_device_ir::OpenClFunction::{self, *};
use tandem_ir::Value;

use super::call::Call;
use super::{geometry, math};

/// The value of a call; `None` for what the SPIR-V reader expands, and for
/// `printf`.
pub fn lower<'m>(call: &Call<'m>, function: OpenClFunction) -> Option<Value<'m>> {
    let builder = &call.builder;
    let args = &call.args;
    let intrinsic = |name: &str| call.elementwise(|args| call.intrinsic(name, args));
    let libm = |name: &str| call.elementwise(|args| call.libm(name, args));
    // The accuracy of these is the implementation's choice.
    let native = |name: &str| call.elementwise(|args| call.native_intrinsic(name, args));
    let scaled = |name: &str, args: &[Value<'m>]| {
        let angle = call.libm(name, args);
        builder.fmul(angle, call.float_like(angle, FRAC_1_PI))
    };
    let one_over = |value: Value<'m>| builder.fdiv(call.float_like(value, 1.0), value);
    Some(match function {
        cos => intrinsic("llvm.cos"),
        exp => intrinsic("llvm.exp"),
        exp10 => intrinsic("llvm.exp10"),
        exp2 => intrinsic("llvm.exp2"),
        log => intrinsic("llvm.log"),
        log10 => intrinsic("llvm.log10"),
        log2 => intrinsic("llvm.log2"),
        pow => intrinsic("llvm.pow"),
        sin => intrinsic("llvm.sin"),
        acos => libm("acos"),
        acosh => libm("acosh"),
        asin => libm("asin"),
        asinh => libm("asinh"),
        atan => libm("atan"),
        atan2 => libm("atan2"),
        atanh => libm("atanh"),
        cosh => libm("cosh"),
        erf => libm("erf"),
        erfc => libm("erfc"),
        expm1 => libm("expm1"),
        fdim => libm("fdim"),
        hypot => libm("hypot"),
        ilogb => libm("ilogb"),
        lgamma => libm("lgamma"),
        log1p => libm("log1p"),
        logb => libm("logb"),
        remainder => libm("remainder"),
        sinh => libm("sinh"),
        tan | native_tan | half_tan => libm("tan"),
        tanh => libm("tanh"),
        tgamma => libm("tgamma"),
        native_cos | half_cos => native("llvm.cos"),
        native_exp | half_exp => native("llvm.exp"),
        native_exp10 | half_exp10 => native("llvm.exp10"),
        native_exp2 | half_exp2 => native("llvm.exp2"),
        native_log | half_log => native("llvm.log"),
        native_log10 | half_log10 => native("llvm.log10"),
        native_log2 | half_log2 => native("llvm.log2"),
        native_powr => native("llvm.pow"),
        native_sin | half_sin => native("llvm.sin"),
        acospi => call.elementwise(|args| scaled("acos", args)),
        asinpi => call.elementwise(|args| scaled("asin", args)),
        atanpi => call.elementwise(|args| scaled("atan", args)),
        atan2pi => call.elementwise(|args| scaled("atan2", args)),
        sinpi => call.elementwise(|args| math::sin_pi(call, args[0])),
        cospi => call.elementwise(|args| math::cos_pi(call, args[0])),
        tanpi => call.elementwise(|args| builder.fdiv(math::sin_pi(call, args[0]), math::cos_pi(call, args[0]))),
        rsqrt | half_rsqrt => {
            call.elementwise(|args| call.in_float(args, |args| one_over(call.intrinsic("llvm.sqrt", args))))
        }
        native_rsqrt => call.elementwise(|args| call.native(one_over(call.native_intrinsic("llvm.sqrt", args)))),
        cbrt => call.elementwise(|args| math::cube_root(call, args[0])),
        ldexp => call.elementwise(|args| math::scale(call, args[0], args[1])),
        pown => call.elementwise(|args| math::power(call, args[0], args[1])),
        powr | half_powr => call.elementwise(|args| math::positive_power(call, args[0], args[1])),
        rootn => call.elementwise(|args| math::root(call, args[0], args[1])),
        maxmag => call.elementwise(|args| math::by_magnitude(call, args, "llvm.maxnum")),
        minmag => call.elementwise(|args| math::by_magnitude(call, args, "llvm.minnum")),
        nan => call.elementwise(|args| math::quiet_nan(call, args[0])),
        nextafter => call.elementwise(|args| math::next_after(call, args[0], args[1])),
        sincos => math::with_out(call, |args| {
            (call.intrinsic("llvm.sin", &args[..1]), call.intrinsic("llvm.cos", &args[..1]))
        }),
        fract => math::with_out(call, |args| math::fraction(call, args[0])),
        modf => math::with_out(call, |args| math::libm_pair(call, "modf", args)),
        frexp => math::with_out(call, |args| math::libm_int_pair(call, "frexp", args)),
        lgamma_r => math::with_out(call, |args| math::libm_int_pair(call, "lgamma_r", args)),
        remquo => math::with_out(call, |args| math::libm_int_pair(call, "remquo", args)),
        step => call.elementwise(|args| {
            let below = call.less(args[1], args[0]);
            builder.select(below, call.float_like(args[0], 0.0), call.float_like(args[0], 1.0))
        }),
        smoothstep => call.elementwise(|args| geometry::smooth_step(call, args)),
        sign => call.elementwise(|args| geometry::sign(call, args[0])),
        cross => geometry::cross(call),
        length => geometry::length(call, args[0], false),
        fast_length => geometry::length(call, args[0], true),
        distance => geometry::length(call, builder.fsub(args[0], args[1]), false),
        fast_distance => geometry::length(call, builder.fsub(args[0], args[1]), true),
        normalize => geometry::normalize(call, false),
        fast_normalize => geometry::normalize(call, true),
        // The reader has made these instructions and intrinsics; `output` has printf.
        ceil | copysign | fabs | floor | fma | fmax | fmin | fmod | mad | rint | round | sqrt | trunc | half_divide
        | half_recip | half_sqrt | native_divide | native_recip | native_sqrt | fclamp | degrees | fmax_common
        | fmin_common | mix | radians | s_abs | s_abs_diff | s_add_sat | u_add_sat | s_hadd | u_hadd | s_rhadd
        | u_rhadd | s_clamp | u_clamp | clz | ctz | s_mad_hi | u_mad_sat | s_mad_sat | s_max | u_max | s_min
        | u_min | s_mul_hi | rotate | s_sub_sat | u_sub_sat | u_upsample | s_upsample | popcount | s_mad24
        | u_mad24 | s_mul24 | u_mul24 | vloadn | vstoren | vload_half | vload_halfn | vstore_half | vstore_half_r
        | vstore_halfn | vstore_halfn_r | vloada_halfn | vstorea_halfn | vstorea_halfn_r | shuffle | shuffle2
        | prefetch | bitselect | select | u_abs | u_abs_diff | u_mul_hi | u_mad_hi | printf => return None,
    })
}
