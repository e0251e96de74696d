//! Memory for one value for each lane, where a loop over the lanes finds its operands and leaves its results.

use tandem_ir::{Builder, Type, TypeKind, Value};

use super::Widener;
use super::structures::{element_types, elements, whole};

/// Memory for one value for each lane: an array for each element of the value.
pub(super) struct LaneMemory<'m> {
    ty: Type<'m>,
    arrays: Vec<LaneArray<'m>>,
}

impl<'m> Widener<'_, 'm> {
    /// Memory for values of a type.
    pub(super) fn lane_memory(&self, ty: Type<'m>) -> LaneMemory<'m> {
        LaneMemory { ty, arrays: element_types(ty).into_iter().map(|ty| self.lane_array(ty)).collect() }
    }

    fn lane_array(&self, ty: Type<'m>) -> LaneArray<'m> {
        let element = match ty.kind() {
            TypeKind::Int(bits) => self.module.int(bits.next_power_of_two().max(8)),
            _ => ty,
        };
        LaneArray { memory: self.entry.alloca(self.vector_type(element), "lanes").value(), element, ty }
    }

    /// Keeps the values of all lanes.
    pub(super) fn store_lanes(&self, memory: &LaneMemory<'m>, vectors: Value<'m>) {
        for (array, vector) in memory.arrays.iter().zip(elements(&self.builder, vectors)) {
            let kept = match array.is_extended() {
                true => self.builder.zext(vector, self.vector_type(array.element)),
                false => vector,
            };
            self.builder.store(kept, array.memory);
        }
    }

    /// The values of all lanes.
    pub(super) fn load_lanes(&self, memory: &LaneMemory<'m>) -> Value<'m> {
        let load = |array: &LaneArray<'m>| {
            let all = self.builder.load(self.vector_type(array.element), array.memory).value();
            if array.is_extended() { self.builder.trunc(all, self.vector_type(array.ty)) } else { all }
        };
        let vectors: Vec<_> = memory.arrays.iter().map(load).collect();
        whole(&self.builder, self.vector_type(memory.ty), &mut vectors.into_iter())
    }
}

impl<'m> LaneMemory<'m> {
    /// The value of one lane.
    pub(super) fn load(&self, builder: &Builder<'m>, lane: Value<'m>) -> Value<'m> {
        let own: Vec<_> = self.arrays.iter().map(|array| array.load(builder, lane)).collect();
        whole(builder, self.ty, &mut own.into_iter())
    }

    /// Keeps the value of one lane.
    pub(super) fn store(&self, builder: &Builder<'m>, lane: Value<'m>, value: Value<'m>) {
        for (array, element) in self.arrays.iter().zip(elements(builder, value)) {
            array.store(builder, lane, element);
        }
    }
}

/// Memory for one element for each lane.
struct LaneArray<'m> {
    memory: Value<'m>,
    /// The type of the elements in memory.
    element: Type<'m>,
    ty: Type<'m>,
}

impl<'m> LaneArray<'m> {
    /// Whether values take whole bytes that they do not fill.
    fn is_extended(&self) -> bool {
        self.element != self.ty
    }

    fn load(&self, builder: &Builder<'m>, lane: Value<'m>) -> Value<'m> {
        let address = builder.gep(self.element, self.memory, &[lane], true);
        let value = builder.load(self.element, address).value();
        if self.is_extended() { builder.trunc(value, self.ty) } else { value }
    }

    fn store(&self, builder: &Builder<'m>, lane: Value<'m>, value: Value<'m>) {
        let address = builder.gep(self.element, self.memory, &[lane], true);
        let value = if self.is_extended() { builder.zext(value, self.element) } else { value };
        builder.store(value, address);
    }
}
