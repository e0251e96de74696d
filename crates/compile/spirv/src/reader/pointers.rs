//! Address arithmetic and pointer casts.

use rspirv::spirv::{Op, StorageClass};
use tandem_device_ir::{Builtin, Instruction};
use tandem_ir::{Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::Class;
use super::defs::Typed;
use super::error::{Reason, Result, ensure};
use super::types::address_space;
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Operands};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Instructions that make pointers of pointers, or integers.
    pub fn pointer_operation(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        use Op::*;
        let ty = self.r.llvm(target.ty);
        let value = match op {
            AccessChain | InBoundsAccessChain | PtrAccessChain | InBoundsPtrAccessChain => {
                let id = ops.id()?;
                let base = self.typed(id)?;
                let pointee = self.r.pointee(base.ty)?;
                self.access_chain(op, target.id, pointee, base, ops)?
            }
            UntypedAccessChainKHR
            | UntypedInBoundsAccessChainKHR
            | UntypedPtrAccessChainKHR
            | UntypedInBoundsPtrAccessChainKHR => {
                let pointee = self.r.type_of_id(ops.id()?)?;
                let id = ops.id()?;
                let base = self.typed(id)?;
                self.access_chain(op, target.id, pointee, base, ops)?
            }
            SizeOf => {
                ensure(ty.is_int(), "the result type is not an integer")?;
                let id = ops.id()?;
                let pointer = self.typed(id)?;
                self.int_of(ty, self.r.size_of(self.r.pointee(pointer.ty)?)?)
            }
            ConvertPtrToU => {
                ensure(ty.is_int(), "the result type is not an integer")?;
                let pointer = self.value_of(Class::Pointer, ops)?;
                self.builder.ptrtoint(pointer, ty)
            }
            ConvertUToPtr => {
                self.require(ty, Class::Pointer)?;
                let address = self.scalar_of(Class::Int, ops)?;
                self.builder.inttoptr(address, ty)
            }
            PtrCastToGeneric | GenericCastToPtr | PtrCastToCrossWorkgroupALTERA | CrossWorkgroupCastToPtrALTERA => {
                self.require(ty, Class::Pointer)?;
                let pointer = self.value_of(Class::Pointer, ops)?;
                if pointer.ty() == ty { pointer } else { self.builder.address_space_cast(pointer, ty) }
            }
            GenericCastToPtrExplicit => {
                self.require(ty, Class::Pointer)?;
                self.explicit_cast(ty, ops)?
            }
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    /// A cast that fails for pointers into other storage classes. The device's memory layout distinguishes all of them
    /// but the generic one.
    fn explicit_cast(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let pointer = self.value_of(Class::Pointer, ops)?;
        let class = ops.word()?;
        let is_named = class != StorageClass::Generic as u32;
        let is_results = ty.address_space() == Some(address_space(class)?);
        ensure(is_named && is_results, "the storage class differs from the result's")?;
        let class = self.i32(class);
        let builtin = Builtin::Instruction(Instruction::GenericCastToPtrExplicit);
        Ok(self.call_builtin(builtin, ty, ty, &[pointer, class]).value())
    }

    /// `result` is the pointer's id, which is volatile if a member on the way is.
    fn access_chain(
        &mut self,
        op: Op,
        result: Id,
        pointee: TypeRef,
        base: Typed<'m>,
        ops: &mut Operands<'w>,
    ) -> Result<Value<'m>> {
        use Op::*;
        ensure(base.value.ty().is_pointer(), "the base is not a pointer")?;
        let is_element = matches!(
            op,
            PtrAccessChain | InBoundsPtrAccessChain | UntypedPtrAccessChainKHR | UntypedInBoundsPtrAccessChainKHR
        );
        let in_bounds = matches!(
            op,
            InBoundsAccessChain
                | InBoundsPtrAccessChain
                | UntypedInBoundsAccessChainKHR
                | UntypedInBoundsPtrAccessChainKHR
        );
        self.r.size_of(pointee)?;
        let first = if is_element { self.scalar_of(Class::Int, ops)? } else { self.i32(0) };
        let mut indices = vec![first];
        let mut ty = pointee;
        for id in ops.ids() {
            let (index, member) = self.index_into(ty, id)?;
            if let (Shape::Struct(structure), Some(number)) = (self.r.shape(ty), index.const_u64())
                && self.r.scan.structure.annotations.is_volatile_member(structure.id, number as u32)
            {
                self.r.volatile.insert(result);
            }
            indices.push(index);
            ty = member;
        }
        Ok(self.builder.gep(self.r.llvm(pointee), base.value, &indices, in_bounds))
    }

    /// One index into a composite: the index as LLVM takes it, and the member's type.
    fn index_into(&mut self, ty: TypeRef, id: Id) -> Result<(Value<'m>, TypeRef)> {
        match self.r.shape(ty) {
            Shape::Struct(_) => {
                let index = self.r.constant_u64(id)?;
                let index = u32::try_from(index).map_err(|_| Reason::Invalid("the structure has no such member"))?;
                Ok((self.i32(index), self.member(ty, index)?))
            }
            Shape::Array { element, .. } | Shape::Vector { element, .. } => {
                let element = *element;
                let index = self.typed(id)?.value;
                ensure(index.ty().is_int(), "an index is not an integer")?;
                Ok((index, element))
            }
            _ => Err(Reason::Invalid("the access chain is deeper than the type")),
        }
    }
}
