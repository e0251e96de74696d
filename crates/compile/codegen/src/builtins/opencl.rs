//! Functions of `OpenCL.std` that the SPIR-V reader does not expand.
//!
//! Functions that libraries have become calls of the target's library. The others are composed in [`math`] and
//! [`geometry`].

use std::f64::consts::FRAC_1_PI;

use tandem_device_ir::OpenClFunction::{self, *};
use tandem_ir::{Intrinsic, Value};

use super::library_call::LibraryCall;
use super::{geometry, math};

/// The value of a call; `None` for functions that the SPIR-V reader expands, and for `printf`.
pub fn lower<'m>(call: &LibraryCall<'m>, function: OpenClFunction) -> Option<Value<'m>> {
    let builder = &call.builder;
    let args = &call.args;
    let library = |function| call.elementwise(|args| call.math(function, args));
    let native = |function| call.elementwise(|args| call.library.native_math(call, function, args));
    let half = |function| call.elementwise(|args| call.library.half_math(call, function, args));
    let scaled = |function, args: &[Value<'m>]| {
        let angle = call.math(function, args);
        builder.fmul(angle, call.float_like(angle, FRAC_1_PI))
    };
    Some(match function {
        acos | acosh | asin | asinh | atan | atan2 | atanh | cbrt | cos | cosh | erf | erfc | exp | exp10 | exp2
        | expm1 | fdim | hypot | ilogb | lgamma | log | log10 | log1p | log2 | logb | pow | remainder | sin | sinh
        | tan | tanh | tgamma => library(function),
        native_tan | half_tan => library(tan),
        native_cos => native(cos),
        half_cos => half(cos),
        native_exp => native(exp),
        half_exp => half(exp),
        native_exp10 => native(exp10),
        half_exp10 => half(exp10),
        native_exp2 => native(exp2),
        half_exp2 => half(exp2),
        native_log => native(log),
        half_log => half(log),
        native_log10 => native(log10),
        half_log10 => half(log10),
        native_log2 => native(log2),
        half_log2 => half(log2),
        native_powr => native(pow),
        native_sin => native(sin),
        half_sin => half(sin),
        acospi => call.elementwise(|args| scaled(acos, args)),
        asinpi => call.elementwise(|args| scaled(asin, args)),
        atanpi => call.elementwise(|args| scaled(atan, args)),
        atan2pi => call.elementwise(|args| scaled(atan2, args)),
        sinpi => call.elementwise(|args| math::sin_pi(call, args[0])),
        cospi => call.elementwise(|args| math::cos_pi(call, args[0])),
        tanpi => call.elementwise(|args| builder.fdiv(math::sin_pi(call, args[0]), math::cos_pi(call, args[0]))),
        rsqrt | half_rsqrt => call.elementwise(|args| call.library.reciprocal_root(call, args[0], false)),
        native_rsqrt => call.elementwise(|args| call.library.reciprocal_root(call, args[0], true)),
        ldexp => call.elementwise(|args| math::scale(call, args[0], args[1])),
        pown => call.elementwise(|args| math::power(call, args[0], args[1])),
        powr | half_powr => call.elementwise(|args| math::positive_power(call, args[0], args[1])),
        rootn => call.elementwise(|args| math::root(call, args[0], args[1])),
        maxmag => call.elementwise(|args| math::by_magnitude(call, args, Intrinsic::MaxNum)),
        minmag => call.elementwise(|args| math::by_magnitude(call, args, Intrinsic::MinNum)),
        nan => call.elementwise(|args| math::quiet_nan(call, args[0])),
        nextafter => call.elementwise(|args| math::next_after(call, args[0], args[1])),
        sincos => math::with_out(call, |args| (call.math(sin, &args[..1]), call.math(cos, &args[..1]))),
        fract => math::with_out(call, |args| math::fraction(call, args[0])),
        modf => math::with_out(call, |args| math::pair(call, modf, args)),
        frexp => math::with_out(call, |args| math::int_pair(call, frexp, args)),
        lgamma_r => math::with_out(call, |args| math::int_pair(call, lgamma_r, args)),
        remquo => math::with_out(call, |args| math::int_pair(call, remquo, args)),
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
