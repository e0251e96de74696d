//! Addresses within builtin variables.
//!
//! SPIR-V reads `GlobalInvocationId` from a variable; device IR calls a function. Addresses of builtin variables
//! therefore stay symbolic (variable and byte offset) through casts and constant access chains, and loads from them
//! become calls. If an address is used otherwise (a phi, a call, a dynamic index), the function keeps a copy of the
//! variable in memory. Loads of whole vectors stay symbolic too, because most producers load all three dimensions to
//! extract one.

use rspirv::spirv::{BuiltIn, Op};
use tandem_device_ir::{Builtin, Variable};
use tandem_ir::{Builder, Type, Value};

use super::body::Body;
use super::defs::{BuiltinPointer, Def, Typed};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Operands};

impl<'m> Body<'_, 'm, '_> {
    /// The value of an id, for any use.
    pub fn typed(&mut self, id: Id) -> Result<Typed<'m>> {
        match self.r.def(id)? {
            Def::Value(typed) => Ok(typed),
            Def::BuiltinPointer(pointer) => self.builtin_in_memory(pointer),
            Def::BuiltinVector(vector) => Ok(Typed { value: self.builtin_value(&vector)?, ty: vector.variable }),
            Def::Sampler(sampler) => Ok(self.constant_sampler(&sampler)),
            Def::Function(_) => Err(Reason::Kind { id: id.0, expected: "a value; functions are called directly" }),
            _ => Err(Reason::Kind { id: id.0, expected: "a value" }),
        }
    }

    /// The symbolic address that an id denotes, if it is one.
    pub fn builtin_pointer(&self, id: Id) -> Option<BuiltinPointer> {
        match self.r.def(id) {
            Ok(Def::BuiltinPointer(pointer)) => Some(pointer),
            _ => None,
        }
    }

    /// The builtin vector that an id denotes, if it is one.
    pub fn builtin_vector(&self, id: Id) -> Option<BuiltinPointer> {
        match self.r.def(id) {
            Ok(Def::BuiltinVector(vector)) => Some(vector),
            _ => None,
        }
    }

    /// One lane of a builtin vector.
    pub fn builtin_lane(&mut self, vector: BuiltinPointer, lane: u32) -> Result<Value<'m>> {
        let (element, lanes) = self.variable_shape(vector.variable);
        ensure(lane < lanes, "the composite has no such member")?;
        builtin_component(self, vector.builtin, element, lane)
    }

    /// The builtin vector that a load yields, if it loads a whole one.
    pub fn builtin_vector_load(&self, op: Op, ty: TypeRef, ops: Operands<'_>) -> Option<BuiltinPointer> {
        let pointer = self.builtin_pointer(ops.ids_ahead().next()?)?;
        let whole = pointer.offset == 0 && self.r.llvm(ty) == self.r.llvm(pointer.variable);
        (op == Op::Load && whole && self.variable_shape(pointer.variable).1 > 1).then_some(pointer)
    }

    /// The symbolic result of an operation on a symbolic address; none where
    /// the operation needs a real one.
    pub fn builtin_pointer_operation(
        &mut self,
        op: Op,
        ty: TypeRef,
        mut ops: Operands<'_>,
    ) -> Result<Option<BuiltinPointer>> {
        use Op::*;
        let Some(pointer) = ops.ids_ahead().next().and_then(|id| self.builtin_pointer(id)) else { return Ok(None) };
        if !matches!(self.r.shape(ty), Shape::Pointer { .. }) {
            return Ok(None);
        }
        ops.id()?;
        let offset = match op {
            CopyObject | Bitcast | PtrCastToGeneric | GenericCastToPtr => Some(0),
            AccessChain | InBoundsAccessChain | PtrAccessChain | InBoundsPtrAccessChain => {
                let is_element = matches!(op, PtrAccessChain | InBoundsPtrAccessChain);
                self.constant_offset(self.r.pointee(pointer.ty)?, is_element, &mut ops)?
            }
            _ => None,
        };
        let moved = offset.and_then(|offset| pointer.offset.checked_add(offset));
        Ok(moved.map(|offset| BuiltinPointer { offset, ty, ..pointer }))
    }

    /// Byte offset of an access chain into an object of type `pointee`, where
    /// all its indices are constants and none leaves the object's vectors.
    fn constant_offset(&mut self, pointee: TypeRef, is_element: bool, ops: &mut Operands<'_>) -> Result<Option<u64>> {
        let index = |ops: &mut Operands<'_>| -> Result<Option<u64>> { Ok(self.r.typed(ops.id()?)?.value.const_u64()) };
        let mut offset = 0u64;
        if is_element {
            let Some(element) = index(ops)? else { return Ok(None) };
            offset = element.wrapping_mul(self.r.size_of(pointee)?);
        }
        if !ops.is_empty() {
            let Shape::Vector { element, .. } = *self.r.shape(pointee) else {
                return Err(Reason::Invalid("a builtin variable is a vector or a scalar"));
            };
            let Some(lane) = index(ops)? else { return Ok(None) };
            offset = offset.wrapping_add(lane.wrapping_mul(self.r.size_of(element)?));
        }
        ensure(ops.is_empty(), "the access chain is deeper than the type")?;
        Ok(Some(offset))
    }

    /// Loads a value of type `ty` from a builtin variable.
    pub fn load_builtin(&mut self, pointer: BuiltinPointer, ty: TypeRef) -> Result<Value<'m>> {
        let (element, lanes) = self.variable_shape(pointer.variable);
        if self.r.llvm(ty) == self.r.llvm(pointer.variable) && pointer.offset == 0 {
            return self.builtin_value(&pointer);
        }
        if self.r.llvm(ty) == element && element.is_int() {
            let size = self.r.module.size_of(element);
            let lane = pointer.offset / size;
            if pointer.offset.is_multiple_of(size) && lane < u64::from(lanes) {
                return builtin_component(self, pointer.builtin, element, lane as u32);
            }
        }
        let address = self.builtin_in_memory(pointer)?;
        Ok(self.builder.load(self.r.llvm(ty), address.value).value())
    }

    fn variable_shape(&self, variable: TypeRef) -> (Type<'m>, u32) {
        match *self.r.shape(variable) {
            Shape::Vector { element, count } => (self.r.llvm(element), count),
            _ => (self.r.llvm(variable), 1),
        }
    }

    fn builtin_value(&mut self, pointer: &BuiltinPointer) -> Result<Value<'m>> {
        let (element, lanes) = self.variable_shape(pointer.variable);
        let ty = self.r.llvm(pointer.variable);
        if ty == element {
            return builtin_component(self, pointer.builtin, element, 0);
        }
        let mut vector = ty.poison();
        for lane in 0..lanes {
            let value = builtin_component(self, pointer.builtin, element, lane)?;
            vector = self.builder.insert_element(vector, value, self.r.module.int(32).int(lane.into(), false));
        }
        Ok(vector)
    }

    /// A pointer to a copy of the variable that the function's entry makes.
    fn builtin_in_memory(&mut self, pointer: BuiltinPointer) -> Result<Typed<'m>> {
        let ty = self.r.llvm(pointer.ty);
        let slot = match self.builtin_slots.get(&pointer.builtin) {
            Some(slot) => *slot,
            None => {
                let entry = self.entry.ok_or_else(|| Reason::unsupported("the address of a builtin as a constant"))?;
                let here = std::mem::replace(&mut self.builder, Builder::at_start(self.r.module, entry));
                let slot = self.builder.alloca(self.r.llvm(pointer.variable), "").value();
                let value = self.builtin_value(&pointer);
                self.builder.store(value?, slot);
                self.builder = here;
                self.builtin_slots.insert(pointer.builtin, slot);
                slot
            }
        };
        let offset = self.r.module.int(64).int(pointer.offset, false);
        let address = self.builder.gep(self.r.module.int(8), slot, &[offset], false);
        let value = if ty == address.ty() { address } else { self.builder.address_space_cast(address, ty) };
        Ok(Typed { value, ty: pointer.ty })
    }
}

/// One component of a builtin, as the call of its function, in the type that the module declares for it.
fn builtin_component<'m>(
    body: &mut Body<'_, 'm, '_>,
    builtin: BuiltIn,
    element: Type<'m>,
    lane: u32,
) -> Result<Value<'m>> {
    let unknown = || Reason::unsupported(format!("builtin {builtin:?}"));
    let variable = Variable::from_number(builtin as u32).ok_or_else(unknown)?;
    let (ty, lanes) = (variable.ty(), variable.ty().lanes());
    ensure(lane < lanes.unwrap_or(1), "the builtin has fewer components")?;
    ensure(element.is_int(), "the builtin's components are integers")?;
    let index = body.r.module.int(32).int(lane.into(), false);
    let args: &[Value<'m>] = if lanes.is_some() { &[index] } else { &[] };
    let result = body.r.module.int(ty.bits());
    let call = body.call_builtin(Builtin::Variable(variable), result, result, args);
    Ok(body.resize_int(call.value(), element, false))
}
