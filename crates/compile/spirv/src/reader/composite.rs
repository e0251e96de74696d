//! Vectors, arrays and structures as values.

use rspirv::spirv::Op;
use tandem_ir::{Builder, Intrinsic, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, lanes};
use super::defs::Typed;
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Operands};

/// Lane of a vector shuffle that nothing is read from.
const UNDEFINED_LANE: u32 = u32::MAX;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Composite instructions.
    pub fn composite(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        let value = match op {
            Op::CopyObject | Op::ExpectKHR | Op::ArithmeticFenceEXT => {
                let value = self.value_like(ty, ops)?;
                self.annotate_copy(op, value, ops)?
            }
            Op::VectorExtractDynamic => {
                let vector = self.vector(ops)?;
                let index = self.scalar_of(Class::Int, ops)?;
                self.builder.extract_element(vector, index)
            }
            Op::VectorInsertDynamic => {
                let vector = self.vector(ops)?;
                let component = self.value_like(vector.ty().scalar(), ops)?;
                let index = self.scalar_of(Class::Int, ops)?;
                self.builder.insert_element(vector, component, index)
            }
            Op::VectorShuffle => self.shuffle(ty, ops)?,
            Op::CopyLogical => {
                let id = ops.id()?;
                let value = self.typed(id)?;
                self.copy_logical(value, target.ty)?
            }
            Op::CompositeConstruct => self.construct(target.ty, ops)?,
            Op::CompositeConstructReplicateEXT => self.replicate(target.ty, ops)?,
            Op::CompositeExtract => {
                let id = ops.id()?;
                match (self.builtin_vector(id), ops.rest()) {
                    (Some(vector), [lane]) => self.builtin_lane(vector, *lane)?,
                    (_, path) => {
                        let composite = self.typed(id)?;
                        self.extract(composite, path)?.value
                    }
                }
            }
            Op::CompositeInsert => {
                let object = self.value(ops)?;
                let id = ops.id()?;
                let composite = self.typed(id)?;
                self.insert(object, composite, ops.rest())?
            }
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    /// Handles the meaning of a copy beyond the value: an expectation, a fence for reassociation, or that it is one
    /// value.
    fn annotate_copy(&mut self, op: Op, value: Value<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = value.ty();
        match op {
            Op::ExpectKHR => {
                let expected = self.value_like(ty, ops)?;
                // The intrinsic takes scalars only; on vectors the hint is dropped.
                Ok(if ty.is_int() { self.intrinsic(Intrinsic::Expect, ty, &[value, expected]) } else { value })
            }
            Op::ArithmeticFenceEXT if ty.scalar().is_float() => {
                Ok(self.intrinsic(Intrinsic::ArithmeticFence, ty, &[value]))
            }
            // All uses of a copy see the same value, even if the operand is undefined; the writer relies on this.
            Op::CopyObject if !value.is_const() && !ty.is_pointer() => Ok(self.builder.freeze(value)),
            _ => Ok(value),
        }
    }

    /// The same members in a structure or array of another type, whose members have the same types or are copied in the
    /// same way.
    fn copy_logical(&self, from: Typed<'m>, ty: TypeRef) -> Result<Value<'m>> {
        let llvm = self.r.llvm(ty);
        if from.value.ty() == llvm {
            return Ok(from.value);
        }
        let matches = match (self.r.shape(from.ty), self.r.shape(ty)) {
            (Shape::Struct(_), Shape::Struct(_)) | (Shape::Array { .. }, Shape::Array { .. }) => {
                self.member_count(from.ty) == self.member_count(ty)
            }
            _ => false,
        };
        ensure(matches, "operand and result do not match logically")?;
        let count = self.member_count(ty) as u32;
        (0..count).try_fold(llvm.poison(), |copy, index| {
            let member = self.copy_logical(self.extract(from, &[index])?, self.member(ty, index)?)?;
            Ok(self.builder.insert_value(copy, member, index))
        })
    }

    fn vector(&mut self, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let value = self.value(ops)?;
        ensure(lanes(value.ty()).is_some(), "an operand is not a vector")?;
        Ok(value)
    }

    fn shuffle(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let (left, right) = (self.vector(ops)?, self.vector(ops)?);
        let scalar = ty.scalar();
        ensure(left.ty().scalar() == scalar && right.ty().scalar() == scalar, "the components have different types")?;
        let (left_lanes, right_lanes) = (lanes(left.ty()).unwrap_or(1), lanes(right.ty()).unwrap_or(1));
        let mut components = ops.rest().to_vec();
        ensure(lanes(ty) == Some(components.len() as u32), "the number of components differs")?;
        let exists = |lane: &u32| *lane < left_lanes + right_lanes || *lane == UNDEFINED_LANE;
        ensure(components.iter().all(exists), "a component does not exist")?;
        // LLVM shuffles vectors of one length: the shorter one grows, which renumbers the lanes of the second.
        let wide = left_lanes.max(right_lanes);
        for lane in components.iter_mut().filter(|lane| **lane >= left_lanes && **lane != UNDEFINED_LANE) {
            *lane = *lane - left_lanes + wide;
        }
        let (left, right) = (self.widen(left, wide), self.widen(right, wide));
        Ok(self.builder.shuffle(left, right, self.shuffle_mask(&components)))
    }

    /// The vector with poison lanes after its own.
    fn widen(&self, vector: Value<'m>, wide: u32) -> Value<'m> {
        let count = lanes(vector.ty()).unwrap_or(1);
        if count == wide {
            return vector;
        }
        let mask: Vec<u32> = (0..wide).map(|lane| if lane < count { lane } else { UNDEFINED_LANE }).collect();
        self.builder.shuffle(vector, vector.ty().poison(), self.shuffle_mask(&mask))
    }

    fn shuffle_mask(&self, components: &[u32]) -> Value<'m> {
        let poison = self.r.module.int(32).poison();
        let mask: Vec<_> =
            components.iter().map(|lane| if *lane == UNDEFINED_LANE { poison } else { self.i32(*lane) }).collect();
        Builder::const_vector(&mask)
    }

    /// A composite of its constituents; those of a vector may be vectors themselves.
    fn construct(&mut self, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let mut ids: Vec<Id> = ops.ids().collect();
        for inst in self.following.iter().take_while(|inst| inst.op() == Some(Op::CompositeConstructContinuedINTEL)) {
            let more: Vec<Id> = inst.cursor().ids().collect();
            // SPIR-V's grammar begins with a type and a result, which producers omit.
            let has_result = more.first().is_some_and(|first| self.r.type_of_id(*first).is_ok());
            ids.extend(more.into_iter().skip(if has_result { 2 } else { 0 }));
        }
        let parts = ids.into_iter().map(|id| Ok(self.typed(id)?.value)).collect::<Result<Vec<_>>>()?;
        let llvm = self.r.llvm(ty);
        let mut composite = llvm.poison();
        if let Shape::Vector { count, .. } = *self.r.shape(ty) {
            let mut lane = 0;
            for part in parts {
                ensure(part.ty().scalar() == llvm.scalar(), "a constituent has the wrong type")?;
                for index in 0..lanes(part.ty()).unwrap_or(1) {
                    ensure(lane < count, "there are too many constituents")?;
                    let scalar = match lanes(part.ty()) {
                        Some(_) => self.builder.extract_element(part, self.i32(index)),
                        None => part,
                    };
                    composite = self.builder.insert_element(composite, scalar, self.i32(lane));
                    lane += 1;
                }
            }
            ensure(lane == count, "there are too few constituents")?;
            return Ok(composite);
        }
        ensure(self.member_count(ty) == parts.len() as u64, "the number of constituents differs")?;
        for (index, part) in (0..).zip(parts) {
            let member = self.member(ty, index)?;
            ensure(part.ty() == self.r.llvm(member), "a constituent has the wrong type")?;
            composite = self.builder.insert_value(composite, part, index);
        }
        Ok(composite)
    }

    /// A composite whose constituents are all the same.
    fn replicate(&mut self, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let llvm = self.r.llvm(ty);
        let part = self.value(ops)?;
        if lanes(llvm).is_some() {
            ensure(part.ty() == llvm.scalar(), "the constituent has the wrong type")?;
            return Ok(self.splat(part, llvm));
        }
        let count = u32::try_from(self.member_count(ty)).map_err(|_| Reason::Invalid("the array is too long"))?;
        ensure(count <= u32::from(u16::MAX), "the array is too long")?;
        let mut composite = llvm.poison();
        for index in 0..count {
            ensure(part.ty() == self.r.llvm(self.member(ty, index)?), "the constituent has the wrong type")?;
            composite = self.builder.insert_value(composite, part, index);
        }
        Ok(composite)
    }

    fn member_count(&self, ty: TypeRef) -> u64 {
        self.r.types.member_count(ty)
    }

    /// Type of a member of a composite, which must exist.
    pub fn member(&self, ty: TypeRef, index: u32) -> Result<TypeRef> {
        ensure(u64::from(index) < self.member_count(ty), "the composite has no such member")?;
        match self.r.shape(ty) {
            Shape::Struct(structure) => Ok(structure.members[index as usize]),
            Shape::Array { element, .. } | Shape::Vector { element, .. } => Ok(*element),
            _ => Err(Reason::Invalid("the type is not a composite")),
        }
    }

    fn extract(&self, composite: Typed<'m>, path: &[u32]) -> Result<Typed<'m>> {
        path.iter().try_fold(composite, |composite, index| {
            let ty = self.member(composite.ty, *index)?;
            let value = match lanes(composite.value.ty()) {
                Some(_) => self.builder.extract_element(composite.value, self.i32(*index)),
                None => self.builder.extract_value(composite.value, *index),
            };
            Ok(Typed { value, ty })
        })
    }

    fn insert(&self, object: Value<'m>, composite: Typed<'m>, path: &[u32]) -> Result<Value<'m>> {
        let Some((last, outer_path)) = path.split_last() else {
            ensure(object.ty() == composite.value.ty(), "the object has the wrong type")?;
            return Ok(object);
        };
        // The composites along the path, outermost first, then rebuilt from the inside.
        let mut levels = vec![composite];
        for index in outer_path {
            let outer = levels[levels.len() - 1];
            levels.push(self.extract(outer, &[*index])?);
        }
        let place = self.member(levels[levels.len() - 1].ty, *last)?;
        ensure(self.r.llvm(place) == object.ty(), "the object has the wrong type")?;
        let levels = levels.iter().zip(path).rev();
        Ok(levels.fold(object, |value, (outer, index)| match lanes(outer.value.ty()) {
            Some(_) => self.builder.insert_element(outer.value, value, self.i32(*index)),
            None => self.builder.insert_value(outer.value, value, *index),
        }))
    }
}
