//! Calls of functions, by name and through pointers.

use rspirv::spirv::Op;
use tandem_ir::{Function, Inst, ValueKind};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;

impl<'m> Body<'_, 'm> {
    /// A call of a function of the module, or of one that it declares.
    pub(super) fn call_function(&mut self, inst: Inst<'m>, function: Function<'m>) -> Result<(), Reason> {
        let ty = function.function_type();
        if inst.called_type() != Some(ty) || ty.is_var_arg() {
            return Err(Reason::CallType(function.name()));
        }
        let signature = self.writer.signature(function)?;
        let mut words = vec![self.writer.function(function)];
        for (arg, param) in inst.args().into_iter().zip(&signature.params) {
            words.push(match param.pointer {
                Some(pointer) => self.pointer_as(arg, pointer)?,
                None => self.value(arg)?,
            });
        }
        let id = self.emit(Op::FunctionCall, signature.result, &words);
        self.define(inst, id)
    }

    /// A call through a pointer.
    pub(super) fn pointer_call(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let callee = inst.callee().filter(|callee| callee.kind() != ValueKind::InlineAsm);
        let (callee, ty) = callee.zip(inst.called_type()).ok_or(Reason::InlineAssembly)?;
        if ty.is_var_arg() {
            return Err(Reason::CallType(callee.to_string()));
        }
        let result = self.writer.value_type(ty.return_type())?;
        let mut types = vec![result];
        for param in ty.params() {
            types.push(self.writer.value_type(param)?);
        }
        let pointer = self.writer.function_pointer_type(&types);
        let mut words = vec![self.pointer_as(callee, pointer)?];
        for arg in inst.args() {
            words.push(self.argument(arg)?);
        }
        let id = self.emit(Op::FunctionPointerCallINTEL, result, &words);
        self.define(inst, id)
    }
}
