//! Vector forms of mathematical functions: those of glibc's vector math
//! library, which the loader resolves.
//!
//! Vector code calls them as [`LibraryFunction`]s. Before LLVM's vectorizers run, each call of a scalar function is
//! annotated with its vector forms ([`annotate`]): LLVM's list for that library covers only a handful of functions, up
//! to AVX2. If LLVM has an intrinsic, its vectorizers prefer the intrinsic's vector form nevertheless, which no code
//! generator can lower; such intrinsics are replaced by calls afterwards ([`lower`]).

use std::f64::consts::{LN_2, LOG2_E};

use tandem_codegen::attributes::{is_pure, set_pure};
use tandem_ir::{AttributePlace, Builder, EditableModule, FloatPredicate, Function, Intrinsic, Type, TypeKind, Value};

/// A function of libmvec (glibc 2.35).
struct VectorFunction {
    /// C's name of the scalar function for `double`.
    name: &'static str,
    parameters: usize,
    /// LLVM's, if there is one.
    intrinsic: Option<Intrinsic>,
    /// Whether the form for single precision is less exact than OpenCL allows: it takes the one for
    /// double precision.
    through_double: bool,
    /// Whether the form for double precision is less exact than OpenCL allows: it takes that of `exp2`.
    through_exp2: bool,
}

const fn function(name: &'static str, parameters: usize, intrinsic: Option<Intrinsic>) -> VectorFunction {
    VectorFunction { name, parameters, intrinsic, through_double: false, through_exp2: false }
}

/// Functions of libmvec. Its `cbrt` is less exact than OpenCL allows.
const FUNCTIONS: &[VectorFunction] = &[
    function("acos", 1, Some(Intrinsic::Acos)),
    function("acosh", 1, None),
    function("asin", 1, Some(Intrinsic::Asin)),
    function("asinh", 1, None),
    function("atan", 1, Some(Intrinsic::Atan)),
    function("atan2", 2, None),
    function("atanh", 1, None),
    function("cos", 1, Some(Intrinsic::Cos)),
    function("cosh", 1, Some(Intrinsic::Cosh)),
    function("erf", 1, None),
    function("erfc", 1, None),
    VectorFunction { through_exp2: true, ..function("exp", 1, Some(Intrinsic::Exp)) },
    VectorFunction { through_double: true, ..function("exp10", 1, Some(Intrinsic::Exp10)) },
    function("exp2", 1, Some(Intrinsic::Exp2)),
    function("expm1", 1, None),
    function("hypot", 2, None),
    VectorFunction { through_double: true, ..function("log", 1, Some(Intrinsic::Log)) },
    function("log10", 1, Some(Intrinsic::Log10)),
    function("log1p", 1, None),
    function("log2", 1, Some(Intrinsic::Log2)),
    function("pow", 2, Some(Intrinsic::Pow)),
    function("sin", 1, Some(Intrinsic::Sin)),
    function("sinh", 1, Some(Intrinsic::Sinh)),
    function("tan", 1, Some(Intrinsic::Tan)),
    function("tanh", 1, Some(Intrinsic::Tanh)),
];

/// The difference between log2(e) and `LOG2_E`.
const LOG2_E_REST: f64 = 2.035_527_374_093_103_3e-17;

/// Letter of the vector ABI and register width in bits.
const INSTRUCTION_SETS: [(char, u32); 3] = [('b', 128), ('d', 256), ('e', 512)];

/// A scalar function whose vector forms are as exact as OpenCL requires.
#[derive(Clone, Copy)]
pub struct LibraryFunction {
    known: &'static VectorFunction,
    bits: u32,
}

impl LibraryFunction {
    /// That of a declaration; `None` for functions without such forms, and for those that access memory.
    pub fn of(function: Function<'_>) -> Option<Self> {
        let (known, bits) = scalar_function(function)?;
        let inexact = if bits == 32 { known.through_double } else { known.through_exp2 };
        let fits = function.params().len() == known.parameters;
        let is_usable = !inexact && fits && function.is_declaration() && is_pure(function);
        is_usable.then_some(Self { known, bits })
    }

    /// Calls it on vectors of any length, in pieces for registers of up to `vector_bits` bits.
    pub fn call<'m>(
        self,
        module: &'m EditableModule,
        builder: &Builder<'m>,
        args: &[Value<'m>],
        vector_bits: u32,
    ) -> Value<'m> {
        let TypeKind::Vector(_, lanes) = args[0].ty().kind() else { unreachable!("the arguments are vectors") };
        let vectors = Vectors { module, builder, known: self.known, lanes, vector_bits };
        vectors.call(self.known.name, args, self.bits)
    }
}

/// Attaches to calls of scalar functions the variants for registers of up to `vector_bits` bits.
pub fn annotate(module: &EditableModule, vector_bits: u32) {
    for function in module.functions() {
        let Some(LibraryFunction { known, bits }) = LibraryFunction::of(function) else {
            continue;
        };
        let widths = INSTRUCTION_SETS.iter().filter(|(_, width)| *width <= vector_bits);
        let variants: Vec<_> =
            widths.map(|(letter, width)| variant(module, function, known.name, *letter, width / bits, bits)).collect();
        let list = variants.join(",");
        for call in function.calls() {
            call.add_call_string_attribute(module, "vector-function-abi-variant", &list);
        }
    }
}

fn of_intrinsic(function: Function<'_>) -> Option<&'static VectorFunction> {
    let intrinsic = function.intrinsic()?;
    FUNCTIONS.iter().find(|known| known.intrinsic == Some(intrinsic))
}

/// The function and the bits of its type, for `sinf`, `sin`, `llvm.sin.f32`, `llvm.sin.f64`.
fn scalar_function(function: Function<'_>) -> Option<(&'static VectorFunction, u32)> {
    if let Some(known) = of_intrinsic(function) {
        return Some((known, float_bits(function.function_type().return_type())?));
    }
    let name = function.name();
    let named = |name: &str| FUNCTIONS.iter().find(|known| known.name == name);
    let double = named(&name).map(|known| (known, 64));
    double.or_else(|| Some((named(name.strip_suffix('f')?)?, 32)))
}

/// Bits of `float` and `double`.
fn float_bits(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Float => Some(32),
        TypeKind::Double => Some(64),
        _ => None,
    }
}

/// The mapping from a scalar function to a vector one, which is declared.
fn variant(module: &EditableModule, scalar: Function<'_>, base: &str, letter: char, lanes: u32, bits: u32) -> String {
    let params = scalar.params().len();
    let vector = declare(module, base, params, letter, lanes, bits);
    format!("_ZGV_LLVM_N{lanes}{}_{}({})", "v".repeat(params), scalar.name(), vector.name())
}

fn declare<'m>(
    module: &'m EditableModule,
    base: &str,
    params: usize,
    letter: char,
    lanes: u32,
    bits: u32,
) -> Function<'m> {
    let (element, suffix) = if bits == 32 { (module.float(), "f") } else { (module.double(), "") };
    let name = format!("_ZGV{letter}N{lanes}{}_{base}{suffix}", "v".repeat(params));
    let vector = element.vector(lanes);
    let function = module.get_or_declare(&name, vector.function(&vec![vector; params], false));
    for attribute in ["nounwind", "willreturn"] {
        function.add_attribute(module, AttributePlace::Function, attribute, 0);
    }
    set_pure(module, function);
    function
}

/// Replaces calls of intrinsics on vectors by library calls, if the library has the function.
pub fn lower(module: &EditableModule, vector_bits: u32) {
    for function in module.functions() {
        let Some((known, lanes, bits)) = vector_intrinsic(function) else {
            continue;
        };
        for call in function.calls() {
            let builder = Builder::before(module, call);
            let vectors = Vectors { module, builder: &builder, known, lanes, vector_bits };
            let result = vectors.lower(call.args(), bits);
            call.value().replace_all_uses_with(module, result);
            call.erase(module);
        }
    }
}

/// (function, lanes, bits of an element) for `llvm.sin.v8f32`, if the library has it.
fn vector_intrinsic(function: Function<'_>) -> Option<(&'static VectorFunction, u32, u32)> {
    let known = of_intrinsic(function)?;
    let TypeKind::Vector(element, lanes) = function.function_type().return_type().kind() else {
        return None;
    };
    Some((known, lanes, float_bits(element)?))
}

/// One call on vectors.
struct Vectors<'a, 'm> {
    module: &'m EditableModule,
    builder: &'a Builder<'m>,
    known: &'static VectorFunction,
    lanes: u32,
    vector_bits: u32,
}

impl<'m> Vectors<'_, 'm> {
    /// The result of the function, made of functions that are exact enough.
    fn lower(&self, args: Vec<Value<'m>>, bits: u32) -> Value<'m> {
        if bits == 32 && self.known.through_double {
            let double = self.module.double().vector(self.lanes);
            let wide = args.iter().map(|arg| self.builder.fpext(*arg, double)).collect();
            return self.builder.fptrunc(self.lower(wide, 64), args[0].ty());
        }
        if bits == 64 && self.known.through_exp2 {
            return self.exponential(args[0]);
        }
        self.call(self.known.name, &args, bits)
    }

    /// `exp(x)` as `2^h (1 + l ln 2)`, where `h + l` is `x log2(e)` with an error that does not count.
    /// `h` stays below the end of the range, where rounding would make the power infinite.
    fn exponential(&self, x: Value<'m>) -> Value<'m> {
        let builder = self.builder;
        let constant =
            |number: f64| Builder::const_vector(&vec![self.module.double().float(number); self.lanes as usize]);
        let fma = |a, b, c| builder.intrinsic(Intrinsic::Fma, &[x.ty()], &[a, b, c]).value();
        let product = builder.fmul(x, constant(LOG2_E));
        let limit = constant(1024.0_f64.next_down());
        let is_above = builder.fcmp(FloatPredicate::LLVMRealOGT, product, limit);
        let high = builder.select(is_above, limit, product);
        let low = fma(x, constant(LOG2_E), builder.fneg(high));
        let low = fma(x, constant(LOG2_E_REST), low);
        let power = self.call("exp2", &[high], 64);
        let correction = builder.fmul(power, builder.fmul(low, constant(LN_2)));
        // Zero times infinity, or NaN: the power is the result.
        let is_undefined = builder.fcmp(FloatPredicate::LLVMRealUNO, correction, correction);
        builder.select(is_undefined, power, builder.fadd(power, correction))
    }

    /// Calls the library on pieces of the widest registers that the vector
    /// fills; lanes that fill none are padded to the narrowest.
    fn call(&self, name: &str, args: &[Value<'m>], bits: u32) -> Value<'m> {
        let lanes = self.lanes;
        let sets = INSTRUCTION_SETS.iter().filter(|(_, width)| *width <= self.vector_bits);
        let fits = sets.rev().find(|(_, width)| width / bits <= lanes);
        let (letter, width) = *fits.unwrap_or(&INSTRUCTION_SETS[0]);
        let piece = width / bits;
        let function = declare(self.module, name, args.len(), letter, piece, bits);
        let pieces: Vec<_> = (0..lanes.div_ceil(piece))
            .map(|index| {
                let parts: Vec<_> = args.iter().map(|arg| self.select(*arg, index * piece, piece, lanes)).collect();
                self.builder.call_function(function, &parts).value()
            })
            .collect();
        self.join(&pieces, piece, lanes)
    }

    /// Lanes from `first` on; those past the end are poison.
    fn select(&self, vector: Value<'m>, first: u32, count: u32, lanes: u32) -> Value<'m> {
        if first == 0 && count == lanes {
            return vector;
        }
        self.shuffle(vector, vector.ty().poison(), (first..first + count).map(|lane| (lane < lanes).then_some(lane)))
    }

    /// The lanes of all pieces, one after the other. The first part is a power
    /// of two in pieces and no shorter than the second, which is padded to it.
    fn join(&self, pieces: &[Value<'m>], piece: u32, lanes: u32) -> Value<'m> {
        if let [only] = pieces {
            return self.select(*only, 0, lanes, piece);
        }
        let (low, high) = pieces.split_at(pieces.len().next_power_of_two() / 2);
        let low_lanes = low.len() as u32 * piece;
        let high_lanes = lanes - low_lanes;
        let (low, high) = (self.join(low, piece, low_lanes), self.join(high, piece, high_lanes));
        self.shuffle(low, self.select(high, 0, low_lanes, high_lanes), (0..lanes).map(Some))
    }

    fn shuffle(&self, left: Value<'m>, right: Value<'m>, lanes: impl Iterator<Item = Option<u32>>) -> Value<'m> {
        let int = self.module.int(32);
        let mask: Vec<_> = lanes.map(|lane| lane.map_or(int.poison(), |lane| int.int(lane.into(), false))).collect();
        self.builder.shuffle(left, right, Builder::const_vector(&mask))
    }
}
