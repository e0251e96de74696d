//! Calls: of functions, of function pointers, and of the device builtins that
//! stand for barriers and group operations.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{ImageOperands, Op, StorageClass};
use tandem_device_ir::{Builtin, Instruction, Lowering, Slot};
use tandem_ir::{Inst, Type, TypeKind, Value};

use super::body::Body;
use super::classes::Class;
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use super::support::accept_bits;
use super::types::address_space;
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Operands};

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
    /// Calls and builtins with a result, which may be void.
    pub fn call_operation(&mut self, op: Op, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<Option<Def<'m>>> {
        let result = match op {
            Op::FunctionCall => self.function_call(ops)?,
            Op::FunctionPointerCallINTEL => self.pointer_call(ops)?,
            Op::GroupAsyncCopy => return self.async_copy(ty, ops).map(Some),
            Op::ExtInst => return self.extended_instruction(ty, id, ops).map(Some),
            Op::GenericCastToPtrExplicit => {
                self.require(self.r.llvm(ty), Class::Pointer)?;
                self.explicit_cast(ty, ops)?
            }
            _ => match target_builtin(op) {
                Some(builtin) => {
                    self.r.size_of(ty)?;
                    self.builtin_operation(builtin, self.r.llvm(ty), ops)?
                }
                None => return Ok(None),
            },
        };
        Ok(Some(self.result(result, ty)))
    }

    /// Builtins without a result.
    pub fn call_statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<bool> {
        if op == Op::GroupWaitEvents {
            self.wait_for_copies(ops)?;
            return Ok(true);
        }
        let Some(builtin) = target_builtin(op).filter(|builtin| builtin.signature().signature().result == Slot::Void)
        else {
            return Ok(false);
        };
        self.builtin_operation(builtin, self.r.module.void(), ops)?;
        Ok(true)
    }

    /// The definition for a call's result.
    pub fn result(&self, call: Inst<'m>, ty: TypeRef) -> Def<'m> {
        match self.r.shape(ty) {
            Shape::Void => Def::Marker,
            _ => Def::Value(Typed { value: call.value(), ty }),
        }
    }

    fn function_call(&mut self, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let function = self.r.declare_function(ops.id()?)?;
        let args = self.arguments(function.function_type(), ops)?;
        Ok(self.builder.call_function(function, &args))
    }

    fn pointer_call(&mut self, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let id = ops.id()?;
        let callee = self.typed(id)?;
        let pointee = self.r.pointee(callee.ty)?;
        let ty = self.r.llvm(pointee);
        ensure(ty.kind() == TypeKind::Function, "the callee is no pointer to a function")?;
        let args = self.arguments(ty, ops)?;
        let call = self.builder.call(ty, callee.value, &args);
        call.set_call_conv(tandem_ir::SPIR_FUNC);
        Ok(call)
    }

    fn arguments(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Vec<Value<'m>>> {
        ensure(self.entry.is_some(), "the instruction is no constant")?;
        let params = ty.params();
        ensure(ops.ids_ahead().count() == params.len(), "the number of arguments differs from the function type's")?;
        params.into_iter().map(|param| self.value_like(param, ops)).collect()
    }

    /// A cast that fails for pointers into other storage classes. All of them
    /// but the generic one are told apart by the device's memory layout.
    fn explicit_cast(&mut self, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Inst<'m>> {
        let pointer = self.value_of(Class::Pointer, ops)?;
        let class = ops.word()?;
        let is_named = class != StorageClass::Generic as u32;
        let is_results = self.r.llvm(ty).address_space() == Some(address_space(class)?);
        ensure(is_named && is_results, "the storage class is not the result's")?;
        let class = self.i32(class);
        let builtin = Builtin::Instruction(Instruction::GenericCastToPtrExplicit);
        Ok(self.call_builtin(builtin, self.r.llvm(ty), self.r.llvm(ty), &[pointer, class]))
    }

    /// A call of the builtin for an instruction, with its operands in order:
    /// ids as values, literals as `i32`.
    fn builtin_operation(
        &mut self,
        instruction: Instruction,
        returns: Type<'m>,
        ops: &mut Operands<'w>,
    ) -> Result<Inst<'m>> {
        ensure(self.entry.is_some(), "the instruction is no constant")?;
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

/// The instruction, if code generators lower it.
fn target_builtin(op: Op) -> Option<Instruction> {
    Instruction::from_opcode(op as u32).filter(|instruction| instruction.lowering() == Lowering::Target)
}
