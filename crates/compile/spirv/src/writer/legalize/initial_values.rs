//! Initial values that a SPIR-V composite cannot represent: with too many members, with zero-length arrays, with
//! vectors of other lengths.
//!
//! The variable gets an initial value of another type, with the same bytes at the same offsets: long composites become
//! composites of parts, structures get explicit padding, vectors become arrays. Uses of the variable are unchanged,
//! since pointers of device IR do not contain their pointee type.

use super::super::legal_types::is_vector;
use tandem_ir::{EditableModule, Global, Type, TypeKind, Value, ValueKind};

/// The maximum number of elements of an array: `OpConstantComposite` has up to 65,535 words, of which three are not
/// elements.
const MAX_ELEMENTS: usize = u16::MAX as usize - 3;
/// The most members of a structure (SPIR-V specification, 2.17).
const MAX_FIELDS: usize = 16_383;

/// Rewrites the initial values of all variables that need it.
pub(super) fn rewrite(module: &EditableModule) {
    let rewriter = Rewriter { module };
    for global in module.globals() {
        let Some(initial) = global.initializer() else { continue };
        let rewritten = rewriter.value(initial);
        if rewritten != initial {
            replace(module, global, rewritten);
        }
    }
}

/// Gives a variable an initial value of another type.
fn replace<'m>(module: &'m EditableModule, global: Global<'m>, initial: Value<'m>) {
    let name = global.name();
    global.value().set_name(module, "");
    let replacement = module.add_global(&name, initial.ty(), global.address_space());
    replacement.set_initializer(module, initial);
    replacement.set_linkage(module, global.linkage());
    replacement.set_constant(module, global.is_constant());
    replacement.set_externally_initialized(module, global.is_externally_initialized());
    replacement.set_align(module, global.align().max(module.align_of(global.value_type())));
    global.value().replace_all_uses_with(module, replacement.value());
    global.delete(module);
}

struct Rewriter<'m> {
    module: &'m EditableModule,
}

impl<'m> Rewriter<'m> {
    /// A constant with the same bytes that SPIR-V can express; the value itself if it can be.
    fn value(&self, value: Value<'m>) -> Value<'m> {
        if value.kind() != ValueKind::ConstAggregate {
            return value;
        }
        let ty = value.ty();
        match ty.kind() {
            TypeKind::Array(element, len) if is_leaf(element) && len as usize <= MAX_ELEMENTS => value,
            TypeKind::Array(_, len) => self.array(value, len as u32),
            TypeKind::Vector(element, len) if !is_vector(element, len) => self.array(value, len),
            TypeKind::Struct => self.structure(value),
            _ => value,
        }
    }

    fn array(&self, value: Value<'m>, len: u32) -> Value<'m> {
        let elements: Vec<_> = members(value, len).collect();
        let rewritten: Vec<_> = elements.iter().map(|element| self.value(*element)).collect();
        let is_vector = matches!(value.ty().kind(), TypeKind::Vector(..));
        if rewritten == elements && rewritten.len() <= MAX_ELEMENTS && !is_vector {
            return value;
        }
        let parts = rewritten.chunks(MAX_ELEMENTS).map(|part| self.part_of_array(part)).collect();
        let padding = self.module.size_of(value.ty()) - self.size(&rewritten);
        self.packed(self.with_padding(parts, padding))
    }

    /// Neighbouring elements, which have different types if some were rewritten.
    fn part_of_array(&self, elements: &[Value<'m>]) -> Value<'m> {
        let first = elements[0].ty();
        match elements.iter().all(|element| element.ty() == first) {
            true => first.const_array(elements),
            false => self.packed(elements.to_vec()),
        }
    }

    fn structure(&self, value: Value<'m>) -> Value<'m> {
        let ty = value.ty();
        let fields: Vec<_> = members(value, ty.field_count()).collect();
        let rewritten: Vec<_> = fields.iter().map(|field| self.value(*field)).collect();
        let is_empty = |field: &Value<'m>| self.module.size_of(field.ty()) == 0;
        if rewritten == fields && fields.len() <= MAX_FIELDS && !fields.iter().any(is_empty) {
            return value;
        }
        let mut packed = Vec::new();
        let mut end = 0;
        for (index, field) in (0..).zip(rewritten) {
            let offset = self.module.offset_of(ty, index);
            packed = self.with_padding(packed, offset - end);
            end = offset + self.module.size_of(field.ty());
            packed.extend(Some(field).filter(|field| !is_empty(field)));
        }
        self.packed(self.with_padding(packed, self.module.size_of(ty) - end))
    }

    /// A packed structure of values, or of parts of them if there are many.
    fn packed(&self, values: Vec<Value<'m>>) -> Value<'m> {
        if values.len() > MAX_FIELDS {
            let parts = values.chunks(MAX_FIELDS).map(|part| self.packed(part.to_vec()));
            return self.packed(parts.collect());
        }
        let types: Vec<_> = values.iter().map(|value| value.ty()).collect();
        self.module.struct_type(&types, true).const_struct(&values)
    }

    /// The values and `bytes` bytes after them.
    fn with_padding(&self, mut values: Vec<Value<'m>>, bytes: u64) -> Vec<Value<'m>> {
        if bytes > 0 {
            values.push(self.module.int(8).array(bytes).zero());
        }
        values
    }

    /// Size in bytes of consecutive values.
    fn size(&self, values: &[Value<'m>]) -> u64 {
        values.iter().map(|value| self.module.size_of(value.ty())).sum()
    }
}

/// Whether values of a type stay as they are.
fn is_leaf(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Array(..) | TypeKind::Struct => false,
        TypeKind::Vector(element, len) => is_vector(element, len),
        _ => true,
    }
}

fn members<'m>(value: Value<'m>, len: u32) -> impl Iterator<Item = Value<'m>> {
    (0..len).filter_map(move |index| value.aggregate_element(index))
}
