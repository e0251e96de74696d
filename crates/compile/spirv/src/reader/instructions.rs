//! Dispatches instructions in a function to the parts that read them, by their families in the table of supported
//! instructions.

use rspirv::spirv::Op;

use super::body::{Body, ResultOperands};
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use super::support::{Family, Operation, Statement, family};
use tandem_spirv_binary::{Instruction, Operands, opcode_name};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// An instruction between a function's parameters and its end.
    pub fn instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let known = inst.op().and_then(|op| Some((op, family(op)?)));
        let (op, family) = known.ok_or_else(|| Reason::unsupported(opcode_name(inst.opcode)))?;
        let mut ops = inst.cursor();
        match family {
            Family::Anywhere => self.line(op, &mut ops),
            Family::Label => self.label(ops.id()?),
            Family::Phi => self.phi(inst),
            Family::Statement(statement) => {
                self.leave_phis()?;
                self.statement(op, statement, &mut ops)
            }
            Family::Operation(operation) => self.operation(op, operation, &mut ops),
            // The instruction before has read it.
            Family::Continuation => Ok(()),
            Family::Annotation
            | Family::MemoryModel
            | Family::Import
            | Family::Marker
            | Family::Type
            | Family::Constant
            | Family::Function => Err(Reason::instruction(op)),
        }
    }

    /// Ends the phis of a block, before another instruction in it.
    fn leave_phis(&mut self) -> Result<()> {
        self.at_phis = false;
        ensure(self.block.is_some(), "the instruction is in no block")
    }

    /// An instruction without a result.
    fn statement(&mut self, op: Op, statement: Statement, ops: &mut Operands<'w>) -> Result<()> {
        match statement {
            Statement::Control => self.control_instruction(op, ops),
            Statement::Memory => self.memory_statement(op, ops),
            Statement::Atomic => self.atomic_statement(op, ops),
            Statement::Builtin => self.builtin_statement(op, ops),
            Statement::AsyncCopy => self.wait_for_copies(ops),
        }
    }

    /// An instruction with a result, which it defines.
    fn operation(&mut self, op: Op, operation: Operation, ops: &mut Operands<'w>) -> Result<()> {
        if operation == Operation::Extended && self.block.is_some() && self.is_description(*ops)? {
            return Ok(());
        }
        self.leave_phis()?;
        let (ty, id) = (self.r.type_of_id(ops.id()?)?, ops.id()?);
        self.check_demands(op, id, *ops)?;
        let is_volatile = passes_pointer(op) && ops.ids_ahead().any(|operand| self.is_volatile_object(operand));
        let def = self.compute(op, operation, ResultOperands { ty, id }, ops)?;
        if is_volatile {
            self.r.volatile.insert(id);
        }
        match def {
            Def::Value(typed) => self.r.define_value(id, typed.value, typed.ty),
            def => self.r.define(id, def),
        }
    }

    /// The meaning of an instruction's result. Decorations are taken from `target`'s id.
    pub fn compute(
        &mut self,
        op: Op,
        operation: Operation,
        target: ResultOperands,
        ops: &mut Operands<'w>,
    ) -> Result<Def<'m>> {
        let ty = target.ty;
        if let Some(pointer) = self.builtin_pointer_operation(op, ty, *ops)? {
            return Ok(Def::BuiltinPointer(pointer));
        }
        if let Some(vector) = self.builtin_vector_load(op, ty, *ops) {
            return Ok(Def::BuiltinVector(vector));
        }
        // Only calls may have no value.
        let is_call = matches!(operation, Operation::Call | Operation::Extended);
        ensure(is_call || self.r.entry(ty).layout.is_some(), "the result type has no values")?;
        let value = match operation {
            Operation::Call => return self.call(op, ty, ops),
            Operation::Extended => return self.extended_instruction(target, ops),
            Operation::Undef => self.r.llvm(ty).undef(),
            Operation::Variable => self.variable(op, target, ops)?,
            Operation::Memory => self.memory_operation(op, target, ops)?,
            Operation::Pointer => self.pointer_operation(op, target, ops)?,
            Operation::Arithmetic => self.arithmetic(op, target, ops)?,
            Operation::Bits => self.bits(op, target, ops)?,
            Operation::Relational => self.relational(op, target, ops)?,
            Operation::Conversion => self.convert(op, target, ops)?,
            Operation::Composite => self.composite(op, target, ops)?,
            Operation::Atomic => self.atomic_operation(op, target, ops)?,
            Operation::Builtin => self.builtin_operation(op, ty, ops)?,
            Operation::AsyncCopy => self.async_copy(ty, ops)?,
        };
        Ok(Def::Value(Typed { value, ty }))
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
