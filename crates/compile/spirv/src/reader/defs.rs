//! What ids stand for.

use tandem_ir::{Block, Function, Value};

use super::Reader;
use super::builtin_pointer::BuiltinPointer;
use super::error::{Reason, Result, ensure};
use super::opencl::ExtendedSet;
use super::types::TypeRef;
use tandem_spirv_binary::Id;

/// Largest value of code, in bytes.
const MAX_VALUE_BYTES: u64 = 1 << 16;

/// A value with its SPIR-V type, which knows more than its LLVM type.
#[derive(Clone, Copy)]
pub(super) struct Typed<'m> {
    pub value: Value<'m>,
    pub ty: TypeRef,
}

/// A constant sampler: addressing mode, whether coordinates are normalized, filter.
#[derive(Clone, Copy)]
pub(super) struct Sampler {
    pub properties: [u32; 3],
    pub ty: TypeRef,
}

/// What an id stands for.
#[derive(Clone, Copy, Default)]
pub(super) enum Def<'m> {
    #[default]
    Undefined,
    Type(TypeRef),
    Value(Typed<'m>),
    /// An address within a builtin variable, which is no memory.
    BuiltinPointer(BuiltinPointer),
    /// A whole builtin variable, loaded; its components are asked for one by one.
    BuiltinVector(BuiltinPointer),
    /// A sampler that the module defines; each use asks for it.
    Sampler(Sampler),
    Block(Block<'m>),
    Function(Function<'m>),
    Set(ExtendedSet),
    /// An id without meaning in LLVM IR: strings, void results, decoration groups, debug information.
    Marker,
}

impl<'m> Reader<'m, '_> {
    /// What an id stands for.
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

    /// Refuses what is too large for code, whose values LLVM takes apart.
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
}
