//! Calls of functions and of function pointers.

use rspirv::spirv::Op;
use tandem_ir::{Inst, Type, TypeKind, Value};

use super::body::Body;
use super::defs::{Def, Typed};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;
use tandem_spirv_binary::types::{Shape, TypeRef};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Calls; their results may be void.
    pub fn call(&mut self, op: Op, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Def<'m>> {
        let call = match op {
            Op::FunctionCall => self.function_call(ops)?,
            Op::FunctionPointerCallINTEL => self.pointer_call(ops)?,
            _ => return Err(Reason::instruction(op)),
        };
        Ok(match self.r.shape(ty) {
            Shape::Void => Def::Marker,
            _ => Def::Value(Typed { value: call.value(), ty }),
        })
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
        ensure(ty.kind() == TypeKind::Function, "the callee is not a pointer to a function")?;
        let args = self.arguments(ty, ops)?;
        let call = self.builder.call(ty, callee.value, &args);
        call.set_call_conv(self.r.module, tandem_ir::SPIR_FUNC);
        Ok(call)
    }

    fn arguments(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Vec<Value<'m>>> {
        ensure(self.entry.is_some(), "the instruction is not a constant")?;
        let params = ty.params();
        ensure(ops.ids_ahead().count() == params.len(), "the number of arguments differs from the function type's")?;
        params.into_iter().map(|param| self.value_like(param, ops)).collect()
    }
}
