//! Mathematical functions that neither LLVM nor a library has, composed within the error bounds of the OpenCL
//! specification.

use std::f64::consts::PI;

use tandem_device_ir::OpenClFunction;
use tandem_ir::{FloatPredicate, IntPredicate, Intrinsic, Type, TypeKind, Value};

use super::library_call::LibraryCall;

/// Functions whose last argument is a pointer for a second result: `compute`
/// gives both for one element.
pub fn with_out<'m>(call: &LibraryCall<'m>, compute: impl Fn(&[Value<'m>]) -> (Value<'m>, Value<'m>)) -> Value<'m> {
    let (out, inputs) = call.args.split_last().expect("an out argument");
    let len = super::call::vector_len(inputs[0].ty());
    let (mut results, mut outs) = (Vec::new(), Vec::new());
    for i in 0..len.unwrap_or(1) {
        let parts: Vec<_> = inputs.iter().map(|input| call.element(*input, i)).collect();
        let (result, second) = compute(&parts);
        results.push(result);
        outs.push(second);
    }
    let whole = |parts: &[Value<'m>]| if len.is_some() { call.vector(parts) } else { parts[0] };
    call.builder.store(whole(&outs), *out);
    whole(&results)
}

/// Functions of the library whose second result has the type of the first.
pub fn pair<'m>(call: &LibraryCall<'m>, function: OpenClFunction, args: &[Value<'m>]) -> (Value<'m>, Value<'m>) {
    library_pair(call, function, args, None)
}

/// Functions of the library whose second result is an `i32`.
pub fn int_pair<'m>(call: &LibraryCall<'m>, function: OpenClFunction, args: &[Value<'m>]) -> (Value<'m>, Value<'m>) {
    library_pair(call, function, args, Some(call.int()))
}

/// `out` is the type of the second result if it differs from that of the first one.
fn library_pair<'m>(
    call: &LibraryCall<'m>,
    function: OpenClFunction,
    args: &[Value<'m>],
    out: Option<Type<'m>>,
) -> (Value<'m>, Value<'m>) {
    let ty = args[0].ty();
    if ty.kind() != TypeKind::Half {
        return call.library.math_with_out(call, function, args, out.unwrap_or(ty));
    }
    let float = call.module.float();
    let wide: Vec<_> = args.iter().map(|arg| call.builder.fpext(*arg, float)).collect();
    let (result, second) = call.library.math_with_out(call, function, &wide, out.unwrap_or(float));
    let narrow = |value: Value<'m>| if value.ty() == float { call.builder.fptrunc(value, ty) } else { value };
    (narrow(result), narrow(second))
}

/// `sin(pi x)`: the argument is reduced exactly to half a turn around zero.
pub fn sin_pi<'m>(call: &LibraryCall<'m>, x: Value<'m>) -> Value<'m> {
    call.in_double(&[x], |args| {
        let builder = &call.builder;
        let turn = whole_turns_off(call, args[0]);
        // sin(pi r) = sin(pi (1 - r)) near half a turn, where pi r would lose the small difference.
        let size = call.intrinsic(Intrinsic::Fabs, &[turn]);
        let near = call.less(call.float_like(turn, 0.5), size);
        let mirrored = builder.fsub(call.float_like(turn, 1.0), size);
        let size = builder.select(near, mirrored, size);
        // Zeros have the sign of the argument, however many half turns it is.
        let sign = builder.select(is_zero(call, size), args[0], turn);
        let reduced = call.intrinsic(Intrinsic::CopySign, &[size, sign]);
        call.math(OpenClFunction::sin, &[builder.fmul(reduced, call.float_like(turn, PI))])
    })
}

/// `cos(pi x) = sin(pi (1/2 - |x|))` for the reduced argument.
pub fn cos_pi<'m>(call: &LibraryCall<'m>, x: Value<'m>) -> Value<'m> {
    call.in_double(&[x], |args| {
        let builder = &call.builder;
        let size = call.intrinsic(Intrinsic::Fabs, &[whole_turns_off(call, args[0])]);
        let shifted = builder.fsub(call.float_like(size, 0.5), size);
        call.math(OpenClFunction::sin, &[builder.fmul(shifted, call.float_like(size, PI))])
    })
}

/// `x - 2 rint(x / 2)`, exact, in -1 to 1; the sign of zero stays.
fn whole_turns_off<'m>(call: &LibraryCall<'m>, x: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let half = builder.fmul(x, call.float_like(x, 0.5));
    let turns = call.intrinsic(Intrinsic::Rint, &[half]);
    let rest = builder.fsub(x, builder.fmul(turns, call.float_like(x, 2.0)));
    call.intrinsic(Intrinsic::CopySign, &[rest, builder.select(is_zero(call, rest), x, rest)])
}

fn is_zero<'m>(call: &LibraryCall<'m>, x: Value<'m>) -> Value<'m> {
    call.builder.fcmp(FloatPredicate::LLVMRealOEQ, x, call.float_like(x, 0.0))
}

pub fn scale<'m>(call: &LibraryCall<'m>, x: Value<'m>, exponent: Value<'m>) -> Value<'m> {
    call.in_float(&[x, exponent], |args| call.math(OpenClFunction::ldexp, args))
}

/// `x^n`: every 32-bit `n` is a double, and a small one a float.
pub fn power<'m>(call: &LibraryCall<'m>, x: Value<'m>, n: Value<'m>) -> Value<'m> {
    let small = n.const_i64().filter(|n| n.unsigned_abs() <= 1 << 24 && x.ty() == call.module.float());
    if let Some(n) = small {
        return call.math(OpenClFunction::pow, &[x, call.float_like(x, n as f64)]);
    }
    let exponent = call.builder.sitofp(n, call.module.double());
    call.in_double(&[x], |args| call.math(OpenClFunction::pow, &[args[0], exponent]))
}

/// `exp(y log x)`: other than `pow`, it is undefined wherever this is.
pub fn positive_power<'m>(call: &LibraryCall<'m>, x: Value<'m>, y: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let is = |value: Value<'m>, number: f64| {
        builder.fcmp(FloatPredicate::LLVMRealOEQ, value, call.float_like(value, number))
    };
    let size = |value: Value<'m>| call.intrinsic(Intrinsic::Fabs, &[value]);
    let power = call.math(OpenClFunction::pow, &[size(x), y]);
    let negative = builder.fcmp(FloatPredicate::LLVMRealULT, x, call.float_like(x, 0.0));
    let unordered = builder.fcmp(FloatPredicate::LLVMRealUNO, y, y);
    let at_ends = builder.or(is(x, 0.0), is(x, f64::INFINITY));
    let to_zero = builder.and(is(y, 0.0), at_ends);
    let of_one = builder.and(is(x, 1.0), is(size(y), f64::INFINITY));
    let undefined = builder.or(builder.or(negative, unordered), builder.or(to_zero, of_one));
    builder.select(undefined, call.float_like(x, f64::NAN), power)
}

/// The `n`-th root: a power of `|x|`, corrected by one Newton step if that is finite, with the sign of `x` for odd `n`.
pub fn root<'m>(call: &LibraryCall<'m>, x: Value<'m>, n: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let double = call.module.double();
    call.in_double(&[x], |args| {
        let degree = builder.sitofp(n, double);
        let size = call.intrinsic(Intrinsic::Fabs, args);
        let guess = call.math(OpenClFunction::pow, &[size, builder.fdiv(double.float(1.0), degree)]);
        // The guess raised again is near the size, where the ends of the range are;
        // raised to half of the degree it is far from them.
        let half = call.math(OpenClFunction::pow, &[guess, builder.fmul(degree, double.float(0.5))]);
        let ratio = builder.fmul(builder.fdiv(half, size), half);
        let error = builder.fsub(double.float(1.0), ratio);
        let step = builder.fdiv(builder.fmul(guess, error), degree);
        let ordinary = builder.intrinsic(Intrinsic::IsFpClass, &[double], &[step, call.index(FINITE)]);
        let better = builder.select(ordinary.value(), builder.fadd(guess, step), guess);
        let odd = builder.trunc(n, call.module.int(1));
        let negative = call.less(args[0], double.float(0.0));
        let even_of_negative = builder.and(negative, builder.not(odd));
        let of_degree_zero = builder.icmp(IntPredicate::LLVMIntEQ, n, n.ty().zero());
        let undefined = builder.or(even_of_negative, of_degree_zero);
        let signed = call.intrinsic(Intrinsic::CopySign, &[better, args[0]]);
        let root = builder.select(odd, signed, better);
        builder.select(undefined, double.float(f64::NAN), root)
    })
}

/// Classes of `llvm.is.fpclass` that are finite.
const FINITE: u32 = 0x1f8;

/// The argument of larger (or smaller) magnitude; `when_equal` decides between equals.
pub fn by_magnitude<'m>(call: &LibraryCall<'m>, args: &[Value<'m>], when_equal: Intrinsic) -> Value<'m> {
    let builder = &call.builder;
    let [left, right] = [args[0], args[1]].map(|arg| call.intrinsic(Intrinsic::Fabs, &[arg]));
    let (below, above) = if when_equal == Intrinsic::MaxNum { (args[1], args[0]) } else { (args[0], args[1]) };
    let otherwise = call.intrinsic(when_equal, args);
    let right_larger = builder.select(call.less(left, right), below, otherwise);
    builder.select(call.less(right, left), above, right_larger)
}

pub fn quiet_nan<'m>(call: &LibraryCall<'m>, payload: Value<'m>) -> Value<'m> {
    let (bits, quiet, ty) = match payload.ty().kind() {
        TypeKind::Int(16) => (16, 0x7e00, call.module.half()),
        TypeKind::Int(32) => (32, 0x7fc0_0000, call.module.float()),
        _ => (64, 0x7ff8_0000_0000_0000, call.module.double()),
    };
    let pattern = call.builder.or(payload, call.module.int(bits).int(quiet, false));
    call.builder.bitcast(pattern, ty)
}

/// The library's function, except for half precision, for which the library has no `nextafter`.
pub fn next_after<'m>(call: &LibraryCall<'m>, x: Value<'m>, y: Value<'m>) -> Value<'m> {
    let ty = x.ty();
    if ty.kind() != TypeKind::Half {
        return call.math(OpenClFunction::nextafter, &[x, y]);
    }
    let builder = &call.builder;
    let int = call.module.int(16);
    let [from, to] = [x, y].map(|value| {
        // Patterns as integers of the same order: negative ones count down from zero.
        let pattern = builder.bitcast(value, int);
        let negative = builder.icmp(IntPredicate::LLVMIntSLT, pattern, int.zero());
        builder.select(negative, builder.sub(int.int(0x8000, false), pattern), pattern)
    });
    let one = int.int(1, false);
    let up = builder.icmp(IntPredicate::LLVMIntSLT, from, to);
    let next = builder.select(up, builder.add(from, one), builder.sub(from, one));
    let negative = builder.icmp(IntPredicate::LLVMIntSLT, next, int.zero());
    let pattern = builder.select(negative, builder.sub(int.int(0x8000, false), next), next);
    // The smallest negative value is followed by negative zero.
    let to_zero = builder.icmp(IntPredicate::LLVMIntEQ, next, int.zero());
    let sign = builder.and(builder.bitcast(x, int), int.int(0x8000, false));
    let pattern = builder.select(to_zero, sign, pattern);
    let equal = builder.fcmp(FloatPredicate::LLVMRealOEQ, x, y);
    let unordered = builder.fcmp(FloatPredicate::LLVMRealUNO, x, y);
    let moved = builder.select(equal, y, builder.bitcast(pattern, ty));
    builder.select(unordered, builder.fadd(x, y), moved)
}

/// (fraction below 1, floor).
pub fn fraction<'m>(call: &LibraryCall<'m>, x: Value<'m>) -> (Value<'m>, Value<'m>) {
    let builder = &call.builder;
    let floor = call.intrinsic(Intrinsic::Floor, &[x]);
    // The largest value below 1, as the specification has it.
    let below_one = match x.ty().kind() {
        TypeKind::Half => 1.0 - 1.0 / 2048.0,
        TypeKind::Float => f64::from(1.0_f32.next_down()),
        _ => 1.0_f64.next_down(),
    };
    let rest = builder.fsub(x, floor);
    let capped = call.intrinsic(Intrinsic::MinNum, &[rest, call.float_like(x, below_one)]);
    let nan = builder.fcmp(FloatPredicate::LLVMRealUNO, x, x);
    let infinite = builder.fcmp(FloatPredicate::LLVMRealOEQ, x, floor);
    let whole = call.intrinsic(Intrinsic::CopySign, &[call.float_like(x, 0.0), x]);
    (builder.select(nan, x, builder.select(infinite, whole, capped)), floor)
}
