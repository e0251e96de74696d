//! Operations on integers of 65 to 128 bits, which SPIR-V has in halves, against Rust's own, on random numbers and
//! those at the edges.

mod support;

use support::{Range, load_object, memory, parse};
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;
use tandem_spirv::writer::{WriterOptions, write};

const WIDTHS: [u32; 6] = [65, 80, 96, 100, 127, 128];

/// Numbers of a width.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    fn mask(self) -> u128 {
        u128::MAX >> (128 - self.0)
    }

    fn cut(self, value: u128) -> u128 {
        value & self.mask()
    }

    fn signed(self, value: u128) -> i128 {
        (value << (128 - self.0)) as i128 >> (128 - self.0)
    }

    fn lowest(self) -> i128 {
        i128::MIN >> (128 - self.0)
    }

    fn highest(self) -> i128 {
        i128::MAX >> (128 - self.0)
    }

    /// The nearest number to a result; `None` is a result above or below the range of 128 bits.
    fn nearest(self, result: Option<i128>, is_below: bool) -> u128 {
        let limit = if is_below { self.lowest() } else { self.highest() };
        self.cut(result.unwrap_or(limit).clamp(self.lowest(), self.highest()) as u128)
    }

    /// A signed result and, above bit 127, whether it fits.
    fn checked_signed(self, result: Option<i128>, wrapped: i128) -> (u128, bool) {
        (self.cut(wrapped as u128), result.is_none_or(|value| value < self.lowest() || value > self.highest()))
    }

    fn checked_unsigned(self, result: Option<u128>, wrapped: u128) -> (u128, bool) {
        (self.cut(wrapped), result.is_none_or(|value| value > self.mask()))
    }
}

type Model = fn(Width, u128, u128) -> u128;

/// A name, the type of the result `%r` if it differs from the operands' type, code on `%x` and `%y` of type `T`, and
/// the model of its result.
type Operation = (&'static str, &'static str, &'static str, Model);

fn shift(width: Width, amount: u128) -> u32 {
    (amount % u128::from(width.0)) as u32
}

fn is_divisible(width: Width, x: u128, y: u128) -> bool {
    y != 0 && !(width.signed(x) == width.lowest() && width.signed(y) == -1)
}

const ARITHMETIC: &[Operation] = &[
    ("add", "T", "%r = add T %x, %y", |w, x, y| w.cut(x.wrapping_add(y))),
    ("sub", "T", "%r = sub T %x, %y", |w, x, y| w.cut(x.wrapping_sub(y))),
    ("mul", "T", "%r = mul T %x, %y", |w, x, y| w.cut(x.wrapping_mul(y))),
    ("and", "T", "%r = and T %x, %y", |_, x, y| x & y),
    ("or", "T", "%r = or T %x, %y", |_, x, y| x | y),
    ("xor", "T", "%n = xor T %x, -1\n%r = xor T %n, %y", |w, x, y| w.cut(!x ^ y)),
    ("frozen", "T", "%f = freeze T %x\n%r = sub T 0, %f", |w, x, _| w.cut(x.wrapping_neg())),
    ("constant_shl", "T", "%r = shl T %x, 3", |w, x, _| w.cut(x << 3)),
    ("constant_lshr", "T", "%r = lshr T %x, 64", |_, x, _| x >> 64),
    ("constant_ashr", "T", "%r = ashr T %x, 60", |w, x, _| w.cut((w.signed(x) >> 60) as u128)),
    ("shl", "T", "%n = urem T %y, BITS\n%r = shl T %x, %n", |w, x, y| w.cut(x << shift(w, y))),
    ("lshr", "T", "%n = urem T %y, BITS\n%r = lshr T %x, %n", |w, x, y| x >> shift(w, y)),
    ("ashr", "T", "%n = urem T %y, BITS\n%r = ashr T %x, %n", |w, x, y| w.cut((w.signed(x) >> shift(w, y)) as u128)),
];

const DIVISION: &[Operation] = &[
    ("udiv", "T", "%r = udiv T %x, %y", |_, x, y| x / y),
    ("urem", "T", "%r = urem T %x, %y", |_, x, y| x % y),
    ("sdiv", "T", "%r = sdiv T %x, %y", |w, x, y| w.cut((w.signed(x) / w.signed(y)) as u128)),
    ("srem", "T", "%r = srem T %x, %y", |w, x, y| w.cut((w.signed(x) % w.signed(y)) as u128)),
];

const COMPARISONS: &[Operation] = &[
    ("eq", "i1", "%r = icmp eq T %x, %y", |_, x, y| (x == y).into()),
    ("ne", "i1", "%r = icmp ne T %x, %y", |_, x, y| (x != y).into()),
    ("ult", "i1", "%r = icmp ult T %x, %y", |_, x, y| (x < y).into()),
    ("ule", "i1", "%r = icmp ule T %x, %y", |_, x, y| (x <= y).into()),
    ("ugt", "i1", "%r = icmp ugt T %x, %y", |_, x, y| (x > y).into()),
    ("uge", "i1", "%r = icmp uge T %x, %y", |_, x, y| (x >= y).into()),
    ("slt", "i1", "%r = icmp slt T %x, %y", |w, x, y| (w.signed(x) < w.signed(y)).into()),
    ("sle", "i1", "%r = icmp sle T %x, %y", |w, x, y| (w.signed(x) <= w.signed(y)).into()),
    ("sgt", "i1", "%r = icmp sgt T %x, %y", |w, x, y| (w.signed(x) > w.signed(y)).into()),
    ("sge", "i1", "%r = icmp sge T %x, %y", |w, x, y| (w.signed(x) >= w.signed(y)).into()),
    ("three_way", "i8", "%r = call i8 @llvm.scmp.i8.T(T %x, T %y)", |w, x, y| {
        w.signed(x).cmp(&w.signed(y)) as i8 as u8 as u128
    }),
    ("unsigned_three_way", "i8", "%r = call i8 @llvm.ucmp.i8.T(T %x, T %y)", |_, x, y| x.cmp(&y) as i8 as u8 as u128),
    ("smax", "T", "%r = call T @llvm.smax.T(T %x, T %y)", |w, x, y| w.cut(w.signed(x).max(w.signed(y)) as u128)),
    ("umin", "T", "%r = call T @llvm.umin.T(T %x, T %y)", |_, x, y| x.min(y)),
    ("abs", "T", "%r = call T @llvm.abs.T(T %x, i1 false)", |w, x, _| w.cut(w.signed(x).unsigned_abs())),
];

const BITS: &[Operation] = &[
    ("ctpop", "T", "%r = call T @llvm.ctpop.T(T %x)", |_, x, _| x.count_ones().into()),
    ("ctlz", "T", "%r = call T @llvm.ctlz.T(T %x, i1 false)", |w, x, _| (x.leading_zeros() + w.0 - 128).into()),
    ("cttz", "T", "%r = call T @llvm.cttz.T(T %x, i1 false)", |w, x, _| x.trailing_zeros().min(w.0).into()),
    ("reversed", "T", "%r = call T @llvm.bitreverse.T(T %x)", |w, x, _| x.reverse_bits() >> (128 - w.0)),
    ("fshl", "T", "%r = call T @llvm.fshl.T(T %x, T %y, T %y)", |w, x, y| {
        let left = shift(w, y);
        w.cut(x << left | y.checked_shr(w.0 - left).unwrap_or(0))
    }),
    ("fshr", "T", "%r = call T @llvm.fshr.T(T %x, T %y, T %x)", |w, x, y| {
        let right = shift(w, x);
        w.cut(y >> right | x.checked_shl(w.0 - right).unwrap_or(0))
    }),
    (
        "halves",
        "i64",
        "%h = lshr T %x, 64\n%s = trunc T %h to i64\n%t = trunc T %x to i64\n%r = xor i64 %s, %t",
        |_, x, _| (x >> 64) as u64 as u128 ^ x as u64 as u128,
    ),
];

/// Operations on widths of whole pairs of bytes.
const BYTES: &[Operation] =
    &[("swapped", "T", "%r = call T @llvm.bswap.T(T %x)", |w, x, _| x.swap_bytes() >> (128 - w.0))];

const SATURATION: &[Operation] = &[
    ("uadd", "T", "%r = call T @llvm.uadd.sat.T(T %x, T %y)", |w, x, y| x.saturating_add(y).min(w.mask())),
    ("usub", "T", "%r = call T @llvm.usub.sat.T(T %x, T %y)", |_, x, y| x.saturating_sub(y)),
    ("sadd", "T", "%r = call T @llvm.sadd.sat.T(T %x, T %y)", |w, x, y| {
        w.nearest(w.signed(x).checked_add(w.signed(y)), w.signed(x) < 0)
    }),
    ("ssub", "T", "%r = call T @llvm.ssub.sat.T(T %x, T %y)", |w, x, y| {
        w.nearest(w.signed(x).checked_sub(w.signed(y)), w.signed(x) < 0)
    }),
    ("sshl", "T", "%n = urem T %y, BITS\n%r = call T @llvm.sshl.sat.T(T %x, T %n)", |w, x, y| {
        let value = w.signed(x);
        let shifted = w.signed(w.cut(x << shift(w, y)));
        let fits = shifted >> shift(w, y) == value;
        w.nearest(fits.then_some(shifted), value < 0)
    }),
];

/// The code of an operation with an overflow bit, which replaces the sign.
macro_rules! checked {
    ($name:ident) => {
        concat!(
            "%c = call { T, i1 } @llvm.",
            stringify!($name),
            ".with.overflow.T(T %x, T %y)\n%v = extractvalue { T, i1 } %c, 0\n%o = extractvalue { T, i1 } %c, 1\n",
            "%i = xor T %v, -1\n%r = select i1 %o, T %i, T %v"
        )
    };
}

fn told(width: Width, (value, overflows): (u128, bool)) -> u128 {
    if overflows { width.cut(!value) } else { value }
}

const OVERFLOW: &[Operation] = &[
    ("uadd_o", "T", checked!(uadd), |w, x, y| told(w, w.checked_unsigned(x.checked_add(y), x.wrapping_add(y)))),
    ("usub_o", "T", checked!(usub), |w, x, y| told(w, w.checked_unsigned(x.checked_sub(y), x.wrapping_sub(y)))),
    ("umul_o", "T", checked!(umul), |w, x, y| told(w, w.checked_unsigned(x.checked_mul(y), x.wrapping_mul(y)))),
    ("sadd_o", "T", checked!(sadd), |w, x, y| {
        let (x, y) = (w.signed(x), w.signed(y));
        told(w, w.checked_signed(x.checked_add(y), x.wrapping_add(y)))
    }),
    ("ssub_o", "T", checked!(ssub), |w, x, y| {
        let (x, y) = (w.signed(x), w.signed(y));
        told(w, w.checked_signed(x.checked_sub(y), x.wrapping_sub(y)))
    }),
    ("smul_o", "T", checked!(smul), |w, x, y| {
        let (x, y) = (w.signed(x), w.signed(y));
        told(w, w.checked_signed(x.checked_mul(y), x.wrapping_mul(y)))
    }),
];

const FLOATS: &[Operation] = &[
    ("udouble", "i64", "%f = uitofp T %x to double\n%r = bitcast double %f to i64", |_, x, _| {
        (x as f64).to_bits().into()
    }),
    ("sdouble", "i64", "%f = sitofp T %x to double\n%r = bitcast double %f to i64", |w, x, _| {
        (w.signed(x) as f64).to_bits().into()
    }),
    ("ufloat", "i32", "%f = uitofp T %x to float\n%r = bitcast float %f to i32", |_, x, _| (x as f32).to_bits().into()),
    ("sfloat", "i32", "%f = sitofp T %x to float\n%r = bitcast float %f to i32", |w, x, _| {
        (w.signed(x) as f32).to_bits().into()
    }),
    ("shalf", "i16", "%s = ashr T %x, 52\n%f = sitofp T %s to half\n%r = bitcast half %f to i16", |w, x, _| {
        half_bits((w.signed(x) >> 52).clamp(-1 << 20, 1 << 20) as f64).into()
    }),
    // Includes fractions: the number is divided by 2 to the 40 before it is converted.
    (
        "double_to_u",
        "T",
        "%d = uitofp T %x to double\n%s = fmul double %d, 0x3D70000000000000\n%r = fptoui double %s to T",
        |_, x, _| (x as f64 * 2_f64.powi(-40)) as u128,
    ),
    (
        "float_to_s",
        "T",
        "%d = sitofp T %x to float\n%s = fmul float %d, 5.0e-01\n%r = fptosi float %s to T",
        |w, x, _| w.cut((w.signed(x) as f32 * 0.5) as i128 as u128),
    ),
    (
        "double_to_s_sat",
        "T",
        "%d = sitofp T %x to double\n%s = fmul double %d, 2.0\n%r = call T @llvm.fptosi.sat.T.f64(double %s)",
        |w, x, _| w.nearest(Some((w.signed(x) as f64 * 2.0) as i128), false),
    ),
    (
        "double_to_u_sat",
        "T",
        "%d = sitofp T %x to double\n%s = fmul double %d, 4.0\n%r = call T @llvm.fptoui.sat.T.f64(double %s)",
        |w, x, _| ((w.signed(x) as f64 * 4.0) as u128).min(w.mask()),
    ),
];

const STRUCTURE: &[Operation] = &[
    (
        "called",
        "T",
        "%p = call { i8, T } @called.T(T %x, i8 5, T %y)\n%s = extractvalue { i8, T } %p, 1\n%t = extractvalue { i8, T } %p, 0\n%c = zext i8 %t to T\n%r = add T %s, %c",
        |w, x, y| w.cut(x.wrapping_sub(y).wrapping_add(5)),
    ),
    (
        "vector",
        "T",
        "%v = insertelement <2 x T> poison, T %x, i32 0\n%z = insertelement <2 x T> %v, T %y, i32 1\n%u = call <2 x T> @turned.T(<2 x T> %z)\n%m = mul <2 x T> %u, <T 3, T -1>\n%s = extractelement <2 x T> %m, i32 0\n%t = extractelement <2 x T> %m, i32 1\n%r = xor T %s, %t",
        |w, x, y| w.cut(y.wrapping_mul(3) ^ x.wrapping_neg()),
    ),
    (
        "chosen",
        "T",
        "switch T %x, label %other [ T 0, label %join\nT -1, label %join\nT 18446744073709551616, label %third ]\nthird:\nbr label %join\nother:\n%n = add T %x, %y\nbr label %join\njoin:\n%r = phi T [ 7, %entry ], [ 7, %entry ], [ %y, %third ], [ %n, %other ]",
        |w, x, y| match x {
            0 => 7,
            x if x == w.mask() => 7,
            x if x == 1 << 64 => y,
            _ => w.cut(x.wrapping_add(y)),
        },
    ),
    (
        "copied",
        "T",
        "%m = alloca { i8, T, T }\n%p = getelementptr { i8, T, T }, ptr %m, i32 0, i32 2\nstore T %x, ptr %p\n%q = getelementptr { i8, T, T }, ptr %m, i32 0, i32 1\nstore T %y, ptr %q\n%s = load { i8, T, T }, ptr %m\n%n = extractvalue { i8, T, T } %s, 1\n%v = extractvalue { i8, T, T } %s, 2\n%t = insertvalue { i8, T, T } %s, T %v, 1\nstore { i8, T, T } %t, ptr %m\n%u = load T, ptr %q\n%r = sub T %n, %u",
        |w, x, y| w.cut(y.wrapping_sub(x)),
    ),
    (
        "constant",
        "T",
        "%i = and T %x, 1\n%p = getelementptr [2 x { i8, T }], ptr addrspace(1) @table.T, i64 0, T %i, i32 1\n%r = load T, ptr addrspace(1) %p",
        |w, x, _| {
            if x & 1 == 0 { w.cut(u128::MAX - 6) } else { (1 << 64) + 3 }
        },
    ),
];

/// The bits of a number in half precision; numbers up to 2 to the 16 that `f64` has exactly are enough.
fn half_bits(value: f64) -> u16 {
    let sign = if value < 0.0 { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if magnitude == 0.0 {
        return sign;
    }
    let exponent = magnitude.log2().floor() as i32;
    let scale = 2_f64.powi(10 - exponent);
    let digits = (magnitude * scale).round_ties_even() as u64;
    let bits = ((exponent + 15) as u64) << 10;
    sign | (bits + digits - 1024).min(0x7c00) as u16
}

/// A kernel that does an operation on the numbers of two arrays.
fn kernel(bits: u32, (name, result, code, _): &Operation) -> String {
    let ty = format!("i{bits}");
    let code = code.replace("BITS", &bits.to_string());
    let code: Vec<_> = code.split_inclusive(|c: char| !c.is_alphanumeric()).map(|word| replaced(word, &ty)).collect();
    let widen = |from: &str, name: &str, to: &str| match from {
        "i128" => format!("%{to} = freeze i128 %{name}"),
        _ => format!("%{to} = zext {from} %{name} to i128"),
    };
    let narrow = |from: &str, to: &str| match bits {
        128 => format!("%{to} = freeze i128 %{from}"),
        _ => format!("%{to} = trunc i128 %{from} to {ty}"),
    };
    let (result, code) = (result.replace('T', &ty), code.concat());
    let (x, y, r) = (narrow("wx", "x"), narrow("wy", "y"), widen(&result, "r", "w"));
    format!(
        "define spir_kernel void @{name}_{bits}(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {{
        entry:
          %id = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
          %pa = getelementptr i128, ptr addrspace(1) %a, i64 %id
          %pb = getelementptr i128, ptr addrspace(1) %b, i64 %id
          %po = getelementptr i128, ptr addrspace(1) %out, i64 %id
          %wx = load i128, ptr addrspace(1) %pa
          %wy = load i128, ptr addrspace(1) %pb
          {x}
          {y}
          {code}
          {r}
          store i128 %w, ptr addrspace(1) %po
          ret void
        }}\n"
    )
}

/// A word, including its suffix, where `T` is a type.
fn replaced(word: &str, ty: &str) -> String {
    let end = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    if &word[..end] == "T" { format!("{ty}{}", &word[end..]) } else { word.to_owned() }
}

/// Functions and variables that kernels use.
fn shared(bits: u32) -> String {
    format!(
        "@table.i{bits} = internal addrspace(1) constant [2 x {{ i8, i{bits} }}]
           [{{ i8, i{bits} }} {{ i8 1, i{bits} -7 }}, {{ i8, i{bits} }} {{ i8 2, i{bits} 18446744073709551619 }}]
         define internal spir_func {{ i8, i{bits} }} @called.i{bits}(i{bits} %x, i8 %n, i{bits} %y) noinline {{
           %d = sub i{bits} %x, %y
           %p = insertvalue {{ i8, i{bits} }} undef, i8 %n, 0
           %q = insertvalue {{ i8, i{bits} }} %p, i{bits} %d, 1
           ret {{ i8, i{bits} }} %q
         }}
         define internal spir_func <2 x i{bits}> @turned.i{bits}(<2 x i{bits}> %v) noinline {{
           %t = shufflevector <2 x i{bits}> %v, <2 x i{bits}> poison, <2 x i32> <i32 1, i32 0>
           ret <2 x i{bits}> %t
         }}\n"
    )
}

/// The declarations of the intrinsics that some code calls.
fn declarations(code: &str) -> String {
    let calls = code.lines().filter_map(|line| line.split_once("= call ")?.1.split_once(" @llvm."));
    let declared = calls.filter_map(|(result, call)| {
        let (name, args) = call.split_once('(')?;
        let types = args.split(", ").filter_map(|arg| arg.split(' ').next());
        Some(format!("declare {result} @llvm.{name}({})\n", types.collect::<Vec<_>>().join(", ")))
    });
    declared.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// Numbers at the edges, and random ones of all lengths.
fn numbers(width: Width) -> Vec<u128> {
    let edges = [0, 1, 2, 3, 63, 64, 65].into_iter().chain([31, 32, 53, 54, 63, 64, 65, 79].map(|bit| 1 << bit));
    let edges =
        edges.chain([width.lowest(), width.highest(), -1, -2, -3, 1 - (1 << 64), (1 << 64) - 1].map(|n| n as u128));
    let mut state = 0x9e37_79b9_7f4a_7c15_u128;
    let random = (0..60).map(|i| {
        state =
            state.wrapping_mul(0xda94_2042_e4dd_58b5_0000_0000_0000_0001 + 0x1234_5678_9abc_def2).wrapping_add(0xb5);
        let value = state ^ state >> 61;
        if i % 2 == 0 { value >> (i * 2) } else { (value as i128 >> (i * 2)) as u128 }
    });
    edges.chain(random).map(|value| width.cut(value)).collect()
}

fn check(operations: &[Operation]) {
    check_pairs(&WIDTHS, operations, |_, _, _| true);
}

/// Runs operations of some widths on all pairs of numbers that `is_defined` accepts.
fn check_pairs(widths: &[u32], operations: &[Operation], is_defined: fn(Width, u128, u128) -> bool) {
    let kernels = widths.iter().flat_map(|bits| operations.iter().map(|operation| kernel(*bits, operation)));
    let code: String = widths.iter().map(|bits| shared(*bits)).chain(kernels).collect();
    let text = format!("declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)\n{}{code}", declarations(&code));
    let spirv = write(&parse(&text), &WriterOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let program = load_object(compile(&[&spirv], &Options::from_env()).unwrap_or_else(|error| panic!("{error}")));
    for bits in widths {
        let width = Width(*bits);
        let numbers = numbers(width);
        let pairs = numbers.iter().flat_map(|x| numbers.iter().map(|y| (*x, *y)));
        let (mut a, mut b): (Vec<_>, Vec<_>) = pairs.filter(|(x, y)| is_defined(width, *x, *y)).unzip();
        for (name, result, _, model) in operations {
            let mut out = vec![0_u128; a.len()];
            let range = Range::linear(a.len() as u64, 64);
            let mut args = [memory(&mut a), memory(&mut b), memory(&mut out)];
            program.launch(&format!("{name}_{bits}"), &mut args, range);
            for ((x, y), out) in a.iter().zip(&b).zip(out) {
                assert_eq!(out, model(width, *x, *y), "{name} of i{bits} {x:#x} and {y:#x} as {result}");
            }
        }
    }
}

#[test]
fn arithmetic() {
    check(ARITHMETIC);
}

#[test]
fn division() {
    check_pairs(&WIDTHS, DIVISION, is_divisible);
}

#[test]
fn comparisons() {
    check(COMPARISONS);
}

#[test]
fn bits() {
    check(BITS);
    check_pairs(&[80, 96, 128], BYTES, |_, _, _| true);
}

#[test]
fn saturation() {
    check(SATURATION);
}

#[test]
fn overflow() {
    check(OVERFLOW);
}

#[test]
fn floats() {
    check(FLOATS);
}

#[test]
fn structure() {
    check(STRUCTURE);
}
