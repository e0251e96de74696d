//! Floating-point intrinsics that `OpenCL.std` lacks.

use super::super::legal_types::{int_bits, legal_width, mask};
use tandem_device_ir::OpenClFunction;
use tandem_ir::{FloatPredicate, IntPredicate, Intrinsic, Opcode, Type, TypeKind, Value};

use super::{Expander, Expansion, spread};

/// Layout of an IEEE format: total bits and bits of the fraction.
pub(super) fn format(ty: Type<'_>) -> Option<(u32, u32)> {
    match ty.scalar().kind() {
        TypeKind::Half => Some((16, 10)),
        TypeKind::Float => Some((32, 23)),
        TypeKind::Double => Some((64, 52)),
        _ => None,
    }
}

impl<'m> Expander<'m> {
    pub(super) fn float_intrinsic(&self, intrinsic: Intrinsic) -> Expansion<'m> {
        let operand = || self.inst.operand(0);
        let value = match intrinsic {
            Intrinsic::Maximum => self.propagate_nan(FloatPredicate::LLVMRealOGT, operand(), self.inst.operand(1)),
            Intrinsic::Minimum => self.propagate_nan(FloatPredicate::LLVMRealOLT, operand(), self.inst.operand(1)),
            Intrinsic::Lrint | Intrinsic::Llrint => self.round_to_int(Intrinsic::Rint),
            Intrinsic::Lround | Intrinsic::Llround => self.round_to_int(Intrinsic::Round),
            Intrinsic::Canonicalize => {
                self.builder.fmul(operand(), spread(operand().ty(), operand().ty().scalar().float(1.0)))
            }
            Intrinsic::Frexp => return self.split_exponent(),
            Intrinsic::FpToSintSat | Intrinsic::FpToUintSat => match self.saturate(intrinsic == Intrinsic::FpToSintSat)
            {
                Some(value) => value,
                None => return Expansion::Keep,
            },
            Intrinsic::IsFpClass => match self.classify() {
                Some(value) => value,
                None => return Expansion::Keep,
            },
            _ => return Expansion::Keep,
        };
        Expansion::Replace(value)
    }

    /// A number rounded by the given intrinsic, as an integer.
    pub(super) fn round_to_int(&self, rounding: Intrinsic) -> Value<'m> {
        let value = self.inst.operand(0);
        let rounded = self.call_intrinsic(rounding, value.ty(), &[value]);
        self.builder.fptosi(rounded, self.inst.ty())
    }

    /// The smaller or larger number (by `order`), not-a-number where either
    /// is, with -0 below +0.
    pub(super) fn propagate_nan(&self, order: FloatPredicate, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let b = &self.builder;
        let ty = left.ty();
        let picked = b.select(b.fcmp(order, left, right), left, right);
        let Some((bits, _)) = format(ty) else { return picked };
        // Equal numbers have equal bits, except for the sign of zero.
        let int = self.with_bits(ty, bits);
        let (left_bits, right_bits) = (b.bitcast(left, int), b.bitcast(right, int));
        let merged = match order {
            FloatPredicate::LLVMRealOLT => b.or(left_bits, right_bits),
            _ => b.and(left_bits, right_bits),
        };
        let equal = b.fcmp(FloatPredicate::LLVMRealOEQ, left, right);
        let ordered = b.select(equal, b.bitcast(merged, ty), picked);
        let unordered = b.fcmp(FloatPredicate::LLVMRealUNO, left, right);
        b.select(unordered, b.fadd(left, right), ordered)
    }

    /// A saturating conversion that is zero for not-a-number, where OpenCL
    /// only recommends it. Odd widths are cut to their own limits.
    fn saturate(&self, signed: bool) -> Option<Value<'m>> {
        let b = &self.builder;
        let (value, to) = (self.inst.operand(0), self.inst.ty());
        let bits = int_bits(to);
        let width = legal_width(bits)?;
        if bits == width && self.is_guarded() {
            return None;
        }
        let wide = self.with_bits(to, width);
        let name = if signed { Intrinsic::FpToSintSat } else { Intrinsic::FpToUintSat };
        let mut converted = b.intrinsic(name, &[wide, value.ty()], &[value]).value();
        if bits != width {
            let (most, least) = if signed { (mask(bits - 1), !mask(bits - 1)) } else { (mask(bits), 0) };
            let (below, above) = match signed {
                true => (IntPredicate::LLVMIntSLT, IntPredicate::LLVMIntSGT),
                false => (IntPredicate::LLVMIntULT, IntPredicate::LLVMIntUGT),
            };
            let (most, least) = (self.splat(wide, most), self.splat(wide, least));
            converted = b.select(b.icmp(above, converted, most), most, converted);
            converted = b.trunc(b.select(b.icmp(below, converted, least), least, converted), to);
        }
        let unordered = b.fcmp(FloatPredicate::LLVMRealUNO, value, value);
        Some(b.select(unordered, to.zero(), converted))
    }

    /// Whether all uses of a conversion take zero instead where its operand is not a number.
    fn is_guarded(&self) -> bool {
        let (value, zero) = (self.inst.operand(0), self.inst.ty().zero());
        let is_test = |test: Value<'m>| {
            test.as_inst().is_some_and(|test| {
                let operands = test.value().operands();
                test.float_predicate() == Some(FloatPredicate::LLVMRealUNO) && operands == [value, value]
            })
        };
        self.inst.value().users().into_iter().all(|user| {
            let guard = user.as_inst().filter(|user| user.opcode() == Opcode::LLVMSelect);
            guard.is_some_and(|guard| {
                let operands = guard.value().operands();
                is_test(operands[0]) && operands[1..] == [zero, self.inst.value()]
            })
        })
    }

    /// `llvm.frexp`: OpenCL's stores the exponent.
    fn split_exponent(&self) -> Expansion<'m> {
        let value = self.inst.operand(0);
        let Some(exponent_type) = self.inst.ty().fields().get(1).copied() else { return Expansion::Keep };
        let Some(entry) = self.function.entry() else { return Expansion::Keep };
        let slot = tandem_ir::Builder::at_start(self.module, entry).alloca(exponent_type, "exponent").value();
        let ty = value.ty().function(&[value.ty(), slot.ty()], false);
        let function = self.module.get_or_declare(&super::overload(OpenClFunction::frexp, value.ty()), ty);
        let fraction = self.builder.call_function(function, &[value, slot]).value();
        let exponent = self.builder.load(exponent_type, slot).value();
        let pair = self.builder.insert_value(self.inst.ty().poison(), fraction, 0);
        Expansion::Replace(self.builder.insert_value(pair, exponent, 1))
    }

    /// `llvm.is.fpclass`: tests of the bit pattern, one for each pair of
    /// classes that differ in sign.
    fn classify(&self) -> Option<Value<'m>> {
        let b = &self.builder;
        let value = self.inst.operand(0);
        let mask = self.inst.operand(1).const_u64()?;
        let (bits, fraction) = format(value.ty())?;
        let int = self.with_bits(value.ty(), bits);
        let constant = |value| self.splat(int, value);
        let infinity = ((1_u64 << (bits - 1)) - 1) >> fraction << fraction;
        let smallest_normal = 1 << fraction;
        let quiet = infinity | 1 << (fraction - 1);

        let pattern = b.bitcast(value, int);
        let magnitude = b.and(pattern, constant((1 << (bits - 1)) - 1));
        let negative = b.icmp(IntPredicate::LLVMIntSLT, pattern, int.zero());
        let is = |predicate, bound| b.icmp(predicate, magnitude, constant(bound));
        let within = |from: u64, to: u64| {
            let offset = b.sub(magnitude, constant(from));
            b.icmp(IntPredicate::LLVMIntULT, offset, constant(to - from))
        };

        let mut result = self.inst.ty().zero();
        if mask & 1 != 0 {
            result = b.or(result, within(infinity + 1, quiet));
        }
        if mask & 2 != 0 {
            result = b.or(result, is(IntPredicate::LLVMIntUGE, quiet));
        }
        // (bit of the negative class, bit of the positive one, test of the magnitude)
        let pairs: [(u64, u64, &dyn Fn() -> Value<'m>); 4] = [
            (0x004, 0x200, &|| is(IntPredicate::LLVMIntEQ, infinity)),
            (0x008, 0x100, &|| within(smallest_normal, infinity)),
            (0x010, 0x080, &|| within(1, smallest_normal)),
            (0x020, 0x040, &|| is(IntPredicate::LLVMIntEQ, 0)),
        ];
        for (minus, plus, test) in pairs {
            let class = match (mask & minus != 0, mask & plus != 0) {
                (false, false) => continue,
                (true, true) => test(),
                (true, false) => b.and(test(), negative),
                (false, true) => b.and(test(), b.not(negative)),
            };
            result = b.or(result, class);
        }
        Some(result)
    }
}
