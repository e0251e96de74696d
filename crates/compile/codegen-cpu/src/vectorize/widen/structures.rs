//! Structures that vary, such as the results of `cmpxchg`: a structure of vectors has the values of all lanes. Other
//! values count as structures of one element.

use tandem_ir::{Builder, Type, TypeKind, Value};

use super::Widener;

impl<'m> Widener<'_, 'm> {
    /// A vector of one element for each lane, or a structure of such vectors.
    pub(super) fn vector_type(&self, ty: Type<'m>) -> Type<'m> {
        if ty.kind() != TypeKind::Struct {
            return ty.vector(self.lanes());
        }
        let fields: Vec<_> = ty.fields().into_iter().map(|field| self.vector_type(field)).collect();
        self.module.struct_type(&fields, false)
    }

    /// The value of all lanes that is the same for each.
    pub(super) fn splat(&self, value: Value<'m>) -> Value<'m> {
        let splat = |element: Value<'m>| self.builder.splat(element, self.lanes());
        let vectors = elements(&self.builder, value).into_iter().map(splat);
        whole(&self.builder, self.vector_type(value.ty()), &mut vectors.collect::<Vec<_>>().into_iter())
    }

    /// The value of one lane, of type `ty`.
    pub(super) fn of_lane(&self, vector: Value<'m>, ty: Type<'m>, lane: Value<'m>) -> Value<'m> {
        let extract = |vector: Value<'m>| self.builder.extract_element(vector, lane);
        let own: Vec<_> = elements(&self.builder, vector).into_iter().map(extract).collect();
        whole(&self.builder, ty, &mut own.into_iter())
    }

    /// The value of all lanes with another one for one lane.
    pub(super) fn with_lane(&self, vector: Value<'m>, value: Value<'m>, lane: Value<'m>) -> Value<'m> {
        let vectors = elements(&self.builder, vector).into_iter();
        let insert = |(vector, element)| self.builder.insert_element(vector, element, lane);
        let all: Vec<_> = vectors.zip(elements(&self.builder, value)).map(insert).collect();
        whole(&self.builder, vector.ty(), &mut all.into_iter())
    }

    /// One or the other value for each lane.
    pub(super) fn choose(&self, condition: Value<'m>, then: Value<'m>, otherwise: Value<'m>) -> Value<'m> {
        let both = elements(&self.builder, then).into_iter().zip(elements(&self.builder, otherwise));
        let chosen: Vec<_> = both.map(|(then, otherwise)| self.builder.select(condition, then, otherwise)).collect();
        whole(&self.builder, then.ty(), &mut chosen.into_iter())
    }

    /// A structure with another value at a place in it.
    pub(super) fn with_field(&self, structure: Value<'m>, value: Value<'m>, indices: &[u32]) -> Value<'m> {
        let Some((first, rest)) = indices.split_first() else { return value };
        let field = self.builder.extract_value(structure, *first);
        self.builder.insert_value(structure, self.with_field(field, value, rest), *first)
    }
}

/// The types of a value's elements.
pub(super) fn element_types(ty: Type<'_>) -> Vec<Type<'_>> {
    match ty.kind() {
        TypeKind::Struct => ty.fields().into_iter().flat_map(element_types).collect(),
        _ => vec![ty],
    }
}

/// The elements of a value.
pub(super) fn elements<'m>(builder: &Builder<'m>, value: Value<'m>) -> Vec<Value<'m>> {
    if value.ty().kind() != TypeKind::Struct {
        return vec![value];
    }
    (0..value.ty().field_count()).flat_map(|index| elements(builder, builder.extract_value(value, index))).collect()
}

/// The value of a type that has the next elements.
pub(super) fn whole<'m>(
    builder: &Builder<'m>,
    ty: Type<'m>,
    elements: &mut impl Iterator<Item = Value<'m>>,
) -> Value<'m> {
    if ty.kind() != TypeKind::Struct {
        return elements.next().expect("a value for each element");
    }
    (0..).zip(ty.fields()).fold(ty.poison(), |structure, (index, field)| {
        builder.insert_value(structure, whole(builder, field, elements), index)
    })
}
