//! Addresses of functions, and calls through them
//! (`SPV_INTEL_function_pointers`).
//!
//! A function pointer points to a function type in storage class
//! `CodeSectionINTEL`. In memory and in variables it is `i8*` like any other
//! pointer; it goes there and back through an integer, since SPIR-V has no cast
//! between the code section and other storage classes.

use rspirv::spirv::{Capability, Op, StorageClass, Word};
use tandem_ir::{Function, Inst, SPIR_KERNEL, ValueKind};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;
use super::state::{PointerType, Writer};

impl<'m> Writer<'m> {
    /// The address of a function.
    pub(super) fn function_pointer(&mut self, function: Function<'m>) -> Result<(Word, PointerType), Reason> {
        if function.call_conv() == SPIR_KERNEL {
            return Err(Reason::KernelAddress(function.name()));
        }
        let signature = self.signature(function)?;
        let mut types = vec![signature.result];
        types.extend(signature.params.iter().map(|param| param.ty));
        let pointer = self.function_pointer_type(&types);
        let ty = self.pointer_type(pointer);
        let id = self.function(function);
        Ok((self.intern(Op::ConstantFunctionPointerINTEL, Some(ty), &[id]), pointer))
    }

    /// A pointer to functions of these result and parameter types.
    fn function_pointer_type(&mut self, types: &[Word]) -> PointerType {
        self.asm.capability(Capability::FunctionPointersINTEL);
        self.asm.extension("SPV_INTEL_function_pointers");
        PointerType { storage: StorageClass::CodeSectionINTEL, pointee: self.intern(Op::TypeFunction, None, types) }
    }
}

impl<'m> Body<'_, 'm> {
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
