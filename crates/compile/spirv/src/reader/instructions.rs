//! The way from an instruction in a function to what reads it.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::Op;
use tandem_ir::Value;

use super::body::{Body, ResultOperands};
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::TypeRef;
use tandem_spirv_binary::{Id, Instruction, Operands, opcode_name};

impl<'r, 'm, 'w> Body<'r, 'm, 'w> {
    /// An instruction between a function's parameters and its end.
    pub fn instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let op = inst.op().ok_or_else(|| Reason::unsupported(opcode_name(inst.opcode)))?;
        let mut ops = inst.cursor();
        match op {
            Op::Line | Op::NoLine => return self.line(op, &mut ops),
            Op::Label => return self.label(ops.id()?),
            // What continues a composite belongs to the instruction before.
            Op::Nop | Op::CompositeConstructContinuedINTEL => return Ok(()),
            _ => {}
        }
        ensure(self.block.is_some(), "the instruction is in no block")?;
        if op == Op::Phi {
            ensure(self.at_phis, "phis stand at the start of a block")?;
            return self.phi(inst);
        }
        if op == Op::ExtInst && self.is_description(ops)? {
            return Ok(());
        }
        self.at_phis = false;
        if self.control_instruction(op, &mut ops)? || self.statement(op, &mut ops)? {
            return Ok(());
        }
        let result = ops.id().map_err(Reason::from).and_then(|ty| Ok((self.r.type_of_id(ty)?, ops.id()?)));
        let (ty, id) = result.map_err(|reason| if has_result(op) { reason } else { unsupported(op) })?;
        self.check_demands(op, id, ops)?;
        let is_volatile = passes_pointer(op) && ops.ids_ahead().any(|operand| self.is_volatile_object(operand));
        let def = self.compute(op, ty, id, &mut ops)?;
        if is_volatile {
            self.r.volatile.insert(id);
        }
        match def {
            Def::Value(typed) => self.r.define_value(id, typed.value, typed.ty),
            def => self.r.define(id, def),
        }
    }

    /// Instructions without a result.
    fn statement(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<bool> {
        Ok(self.memory_statement(op, ops)? || self.atomic_statement(op, ops)? || self.call_statement(op, ops)?)
    }

    /// Instructions with a result of type `ty`; `id` is asked for its decorations.
    pub fn compute(&mut self, op: Op, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<Def<'m>> {
        if let Some(pointer) = self.builtin_pointer_operation(op, ty, *ops)? {
            return Ok(Def::BuiltinPointer(pointer));
        }
        if let Some(vector) = self.builtin_vector_load(op, ty, *ops) {
            return Ok(Def::BuiltinVector(vector));
        }
        if let Some(def) = self.call_operation(op, ty, id, ops)? {
            return Ok(def);
        }
        ensure(self.r.entry(ty).layout.is_some(), "the result type has no values")?;
        type Family<'r, 'm, 'w> =
            fn(&mut Body<'r, 'm, 'w>, Op, ResultOperands, &mut Operands<'w>) -> Result<Option<Value<'m>>>;
        let families: [Family<'r, 'm, 'w>; 8] = [
            Self::arithmetic,
            Self::memory_operation,
            Self::pointer_operation,
            Self::composite,
            Self::convert,
            Self::relational,
            Self::bits,
            Self::atomic_operation,
        ];
        for family in families {
            if let Some(value) = family(self, op, ResultOperands { ty, id }, ops)? {
                return Ok(Def::Value(Typed { value, ty }));
            }
        }
        Err(unsupported(op))
    }
}

/// Whether an instruction's result is a pointer to the object that an operand points to.
fn passes_pointer(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AccessChain
            | InBoundsAccessChain
            | PtrAccessChain
            | InBoundsPtrAccessChain
            | UntypedAccessChainKHR
            | UntypedInBoundsAccessChainKHR
            | UntypedPtrAccessChainKHR
            | UntypedInBoundsPtrAccessChainKHR
            | PtrCastToGeneric
            | GenericCastToPtr
            | GenericCastToPtrExplicit
            | PtrCastToCrossWorkgroupALTERA
            | CrossWorkgroupCastToPtrALTERA
            | Bitcast
            | CopyObject
            | Select
    )
}

/// Whether the grammar gives an instruction a result type.
fn has_result(op: Op) -> bool {
    let grammar = INSTRUCTION_TABLE.lookup_opcode(op as u32);
    let first = grammar.and_then(|inst| inst.operands.first());
    first.is_some_and(|operand| operand.kind == OperandKind::IdResultType)
}

fn unsupported(op: Op) -> Reason {
    Reason::unsupported(format!("Op{op:?}"))
}
