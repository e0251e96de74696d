//! Extended instructions: `OpenCL.std`, and the sets that contain only descriptions.
//!
//! Instructions that LLVM has as an intrinsic or a few instructions become these; the rest becomes calls of
//! `__spirv_ocl_<name>` (`docs/internals/boundaries.md`, section 3).

mod data;
mod float;
mod int;

use rspirv::grammar::OPENCL_STD_100_INSTRUCTION_TABLE;
use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_device_ir::{Builtin, OpenClFunction};
use tandem_device_ir_llvm::overload;
use tandem_ir::Value;

use super::body::{Body, ResultOperands};
use super::defs::{Def, ExtendedSet, Typed};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::Shape;
use tandem_spirv_binary::{Malformed, Operands};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Handles an `OpExtInst` that is only a description, which may be between phis; false for any other.
    pub fn is_description(&mut self, mut ops: Operands<'w>) -> Result<bool> {
        let (_, id, set) = (ops.id()?, ops.id()?, ops.id()?);
        match self.r.def(set) {
            Ok(Def::Set(ExtendedSet::DebugInfo)) => self.description(ops),
            Ok(Def::Set(ExtendedSet::Ignored)) => {}
            _ => return Ok(false),
        }
        self.r.define(id, Def::Marker)?;
        Ok(true)
    }

    /// `OpExtInst` in a function.
    pub fn extended_instruction(&mut self, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Def<'m>> {
        ensure(self.entry.is_some(), "the instruction is not a constant")?;
        let ty = target.ty;
        let (set, number) = (ops.id()?, ops.word()?);
        match self.r.def(set)? {
            Def::Set(ExtendedSet::OpenCl) => {}
            Def::Set(_) => return Err(Reason::Invalid("debug information has no value")),
            _ => return Err(Reason::Kind { id: set.0, expected: "an extended instruction set" }),
        }
        let op = ClOp::from_u32(number);
        let op = op.ok_or_else(|| Reason::unsupported(format!("OpenCL.std instruction {number}")))?;
        if ops.ids_ahead().any(|id| self.is_volatile(id)) {
            return Err(Reason::unsupported(format!("a volatile access by OpenCL.std {op:?}")));
        }
        let is_void = matches!(self.r.shape(ty), Shape::Void);
        ensure(is_void || self.r.entry(ty).layout.is_some(), "the result type has no values")?;
        if is_void {
            ensure(op == ClOp::prefetch || self.store_data(op, ops)?, "the instruction has a result")?;
            return Ok(Def::Marker);
        }
        let value = match op {
            ClOp::printf => self.printf(target, ops)?,
            _ => match self.load_data(op, target, ops)? {
                Some(value) => value,
                None => self.mathematics(op, target, ops)?,
            },
        };
        Ok(Def::Value(Typed { value, ty }))
    }

    /// Functions of values: mathematics, integer and common functions.
    fn mathematics(&mut self, op: ClOp, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let args = ops.ids().map(|id| Ok(self.typed(id)?.value)).collect::<Result<Vec<_>>>()?;
        let grammar = OPENCL_STD_100_INSTRUCTION_TABLE.lookup_opcode(op as u32);
        ensure(grammar.is_some_and(|inst| inst.operands.len() == args.len()), "the number of operands is wrong")?;
        let ty = self.r.llvm(target.ty);
        let value = match self.float_function(op, ty, &args).or_else(|| self.int_function_ext(op, ty, &args)) {
            Some(value) => value,
            None => {
                let function = OpenClFunction::from_number(op as u32);
                let function = function.ok_or_else(|| Reason::unsupported(format!("OpenCL.std {op:?}")))?;
                self.call_builtin(Builtin::OpenCl(function), ty, ty, &args).value()
            }
        };
        self.decorate(value, target.id);
        Ok(value)
    }

    /// `printf` keeps its variable arguments.
    fn printf(&mut self, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let args = ops.ids().map(|id| Ok(self.typed(id)?.value)).collect::<Result<Vec<_>>>()?;
        let format = *args.first().ok_or(Malformed::MissingOperand)?;
        ensure(format.ty().is_pointer(), "the format is not a pointer")?;
        let ty = self.r.llvm(target.ty).function(&[format.ty()], true);
        let name = overload(Builtin::OpenCl(OpenClFunction::printf), self.r.llvm(target.ty), &args[..1]);
        let function = self.r.module.get_or_declare(&name, ty);
        ensure(function.function_type() == ty, "printf is declared with a different type")?;
        Ok(self.builder.call_function(function, &args).value())
    }
}
