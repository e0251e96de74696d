//! Integer functions of `OpenCL.std`.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{Type, TypeKind, Value};

use super::call::Call;

/// The value of a call of an integer function.
pub fn lower<'m>(call: &Call<'m>, op: ClOp) -> Option<Value<'m>> {
    let builder = &call.builder;
    let bit = call.module.int(1);
    let flagged = |name: &str| {
        call.elementwise(|args| {
            builder.intrinsic(call.module, name, &[args[0].ty()], &[args[0], bit.zero()]).value()
        })
    };
    let plain = |name: &str| call.elementwise(|args| call.intrinsic(name, args));
    Some(match op {
        ClOp::s_abs => flagged("llvm.abs"),
        ClOp::clz => flagged("llvm.ctlz"),
        ClOp::ctz => flagged("llvm.cttz"),
        ClOp::popcount => plain("llvm.ctpop"),
        ClOp::s_add_sat => plain("llvm.sadd.sat"),
        ClOp::u_add_sat => plain("llvm.uadd.sat"),
        ClOp::s_sub_sat => plain("llvm.ssub.sat"),
        ClOp::u_sub_sat => plain("llvm.usub.sat"),
        ClOp::s_max => plain("llvm.smax"),
        ClOp::u_max => plain("llvm.umax"),
        ClOp::s_min => plain("llvm.smin"),
        ClOp::u_min => plain("llvm.umin"),
        ClOp::u_abs => call.args[0],
        ClOp::s_abs_diff => call.elementwise(|args| difference(call, "llvm.smax", "llvm.smin", args)),
        ClOp::u_abs_diff => call.elementwise(|args| difference(call, "llvm.umax", "llvm.umin", args)),
        ClOp::s_clamp => call.elementwise(|args| clamp(call, "llvm.smax", "llvm.smin", args)),
        ClOp::u_clamp => call.elementwise(|args| clamp(call, "llvm.umax", "llvm.umin", args)),
        ClOp::s_hadd => call.elementwise(|args| half_sum(call, args, true, false)),
        ClOp::u_hadd => call.elementwise(|args| half_sum(call, args, false, false)),
        ClOp::s_rhadd => call.elementwise(|args| half_sum(call, args, true, true)),
        ClOp::u_rhadd => call.elementwise(|args| half_sum(call, args, false, true)),
        ClOp::s_mul_hi => call.elementwise(|args| high_product(call, args, true)),
        ClOp::u_mul_hi => call.elementwise(|args| high_product(call, args, false)),
        ClOp::s_mad_hi => call.elementwise(|args| builder.add(high_product(call, args, true), args[2])),
        ClOp::u_mad_hi => call.elementwise(|args| builder.add(high_product(call, args, false), args[2])),
        ClOp::s_mad_sat => call.elementwise(|args| mad_sat(call, args, true)),
        ClOp::u_mad_sat => call.elementwise(|args| mad_sat(call, args, false)),
        ClOp::s_mul24 | ClOp::u_mul24 => call.elementwise(|args| builder.mul(args[0], args[1])),
        ClOp::s_mad24 | ClOp::u_mad24 => {
            call.elementwise(|args| builder.add(builder.mul(args[0], args[1]), args[2]))
        }
        ClOp::rotate => call.elementwise(|args| call.intrinsic("llvm.fshl", &[args[0], args[0], args[1]])),
        ClOp::s_upsample | ClOp::u_upsample => call.elementwise(|args| upsample(call, args)),
        _ => return None,
    })
}

fn difference<'m>(call: &Call<'m>, max: &str, min: &str, args: &[Value<'m>]) -> Value<'m> {
    call.builder.sub(call.intrinsic(max, args), call.intrinsic(min, args))
}

fn clamp<'m>(call: &Call<'m>, max: &str, min: &str, args: &[Value<'m>]) -> Value<'m> {
    call.intrinsic(min, &[call.intrinsic(max, &args[..2]), args[2]])
}

/// `(x + y) >> 1` without overflow, rounded down or up.
fn half_sum<'m>(call: &Call<'m>, args: &[Value<'m>], signed: bool, round_up: bool) -> Value<'m> {
    let builder = &call.builder;
    let differing = builder.xor(args[0], args[1]);
    let one = args[0].ty().int(1, false);
    let half = if signed { builder.ashr(differing, one) } else { builder.lshr(differing, one) };
    if round_up {
        builder.sub(builder.or(args[0], args[1]), half)
    } else {
        builder.add(builder.and(args[0], args[1]), half)
    }
}

fn bits(ty: Type<'_>) -> u32 {
    match ty.kind() {
        TypeKind::Int(bits) => bits,
        _ => unreachable!("integer functions take integers"),
    }
}

/// Extends to twice the width.
fn widen<'m>(call: &Call<'m>, value: Value<'m>, signed: bool) -> Value<'m> {
    let wide = call.module.int(2 * bits(value.ty()));
    if signed { call.builder.sext(value, wide) } else { call.builder.zext(value, wide) }
}

fn product<'m>(call: &Call<'m>, args: &[Value<'m>], signed: bool) -> Value<'m> {
    call.builder.mul(widen(call, args[0], signed), widen(call, args[1], signed))
}

fn high_product<'m>(call: &Call<'m>, args: &[Value<'m>], signed: bool) -> Value<'m> {
    let product = product(call, args, signed);
    let width = product.ty().int(bits(args[0].ty()).into(), false);
    call.builder.trunc(call.builder.lshr(product, width), args[0].ty())
}

/// `x y + z`, exact in twice the width, then clamped.
fn mad_sat<'m>(call: &Call<'m>, args: &[Value<'m>], signed: bool) -> Value<'m> {
    let builder = &call.builder;
    let ty = args[0].ty();
    let sum = builder.add(product(call, args, signed), widen(call, args[2], signed));
    let top = 1_u64 << (bits(ty) - 1);
    let clamped = if signed {
        let limit = |value| widen(call, ty.int(value, false), true);
        clamp(call, "llvm.smax", "llvm.smin", &[sum, limit(top), limit(top - 1)])
    } else {
        call.intrinsic("llvm.umin", &[sum, widen(call, ty.int(u64::MAX, true), false)])
    };
    builder.trunc(clamped, ty)
}

/// The first argument as upper half, the second as lower.
fn upsample<'m>(call: &Call<'m>, args: &[Value<'m>]) -> Value<'m> {
    let builder = &call.builder;
    let high = widen(call, args[0], false);
    let shift = high.ty().int(bits(args[0].ty()).into(), false);
    builder.or(builder.shl(high, shift), widen(call, args[1], false))
}
