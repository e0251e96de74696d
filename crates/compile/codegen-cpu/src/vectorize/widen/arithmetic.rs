//! Instructions whose results vary.

use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::analysis::addresses::{Part, parts};
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{EditableModule, Inst, Opcode, Type, Value};

use super::Widener;

impl<'m> Widener<'_, 'm> {
    /// Emits an instruction for all lanes.
    pub(super) fn varying(&mut self, inst: Inst<'m>) -> Value<'m> {
        use Opcode::*;
        let ty = self.vector_type(inst.ty());
        match inst.opcode() {
            LLVMLoad if is_plain(inst) => self.load_vector(inst),
            LLVMCall => self.call(inst),
            LLVMAtomicRMW => self.atomic(inst),
            LLVMICmp => self.compare(inst),
            LLVMFCmp => {
                let (left, right) = self.operands(inst);
                let result = self.builder.fcmp(inst.float_predicate().expect("an fcmp"), left, right);
                keep_flags(self.module, inst, result)
            }
            LLVMSelect => self.select(inst),
            LLVMFNeg => {
                let operand = self.vector(inst.operand(0));
                keep_flags(self.module, inst, self.builder.fneg(operand))
            }
            LLVMFreeze => {
                let operand = self.vector(inst.operand(0));
                self.builder.freeze(operand)
            }
            LLVMGetElementPtr => self.address(inst),
            LLVMExtractValue => {
                let structure = self.vector(inst.operand(0));
                inst.indices().into_iter().fold(structure, |value, index| self.builder.extract_value(value, index))
            }
            LLVMInsertValue => {
                let (structure, value) = self.operands(inst);
                self.with_field(structure, value, &inst.indices())
            }
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => self.divide(inst),
            // Signed conversions are instructions where unsigned ones may not be, and indices that are extended by
            // their sign are gathered as they are.
            LLVMUIToFP if inst.is_of_non_negative() => {
                let operand = self.vector(inst.operand(0));
                self.builder.sitofp(operand, ty)
            }
            LLVMZExt if inst.is_of_non_negative() => {
                let operand = self.vector(inst.operand(0));
                self.builder.sext(operand, ty)
            }
            opcode if is_cast(opcode) => {
                let operand = self.vector(inst.operand(0));
                self.builder.cast(opcode, operand, ty)
            }
            opcode if is_binary(opcode) => {
                let (left, right) = self.operands(inst);
                keep_flags(self.module, inst, self.builder.binary(opcode, left, right))
            }
            _ => self.each_lane(inst).expect("an instruction with a result"),
        }
    }

    fn operands(&mut self, inst: Inst<'m>) -> (Value<'m>, Value<'m>) {
        (self.vector(inst.operand(0)), self.vector(inst.operand(1)))
    }

    fn select(&mut self, inst: Inst<'m>) -> Value<'m> {
        let condition = inst.operand(0);
        let condition = match self.plan.shapes.is_uniform(condition) {
            true => self.scalar(condition),
            false => self.vector(condition),
        };
        let (then, otherwise) = (self.vector(inst.operand(1)), self.vector(inst.operand(2)));
        keep_flags(self.module, inst, self.choose(condition, then, otherwise))
    }

    fn address(&mut self, gep: Inst<'m>) -> Value<'m> {
        if self.plan.private.is_scaled(gep.operand(0)) {
            return self.scaled_address(gep);
        }
        let operands = gep.operands();
        let ty = gep.value().gep_source_type().expect("a gep");
        let base = match self.plan.shapes.is_uniform(operands[0]) {
            true => self.scalar(operands[0]),
            false => self.vector(operands[0]),
        };
        let indices: Vec<_> = operands[1..]
            .iter()
            .map(|index| match index.is_const() {
                // An index into a structure is a constant.
                true => *index,
                false => self.vector(*index),
            })
            .collect();
        self.builder.gep(ty, base, &indices, false)
    }

    /// An address in an interleaved variable.
    pub(super) fn scaled_address(&mut self, gep: Inst<'m>) -> Value<'m> {
        let is_vector = self.plan.shapes.of(gep.value()) == Shape::Varying;
        let (long, lanes) = (self.module.int(64), i64::from(self.lanes()));
        let number = |bytes: i64| long.int((bytes * lanes) as u64, true);
        let mut address = if is_vector { self.vector(gep.operand(0)) } else { self.scalar(gep.operand(0)) };
        for part in parts(self.module, gep).expect("the plan has told the parts") {
            let offset = match part {
                Part::Constant(bytes) if is_vector => self.splat(number(bytes)),
                Part::Constant(bytes) => number(bytes),
                Part::Index(index, bytes) if is_vector => {
                    let index = self.vector(index);
                    let wide = self.extended(index, self.vector_type(long));
                    self.builder.mul(wide, self.splat(number(bytes)))
                }
                Part::Index(index, bytes) => {
                    let index = self.scalar(index);
                    self.builder.mul(self.extended(index, long), number(bytes))
                }
            };
            address = self.builder.gep(self.module.int(8), address, &[offset], false);
        }
        address
    }

    /// An index of an address, in 64 bits.
    fn extended(&self, index: Value<'m>, ty: Type<'m>) -> Value<'m> {
        if index.ty() == ty { index } else { self.builder.sext(index, ty) }
    }

    /// An affine value in another width. A narrow one may wrap around for inactive lanes, so the progression is
    /// computed from the first active lane.
    pub(super) fn extended_affine(&mut self, cast: Inst<'m>) -> Value<'m> {
        let operand = cast.operand(0);
        let scalar = self.scalar(operand);
        let mask = self.mask();
        let (Some(mask), Shape::Affine { stride, .. }, false) =
            (mask, self.plan.shapes.of(operand), cast.opcode() == Opcode::LLVMTrunc)
        else {
            return self.builder.cast(cast.opcode(), scalar, cast.ty());
        };
        let step = |ty: Type<'m>| ty.int(stride as u64, true);
        let lane = self.first_lane(mask, operand.ty());
        let there = self.builder.add(scalar, self.builder.mul(lane, step(operand.ty())));
        let extended = self.builder.cast(cast.opcode(), there, cast.ty());
        let lane = self.resized(lane, cast.ty());
        self.builder.sub(extended, self.builder.mul(lane, step(cast.ty())))
    }
}

/// Gives a result the flags of the instruction that it is of.
pub(super) fn keep_flags<'m>(module: &'m EditableModule, from: Inst<'m>, to: Value<'m>) -> Value<'m> {
    if let Some(inst) = to.as_inst().filter(|inst| inst.opcode() == from.opcode()) {
        let (nuw, nsw) = from.wrap_flags();
        if nuw || nsw {
            inst.set_wrap_flags(module, nuw, nsw);
        }
        inst.set_fast_math(module, from.fast_math());
    }
    to
}

fn is_cast(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        LLVMTrunc
            | LLVMZExt
            | LLVMSExt
            | LLVMFPToUI
            | LLVMFPToSI
            | LLVMUIToFP
            | LLVMSIToFP
            | LLVMFPTrunc
            | LLVMFPExt
            | LLVMPtrToInt
            | LLVMIntToPtr
            | LLVMBitCast
            | LLVMAddrSpaceCast
    )
}

fn is_binary(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        LLVMAdd
            | LLVMSub
            | LLVMMul
            | LLVMShl
            | LLVMLShr
            | LLVMAShr
            | LLVMAnd
            | LLVMOr
            | LLVMXor
            | LLVMFAdd
            | LLVMFSub
            | LLVMFMul
            | LLVMFDiv
            | LLVMFRem
    )
}
