//! Combinations of group operations as LLVM IR.

use tandem_device_ir::Combine;
use tandem_ir::{Builder, Intrinsic, Type, TypeKind, Value};

/// Combinations as LLVM IR.
pub trait BuildCombine: Sized {
    /// Name within the functions of [`sync`](super).
    fn name(self) -> &'static str;

    /// The combination of a name.
    fn parse(name: &str) -> Option<Self>;

    /// Combines two values.
    fn build<'m>(self, builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m>;

    /// Combines all elements of a vector.
    fn build_across<'m>(self, builder: &Builder<'m>, all: Value<'m>) -> Value<'m>;

    /// The value that changes nothing.
    fn identity(self, ty: Type<'_>) -> Value<'_>;
}

macro_rules! names {
    ($($combine:ident = $text:literal,)*) => {
        const fn name(combine: Combine) -> &'static str {
            match combine { $(Combine::$combine => $text),* }
        }

        fn named(name: &str) -> Option<Combine> {
            match name { $($text => Some(Combine::$combine),)* _ => None }
        }
    };
}

names! {
    Add = "add",
    Mul = "mul",
    SMin = "smin",
    UMin = "umin",
    SMax = "smax",
    UMax = "umax",
    FAdd = "fadd",
    FMul = "fmul",
    FMin = "fmin",
    FMax = "fmax",
    And = "and",
    Or = "or",
    Xor = "xor",
}

impl BuildCombine for Combine {
    fn name(self) -> &'static str {
        name(self)
    }

    fn parse(name: &str) -> Option<Self> {
        named(name)
    }

    fn build<'m>(self, builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let intrinsic = |name| builder.intrinsic(name, &[left.ty()], &[left, right]).value();
        let reassociate = |value: Value<'m>| {
            if let Some(inst) = value.as_inst() {
                inst.set_fast_math(builder.module(), REASSOCIATE);
            }
            value
        };
        match self {
            Combine::Add => builder.add(left, right),
            Combine::Mul => builder.mul(left, right),
            Combine::SMin => intrinsic(Intrinsic::Smin),
            Combine::UMin => intrinsic(Intrinsic::Umin),
            Combine::SMax => intrinsic(Intrinsic::Smax),
            Combine::UMax => intrinsic(Intrinsic::Umax),
            // The order of a group's combination is not specified, so that it may be vectorized.
            Combine::FAdd => reassociate(builder.fadd(left, right)),
            Combine::FMul => reassociate(builder.fmul(left, right)),
            Combine::FMin => intrinsic(Intrinsic::MinNum),
            Combine::FMax => intrinsic(Intrinsic::MaxNum),
            Combine::And => builder.and(left, right),
            Combine::Or => builder.or(left, right),
            Combine::Xor => builder.xor(left, right),
        }
    }

    fn build_across<'m>(self, builder: &Builder<'m>, all: Value<'m>) -> Value<'m> {
        let start = matches!(self, Combine::FAdd | Combine::FMul).then(|| self.identity(all.ty().scalar()));
        let args: Vec<_> = start.into_iter().chain([all]).collect();
        let inst = builder.intrinsic(reduction(self), &[all.ty()], &args);
        if start.is_some() {
            inst.set_fast_math(builder.module(), REASSOCIATE);
        }
        inst.value()
    }

    fn identity(self, ty: Type<'_>) -> Value<'_> {
        let bits = match ty.kind() {
            TypeKind::Int(bits) => bits,
            _ => 0,
        };
        let top = 1_u64.checked_shl(bits.wrapping_sub(1)).unwrap_or(0);
        match self {
            Combine::Add | Combine::UMax | Combine::Or | Combine::Xor => ty.int(0, false),
            Combine::Mul => ty.int(1, false),
            Combine::UMin | Combine::And => ty.int(u64::MAX, true),
            Combine::SMax => ty.int(top, false),
            Combine::SMin => ty.int(top.wrapping_sub(1), false),
            Combine::FAdd => ty.float(-0.0),
            Combine::FMul => ty.float(1.0),
            Combine::FMin => ty.float(f64::INFINITY),
            Combine::FMax => ty.float(f64::NEG_INFINITY),
        }
    }
}

/// LLVM's combination of the elements of a vector.
fn reduction(combine: Combine) -> Intrinsic {
    match combine {
        Combine::Add => Intrinsic::VectorReduceAdd,
        Combine::Mul => Intrinsic::VectorReduceMul,
        Combine::SMin => Intrinsic::VectorReduceSmin,
        Combine::UMin => Intrinsic::VectorReduceUmin,
        Combine::SMax => Intrinsic::VectorReduceSmax,
        Combine::UMax => Intrinsic::VectorReduceUmax,
        Combine::FAdd => Intrinsic::VectorReduceFadd,
        Combine::FMul => Intrinsic::VectorReduceFmul,
        Combine::FMin => Intrinsic::VectorReduceFmin,
        Combine::FMax => Intrinsic::VectorReduceFmax,
        Combine::And => Intrinsic::VectorReduceAnd,
        Combine::Or => Intrinsic::VectorReduceOr,
        Combine::Xor => Intrinsic::VectorReduceXor,
    }
}

/// LLVM's flag that allows reassociation.
const REASSOCIATE: u32 = 1;
