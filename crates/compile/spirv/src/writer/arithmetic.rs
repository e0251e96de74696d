//! Arithmetic, comparisons and selects, on scalars and vectors of any width.
//!
//! Integers of odd widths live zero-extended in the next width: results are
//! masked where upper bits may be set, operands are sign-extended where the
//! sign counts. One-bit integers are booleans.

use rspirv::spirv::{Capability, Decoration, FPFastMathMode, Op, Word};
use tandem_ir::{FloatPredicate, Inst, IntPredicate, Opcode, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;
use super::legal_types::{int_bits, legal_width, mask};

/// Bits and holding width of an integer type that SPIR-V lacks.
fn odd_width(ty: Type<'_>) -> Option<(u32, u32)> {
    let bits = int_bits(ty);
    let width = legal_width(bits)?;
    (bits > 1 && bits != width).then_some((bits, width))
}

impl<'m> Body<'_, 'm> {
    /// A unary or binary operator.
    pub(super) fn arithmetic(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let ty = inst.ty();
        if int_bits(ty) == 1 {
            let id = self.boolean_arithmetic(inst)?;
            return self.define(inst, id);
        }
        let signed = matches!(inst.opcode(), Opcode::LLVMSDiv | Opcode::LLVMSRem | Opcode::LLVMAShr);
        let mut ids = Vec::with_capacity(2);
        for (index, operand) in inst.operands().into_iter().enumerate() {
            // A shift's amount is never negative.
            let extend = signed && (index == 0 || inst.opcode() != Opcode::LLVMAShr);
            ids.push(if extend { self.signed_value(operand)? } else { self.value(operand)? });
        }
        let result_type = self.writer.value_type(ty)?;
        let id = self.emit(operator(inst.opcode())?, result_type, &ids);
        self.decorate_arithmetic(inst, id);
        let overflows = matches!(
            inst.opcode(),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl | Opcode::LLVMAShr
        );
        let id = if signed || overflows { self.masked(id, ty)? } else { id };
        self.define(inst, id)
    }

    /// Operators on single bits.
    fn boolean_arithmetic(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        use Opcode::*;
        let result_type = self.writer.value_type(inst.ty())?;
        let op = match inst.opcode() {
            LLVMAdd | LLVMSub | LLVMXor => Op::LogicalNotEqual,
            LLVMAnd | LLVMMul => Op::LogicalAnd,
            LLVMOr => Op::LogicalOr,
            // Dividing by anything but one, or shifting by anything but zero, is undefined.
            LLVMUDiv | LLVMSDiv | LLVMShl | LLVMLShr | LLVMAShr => return self.value(inst.operand(0)),
            LLVMURem | LLVMSRem => return Ok(self.writer.null_constant(result_type)),
            _ => return Err(Reason::Operation(inst.to_string())),
        };
        let ids = [self.value(inst.operand(0))?, self.value(inst.operand(1))?];
        Ok(self.emit(op, result_type, &ids))
    }

    fn decorate_arithmetic(&mut self, inst: Inst<'m>, id: Word) {
        self.decorate_fast_math(inst, id);
        let is_frozen = self.writer.frozen.contains(&inst.value());
        if self.writer.options.version < (1, 4) || odd_width(inst.ty()).is_some() || is_frozen {
            return;
        }
        let (unsigned, signed) = inst.wrap_flags();
        if unsigned {
            self.writer.asm.decorate(id, Decoration::NoUnsignedWrap, &[]);
        }
        if signed {
            self.writer.asm.decorate(id, Decoration::NoSignedWrap, &[]);
        }
    }

    /// Carries LLVM's fast-math flags over, as far as SPIR-V has them.
    pub(super) fn decorate_fast_math(&mut self, inst: Inst<'m>, id: Word) {
        // LLVM's bits: reassoc 1, nnan 2, ninf 4, nsz 8, arcp 16, contract 32, afn 64.
        const ALL: u32 = 0x7f;
        const POISON: u32 = 2 | 4;
        let is_frozen = self.writer.frozen.contains(&inst.value());
        let flags = if is_frozen { inst.fast_math() & !POISON } else { inst.fast_math() };
        let mut mode = FPFastMathMode::NONE;
        for (bit, flag) in [
            (2, FPFastMathMode::NOT_NAN),
            (4, FPFastMathMode::NOT_INF),
            (8, FPFastMathMode::NSZ),
            (16, FPFastMathMode::ALLOW_RECIP),
        ] {
            if flags & bit != 0 {
                mode |= flag;
            }
        }
        if flags & ALL == ALL {
            mode |= FPFastMathMode::FAST;
        } else if flags & 1 != 0 {
            // Sums of reductions: without it they could not be vectorized.
            mode |= FPFastMathMode::ALLOW_REASSOC;
            self.writer.asm.capability(Capability::FPFastMathModeINTEL);
            self.writer.asm.extension("SPV_INTEL_fp_fast_math_mode");
        }
        // Negation takes the decoration only in later versions.
        if !mode.is_empty() && inst.opcode() != Opcode::LLVMFNeg {
            self.writer.asm.decorate(id, Decoration::FPFastMathMode, &[mode.bits()]);
        }
    }

    /// Clears the bits above an odd width.
    pub(super) fn masked(&mut self, id: Word, ty: Type<'m>) -> Result<Word, Reason> {
        let Some((bits, width)) = odd_width(ty) else { return Ok(id) };
        let element = self.writer.int_constant(width, mask(bits));
        let ones = self.writer.splat(ty, element)?;
        let result_type = self.writer.value_type(ty)?;
        Ok(self.emit(Op::BitwiseAnd, result_type, &[id, ones]))
    }

    /// An integer with its sign copied into the bits above an odd width.
    pub(super) fn signed_value(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        let id = self.value(value)?;
        let ty = value.ty();
        let Some((bits, width)) = odd_width(ty) else { return Ok(id) };
        let element = self.writer.int_constant(width, u64::from(width - bits));
        let shift = self.writer.splat(ty, element)?;
        let result_type = self.writer.value_type(ty)?;
        let up = self.emit(Op::ShiftLeftLogical, result_type, &[id, shift]);
        Ok(self.emit(Op::ShiftRightArithmetic, result_type, &[up, shift]))
    }

    /// `icmp` and `fcmp`.
    pub(super) fn compare(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let (left, right) = (inst.operand(0), inst.operand(1));
        let result_type = self.writer.value_type(inst.ty())?;
        let id = if let Some(predicate) = inst.float_predicate() {
            self.compare_floats(predicate, left, right, inst.ty())?
        } else {
            let predicate = inst.int_predicate().ok_or_else(|| Reason::Operation(inst.to_string()))?;
            if left.ty().is_pointer() {
                self.compare_pointers(predicate, left, right)?
            } else if int_bits(left.ty()) == 1 {
                self.compare_booleans(predicate, left, right, result_type)?
            } else {
                let (op, signed) = int_comparison(predicate);
                let operand =
                    |body: &mut Self, value| if signed { body.signed_value(value) } else { body.value(value) };
                let ids = [operand(self, left)?, operand(self, right)?];
                self.emit(op, result_type, &ids)
            }
        };
        self.define(inst, id)
    }

    fn compare_floats(
        &mut self,
        predicate: FloatPredicate,
        left: Value<'m>,
        right: Value<'m>,
        ty: Type<'m>,
    ) -> Result<Word, Reason> {
        use FloatPredicate::*;
        let op = match predicate {
            LLVMRealPredicateFalse => return self.writer.splat_constant(ty, 0),
            LLVMRealPredicateTrue => return self.writer.splat_constant(ty, 1),
            LLVMRealOEQ => Op::FOrdEqual,
            LLVMRealOGT => Op::FOrdGreaterThan,
            LLVMRealOGE => Op::FOrdGreaterThanEqual,
            LLVMRealOLT => Op::FOrdLessThan,
            LLVMRealOLE => Op::FOrdLessThanEqual,
            LLVMRealONE => Op::FOrdNotEqual,
            LLVMRealORD => Op::Ordered,
            LLVMRealUNO => Op::Unordered,
            LLVMRealUEQ => Op::FUnordEqual,
            LLVMRealUGT => Op::FUnordGreaterThan,
            LLVMRealUGE => Op::FUnordGreaterThanEqual,
            LLVMRealULT => Op::FUnordLessThan,
            LLVMRealULE => Op::FUnordLessThanEqual,
            LLVMRealUNE => Op::FUnordNotEqual,
        };
        let ids = [self.value(left)?, self.value(right)?];
        let ty = self.writer.value_type(ty)?;
        Ok(self.emit(op, ty, &ids))
    }

    /// Pointers compare as addresses: `OpPtrEqual`, which SPIR-V has from 1.4 on, ends Intel's OpenCL compiler.
    fn compare_pointers(&mut self, predicate: IntPredicate, left: Value<'m>, right: Value<'m>) -> Result<Word, Reason> {
        let bool_type = self.writer.bool_type();
        let ids = [self.argument(left)?, self.argument(right)?];
        let int = self.writer.int_type(64);
        let addresses = ids.map(|id| self.emit(Op::ConvertPtrToU, int, &[id]));
        Ok(self.emit(int_comparison(predicate).0, bool_type, &addresses))
    }

    /// Single bits: unsigned 1 is true, signed 1 is -1.
    fn compare_booleans(
        &mut self,
        predicate: IntPredicate,
        left: Value<'m>,
        right: Value<'m>,
        ty: Word,
    ) -> Result<Word, Reason> {
        use IntPredicate::*;
        let (left, right) = (self.value(left)?, self.value(right)?);
        let op = match predicate {
            LLVMIntEQ => return Ok(self.emit(Op::LogicalEqual, ty, &[left, right])),
            LLVMIntNE => return Ok(self.emit(Op::LogicalNotEqual, ty, &[left, right])),
            LLVMIntUGT | LLVMIntSLT | LLVMIntULT | LLVMIntSGT => Op::LogicalAnd,
            LLVMIntUGE | LLVMIntSLE | LLVMIntULE | LLVMIntSGE => Op::LogicalOr,
        };
        let left_rules = matches!(predicate, LLVMIntUGT | LLVMIntSLT | LLVMIntUGE | LLVMIntSLE);
        let (plain, negated) = if left_rules { (left, right) } else { (right, left) };
        let negated = self.emit(Op::LogicalNot, ty, &[negated]);
        Ok(self.emit(op, ty, &[plain, negated]))
    }

    /// `select`
    pub(super) fn select(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let mut condition = self.value(inst.operand(0))?;
        let condition_type = inst.operand(0).ty();
        match inst.ty().kind() {
            TypeKind::Pointer(_) => {
                let pointer = self.merged_pointer(inst)?;
                let ids =
                    [condition, self.pointer_as(inst.operand(1), pointer)?, self.pointer_as(inst.operand(2), pointer)?];
                let ty = self.writer.pointer_type(pointer);
                let id = self.emit(Op::Select, ty, &ids);
                self.define_as(inst, id, pointer);
                return Ok(());
            }
            TypeKind::Vector(_, len) if condition_type == condition_type.scalar() => {
                let bools = self.writer.bool_type();
                let bools = self.writer.vector_type(bools, len);
                condition = self.emit(Op::CompositeConstruct, bools, &vec![condition; len as usize]);
            }
            TypeKind::Struct | TypeKind::Array(..) => {
                self.writer.require_version("a select of aggregates", (1, 4))?;
            }
            _ => {}
        }
        let ids = [condition, self.value(inst.operand(1))?, self.value(inst.operand(2))?];
        let ty = self.writer.value_type(inst.ty())?;
        let id = self.emit(Op::Select, ty, &ids);
        self.define(inst, id)
    }
}

fn operator(opcode: Opcode) -> Result<Op, Reason> {
    use Opcode::*;
    Ok(match opcode {
        LLVMFNeg => Op::FNegate,
        LLVMAdd => Op::IAdd,
        LLVMFAdd => Op::FAdd,
        LLVMSub => Op::ISub,
        LLVMFSub => Op::FSub,
        LLVMMul => Op::IMul,
        LLVMFMul => Op::FMul,
        LLVMUDiv => Op::UDiv,
        LLVMSDiv => Op::SDiv,
        LLVMFDiv => Op::FDiv,
        LLVMURem => Op::UMod,
        LLVMSRem => Op::SRem,
        LLVMFRem => Op::FRem,
        LLVMShl => Op::ShiftLeftLogical,
        LLVMLShr => Op::ShiftRightLogical,
        LLVMAShr => Op::ShiftRightArithmetic,
        LLVMAnd => Op::BitwiseAnd,
        LLVMOr => Op::BitwiseOr,
        LLVMXor => Op::BitwiseXor,
        _ => return Err(Reason::Operation(format!("{opcode:?}"))),
    })
}

/// The comparison, and whether it is signed.
fn int_comparison(predicate: IntPredicate) -> (Op, bool) {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => (Op::IEqual, false),
        LLVMIntNE => (Op::INotEqual, false),
        LLVMIntUGT => (Op::UGreaterThan, false),
        LLVMIntUGE => (Op::UGreaterThanEqual, false),
        LLVMIntULT => (Op::ULessThan, false),
        LLVMIntULE => (Op::ULessThanEqual, false),
        LLVMIntSGT => (Op::SGreaterThan, true),
        LLVMIntSGE => (Op::SGreaterThanEqual, true),
        LLVMIntSLT => (Op::SLessThan, true),
        LLVMIntSLE => (Op::SLessThanEqual, true),
    }
}
