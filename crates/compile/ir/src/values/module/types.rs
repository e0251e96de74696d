//! The types of a module's context, and constants that are not of one type.

use llvm_sys::core::*;

use crate::base::enumerations::Opcode;
use crate::base::refusal::check;
use crate::base::strings::c_string;
use crate::values::handles::Value;
use crate::values::module::Module;
use crate::values::types::Type;
use crate::values::typing;

impl Module {
    /// `void`.
    pub fn void(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMVoidTypeInContext(self.ctx.raw()) })
    }

    /// The integer type of `bits` bits.
    pub fn int(&self, bits: u32) -> Type<'_> {
        const BITS: std::ops::RangeInclusive<u32> = 1..=1 << 23;
        let fits = check(self.ctx.raw(), BITS.contains(&bits), || format!("integer of {bits} bits"));
        let bits = if fits { bits } else { 1 };
        // SAFETY: a live context, and as many bits as LLVM takes.
        Type::new(unsafe { LLVMIntTypeInContext(self.ctx.raw(), bits) })
    }

    /// `half`.
    pub fn half(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMHalfTypeInContext(self.ctx.raw()) })
    }

    /// `bfloat`.
    pub fn bfloat(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMBFloatTypeInContext(self.ctx.raw()) })
    }

    /// `float`.
    pub fn float(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMFloatTypeInContext(self.ctx.raw()) })
    }

    /// `double`.
    pub fn double(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMDoubleTypeInContext(self.ctx.raw()) })
    }

    /// Pointer into an address space.
    pub fn ptr(&self, address_space: u32) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMPointerTypeInContext(self.ctx.raw(), address_space) })
    }

    /// Literal structure type.
    pub fn struct_type<'m>(&'m self, fields: &[Type<'m>], packed: bool) -> Type<'m> {
        let fits = fields.iter().all(|field| field.is_element() && field.context() == self.ctx.raw());
        let fields = if check(self.ctx.raw(), fits, || format!("structure of {fields:?}")) { fields } else { &[] };
        let mut raw: Vec<_> = fields.iter().map(|field| field.0).collect();
        // SAFETY: types of this context, of kinds that fields have.
        Type::new(unsafe { LLVMStructTypeInContext(self.ctx.raw(), raw.as_mut_ptr(), raw.len() as u32, packed.into()) })
    }

    /// Identified structure type without a body yet.
    pub fn named_struct(&self, name: &str) -> Type<'_> {
        let name = c_string(name);
        // SAFETY: a live context; LLVM copies the name.
        Type::new(unsafe { LLVMStructCreateNamed(self.ctx.raw(), name.as_ptr()) })
    }

    /// A type whose meaning only targets know, such as `target("spirv.Image", void, 1)`.
    pub fn target_type<'m>(&'m self, name: &str, types: &[Type<'m>], numbers: &[u32]) -> Type<'m> {
        let fits = types.iter().all(|ty| ty.context() == self.ctx.raw());
        let types = if check(self.ctx.raw(), fits, || format!("target type of {types:?}")) { types } else { &[] };
        let name = c_string(name);
        let mut types: Vec<_> = types.iter().map(|ty| ty.0).collect();
        let mut numbers = numbers.to_vec();
        // SAFETY: types of this context; LLVM copies the name and both lists.
        Type::new(unsafe {
            LLVMTargetExtTypeInContext(
                self.ctx.raw(),
                name.as_ptr(),
                types.as_mut_ptr(),
                types.len() as u32,
                numbers.as_mut_ptr(),
                numbers.len() as u32,
            )
        })
    }

    /// Constant expression: a pointer in another address space.
    pub fn const_address_space_cast<'m>(&'m self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        if value.ty() == ty {
            return value;
        }
        let fits = value.is_const()
            && value.is_usable_in(self.raw)
            && typing::casts(Opcode::LLVMAddrSpaceCast, value.ty(), ty);
        if !check(self.ctx.raw(), fits, || format!("constant `{value}` as {ty}")) {
            return ty.nothing();
        }
        // SAFETY: a constant pointer and a pointer type of another address space.
        Value::new(unsafe { LLVMConstAddrSpaceCast(value.0, ty.0) })
    }
}
