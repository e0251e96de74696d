//! Functions as calls see them: their ids and types.

use rspirv::spirv::{StorageClass, Word};
use tandem_ir::{Function, SPIR_KERNEL, Type};

use super::attributes::by_value;
use super::error::Reason;
use super::state::{PointerType, Writer};
use super::types::storage_class;

/// A function's type in SPIR-V.
pub(super) struct Signature {
    pub(super) result: Word,
    pub(super) params: Vec<Param>,
}

/// A parameter's type, and its pointer type if it is a pointer.
#[derive(Clone, Copy)]
pub(super) struct Param {
    pub(super) ty: Word,
    pub(super) pointer: Option<PointerType>,
}

impl<'m> Writer<'m> {
    /// The id of a function, defined or declared.
    pub(super) fn function(&mut self, function: Function<'m>) -> Word {
        if let Some(id) = self.functions.get(&function) {
            return *id;
        }
        let id = self.asm.id();
        self.functions.insert(function, id);
        id
    }

    /// The SPIR-V types of a function's result and parameters.
    pub(super) fn signature(&mut self, function: Function<'m>) -> Result<Signature, Reason> {
        let ty = function.function_type();
        if ty.is_var_arg() {
            return Err(Reason::CallType(function.name()));
        }
        let result = self.value_type(ty.return_type())?;
        let mut params = Vec::new();
        for (index, ty) in ty.params().into_iter().enumerate() {
            params.push(self.param(function, index as u32, ty)?);
        }
        Ok(Signature { result, params })
    }

    fn param(&mut self, function: Function<'m>, index: u32, ty: Type<'m>) -> Result<Param, Reason> {
        let Some(space) = ty.address_space().filter(|_| ty.is_pointer()) else {
            return Ok(Param { ty: self.value_type(ty)?, pointer: None });
        };
        let kernel = function.call_conv() == SPIR_KERNEL;
        let pointer = match by_value(function, index) {
            Some(pointee) if kernel => {
                PointerType { storage: StorageClass::Function, pointee: self.memory_type(pointee)? }
            }
            // Kernels cannot take generic pointers: the host passes pointers to global memory.
            _ if kernel && space == 0 => self.plain_pointer(StorageClass::CrossWorkgroup),
            _ => self.plain_pointer(storage_class(space)?),
        };
        Ok(Param { ty: self.pointer_type(pointer), pointer: Some(pointer) })
    }
}
