//! The target of a module: triple, data layout, sizes and offsets.

use llvm_sys::core::*;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMSetModuleDataLayout,
};

use crate::base::enumerations::Opcode;
use crate::base::refusal::check;
use crate::base::strings::{c_string, copy_str};
use crate::values::editable::EditableModule;
use crate::values::handles::{Inst, Value};
use crate::values::module::Module;
use crate::values::types::{Type, TypeKind};

impl Module {
    /// Target triple.
    pub fn triple(&self) -> String {
        // SAFETY: a live module; LLVM owns the text.
        unsafe {
            let text = LLVMGetTarget(self.raw);
            copy_str(text, std::ffi::CStr::from_ptr(text).count_bytes())
        }
    }

    /// Data-layout string.
    pub fn data_layout(&self) -> String {
        // SAFETY: a live module; LLVM owns the text.
        unsafe {
            let text = LLVMGetDataLayoutStr(self.raw);
            copy_str(text, std::ffi::CStr::from_ptr(text).count_bytes())
        }
    }

    /// Whether a type has a size in bytes; records a refusal if not.
    fn has_layout(&self, ty: Type<'_>) -> bool {
        let fits = ty.is_sized() && ty.kind() != TypeKind::Other && ty.context() == self.ctx.raw();
        check(self.ctx.raw(), fits, || format!("size of {ty}"))
    }

    /// Size of a sized type in memory, with padding, in bytes.
    pub fn size_of(&self, ty: Type<'_>) -> u64 {
        if !self.has_layout(ty) {
            return 0;
        }
        // SAFETY: a sized type of this context.
        unsafe { LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw), ty.0) }
    }

    /// Alignment of a sized type, in bytes.
    pub fn align_of(&self, ty: Type<'_>) -> u32 {
        if !self.has_layout(ty) {
            return 1;
        }
        // SAFETY: a sized type of this context.
        unsafe { LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(self.raw), ty.0) }
    }

    /// Byte offset of a field of a structure.
    pub fn offset_of(&self, ty: Type<'_>, field: u32) -> u64 {
        let has = field < ty.field_count() && self.has_layout(ty);
        if !check(self.ctx.raw(), has, || format!("offset of field {field} of {ty}")) {
            return 0;
        }
        // SAFETY: a sized structure with that field.
        unsafe { LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.raw), ty.0, field) }
    }

    /// The pointer that constant address arithmetic and casts start from, and
    /// the bytes added to it.
    pub fn constant_offset<'m>(&'m self, pointer: Value<'m>) -> (Value<'m>, i64) {
        let (mut value, mut offset) = (pointer, 0);
        loop {
            let operands = value.operands();
            match value.as_inst().map(Inst::opcode).or(value.const_opcode()) {
                Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => {}
                Some(Opcode::LLVMGetElementPtr) => {
                    let bytes = self.gep_offset(value, &operands);
                    match bytes.and_then(|bytes| i64::checked_add(offset, bytes)) {
                        Some(sum) => offset = sum,
                        None => return (value, offset),
                    }
                }
                _ => return (value, offset),
            }
            value = operands[0];
        }
    }

    /// Bytes that a `getelementptr` with constant indices adds.
    fn gep_offset<'m>(&'m self, gep: Value<'m>, operands: &[Value<'m>]) -> Option<i64> {
        let mut ty = gep.gep_source_type()?;
        let scaled = |index: &Value<'m>, element: Type<'m>| {
            index.const_i64()?.checked_mul(i64::try_from(self.size_of(element)).ok()?)
        };
        let mut offset = scaled(operands.get(1)?, ty)?;
        for index in &operands[2..] {
            let bytes = match ty.kind() {
                TypeKind::Struct => {
                    let field = u32::try_from(index.const_u64()?).ok()?;
                    let bytes = i64::try_from(self.offset_of(ty, field)).ok()?;
                    ty = *ty.fields().get(field as usize)?;
                    bytes
                }
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                    ty = element;
                    scaled(index, element)?
                }
                _ => return None,
            };
            offset = offset.checked_add(bytes)?;
        }
        Some(offset)
    }
}

impl EditableModule {
    /// Sets target triple and data layout. A layout that LLVM cannot read is refused.
    pub fn set_target(&self, triple: &str, data_layout: &str) {
        let c_triple = c_string(triple);
        // SAFETY: a live module; LLVM copies the text.
        unsafe { LLVMSetTarget(self.raw, c_triple.as_ptr()) };
        // LLVM ends the process where its C API is given a layout that is none; its parser of IR does not.
        let text = format!("target datalayout = \"{}\"", data_layout.escape_default());
        let parsed = Module::parse(&self.ctx, text.as_bytes(), "layout");
        if check(self.ctx.raw(), parsed.is_ok(), || format!("data layout {data_layout:?}"))
            && let Ok(scratch) = parsed
        {
            // SAFETY: two live modules; LLVM copies the layout.
            unsafe { LLVMSetModuleDataLayout(self.raw, LLVMGetModuleDataLayout(scratch.raw)) };
        }
    }
}
