//! Loads and stores, by how neighbours' addresses differ.

use tandem_codegen::analysis::accesses::{Access, access};
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Inst, Type, Value};

use super::Widener;
use crate::vectorize::groups::is_packed;

/// Where the lanes of an access are.
enum Pattern<'m> {
    /// One location for all lanes.
    One,
    /// Adjacent elements, from an address on.
    Consecutive(Value<'m>),
    /// Adjacent elements, with the last lane first.
    Reversed(Value<'m>),
    /// Anywhere.
    Scattered,
}

impl<'m> Widener<'_, 'm> {
    fn pattern(&mut self, access: &Access<'m>) -> Pattern<'m> {
        let size = i64::try_from(self.module.size_of(access.ty)).unwrap_or(i64::MAX);
        match self.plan.shapes.of(access.address) {
            Shape::Affine { stride: 0, .. } => Pattern::One,
            Shape::Affine { stride, .. } if stride == size => Pattern::Consecutive(self.scalar(access.address)),
            Shape::Affine { stride, .. } if stride == -size => {
                let first = self.scalar(access.address);
                let back = self.module.int(64).int((stride * i64::from(self.lanes() - 1)) as u64, true);
                Pattern::Reversed(self.builder.gep(self.module.int(8), first, &[back], false))
            }
            _ => Pattern::Scattered,
        }
    }

    /// A load whose lanes differ.
    pub(super) fn load_vector(&mut self, inst: Inst<'m>) -> Value<'m> {
        let access = access(inst).expect("a load");
        if !is_packed(self.module, access.ty) {
            return self.each_lane(inst).expect("a load");
        }
        if let Some(loaded) = self.load_member(inst) {
            return loaded;
        }
        let (ty, align) = (self.vector_type(access.ty), inst.align().unwrap_or(1));
        let mask = self.mask();
        match self.pattern(&access) {
            Pattern::One => unreachable!("a load from one address is uniform"),
            Pattern::Consecutive(address) => {
                let mask = mask.filter(|_| !self.is_there_for_all(&access));
                self.load_side_by_side(ty, address, align, mask)
            }
            Pattern::Reversed(address) => {
                let mask = mask.map(|mask| self.reversed(mask));
                let loaded = self.load_side_by_side(ty, address, align, mask);
                self.reversed(loaded)
            }
            Pattern::Scattered => self.gather(ty, access.address, align, mask),
        }
    }

    /// Whether an access to adjacent elements may be made for all lanes, because it is to the lanes' private copies of
    /// a variable: some work-item runs the block, and a location within the variable for one lane is within it for all.
    fn is_there_for_all(&self, access: &Access<'m>) -> bool {
        self.plan.private.is_scaled(access.address) && self.plan.linear.inhabited[self.at]
    }

    fn gather(&mut self, ty: Type<'m>, address: Value<'m>, align: u32, mask: Option<Value<'m>>) -> Value<'m> {
        let addresses = self.vector(address);
        let mask = mask.unwrap_or_else(|| self.all_lanes());
        self.builder.masked_gather(ty, addresses, align, mask).value()
    }

    pub(super) fn load_side_by_side(
        &self,
        ty: Type<'m>,
        address: Value<'m>,
        align: u32,
        mask: Option<Value<'m>>,
    ) -> Value<'m> {
        match mask {
            Some(mask) => self.builder.masked_load(ty, address, align, mask).value(),
            None => {
                let load = self.builder.load(ty, address);
                load.set_align(self.module, align);
                load.value()
            }
        }
    }

    /// A store by all lanes.
    pub(super) fn store(&mut self, inst: Inst<'m>) {
        let access = access(inst).expect("a store");
        let value = inst.operand(0);
        let mask = self.mask();
        let align = inst.align().unwrap_or(1);
        if self.plan.shapes.is_uniform(access.address) {
            let address = self.scalar(access.address);
            let value = self.last_value(value, mask);
            self.builder.store(value, address).set_align(self.module, align);
            return;
        }
        if !is_packed(self.module, access.ty) {
            self.each_lane(inst);
            return;
        }
        if self.store_member(inst).is_some() {
            return;
        }
        let vector = self.vector(value);
        match self.pattern(&access) {
            Pattern::One => unreachable!("handled above"),
            Pattern::Consecutive(address) => match mask {
                Some(mask) if self.is_there_for_all(&access) => {
                    let before = self.load_side_by_side(vector.ty(), address, align, None);
                    let vector = self.builder.select(mask, vector, before);
                    self.store_side_by_side(vector, address, align, None);
                }
                _ => self.store_side_by_side(vector, address, align, mask),
            },
            Pattern::Reversed(address) => {
                let mask = mask.map(|mask| self.reversed(mask));
                let vector = self.reversed(vector);
                self.store_side_by_side(vector, address, align, mask);
            }
            Pattern::Scattered => {
                let addresses = self.vector(access.address);
                let mask = mask.unwrap_or_else(|| self.all_lanes());
                self.builder.masked_scatter(vector, addresses, align, mask);
            }
        }
    }

    pub(super) fn store_side_by_side(
        &self,
        vector: Value<'m>,
        address: Value<'m>,
        align: u32,
        mask: Option<Value<'m>>,
    ) {
        match mask {
            Some(mask) => self.builder.masked_store(vector, address, align, mask),
            None => self.builder.store(vector, address).set_align(self.module, align),
        }
    }

    /// The value of the last active lane, which stays in memory if all lanes store to one location.
    fn last_value(&mut self, value: Value<'m>, mask: Option<Value<'m>>) -> Value<'m> {
        if self.plan.shapes.is_uniform(value) {
            return self.scalar(value);
        }
        let vector = self.vector(value);
        let int = self.module.int(32);
        let last = match mask {
            Some(mask) => self.last_of(mask, int),
            None => int.int(u64::from(self.lanes() - 1), false),
        };
        self.of_lane(vector, value.ty(), last)
    }

    fn reversed(&self, vector: Value<'m>) -> Value<'m> {
        let order = self.numbers(self.module.int(32), |lane| i64::from(self.lanes() - 1 - lane));
        self.builder.shuffle(vector, vector.ty().poison(), order)
    }
}
