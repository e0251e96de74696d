//! Building vectors and aggregates.

use llvm_sys::core::*;

use crate::base::refusal::check;
use crate::build::builder::Builder;
use crate::values::handles::Value;
use crate::values::types::TypeKind;
use crate::values::typing;

impl<'m> Builder<'m> {
    /// `extractelement`
    pub fn extract_element(&self, vector: Value<'m>, index: Value<'m>) -> Value<'m> {
        let fits = matches!(vector.ty().kind(), TypeKind::Vector(..)) && index.ty().is_int();
        if !self.can(fits, &[vector, index], || format!("element `{index}` of `{vector}`")) {
            return vector.ty().scalar().nothing();
        }
        // SAFETY: a vector and an integer.
        Value::new(unsafe { LLVMBuildExtractElement(self.raw, vector.0, index.0, c"".as_ptr()) })
    }

    /// `extractvalue`
    pub fn extract_value(&self, aggregate: Value<'m>, index: u32) -> Value<'m> {
        let element = typing::element(aggregate.ty(), index);
        if !self.can(element.is_some(), &[aggregate], || format!("element {index} of `{aggregate}`")) {
            return element.unwrap_or(aggregate.ty()).nothing();
        }
        // SAFETY: an aggregate with that element.
        Value::new(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index, c"".as_ptr()) })
    }

    /// `insertvalue`
    pub fn insert_value(&self, aggregate: Value<'m>, value: Value<'m>, index: u32) -> Value<'m> {
        let fits = typing::element(aggregate.ty(), index) == Some(value.ty());
        if !self.can(fits, &[aggregate, value], || format!("`{value}` as element {index} of `{aggregate}`")) {
            return aggregate.ty().nothing();
        }
        // SAFETY: an aggregate with an element of that type.
        Value::new(unsafe { LLVMBuildInsertValue(self.raw, aggregate.0, value.0, index, c"".as_ptr()) })
    }

    /// `insertelement`
    pub fn insert_element(&self, vector: Value<'m>, value: Value<'m>, index: Value<'m>) -> Value<'m> {
        let fits = matches!(vector.ty().kind(), TypeKind::Vector(element, _) if element == value.ty());
        let what = || format!("`{value}` as element `{index}` of `{vector}`");
        if !self.can(fits && index.ty().is_int(), &[vector, value, index], what) {
            return vector.ty().nothing();
        }
        // SAFETY: a vector, a value of its elements' type, and an integer.
        Value::new(unsafe { LLVMBuildInsertElement(self.raw, vector.0, value.0, index.0, c"".as_ptr()) })
    }

    /// `shufflevector`; the mask is a constant `i32` vector.
    pub fn shuffle(&self, left: Value<'m>, right: Value<'m>, mask: Value<'m>) -> Value<'m> {
        let fits = left.ty() == right.ty() && typing::shuffles(left.ty(), mask);
        if !self.can(fits, &[left, right], || format!("elements `{mask}` of `{left}` and `{right}`")) {
            return left.ty().nothing();
        }
        // SAFETY: two vectors of one type, and a constant that chooses among their elements.
        Value::new(unsafe { LLVMBuildShuffleVector(self.raw, left.0, right.0, mask.0, c"".as_ptr()) })
    }

    /// A vector of `lanes` lanes, each of which is `value`.
    pub fn splat(&self, value: Value<'m>, lanes: u32) -> Value<'m> {
        if value.is_const() {
            return Self::const_vector(&vec![value; lanes as usize]);
        }
        let int = self.module.int(32);
        let vector = value.ty().vector(lanes);
        let first = self.insert_element(vector.poison(), value, int.zero());
        self.shuffle(first, vector.poison(), int.vector(lanes).zero())
    }

    /// A constant vector of these elements.
    ///
    /// # Panics
    /// If there are none: then it has no type.
    pub fn const_vector(elements: &[Value<'m>]) -> Value<'m> {
        let ty = elements.first().expect("vectors have elements").ty();
        let vector = ty.vector(elements.len() as u32);
        let fits = elements.iter().all(|element| element.is_const() && element.ty() == ty) && vector.scalar() == ty;
        if !check(ty.context(), fits, || format!("constant vector of {elements:?}")) {
            return vector.nothing();
        }
        let mut raw: Vec<_> = elements.iter().map(|element| element.0).collect();
        // SAFETY: constants of one scalar type.
        Value::new(unsafe { LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32) })
    }
}
