//! Reductions, and vectors seen as integers.

use tandem_ir::{FloatPredicate, IntPredicate, Intrinsic, Opcode, Type, TypeKind, Value};

use super::super::error::Reason;
use super::super::legal_types::legal_width;
use super::floats::format;
use super::{Expander, Expansion};

impl<'m> Expander<'m> {
    /// `llvm.vector.reduce.*`, in order of lanes.
    pub(super) fn reduction(&self, operation: Intrinsic) -> Result<Expansion<'m>, Reason> {
        let args = self.inst.args();
        let starts = matches!(operation, Intrinsic::VectorReduceFadd | Intrinsic::VectorReduceFmul);
        let vector = args[usize::from(starts)];
        let TypeKind::Vector(element, len) = vector.ty().kind() else {
            return Err(Reason::Type(vector.ty().to_string()));
        };
        let index = |lane: u32| self.module.int(32).int(u64::from(lane), false);
        let lanes = (0..len).map(|lane| self.builder.extract_element(vector, index(lane)));
        let values: Vec<_> = starts.then(|| args[0]).into_iter().chain(lanes).collect();
        let mut values = values.into_iter();
        let mut result = values.next().ok_or_else(|| Reason::Type(vector.ty().to_string()))?;
        for value in values {
            result = self
                .combine(operation, element, result, value)
                .ok_or_else(|| Reason::Intrinsic(operation.name().into()))?;
        }
        Ok(Expansion::Replace(result))
    }

    fn combine(&self, operation: Intrinsic, ty: Type<'m>, left: Value<'m>, right: Value<'m>) -> Option<Value<'m>> {
        let binary = |opcode| {
            let value = self.builder.binary(opcode, left, right);
            if let Some(inst) = value.as_inst() {
                inst.set_fast_math(self.module, self.inst.fast_math());
            }
            value
        };
        let pick = |predicate| self.builder.select(self.builder.icmp(predicate, left, right), left, right);
        use Intrinsic::*;
        Some(match operation {
            VectorReduceAdd => binary(Opcode::LLVMAdd),
            VectorReduceMul => binary(Opcode::LLVMMul),
            VectorReduceAnd => binary(Opcode::LLVMAnd),
            VectorReduceOr => binary(Opcode::LLVMOr),
            VectorReduceXor => binary(Opcode::LLVMXor),
            VectorReduceFadd => binary(Opcode::LLVMFAdd),
            VectorReduceFmul => binary(Opcode::LLVMFMul),
            VectorReduceSmax => pick(IntPredicate::LLVMIntSGT),
            VectorReduceSmin => pick(IntPredicate::LLVMIntSLT),
            VectorReduceUmax => pick(IntPredicate::LLVMIntUGT),
            VectorReduceUmin => pick(IntPredicate::LLVMIntULT),
            VectorReduceFmax => self.call_intrinsic(MaxNum, ty, &[left, right]),
            VectorReduceFmin => self.call_intrinsic(MinNum, ty, &[left, right]),
            VectorReduceFmaximum => self.propagate_nan(FloatPredicate::LLVMRealOGT, left, right),
            VectorReduceFminimum => self.propagate_nan(FloatPredicate::LLVMRealOLT, left, right),
            _ => return None,
        })
    }

    /// A `bitcast` between a vector and an integer, if one consists of single bits or the other has a width that SPIR-V
    /// lacks.
    pub(super) fn vector_cast(&self) -> Expansion<'m> {
        let (value, to) = (self.inst.operand(0), self.inst.ty());
        match (is_cast_by_lanes(value.ty(), to), is_cast_by_lanes(to, value.ty())) {
            (true, false) => {
                let bits = self.to_bits(value);
                Expansion::Replace(if to == bits.ty() { bits } else { self.builder.bitcast(bits, to) })
            }
            (false, true) => {
                let TypeKind::Vector(element, len) = to.kind() else { return Expansion::Keep };
                let int = self.module.int(len * lane_bits(element).unwrap_or(1));
                let bits = if value.ty() == int { value } else { self.builder.bitcast(value, int) };
                Expansion::Replace(self.bits_as(bits, to))
            }
            _ => Expansion::Keep,
        }
    }

    /// A vector of numbers as an integer; other values as they are.
    pub(super) fn to_bits(&self, value: Value<'m>) -> Value<'m> {
        let TypeKind::Vector(element, len) = value.ty().kind() else { return value };
        let Some(width) = lane_bits(element) else { return value };
        let (int, lane_int) = (self.module.int(len * width), self.module.int(width));
        let mut bits = int.zero();
        for lane in 0..u64::from(len) {
            let number = inserted_lane(value, lane)
                .unwrap_or_else(|| self.builder.extract_element(value, self.module.int(32).int(lane, false)));
            let part = if element == lane_int { number } else { self.builder.bitcast(number, lane_int) };
            let placed = self.builder.shl(self.builder.zext(part, int), int.int(lane * u64::from(width), false));
            bits = self.builder.or(bits, placed);
        }
        bits
    }

    /// An integer as a vector of numbers where `ty` is one.
    pub(super) fn bits_as(&self, bits: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let TypeKind::Vector(element, len) = ty.kind() else { return bits };
        let Some(width) = lane_bits(element) else { return bits };
        let lane_int = self.module.int(width);
        let mut vector = ty.poison();
        for lane in 0..u64::from(len) {
            let shifted = self.builder.lshr(bits, bits.ty().int(lane * u64::from(width), false));
            let part = self.builder.trunc(shifted, lane_int);
            let number = if element == lane_int { part } else { self.builder.bitcast(part, element) };
            vector = self.builder.insert_element(vector, number, self.module.int(32).int(lane, false));
        }
        vector
    }
}

/// The scalar that a chain of `insertelement` inserts into a lane: the scalarizer leaves such chains for vectors whose
/// length SPIR-V lacks.
fn inserted_lane(vector: Value<'_>, lane: u64) -> Option<Value<'_>> {
    let mut current = vector.as_inst()?;
    while current.opcode() == Opcode::LLVMInsertElement {
        if current.operand(2).const_u64()? == lane {
            return Some(current.operand(1));
        }
        current = current.operand(0).as_inst()?;
    }
    None
}

/// Whether a cast between `vector` and `other` works lane by lane.
fn is_cast_by_lanes(vector: Type<'_>, other: Type<'_>) -> bool {
    let TypeKind::Vector(element, _) = vector.kind() else { return false };
    let is_odd = matches!(other.kind(), TypeKind::Int(bits) if legal_width(bits) != Some(bits));
    element.kind() == TypeKind::Int(1) || (is_odd && lane_bits(element).is_some())
}

/// How many bits a number has.
fn lane_bits(element: Type<'_>) -> Option<u32> {
    match element.kind() {
        TypeKind::Int(bits) => Some(bits),
        _ => format(element).map(|(bits, _)| bits),
    }
}
