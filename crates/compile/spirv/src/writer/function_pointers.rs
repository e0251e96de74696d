//! Addresses of functions, and the types of pointers to them
//! (`SPV_INTEL_function_pointers`).
//!
//! A function pointer points to a function type in storage class `CodeSectionINTEL`. In memory and in variables it is
//! `i8*` like any other pointer; it is converted in both directions through an integer, since SPIR-V has no cast
//! between the code section and other storage classes.

use rspirv::spirv::{Capability, Op, StorageClass, Word};
use tandem_ir::{Function, SPIR_KERNEL};

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
    pub(super) fn function_pointer_type(&mut self, types: &[Word]) -> PointerType {
        self.asm.capability(Capability::FunctionPointersINTEL);
        self.asm.extension("SPV_INTEL_function_pointers");
        PointerType { storage: StorageClass::CodeSectionINTEL, pointee: self.intern(Op::TypeFunction, None, types) }
    }
}
