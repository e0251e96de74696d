//! Mathematical functions of `OpenCL.std`, as far as the SPIR-V reader leaves
//! them.
//!
//! What LLVM has an intrinsic for becomes the intrinsic, the rest a call of
//! libm under the name that vector libraries know. Functions of neither are
//! put together here, within the error bounds of the OpenCL specification.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{FloatPredicate, IntPredicate, TypeKind, Value};

use super::call::Call;

use std::f64::consts::{FRAC_1_PI, PI};

/// The value of a call of a mathematical function.
pub fn lower<'m>(call: &Call<'m>, op: ClOp) -> Option<Value<'m>> {
    if let Some(name) = intrinsic_name(op) {
        return Some(call.elementwise(|args| call.intrinsic(name, args)));
    }
    if let Some(name) = libm_name(op) {
        return Some(call.elementwise(|args| call.libm(name, args)));
    }
    if let Some(name) = native_intrinsic_name(op) {
        return Some(call.elementwise(|args| call.native_intrinsic(name, args)));
    }
    special(call, op)
}

fn intrinsic_name(op: ClOp) -> Option<&'static str> {
    Some(match op {
        ClOp::cos => "llvm.cos",
        ClOp::exp => "llvm.exp",
        ClOp::exp10 => "llvm.exp10",
        ClOp::exp2 => "llvm.exp2",
        ClOp::log => "llvm.log",
        ClOp::log10 => "llvm.log10",
        ClOp::log2 => "llvm.log2",
        ClOp::pow => "llvm.pow",
        ClOp::sin => "llvm.sin",
        _ => return None,
    })
}

fn libm_name(op: ClOp) -> Option<&'static str> {
    Some(match op {
        ClOp::acos => "acos",
        ClOp::acosh => "acosh",
        ClOp::asin => "asin",
        ClOp::asinh => "asinh",
        ClOp::atan => "atan",
        ClOp::atan2 => "atan2",
        ClOp::atanh => "atanh",
        ClOp::cosh => "cosh",
        ClOp::erf => "erf",
        ClOp::erfc => "erfc",
        ClOp::expm1 => "expm1",
        ClOp::fdim => "fdim",
        ClOp::hypot => "hypot",
        ClOp::ilogb => "ilogb",
        ClOp::lgamma => "lgamma",
        ClOp::log1p => "log1p",
        ClOp::logb => "logb",
        ClOp::remainder => "remainder",
        ClOp::sinh => "sinh",
        ClOp::tan | ClOp::native_tan | ClOp::half_tan => "tan",
        ClOp::tanh => "tanh",
        ClOp::tgamma => "tgamma",
        _ => return None,
    })
}

/// Functions whose accuracy is the implementation's choice.
fn native_intrinsic_name(op: ClOp) -> Option<&'static str> {
    Some(match op {
        ClOp::native_cos | ClOp::half_cos => "llvm.cos",
        ClOp::native_exp | ClOp::half_exp => "llvm.exp",
        ClOp::native_exp10 | ClOp::half_exp10 => "llvm.exp10",
        ClOp::native_exp2 | ClOp::half_exp2 => "llvm.exp2",
        ClOp::native_log | ClOp::half_log => "llvm.log",
        ClOp::native_log10 | ClOp::half_log10 => "llvm.log10",
        ClOp::native_log2 | ClOp::half_log2 => "llvm.log2",
        ClOp::native_powr => "llvm.pow",
        ClOp::native_sin | ClOp::half_sin => "llvm.sin",
        _ => return None,
    })
}

fn special<'m>(call: &Call<'m>, op: ClOp) -> Option<Value<'m>> {
    let builder = &call.builder;
    let scaled = |name: &str, args: &[Value<'m>]| {
        let angle = call.libm(name, args);
        builder.fmul(angle, call.float_like(angle, FRAC_1_PI))
    };
    let one_over = |value: Value<'m>| builder.fdiv(call.float_like(value, 1.0), value);
    Some(match op {
        ClOp::acospi => call.elementwise(|args| scaled("acos", args)),
        ClOp::asinpi => call.elementwise(|args| scaled("asin", args)),
        ClOp::atanpi => call.elementwise(|args| scaled("atan", args)),
        ClOp::atan2pi => call.elementwise(|args| scaled("atan2", args)),
        ClOp::sinpi => call.elementwise(|args| sin_pi(call, args[0])),
        ClOp::cospi => call.elementwise(|args| cos_pi(call, args[0])),
        ClOp::tanpi => call.elementwise(|args| builder.fdiv(sin_pi(call, args[0]), cos_pi(call, args[0]))),
        ClOp::rsqrt | ClOp::half_rsqrt => {
            call.elementwise(|args| call.in_float(args, |args| one_over(call.intrinsic("llvm.sqrt", args))))
        }
        ClOp::native_rsqrt => call.elementwise(|args| call.native(one_over(call.native_intrinsic("llvm.sqrt", args)))),
        ClOp::cbrt => call.elementwise(|args| cube_root(call, args[0])),
        ClOp::ldexp => call.elementwise(|args| scale(call, args[0], args[1])),
        ClOp::pown => call.elementwise(|args| power(call, args[0], args[1])),
        ClOp::powr | ClOp::half_powr => call.elementwise(|args| positive_power(call, args[0], args[1])),
        ClOp::rootn => call.elementwise(|args| root(call, args[0], args[1])),
        ClOp::maxmag => call.elementwise(|args| by_magnitude(call, args, "llvm.maxnum")),
        ClOp::minmag => call.elementwise(|args| by_magnitude(call, args, "llvm.minnum")),
        ClOp::nan => call.elementwise(|args| quiet_nan(call, args[0])),
        ClOp::nextafter => call.elementwise(|args| next_after(call, args[0], args[1])),
        ClOp::sincos => {
            with_out(call, |args| (call.intrinsic("llvm.sin", &args[..1]), call.intrinsic("llvm.cos", &args[..1])))
        }
        ClOp::fract => with_out(call, |args| fraction(call, args[0])),
        ClOp::modf => with_out(call, |args| libm_pair(call, "modf", args)),
        ClOp::frexp => with_out(call, |args| libm_int_pair(call, "frexp", args)),
        ClOp::lgamma_r => with_out(call, |args| libm_int_pair(call, "lgamma_r", args)),
        ClOp::remquo => with_out(call, |args| libm_int_pair(call, "remquo", args)),
        _ => return None,
    })
}

/// Functions whose last argument is a pointer for a second result: `compute`
/// gives both for one element.
fn with_out<'m>(call: &Call<'m>, compute: impl Fn(&[Value<'m>]) -> (Value<'m>, Value<'m>)) -> Value<'m> {
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

fn libm_pair<'m>(call: &Call<'m>, name: &str, args: &[Value<'m>]) -> (Value<'m>, Value<'m>) {
    libm_with(call, name, args, None)
}

fn libm_int_pair<'m>(call: &Call<'m>, name: &str, args: &[Value<'m>]) -> (Value<'m>, Value<'m>) {
    libm_with(call, name, args, Some(call.int()))
}

/// `out` is the type of the second result where it is not the first one's.
fn libm_with<'m>(
    call: &Call<'m>,
    name: &str,
    args: &[Value<'m>],
    out: Option<tandem_ir::Type<'m>>,
) -> (Value<'m>, Value<'m>) {
    let ty = args[0].ty();
    if ty.kind() != TypeKind::Half {
        return call.libm_out(name, args, out.unwrap_or(ty));
    }
    let float = call.module.float();
    let wide: Vec<_> = args.iter().map(|arg| call.builder.fpext(*arg, float)).collect();
    let (result, second) = call.libm_out(name, &wide, out.unwrap_or(float));
    let narrow = |value: Value<'m>| if value.ty() == float { call.builder.fptrunc(value, ty) } else { value };
    (narrow(result), narrow(second))
}

/// `sin(pi x)`: the argument is reduced exactly to half a turn around zero.
fn sin_pi<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    call.in_double(&[x], |args| {
        let builder = &call.builder;
        let turn = whole_turns_off(call, args[0]);
        // sin(pi r) = sin(pi (1 - r)) near half a turn, where pi r would lose the small difference.
        let size = call.intrinsic("llvm.fabs", &[turn]);
        let near = call.less(call.float_like(turn, 0.5), size);
        let mirrored = builder.fsub(call.float_like(turn, 1.0), size);
        let size = builder.select(near, mirrored, size);
        // Zeros have the sign of the argument, however many half turns it is.
        let sign = builder.select(is_zero(call, size), args[0], turn);
        let reduced = call.intrinsic("llvm.copysign", &[size, sign]);
        call.intrinsic("llvm.sin", &[builder.fmul(reduced, call.float_like(turn, PI))])
    })
}

/// `cos(pi x) = sin(pi (1/2 - |x|))` for the reduced argument.
fn cos_pi<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    call.in_double(&[x], |args| {
        let builder = &call.builder;
        let size = call.intrinsic("llvm.fabs", &[whole_turns_off(call, args[0])]);
        let shifted = builder.fsub(call.float_like(size, 0.5), size);
        call.intrinsic("llvm.sin", &[builder.fmul(shifted, call.float_like(size, PI))])
    })
}

/// `x - 2 rint(x / 2)`, exact, in -1 to 1; the sign of zero stays.
fn whole_turns_off<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let half = builder.fmul(x, call.float_like(x, 0.5));
    let turns = call.intrinsic("llvm.rint", &[half]);
    let rest = builder.fsub(x, builder.fmul(turns, call.float_like(x, 2.0)));
    call.intrinsic("llvm.copysign", &[rest, builder.select(is_zero(call, rest), x, rest)])
}

fn is_zero<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    call.builder.fcmp(FloatPredicate::LLVMRealOEQ, x, call.float_like(x, 0.0))
}

fn scale<'m>(call: &Call<'m>, x: Value<'m>, exponent: Value<'m>) -> Value<'m> {
    let ldexp = |args: &[Value<'m>]| {
        let types = [args[0].ty(), args[1].ty()];
        call.builder.intrinsic(call.module, "llvm.ldexp", &types, args).value()
    };
    call.in_float(&[x, exponent], ldexp)
}

/// `x^n`: every 32-bit `n` is a double.
fn power<'m>(call: &Call<'m>, x: Value<'m>, n: Value<'m>) -> Value<'m> {
    let exponent = call.builder.sitofp(n, call.module.double());
    call.in_double(&[x], |args| call.intrinsic("llvm.pow", &[args[0], exponent]))
}

/// `exp(y log x)`: other than `pow`, it is undefined wherever this is.
fn positive_power<'m>(call: &Call<'m>, x: Value<'m>, y: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let is = |value: Value<'m>, number: f64| {
        builder.fcmp(FloatPredicate::LLVMRealOEQ, value, call.float_like(value, number))
    };
    let size = |value: Value<'m>| call.intrinsic("llvm.fabs", &[value]);
    let power = call.intrinsic("llvm.pow", &[size(x), y]);
    let negative = builder.fcmp(FloatPredicate::LLVMRealULT, x, call.float_like(x, 0.0));
    let unordered = builder.fcmp(FloatPredicate::LLVMRealUNO, y, y);
    let at_ends = builder.or(is(x, 0.0), is(x, f64::INFINITY));
    let to_zero = builder.and(is(y, 0.0), at_ends);
    let of_one = builder.and(is(x, 1.0), is(size(y), f64::INFINITY));
    let undefined = builder.or(builder.or(negative, unordered), builder.or(to_zero, of_one));
    builder.select(undefined, call.float_like(x, f64::NAN), power)
}

/// glibc's function is a little less exact for double precision than OpenCL
/// wants; one Newton step, with the error of the square known, makes up for it.
fn cube_root<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    let guess = call.libm("cbrt", &[x]);
    if x.ty().kind() != TypeKind::Double {
        return guess;
    }
    let builder = &call.builder;
    let square = builder.fmul(guess, guess);
    let square_error = call.intrinsic("llvm.fma", &[guess, guess, builder.fneg(square)]);
    let excess = call.intrinsic("llvm.fma", &[square, guess, builder.fneg(x)]);
    let excess = call.intrinsic("llvm.fma", &[square_error, guess, excess]);
    let step = builder.fdiv(excess, builder.fmul(square, call.float_like(x, 3.0)));
    let better = builder.fsub(guess, step);
    let ordinary = builder.intrinsic(call.module, "llvm.is.fpclass", &[x.ty()], &[step, call.index(FINITE)]);
    builder.select(ordinary.value(), better, guess)
}

/// The `n`-th root: a power of `|x|`, corrected by one Newton step where that
/// is finite, with the sign of `x` for odd `n`.
fn root<'m>(call: &Call<'m>, x: Value<'m>, n: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let double = call.module.double();
    call.in_double(&[x], |args| {
        let degree = builder.sitofp(n, double);
        let size = call.intrinsic("llvm.fabs", args);
        let guess = call.intrinsic("llvm.pow", &[size, builder.fdiv(double.float(1.0), degree)]);
        // The guess raised again is near the size, where the ends of the range are;
        // raised to half of the degree it is far from them.
        let half = call.intrinsic("llvm.pow", &[guess, builder.fmul(degree, double.float(0.5))]);
        let ratio = builder.fmul(builder.fdiv(half, size), half);
        let error = builder.fsub(double.float(1.0), ratio);
        let step = builder.fdiv(builder.fmul(guess, error), degree);
        let ordinary = builder.intrinsic(call.module, "llvm.is.fpclass", &[double], &[step, call.index(FINITE)]);
        let better = builder.select(ordinary.value(), builder.fadd(guess, step), guess);
        let odd = builder.trunc(n, call.module.int(1));
        let negative = call.less(args[0], double.float(0.0));
        let even_of_negative = builder.and(negative, builder.not(odd));
        let of_degree_zero = builder.icmp(IntPredicate::LLVMIntEQ, n, n.ty().zero());
        let undefined = builder.or(even_of_negative, of_degree_zero);
        let signed = call.intrinsic("llvm.copysign", &[better, args[0]]);
        let root = builder.select(odd, signed, better);
        builder.select(undefined, double.float(f64::NAN), root)
    })
}

/// Classes of `llvm.is.fpclass` that are finite.
const FINITE: u32 = 0x1f8;

/// The argument of larger (or smaller) magnitude; `when_equal` decides between equals.
fn by_magnitude<'m>(call: &Call<'m>, args: &[Value<'m>], when_equal: &str) -> Value<'m> {
    let builder = &call.builder;
    let [left, right] = [args[0], args[1]].map(|arg| call.intrinsic("llvm.fabs", &[arg]));
    let (below, above) = if when_equal == "llvm.maxnum" { (args[1], args[0]) } else { (args[0], args[1]) };
    let otherwise = call.intrinsic(when_equal, args);
    let right_larger = builder.select(call.less(left, right), below, otherwise);
    builder.select(call.less(right, left), above, right_larger)
}

fn quiet_nan<'m>(call: &Call<'m>, payload: Value<'m>) -> Value<'m> {
    let (bits, quiet, ty) = match payload.ty().kind() {
        TypeKind::Int(16) => (16, 0x7e00, call.module.half()),
        TypeKind::Int(32) => (32, 0x7fc0_0000, call.module.float()),
        _ => (64, 0x7ff8_0000_0000_0000, call.module.double()),
    };
    let pattern = call.builder.or(payload, call.module.int(bits).int(quiet, false));
    call.builder.bitcast(pattern, ty)
}

/// libm's function, but for half precision, whose neighbours it does not know.
fn next_after<'m>(call: &Call<'m>, x: Value<'m>, y: Value<'m>) -> Value<'m> {
    let ty = x.ty();
    if ty.kind() != TypeKind::Half {
        return call.libm("nextafter", &[x, y]);
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
    // The smallest negative value goes to the negative zero.
    let to_zero = builder.icmp(IntPredicate::LLVMIntEQ, next, int.zero());
    let sign = builder.and(builder.bitcast(x, int), int.int(0x8000, false));
    let pattern = builder.select(to_zero, sign, pattern);
    let equal = builder.fcmp(FloatPredicate::LLVMRealOEQ, x, y);
    let unordered = builder.fcmp(FloatPredicate::LLVMRealUNO, x, y);
    let moved = builder.select(equal, y, builder.bitcast(pattern, ty));
    builder.select(unordered, builder.fadd(x, y), moved)
}

/// (fraction below 1, floor).
fn fraction<'m>(call: &Call<'m>, x: Value<'m>) -> (Value<'m>, Value<'m>) {
    let builder = &call.builder;
    let floor = call.intrinsic("llvm.floor", &[x]);
    // The largest value below 1, as the specification has it.
    let below_one = match x.ty().kind() {
        TypeKind::Half => 1.0 - 1.0 / 2048.0,
        TypeKind::Float => f64::from(1.0_f32.next_down()),
        _ => 1.0_f64.next_down(),
    };
    let rest = builder.fsub(x, floor);
    let capped = call.intrinsic("llvm.minnum", &[rest, call.float_like(x, below_one)]);
    let nan = builder.fcmp(FloatPredicate::LLVMRealUNO, x, x);
    let infinite = builder.fcmp(FloatPredicate::LLVMRealOEQ, x, floor);
    let whole = call.intrinsic("llvm.copysign", &[call.float_like(x, 0.0), x]);
    (builder.select(nan, x, builder.select(infinite, whole, capped)), floor)
}
