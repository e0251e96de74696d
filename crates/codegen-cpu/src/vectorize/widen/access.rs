//! Loads and stores, by how neighbours' addresses differ.

use tandem_codegen::analysis::strides::{Access, access};
use tandem_ir::{Builder, Inst, Type, TypeKind, Value};

use super::Widener;
use crate::vectorize::cost::is_near;
use crate::vectorize::shapes::{Shape, is_element};

/// Where the lanes of an access are.
enum Pattern<'m> {
    /// The same for all.
    One,
    /// Side by side, from an address on.
    Consecutive(Value<'m>),
    /// Side by side, the last lane first.
    Reversed(Value<'m>),
    /// From an address on, so many elements apart, a small number.
    Strided(Value<'m>, u32),
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
            Shape::Affine { stride, .. } if is_near(stride, size) => {
                Pattern::Strided(self.scalar(access.address), (stride / size) as u32)
            }
            _ => Pattern::Scattered,
        }
    }

    /// Whether vectors of a type lie in memory as its values do one after the other.
    fn is_packed(&self, access: &Access<'m>) -> bool {
        match access.ty.kind() {
            TypeKind::Int(bits) => u64::from(bits) == 8 * self.module.size_of(access.ty) && bits.is_power_of_two(),
            _ => is_element(access.ty),
        }
    }

    /// A load whose lanes differ.
    pub(super) fn load_vector(&mut self, inst: Inst<'m>) -> Value<'m> {
        let access = access(inst).expect("a load");
        if !self.is_packed(&access) {
            return self.each_lane(inst).expect("a load");
        }
        let (ty, align) = (self.vector_type(access.ty), inst.align().unwrap_or(1));
        let mask = self.mask();
        match self.pattern(&access) {
            Pattern::One => unreachable!("a load from one address is uniform"),
            Pattern::Consecutive(address) => self.load_side_by_side(ty, address, align, mask),
            Pattern::Reversed(address) => {
                let mask = mask.map(|mask| self.reversed(mask));
                let loaded = self.load_side_by_side(ty, address, align, mask);
                self.reversed(loaded)
            }
            Pattern::Strided(address, apart) if mask.is_none() => self.load_strided(ty, address, align, apart),
            Pattern::Strided(..) => self.gather(ty, access.address, align, mask),
            Pattern::Scattered => self.gather(ty, access.address, align, mask),
        }
    }

    fn gather(&mut self, ty: Type<'m>, address: Value<'m>, align: u32, mask: Option<Value<'m>>) -> Value<'m> {
        let addresses = self.vector(address);
        let mask = mask.unwrap_or_else(|| self.all_lanes());
        self.builder.masked_gather(self.module, ty, addresses, align, mask).value()
    }

    /// Loads all elements from that of the first lane to that of the last one, and picks those of the lanes. What lies
    /// between them is in the memory of one or the other.
    fn load_strided(&self, ty: Type<'m>, address: Value<'m>, align: u32, apart: u32) -> Value<'m> {
        let (lanes, bit) = (self.lanes(), self.module.int(1));
        let piece = |number: u32| {
            let offset = self.module.int(64).int(u64::from(number * lanes), false);
            let address = self.builder.gep(ty.scalar(), address, &[offset], false);
            // Nothing behind the last lane's element is read.
            let is_read = |lane: u32| number * lanes + lane <= (lanes - 1) * apart;
            let mask = (!is_read(lanes - 1)).then(|| {
                let bits: Vec<_> = (0..lanes).map(|lane| bit.int(is_read(lane).into(), false)).collect();
                Builder::const_vector(&bits)
            });
            self.load_side_by_side(ty, address, align, mask)
        };
        let int = self.module.int(32);
        (1..apart).fold(piece(0), |picked, number| {
            // Lanes whose elements are in this piece come from it. The first step picks from its own piece, too.
            let source = |lane: u32| {
                let (from, at) = (lane * apart / lanes, lane * apart % lanes);
                match from.cmp(&number) {
                    std::cmp::Ordering::Equal => int.int(u64::from(lanes + at), false),
                    std::cmp::Ordering::Less if number == 1 => int.int(u64::from(at), false),
                    std::cmp::Ordering::Less => int.int(u64::from(lane), false),
                    std::cmp::Ordering::Greater => int.poison(),
                }
            };
            let order: Vec<_> = (0..lanes).map(source).collect();
            self.builder.shuffle(picked, piece(number), Builder::const_vector(&order))
        })
    }

    fn load_side_by_side(&self, ty: Type<'m>, address: Value<'m>, align: u32, mask: Option<Value<'m>>) -> Value<'m> {
        match mask {
            Some(mask) => self.builder.masked_load(self.module, ty, address, align, mask).value(),
            None => {
                let load = self.builder.load(ty, address);
                load.set_align(align);
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
            self.builder.store(value, address).set_align(align);
            return;
        }
        if !self.is_packed(&access) {
            self.each_lane(inst);
            return;
        }
        let vector = self.vector(value);
        match self.pattern(&access) {
            Pattern::One => unreachable!("handled above"),
            Pattern::Consecutive(address) => self.store_side_by_side(vector, address, align, mask),
            Pattern::Reversed(address) => {
                let mask = mask.map(|mask| self.reversed(mask));
                let vector = self.reversed(vector);
                self.store_side_by_side(vector, address, align, mask);
            }
            Pattern::Strided(..) | Pattern::Scattered => {
                let addresses = self.vector(access.address);
                let mask = mask.unwrap_or_else(|| self.all_lanes());
                self.builder.masked_scatter(self.module, vector, addresses, align, mask);
            }
        }
    }

    fn store_side_by_side(&self, vector: Value<'m>, address: Value<'m>, align: u32, mask: Option<Value<'m>>) {
        match mask {
            Some(mask) => self.builder.masked_store(self.module, vector, address, align, mask),
            None => self.builder.store(vector, address).set_align(align),
        }
    }

    /// What the last lane that runs has: it is what stays where all of them store.
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
