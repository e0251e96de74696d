//! Common and geometric functions.

use tandem_ir::{FloatPredicate, Intrinsic, TypeKind, Value};

use super::call::{Call, vector_len};

/// The sum of the products of elements.
fn dot<'m>(call: &Call<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    let pairs = call.elements(left).into_iter().zip(call.elements(right));
    let mut sum = None;
    for (x, y) in pairs {
        sum = Some(match sum {
            None => call.builder.fmul(x, y),
            Some(sum) => call.intrinsic(Intrinsic::FmulAdd, &[x, y, sum]),
        });
    }
    sum.expect("vectors have elements")
}

fn clamp<'m>(call: &Call<'m>, x: Value<'m>, low: Value<'m>, high: Value<'m>) -> Value<'m> {
    call.intrinsic(Intrinsic::MinNum, &[call.intrinsic(Intrinsic::MaxNum, &[x, low]), high])
}

/// `t t (3 - 2 t)` for `t` clamped to 0 and 1.
pub fn smooth_step<'m>(call: &Call<'m>, args: &[Value<'m>]) -> Value<'m> {
    let builder = &call.builder;
    let (low, high, x) = (args[0], args[1], args[2]);
    let number = |value| call.float_like(x, value);
    let t = builder.fdiv(builder.fsub(x, low), builder.fsub(high, low));
    let t = clamp(call, t, number(0.0), number(1.0));
    let rest = call.intrinsic(Intrinsic::FmulAdd, &[t, number(-2.0), number(3.0)]);
    builder.fmul(builder.fmul(t, t), rest)
}

/// Plus or minus 1, zeros themselves, 0 for NaN.
pub fn sign<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let zero = call.float_like(x, 0.0);
    let signed = call.intrinsic(Intrinsic::CopySign, &[call.float_like(x, 1.0), x]);
    let is_zero = builder.fcmp(FloatPredicate::LLVMRealOEQ, x, zero);
    let is_nan = builder.fcmp(FloatPredicate::LLVMRealUNO, x, x);
    builder.select(is_nan, zero, builder.select(is_zero, x, signed))
}

pub fn cross<'m>(call: &Call<'m>) -> Value<'m> {
    let builder = &call.builder;
    let (a, b) = (call.elements(call.args[0]), call.elements(call.args[1]));
    let minor = |i: usize, j: usize| builder.fsub(builder.fmul(a[i], b[j]), builder.fmul(a[j], b[i]));
    let mut parts = vec![minor(1, 2), minor(2, 0), minor(0, 1)];
    if a.len() == 4 {
        parts.push(call.float_like(a[0], 0.0));
    }
    call.vector(&parts)
}

/// The square root of the sum of squares. Single precision is computed in
/// double, where squares cannot overflow; double is scaled by the largest element.
pub fn length<'m>(call: &Call<'m>, x: Value<'m>, fast: bool) -> Value<'m> {
    let builder = &call.builder;
    let scalar = x.ty().scalar();
    if fast {
        return call.native_intrinsic(Intrinsic::Sqrt, &[dot(call, x, x)]);
    }
    if vector_len(x.ty()).is_none() {
        return call.intrinsic(Intrinsic::Fabs, &[x]);
    }
    if scalar.kind() != TypeKind::Double {
        let wide_type = call.module.double().vector(vector_len(x.ty()).unwrap_or(1));
        let wide = builder.fpext(x, wide_type);
        let root = call.intrinsic(Intrinsic::Sqrt, &[dot(call, wide, wide)]);
        return builder.fptrunc(root, scalar);
    }
    let (largest, parts) = scaled(call, x);
    let sum = parts.into_iter().map(|part| builder.fmul(part, part)).reduce(|sum, part| builder.fadd(sum, part));
    let root = call.intrinsic(Intrinsic::Sqrt, &[sum.expect("vectors have elements")]);
    let whole = builder.fmul(root, largest);
    builder.select(is_ordinary(call, largest), whole, largest)
}

/// (largest magnitude, elements divided by it).
fn scaled<'m>(call: &Call<'m>, x: Value<'m>) -> (Value<'m>, Vec<Value<'m>>) {
    let parts = call.elements(x);
    let sizes = parts.iter().map(|part| call.intrinsic(Intrinsic::Fabs, &[*part]));
    let largest = sizes.reduce(|left, right| call.intrinsic(Intrinsic::Maximum, &[left, right]));
    let largest = largest.expect("vectors have elements");
    (largest, parts.into_iter().map(|part| call.builder.fdiv(part, largest)).collect())
}

/// Neither zero nor infinite nor NaN.
fn is_ordinary<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    const ORDINARY: u32 = 0x198;
    call.builder.intrinsic(Intrinsic::IsFpClass, &[x.ty()], &[x, call.index(ORDINARY)]).value()
}

pub fn normalize<'m>(call: &Call<'m>, fast: bool) -> Value<'m> {
    let builder = &call.builder;
    let x = call.args[0];
    if fast {
        let size = length(call, x, true);
        let inverse = call.native(builder.fdiv(call.float_like(size, 1.0), size));
        return call.elementwise(|args| builder.fmul(args[0], inverse));
    }
    let (largest, parts) = scaled(call, x);
    let sum = parts.iter().map(|part| builder.fmul(*part, *part)).reduce(|sum, part| builder.fadd(sum, part));
    let root = call.intrinsic(Intrinsic::Sqrt, &[sum.expect("vectors have elements")]);
    let ordinary = is_ordinary(call, largest);
    let originals = call.elements(x);
    let unit: Vec<_> = parts
        .into_iter()
        .zip(originals)
        .map(|(part, original)| builder.select(ordinary, builder.fdiv(part, root), original))
        .collect();
    if vector_len(x.ty()).is_some() { call.vector(&unit) } else { unit[0] }
}
