//! Mathematical builtins against the host's functions, within the error bounds
//! of the OpenCL specification, in vectorized and scalar code.

mod support;

use std::f64::consts::PI;

use support::{Program, Range, load_with, memory};
use tandem_codegen_cpu::Options;

/// A function of up to two arguments: name, largest error in ULP, reference,
/// arguments.
struct Case {
    name: &'static str,
    ulp: f64,
    reference: fn(f64, f64) -> f64,
    arguments: fn(usize) -> (f64, f64),
}

const POINTS: usize = 100_000;

/// Evenly from `low` to `high`.
fn between(i: usize, low: f64, high: f64) -> f64 {
    low + (high - low) * i as f64 / (POINTS - 1) as f64
}

/// Many magnitudes, both signs.
fn magnitudes(i: usize) -> f64 {
    let sign = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    sign * 10.0_f64.powf(between(i, -6.0, 6.0))
}

fn sin_pi(x: f64) -> f64 {
    let turn = x - 2.0 * (x / 2.0).round();
    let size = turn.abs();
    let reduced = if size > 0.5 { 1.0 - size } else { size };
    (reduced * PI).sin().copysign(turn)
}

fn cos_pi(x: f64) -> f64 {
    let size = (x - 2.0 * (x / 2.0).round()).abs();
    ((0.5 - size) * PI).sin()
}

const CASES: &[Case] = &[
    Case { name: "acos", ulp: 4.0, reference: |x, _| x.acos(), arguments: |i| (between(i, -1.0, 1.0), 0.0) },
    Case { name: "acosh", ulp: 4.0, reference: |x, _| x.acosh(), arguments: |i| (between(i, 1.5, 90.0), 0.0) },
    Case { name: "acospi", ulp: 5.0, reference: |x, _| x.acos() / PI, arguments: |i| (between(i, -1.0, 1.0), 0.0) },
    Case { name: "asin", ulp: 4.0, reference: |x, _| x.asin(), arguments: |i| (between(i, -1.0, 1.0), 0.0) },
    Case { name: "asinh", ulp: 4.0, reference: |x, _| x.asinh(), arguments: |i| (between(i, 0.5, 90.0), 0.0) },
    Case { name: "asinpi", ulp: 5.0, reference: |x, _| x.asin() / PI, arguments: |i| (between(i, -1.0, 1.0), 0.0) },
    Case { name: "atan", ulp: 5.0, reference: |x, _| x.atan(), arguments: |i| (magnitudes(i), 0.0) },
    Case { name: "atan2", ulp: 6.0, reference: f64::atan2, arguments: |i| (magnitudes(i), magnitudes(i * 7 % POINTS)) },
    Case {
        name: "atan2pi",
        ulp: 6.0,
        reference: |y, x| y.atan2(x) / PI,
        arguments: |i| (magnitudes(i), magnitudes(i * 7 % POINTS)),
    },
    Case { name: "atanh", ulp: 5.0, reference: |x, _| x.atanh(), arguments: |i| (between(i, -0.9, 0.9), 0.0) },
    Case { name: "atanpi", ulp: 5.0, reference: |x, _| x.atan() / PI, arguments: |i| (magnitudes(i), 0.0) },
    Case { name: "cbrt", ulp: 2.0, reference: |x, _| x.cbrt(), arguments: |i| (magnitudes(i), 0.0) },
    Case { name: "cos", ulp: 4.0, reference: |x, _| x.cos(), arguments: |i| (between(i, -100.0, 100.0), 0.0) },
    Case { name: "cosh", ulp: 4.0, reference: |x, _| x.cosh(), arguments: |i| (between(i, -50.0, 50.0), 0.0) },
    Case { name: "cospi", ulp: 4.0, reference: |x, _| cos_pi(x), arguments: |i| (between(i, -50.0, 50.0), 0.0) },
    Case { name: "exp", ulp: 3.0, reference: |x, _| x.exp(), arguments: |i| (between(i, -80.0, 80.0), 0.0) },
    Case { name: "exp10", ulp: 3.0, reference: |x, _| 10.0_f64.powf(x), arguments: |i| (between(i, -30.0, 30.0), 0.0) },
    Case { name: "exp2", ulp: 3.0, reference: |x, _| x.exp2(), arguments: |i| (between(i, -100.0, 100.0), 0.0) },
    Case { name: "expm1", ulp: 3.0, reference: |x, _| x.exp_m1(), arguments: |i| (between(i, -8.0, 50.0), 0.0) },
    Case {
        name: "fdim",
        ulp: 0.0,
        reference: |x, y| if x > y { x - y } else { 0.0 },
        arguments: |i| (i as f64 * 0.5, (POINTS - i) as f64),
    },
    Case { name: "hypot", ulp: 4.0, reference: f64::hypot, arguments: |i| (magnitudes(i), magnitudes(i * 7 % POINTS)) },
    Case { name: "log", ulp: 3.0, reference: |x, _| x.ln(), arguments: |i| (magnitudes(i).abs(), 0.0) },
    Case { name: "log10", ulp: 3.0, reference: |x, _| x.log10(), arguments: |i| (magnitudes(i).abs(), 0.0) },
    Case { name: "log1p", ulp: 2.0, reference: |x, _| x.ln_1p(), arguments: |i| (magnitudes(i).abs(), 0.0) },
    Case { name: "log2", ulp: 3.0, reference: |x, _| x.log2(), arguments: |i| (magnitudes(i).abs(), 0.0) },
    Case { name: "logb", ulp: 0.0, reference: |x, _| x.abs().log2().floor(), arguments: |i| (magnitudes(i), 0.0) },
    Case {
        name: "maxmag",
        ulp: 0.0,
        reference: |x, y| if x.abs() > y.abs() { x } else { y },
        arguments: |i| (i as f64 - 300.0, 250.25),
    },
    Case {
        name: "minmag",
        ulp: 0.0,
        reference: |x, y| if x.abs() < y.abs() { x } else { y },
        arguments: |i| (i as f64 - 300.0, 250.25),
    },
    Case {
        name: "pow",
        ulp: 16.0,
        reference: f64::powf,
        arguments: |i| (between(i, 0.1, 9.0), between(i, -20.0, 20.0)),
    },
    Case {
        name: "powr",
        ulp: 16.0,
        reference: f64::powf,
        arguments: |i| (between(i, 0.1, 9.0), between(i, -20.0, 20.0)),
    },
    Case {
        name: "remainder",
        ulp: 0.0,
        reference: |x, y| x - y * (x / y).round_ties_even(),
        arguments: |i| (i as f64, 0.75),
    },
    Case { name: "rsqrt", ulp: 2.0, reference: |x, _| 1.0 / x.sqrt(), arguments: |i| (magnitudes(i).abs(), 0.0) },
    Case {
        name: "sign",
        ulp: 0.0,
        reference: |x, _| if x == 0.0 { x } else { x.signum() },
        arguments: |i| (i as f64 - 500.0, 0.0),
    },
    Case { name: "sin", ulp: 4.0, reference: |x, _| x.sin(), arguments: |i| (between(i, -100.0, 100.0), 0.0) },
    Case { name: "sinh", ulp: 4.0, reference: |x, _| x.sinh(), arguments: |i| (between(i, 0.5, 50.0), 0.0) },
    Case { name: "sinpi", ulp: 4.0, reference: |x, _| sin_pi(x), arguments: |i| (between(i, -50.0, 50.0), 0.0) },
    Case {
        name: "step",
        ulp: 0.0,
        reference: |edge, x| f64::from(u8::from(x >= edge)),
        arguments: |i| (0.5, between(i, 0.0, 1.0)),
    },
    Case { name: "tan", ulp: 5.0, reference: |x, _| x.tan(), arguments: |i| (between(i, -50.0, 50.0), 0.0) },
    Case { name: "tanh", ulp: 5.0, reference: |x, _| x.tanh(), arguments: |i| (between(i, -5.0, 5.0), 0.0) },
    Case {
        name: "tanpi",
        ulp: 6.0,
        reference: |x, _| sin_pi(x) / cos_pi(x),
        arguments: |i| (between(i, -5.2, 5.3), 0.0),
    },
    Case { name: "native_sin", ulp: 8192.0, reference: |x, _| x.sin(), arguments: |i| (between(i, -3.0, 3.0), 0.0) },
    Case { name: "half_exp", ulp: 8192.0, reference: |x, _| x.exp(), arguments: |i| (between(i, -10.0, 10.0), 0.0) },
    Case { name: "native_rsqrt", ulp: 8192.0, reference: |x, _| 1.0 / x.sqrt(), arguments: |i| (i as f64 + 0.5, 0.0) },
];

/// Functions of two arguments.
const BINARY: &[&str] = &["atan2", "atan2pi", "fdim", "hypot", "maxmag", "minmag", "pow", "powr", "remainder", "step"];

/// A kernel of each case.
struct Form {
    /// The suffix of its name.
    suffix: &'static str,
    /// The condition on which work-items return before they call the function.
    returns: &'static str,
    /// The same condition, as a function of the work-item's number.
    is_left_out: fn(usize) -> bool,
}

const FORMS: [Form; 2] = [
    Form { suffix: "", returns: "false", is_left_out: |_| false },
    Form { suffix: "_divergent", returns: "%is_fourth", is_left_out: |i| i.is_multiple_of(4) },
];

/// The kernels: `out[i] = f(a[i], b[i])`.
fn kernels(ty: &str, suffix: &str) -> String {
    let mut text = "declare i64 @__spirv_BuiltInGlobalInvocationId(i32)\n".to_owned();
    for Case { name, .. } in CASES {
        let (params, args) = match BINARY.contains(name) {
            true => (format!("{ty}, {ty}"), format!("{ty} %x, {ty} %y")),
            false => (ty.to_owned(), format!("{ty} %x")),
        };
        text += &format!("declare {ty} @__spirv_ocl_{name}.{suffix}({params}) memory(none)\n");
        for Form { suffix: form, returns, .. } in FORMS {
            text += &format!(
                "define spir_kernel void @{name}{form}(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {{
                   %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
                   %rest = and i64 %i, 3
                   %is_fourth = icmp eq i64 %rest, 0
                   br i1 {returns}, label %end, label %compute
                 compute:
                   %pa = getelementptr {ty}, ptr addrspace(1) %a, i64 %i
                   %pb = getelementptr {ty}, ptr addrspace(1) %b, i64 %i
                   %po = getelementptr {ty}, ptr addrspace(1) %out, i64 %i
                   %x = load {ty}, ptr addrspace(1) %pa
                   %y = load {ty}, ptr addrspace(1) %pb
                   %z = call {ty} @__spirv_ocl_{name}.{suffix}({args})
                   store {ty} %z, ptr addrspace(1) %po
                   br label %end
                 end:
                   ret void
                 }}\n"
            );
        }
    }
    text
}

fn error_in_ulp(value: f64, reference: f64, epsilon: f64, smallest: f64) -> f64 {
    if value == reference || value.is_nan() && reference.is_nan() {
        return 0.0;
    }
    // The distance of neighbours at the reference.
    let exponent = reference.abs().max(smallest).log2().floor();
    (value - reference).abs() / (exponent.exp2() * epsilon)
}

/// A floating-point type: its epsilon, its smallest normal number, and conversions.
struct Precision<T> {
    epsilon: f64,
    smallest: f64,
    round: fn(f64) -> T,
    widen: fn(T) -> f64,
}

impl<T: Copy + Default> Precision<T> {
    fn check(&self, program: &Program) {
        let kernels = CASES.iter().flat_map(|case| FORMS.iter().map(move |form| (case, form)));
        let errors: Vec<_> = kernels.filter_map(|(case, form)| self.first_error(program, case, form)).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }

    /// The first result of a kernel that is wrong.
    fn first_error(&self, program: &Program, case: &Case, form: &Form) -> Option<String> {
        let points = (0..POINTS).map(case.arguments);
        let (mut a, mut b): (Vec<T>, Vec<T>) = points.map(|(x, y)| ((self.round)(x), (self.round)(y))).unzip();
        let mut out = vec![T::default(); POINTS];
        let kernel = format!("{}{}", case.name, form.suffix);
        let mut args = [memory(&mut a), memory(&mut b), memory(&mut out)];
        program.launch(&kernel, &mut args, Range::linear(POINTS as u64, 100));
        (0..POINTS).find_map(|i| {
            let (x, y, value) = ((self.widen)(a[i]), (self.widen)(b[i]), (self.widen)(out[i]));
            if (form.is_left_out)(i) {
                return (value != 0.0).then(|| format!("{kernel} stored {value} for work-item {i}, which returned"));
            }
            let reference = (self.widen)((self.round)((case.reference)(x, y)));
            let error = error_in_ulp(value, reference, self.epsilon, self.smallest);
            (error > case.ulp + 0.5).then(|| format!("{kernel}({x}, {y}) = {value}, not {reference}: {error} ULP"))
        })
    }
}

const SINGLE: Precision<f32> = Precision {
    epsilon: f32::EPSILON as f64,
    smallest: f32::MIN_POSITIVE as f64,
    round: |x| x as f32,
    widen: |x| x as f64,
};

const DOUBLE: Precision<f64> =
    Precision { epsilon: f64::EPSILON, smallest: f64::MIN_POSITIVE, round: |x| x, widen: |x| x };

#[test]
fn functions() {
    for opt_level in [0, 2] {
        let options = Options { opt_level, ..Options::from_env() };
        SINGLE.check(&load_with(&kernels("float", "f32"), &options));
        DOUBLE.check(&load_with(&kernels("double", "f64"), &options));
    }
}

/// Functions with a second result, with integers, and on vectors.
#[test]
fn unusual_signatures() {
    let text = "
        declare float @__spirv_ocl_fract.f32(float, ptr)
        declare float @__spirv_ocl_frexp.f32(float, ptr)
        declare float @__spirv_ocl_modf.f32(float, ptr)
        declare float @__spirv_ocl_sincos.f32(float, ptr)
        declare float @__spirv_ocl_lgamma_r.f32(float, ptr)
        declare float @__spirv_ocl_remquo.f32(float, float, ptr)
        declare float @__spirv_ocl_ldexp.f32(float, i32)
        declare float @__spirv_ocl_pown.f32(float, i32)
        declare float @__spirv_ocl_rootn.f32(float, i32)
        declare i32 @__spirv_ocl_ilogb.i32(float)
        declare float @__spirv_ocl_nan.f32(i32)
        declare float @__spirv_ocl_length.v3f32(<3 x float>)
        declare <3 x float> @__spirv_ocl_normalize.v3f32(<3 x float>)
        declare <3 x float> @__spirv_ocl_cross.v3f32(<3 x float>, <3 x float>)
        declare float @__spirv_ocl_distance.v3f32(<3 x float>, <3 x float>)
        declare <4 x float> @__spirv_ocl_exp2.v4f32(<4 x float>)
        declare half @__spirv_ocl_tanh.f16(half)
        declare half @__spirv_ocl_nextafter.f16(half, half)
        declare half @__spirv_ocl_rsqrt.f16(half)
        declare float @__spirv_ocl_smoothstep.f32(float, float, float)
        define spir_kernel void @k(ptr addrspace(1) %out) {
          %f = alloca float
          %n = alloca i32
          %fract = call float @__spirv_ocl_fract.f32(float -1.25, ptr %f)
          %floor = load float, ptr %f
          %frexp = call float @__spirv_ocl_frexp.f32(float 12.0, ptr %n)
          %exponent = load i32, ptr %n
          %exponent.f = sitofp i32 %exponent to float
          %modf = call float @__spirv_ocl_modf.f32(float -2.75, ptr %f)
          %whole = load float, ptr %f
          %sin = call float @__spirv_ocl_sincos.f32(float 0.5, ptr %f)
          %cos = load float, ptr %f
          %lgamma = call float @__spirv_ocl_lgamma_r.f32(float -0.5, ptr %n)
          %sign = load i32, ptr %n
          %sign.f = sitofp i32 %sign to float
          %remquo = call float @__spirv_ocl_remquo.f32(float 7.0, float 2.0, ptr %n)
          %quotient = load i32, ptr %n
          %quotient.f = sitofp i32 %quotient to float
          %ldexp = call float @__spirv_ocl_ldexp.f32(float 3.0, i32 4)
          %pown = call float @__spirv_ocl_pown.f32(float -3.0, i32 3)
          %rootn = call float @__spirv_ocl_rootn.f32(float -27.0, i32 3)
          %rootn.0 = call float @__spirv_ocl_rootn.f32(float 2.0, i32 0)
          %ilogb = call i32 @__spirv_ocl_ilogb.i32(float 10.0)
          %ilogb.f = sitofp i32 %ilogb to float
          %nan = call float @__spirv_ocl_nan.f32(i32 5)
          %length = call float @__spirv_ocl_length.v3f32(<3 x float> <float 0x4640000000000000, float 0.0, float 0.0>)
          %unit = call <3 x float> @__spirv_ocl_normalize.v3f32(<3 x float> <float 3.0, float 0.0, float 4.0>)
          %unit.z = extractelement <3 x float> %unit, i32 2
          %cross = call <3 x float> @__spirv_ocl_cross.v3f32(<3 x float> <float 1.0, float 0.0, float 0.0>, <3 x float> <float 0.0, float 2.0, float 0.0>)
          %cross.z = extractelement <3 x float> %cross, i32 2
          %distance = call float @__spirv_ocl_distance.v3f32(<3 x float> <float 1.0, float 1.0, float 1.0>, <3 x float> <float 1.0, float 4.0, float 5.0>)
          %powers = call <4 x float> @__spirv_ocl_exp2.v4f32(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
          %power = extractelement <4 x float> %powers, i32 3
          %tanh = call half @__spirv_ocl_tanh.f16(half 0xH3C00)
          %tanh.f = fpext half %tanh to float
          %after = call half @__spirv_ocl_nextafter.f16(half 0xH0000, half 0xHBC00)
          %after.f = fpext half %after to float
          %zero = call half @__spirv_ocl_nextafter.f16(half 0xH8001, half 0xH0000)
          %zero.inverse = fdiv half 0xH3C00, %zero
          %zero.f = fpext half %zero.inverse to float
          %rsqrt = call half @__spirv_ocl_rsqrt.f16(half 0xH0125)
          %rsqrt.f = fpext half %rsqrt to float
          %smooth = call float @__spirv_ocl_smoothstep.f32(float 1.0, float 3.0, float 2.0)
"
    .to_owned();
    let results: &[(&str, f32)] = &[
        ("fract", 0.75),
        ("floor", -2.0),
        ("frexp", 0.75),
        ("exponent.f", 4.0),
        ("modf", -0.75),
        ("whole", -2.0),
        ("sin", 0.5_f32.sin()),
        ("cos", 0.5_f32.cos()),
        ("lgamma", 1.265_512_1),
        ("sign.f", -1.0),
        ("remquo", -1.0),
        ("quotient.f", 4.0),
        ("ldexp", 48.0),
        ("pown", -27.0),
        ("rootn", -3.0),
        ("rootn.0", f32::NAN),
        ("ilogb.f", 3.0),
        ("length", 2.535_301_2e30),
        ("unit.z", 0.8),
        ("cross.z", 2.0),
        ("distance", 5.0),
        ("power", 16.0),
        ("tanh.f", 0.761_718_75),
        ("after.f", -5.960_464_5e-8),
        ("zero.f", f32::NEG_INFINITY),
        ("rsqrt.f", 239.25),
        ("smooth", 0.5),
        ("nan", f32::NAN),
    ];
    let mut text = text;
    for (i, (name, _)) in results.iter().enumerate() {
        text += &format!(
            "%p.{name} = getelementptr float, ptr addrspace(1) %out, i64 {i}
             store float %{name}, ptr addrspace(1) %p.{name}\n"
        );
    }
    text += "ret void\n}";
    for opt_level in [0, 2] {
        let program = load_with(&text, &Options { opt_level, ..Options::from_env() });
        let mut out = vec![0.0_f32; results.len()];
        program.launch("k", &mut [memory(&mut out)], Range::linear(1, 1));
        for (value, (name, expected)) in out.iter().zip(results) {
            let close = (value - expected).abs() <= 2.0 * f32::EPSILON * expected.abs();
            let same = close || value == expected || value.is_nan() && expected.is_nan();
            assert!(same, "{name}: {value}, not {expected}");
        }
    }
}

/// Where the sign of zero counts, and where OpenCL differs from C.
#[test]
fn special_values() {
    const NAN: f64 = f64::NAN;
    const INFINITY: f64 = f64::INFINITY;
    let cases: &[(&str, f64, f64, f64)] = &[
        ("sinpi", 3.0, 0.0, 0.0),
        ("sinpi", -3.0, 0.0, -0.0),
        ("sinpi", -4.0, 0.0, -0.0),
        ("cospi", 1.5, 0.0, 0.0),
        ("tanpi", 3.0, 0.0, -0.0),
        ("tanpi", 4.0, 0.0, 0.0),
        ("tanpi", -0.5, 0.0, -INFINITY),
        ("powr", 0.0, 0.0, NAN),
        ("powr", INFINITY, 0.0, NAN),
        ("powr", 1.0, INFINITY, NAN),
        ("powr", 1.0, NAN, NAN),
        ("powr", NAN, 0.0, NAN),
        ("powr", -2.0, 2.0, NAN),
        ("powr", -0.0, 3.0, 0.0),
        ("powr", -0.0, -3.0, INFINITY),
        ("powr", 3.0, 0.0, 1.0),
        ("powr", 3.0, -INFINITY, 0.0),
    ];
    let program = load_with(&kernels("double", "f64"), &Options::from_env());
    for &(name, x, y, expected) in cases {
        let mut out = [1.0_f64];
        program.launch(name, &mut [memory(&mut [x]), memory(&mut [y]), memory(&mut out)], Range::linear(1, 1));
        let same = out[0].to_bits() == expected.to_bits() || out[0].is_nan() && expected.is_nan();
        assert!(same, "{name}({x}, {y}) = {:?}, not {expected:?}", out[0]);
    }
}

/// Three elements for each work-item: LLVM joins them to vectors whose
/// registers are not a power of two in number.
#[test]
fn triples() {
    const ITEMS: usize = 128;
    let mut text = "
        declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
        declare float @__spirv_ocl_log.f32(float)
        declare double @__spirv_ocl_cos.f64(double)
        define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %floats, ptr addrspace(1) %doubles) {
          %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)\n"
        .to_owned();
    let addresses = ["in", "floats", "doubles"];
    for k in 0..3 {
        text += &format!("%three.{k} = mul i64 %i, 3\n%at.{k} = add i64 %three.{k}, {k}\n");
        for (name, ty) in addresses.iter().zip(["float", "float", "double"]) {
            text += &format!("%{name}.{k} = getelementptr {ty}, ptr addrspace(1) %{name}, i64 %at.{k}\n");
        }
        text += &format!(
            "%x.{k} = load float, ptr addrspace(1) %in.{k}
             %y.{k} = call float @__spirv_ocl_log.f32(float %x.{k})
             %d.{k} = fpext float %x.{k} to double
             %z.{k} = call double @__spirv_ocl_cos.f64(double %d.{k})\n"
        );
    }
    for k in 0..3 {
        text += &format!(
            "store float %y.{k}, ptr addrspace(1) %floats.{k}
             store double %z.{k}, ptr addrspace(1) %doubles.{k}\n"
        );
    }
    text += "ret void\n}";
    let program = load_with(&text, &Options::from_env());
    let mut input: Vec<f32> = (1..=3 * ITEMS).map(|i| i as f32).collect();
    let (mut floats, mut doubles) = (vec![0.0_f32; 3 * ITEMS], vec![0.0_f64; 3 * ITEMS]);
    let mut args = [memory(&mut input), memory(&mut floats), memory(&mut doubles)];
    program.launch("k", &mut args, Range::linear(ITEMS as u64, 64));
    for (i, x) in input.iter().map(|x| f64::from(*x)).enumerate() {
        assert!((f64::from(floats[i]) - x.ln()).abs() < 1e-6, "log({x}) = {}", floats[i]);
        assert!((doubles[i] - x.cos()).abs() < 1e-14, "cos({x}) = {}", doubles[i]);
    }
}
