//! The reader's tables: the meanings of a module's ids, and the properties of its types.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{EditableModule, Type, Value};
use tandem_spirv_binary::Id;
use tandem_spirv_binary::types::{Entry, Shape, TypeRef, Types};

use super::defs::{Def, Typed};
use super::described::{Descriptions, LineTable};
use super::error::{Reason, Result, ensure};
use super::options::ReaderOptions;
use super::scan::Scan;

/// Largest value of code, in bytes.
const MAX_VALUE_BYTES: u64 = 1 << 16;

/// State of one run.
pub(super) struct Reader<'m, 'w> {
    pub module: &'m EditableModule,
    pub scan: &'w Scan<'w>,
    pub spec_constants: &'w [(u32, &'w [u8])],
    /// Indexed by id; grows as ids are defined.
    pub defs: Vec<Def<'m>>,
    pub types: Types,
    /// The LLVM types for [`types`](Self::types), by number.
    pub llvm_types: Vec<Type<'m>>,
    /// Nesting of constant expressions, for those that are some.
    pub expression_depths: FxHashMap<Id, u32>,
    pub kernel_names: FxHashSet<&'w str>,
    /// Pointers that were made of volatile ones.
    pub volatile: FxHashSet<Id>,
    pub lines: LineTable<'m>,
    pub descriptions: Descriptions<'m>,
}

impl<'m, 'w> Reader<'m, 'w> {
    pub fn new(module: &'m EditableModule, scan: &'w Scan<'w>, options: &'w ReaderOptions<'w>) -> Self {
        Self {
            module,
            scan,
            spec_constants: options.spec_constants,
            defs: Vec::new(),
            types: Types::default(),
            llvm_types: Vec::new(),
            expression_depths: FxHashMap::default(),
            kernel_names: scan.kernels.values().map(String::as_str).collect(),
            volatile: FxHashSet::default(),
            lines: LineTable::default(),
            descriptions: Descriptions::default(),
        }
    }

    /// The meaning of an id.
    pub fn def(&self, id: Id) -> Result<Def<'m>> {
        match self.defs.get(id.0 as usize) {
            Some(Def::Undefined) | None => Err(Reason::Undefined(id.0)),
            Some(def) => Ok(*def),
        }
    }

    /// Defines an id, once.
    pub fn define(&mut self, id: Id, def: Def<'m>) -> Result<()> {
        if id.0 == 0 || id.0 >= self.scan.structure.bound {
            return Err(Reason::IdBound(id.0));
        }
        let index = id.0 as usize;
        if index >= self.defs.len() {
            self.defs.resize(index + 1, Def::Undefined);
        }
        match &mut self.defs[index] {
            slot @ Def::Undefined => *slot = def,
            _ => return Err(Reason::Redefined(id.0)),
        }
        Ok(())
    }

    /// Defines an id as a value, which must be of LLVM's counterpart of `ty`. Constants may be as
    /// large as the variables that they are for.
    pub fn define_value(&mut self, id: Id, value: Value<'m>, ty: TypeRef) -> Result<()> {
        ensure(value.ty() == self.llvm(ty), "the operands do not fit the result type")?;
        if !value.is_const() {
            self.check_value_size(ty)?;
        }
        self.define(id, Def::Value(Typed { value, ty }))
    }

    /// Refuses types that are too large for values in code, which LLVM splits into elements.
    pub fn check_value_size(&self, ty: TypeRef) -> Result<()> {
        match self.entry(ty).layout {
            Some(layout) if layout.size > MAX_VALUE_BYTES => Err(Reason::unsupported(format!(
                "a value of {} bytes outside of memory, more than {MAX_VALUE_BYTES},",
                layout.size
            ))),
            _ => Ok(()),
        }
    }

    /// A value that is already defined; functions count as their addresses.
    pub fn typed(&self, id: Id) -> Result<Typed<'m>> {
        match self.def(id)? {
            Def::Value(typed) => Ok(typed),
            _ => Err(Reason::Kind { id: id.0, expected: "a value" }),
        }
    }

    /// A constant that is already defined.
    pub fn constant(&self, id: Id) -> Result<Value<'m>> {
        let value = self.typed(id)?.value;
        if value.is_const() { Ok(value) } else { Err(Reason::Kind { id: id.0, expected: "a constant" }) }
    }

    /// The value of an integer constant of at most 64 bits.
    pub fn constant_u64(&self, id: Id) -> Result<u64> {
        self.constant(id)?.const_u64().ok_or(Reason::Kind { id: id.0, expected: "an integer constant" })
    }

    /// The entry of a type.
    pub fn entry(&self, ty: TypeRef) -> &Entry {
        self.types.entry(ty)
    }

    /// The structure of a type.
    pub fn shape(&self, ty: TypeRef) -> &Shape {
        &self.types.entry(ty).shape
    }

    /// The LLVM type.
    pub fn llvm(&self, ty: TypeRef) -> Type<'m> {
        self.llvm_types[ty.index()]
    }

    /// The type that an id names.
    pub fn type_of_id(&self, id: Id) -> Result<TypeRef> {
        match self.def(id)? {
            Def::Type(ty) => Ok(ty),
            _ => Err(Reason::Kind { id: id.0, expected: "a type" }),
        }
    }

    /// The type that an id names, which values may have.
    pub fn value_type(&self, id: Id) -> Result<TypeRef> {
        let ty = self.type_of_id(id)?;
        ensure(self.entry(ty).layout.is_some(), "there are no values of this type")?;
        Ok(ty)
    }

    /// The type that a pointer type points to.
    pub fn pointee(&self, ty: TypeRef) -> Result<TypeRef> {
        self.types.pointee(ty).ok_or(Reason::Invalid("the type is not a pointer with a known pointee"))
    }

    /// Size of a type in memory.
    pub fn size_of(&self, ty: TypeRef) -> Result<u64> {
        self.entry(ty).layout.map(|layout| layout.size).ok_or(Reason::Invalid("the type has no size"))
    }
}
