//! Instructions that code generators lower, such as barriers and group operations: they become calls of the
//! corresponding device builtins.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{ImageOperands, Op};
use tandem_device_ir::{Builtin, Instruction, Lowering};
use tandem_ir::{Inst, Type, Value};

use super::body::Body;
use super::error::{Reason, Result, ensure};
use super::support::accept_bits;
use tandem_spirv_binary::Operands;
use tandem_spirv_binary::types::TypeRef;

/// The bits of image operands that kernels have: lod, gradient, offsets, sample, extension, not temporal.
const IMAGE_OPERANDS: u32 = ImageOperands::LOD
    .union(ImageOperands::GRAD)
    .union(ImageOperands::CONST_OFFSET)
    .union(ImageOperands::OFFSET)
    .union(ImageOperands::SAMPLE)
    .union(ImageOperands::SIGN_EXTEND)
    .union(ImageOperands::ZERO_EXTEND)
    .union(ImageOperands::NONTEMPORAL)
    .bits();

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Builtins with a result.
    pub fn builtin_operation(&mut self, op: Op, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        Ok(self.call_instruction(target_builtin(op)?, self.r.llvm(ty), ops)?.value())
    }

    /// Builtins without a result.
    pub fn builtin_statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        self.call_instruction(target_builtin(op)?, self.r.module.void(), ops).map(drop)
    }

    /// A call of the builtin for an instruction, with its operands in order:
    /// ids as values, literals as `i32`.
    fn call_instruction(
        &mut self,
        instruction: Instruction,
        returns: Type<'m>,
        ops: &mut Operands<'w>,
    ) -> Result<Inst<'m>> {
        ensure(self.entry.is_some(), "the instruction is not a constant")?;
        let grammar = INSTRUCTION_TABLE.lookup_opcode(instruction as u32);
        let grammar = grammar.ok_or_else(|| Reason::unsupported(format!("Op{}", instruction.name())))?;
        let is_result = |kind| matches!(kind, OperandKind::IdResultType | OperandKind::IdResult);
        let kinds: Vec<_> =
            grammar.operands.iter().map(|operand| operand.kind).filter(|kind| !is_result(*kind)).collect();
        let mut args = Vec::new();
        while !ops.is_empty() {
            let kind = kinds.get(args.len()).copied().ok_or(Reason::Invalid("too many operands"))?;
            match kind {
                OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                    args.push(self.value(ops)?);
                }
                OperandKind::ImageOperands => {
                    let bits = ops.word()?;
                    accept_bits("image operands", bits, IMAGE_OPERANDS)?;
                    args.push(self.i32(bits));
                    // The values that the bits announce, in their order.
                    while !ops.is_empty() {
                        args.push(self.value(ops)?);
                    }
                }
                _ => args.push(self.i32(ops.word()?)),
            }
        }
        ensure(args.len() >= required(&kinds, grammar), "too few operands")?;
        Ok(self.call_builtin(Builtin::Instruction(instruction), returns, returns, &args))
    }
}

/// How many operands an instruction has at least.
fn required(kinds: &[OperandKind], grammar: &rspirv::grammar::Instruction<'_>) -> usize {
    let optional = grammar.operands.iter().rev();
    let optional = optional.take_while(|operand| operand.quantifier != rspirv::grammar::OperandQuantifier::One).count();
    kinds.len() - optional.min(kinds.len())
}

/// The instruction, which code generators lower.
fn target_builtin(op: Op) -> Result<Instruction> {
    let known = Instruction::from_opcode(op as u32);
    let lowered = known.filter(|instruction| instruction.lowering() == Lowering::Target);
    lowered.ok_or_else(|| Reason::instruction(op))
}
