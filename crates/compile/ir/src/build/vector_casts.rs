//! Bit casts of vectors become arithmetic on their elements.
//!
//! LLVM's scalarizer leaves casts between a vector and a scalar, and creates some from casts between vectors. After
//! this pass, it splits the vectors that the elements come from. The first element is in the low bits, as on all
//! little-endian targets.

use crate::base::enumerations::Opcode;
use crate::build::builder::Builder;
use crate::values::editable::EditableModule;
use crate::values::handles::{Inst, Value};
use crate::values::module::Module;
use crate::values::types::{Type, TypeKind};

impl Module {
    /// The elements of a vector; a scalar is one element. Pointers have no bits.
    fn elements<'m>(&'m self, ty: Type<'m>) -> Option<Elements<'m>> {
        let (ty, is_vector, count) = match ty.kind() {
            TypeKind::Vector(element, count) => (element, true, count),
            _ => (ty, false, 1),
        };
        let bits = match ty.kind() {
            TypeKind::Int(bits) => bits,
            TypeKind::X86Fp80 => return None,
            _ if ty.is_float() => u32::try_from(8 * self.size_of(ty)).ok()?,
            _ => return None,
        };
        Some(Elements { ty, is_vector, count, bits })
    }
}

impl EditableModule {
    /// Makes bit casts that have a vector on one side, or vectors of different lengths, those of the elements and
    /// shifts. Casts stay where elements overlap those of the other side in part.
    pub fn split_vector_casts(&self) {
        for function in self.functions() {
            for inst in function.insts().into_iter().filter(|inst| inst.opcode() == Opcode::LLVMBitCast) {
                if let Some(whole) = self.split_cast(inst) {
                    inst.value().replace_all_uses_with(self, whole);
                    inst.erase(self);
                }
            }
        }
    }

    /// The replacement of a cast.
    fn split_cast<'m>(&'m self, cast: Inst<'m>) -> Option<Value<'m>> {
        let (from, to) = (self.elements(cast.operand(0).ty())?, self.elements(cast.ty())?);
        let (wide, narrow) = (from.bits.max(to.bits), from.bits.min(to.bits));
        if !wide.is_multiple_of(narrow) || wide == narrow && from.is_vector == to.is_vector {
            return None;
        }
        let builder = Builder::before(self, cast);
        builder.set_debug_loc(cast.debug_loc());
        let parts = Parts { module: self, builder: &builder, count: (wide / narrow) as usize };
        let old = parts.taken_apart(cast.operand(0), &from);
        let new: Vec<_> = match from.bits < to.bits {
            true => old.chunks(parts.count).map(|group| parts.joined(group, &to)).collect(),
            false => old.into_iter().flat_map(|element| parts.split(element, &to)).collect(),
        };
        Some(parts.put_together(&new, cast.ty()))
    }
}

/// The elements of one side of a cast.
struct Elements<'m> {
    ty: Type<'m>,
    is_vector: bool,
    count: u32,
    bits: u32,
}

/// The code of a cast between elements and elements that are `count` times as wide.
struct Parts<'a, 'm> {
    module: &'m EditableModule,
    builder: &'a Builder<'m>,
    count: usize,
}

impl<'m> Parts<'_, 'm> {
    /// The elements as integers.
    fn taken_apart(&self, value: Value<'m>, from: &Elements<'m>) -> Vec<Value<'m>> {
        let element = |lane: u32| match from.is_vector {
            true => self.builder.extract_element(value, self.module.int(32).int(lane.into(), false)),
            false => value,
        };
        (0..from.count).map(|lane| self.builder.bitcast(element(lane), self.module.int(from.bits))).collect()
    }

    /// One element of several, the first one lowest.
    fn joined(&self, group: &[Value<'m>], to: &Elements<'m>) -> Value<'m> {
        let wide = self.module.int(to.bits);
        let shifted = (0..).zip(group).map(|(at, part)| {
            let by = wide.int(u64::from(at * to.bits / self.count as u32), false);
            self.builder.shl(self.builder.zext(*part, wide), by)
        });
        let sum = shifted.reduce(|low, high| self.builder.or(low, high)).expect("groups have elements");
        self.builder.bitcast(sum, to.ty)
    }

    /// The elements in one that is wider.
    fn split(&self, element: Value<'m>, to: &Elements<'m>) -> Vec<Value<'m>> {
        let part = |at: u32| {
            let by = element.ty().int(u64::from(at * to.bits), false);
            let low = self.builder.trunc(self.builder.lshr(element, by), self.module.int(to.bits));
            self.builder.bitcast(low, to.ty)
        };
        (0..self.count as u32).map(part).collect()
    }

    fn put_together(&self, elements: &[Value<'m>], ty: Type<'m>) -> Value<'m> {
        if !matches!(ty.kind(), TypeKind::Vector(..)) {
            return elements[0];
        }
        (0..).zip(elements).fold(ty.poison(), |whole, (lane, element)| {
            self.builder.insert_element(whole, *element, self.module.int(32).int(lane, false))
        })
    }
}
