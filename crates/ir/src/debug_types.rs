//! Writing types of debug information.

use std::marker::PhantomData;
use std::ptr::null_mut;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::{DebugInfoBuilder, Scope, Site};

/// A type; `void` has none.
#[derive(Clone, Copy)]
pub struct DebugType<'m> {
    pub(crate) raw: LLVMMetadataRef,
    bits: u64,
    marker: PhantomData<&'m ()>,
}

/// A member or base class of a structure.
#[derive(Clone, Copy)]
pub struct DebugMember<'m>(LLVMMetadataRef, PhantomData<&'m ()>);

/// Kinds of [structures](DebugInfoBuilder::structure), with DWARF's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Structure {
    /// `class`
    Class = 0x02,
    /// `struct`
    Struct = 0x13,
    /// `union`
    Union = 0x17,
}

/// Types made of one other that have its size, with DWARF's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Qualifier {
    /// `const`
    Const = 0x26,
    /// `volatile`
    Volatile = 0x35,
    /// `restrict`
    Restrict = 0x37,
    /// `_Atomic`
    Atomic = 0x47,
}

/// Types that refer to another one, with DWARF's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Indirection {
    /// `*`
    Pointer = 0x0f,
    /// `&`
    Reference = 0x10,
    /// `&&`
    RvalueReference = 0x42,
}

impl<'m> DebugType<'m> {
    fn new(raw: LLVMMetadataRef, bits: u64) -> Self {
        Self { raw, bits, marker: PhantomData }
    }

    /// Size in bits; 0 where unknown.
    pub fn bits(self) -> u64 {
        self.bits
    }

    pub(crate) fn is_function(self) -> bool {
        // SAFETY: a metadata node.
        matches!(unsafe { LLVMGetMetadataKind(self.raw) }, LLVMMetadataKind::LLVMDISubroutineTypeMetadataKind)
    }

    /// The type as a scope of its members.
    pub fn scope(self) -> Scope<'m> {
        Scope::new(self.raw)
    }
}

fn raw(ty: Option<DebugType<'_>>) -> LLVMMetadataRef {
    ty.map_or(null_mut(), |ty| ty.raw)
}

fn bits(ty: Option<DebugType<'_>>) -> u64 {
    ty.map_or(0, |ty| ty.bits)
}

// SAFETY of all calls: a live builder; scopes, files and types are nodes of these kinds, by their handles; LLVM
// copies texts and lists.
impl<'m> DebugInfoBuilder<'m> {
    /// A number, character or truth value; `encoding` is DWARF's (`DW_ATE_*`).
    pub fn basic_type(&self, name: &str, bits: u64, encoding: u32) -> DebugType<'m> {
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateBasicType(self.raw, name.as_ptr().cast(), name.len(), bits, encoding, LLVMDIFlagZero)
        };
        DebugType::new(raw, bits)
    }

    /// A pointer or reference of so many bits.
    pub fn indirection(&self, kind: Indirection, to: Option<DebugType<'m>>, bits: u64) -> DebugType<'m> {
        // SAFETY: as above.
        let raw = unsafe {
            match kind {
                Indirection::Pointer => LLVMDIBuilderCreatePointerType(self.raw, raw(to), bits, 0, 0, c"".as_ptr(), 0),
                _ => LLVMDIBuilderCreateReferenceType(self.raw, kind as u32, raw(to)),
            }
        };
        DebugType::new(raw, bits)
    }

    /// A qualified type.
    pub fn qualified(&self, qualifier: Qualifier, ty: Option<DebugType<'m>>) -> DebugType<'m> {
        // SAFETY: as above.
        let qualified = unsafe { LLVMDIBuilderCreateQualifiedType(self.raw, qualifier as u32, raw(ty)) };
        DebugType::new(qualified, bits(ty))
    }

    /// Another name for a type.
    pub fn typedef(&self, site: &Site<'_, 'm>, ty: Option<DebugType<'m>>) -> DebugType<'m> {
        let (name, len) = site.name();
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateTypedef(self.raw, raw(ty), name, len, site.file(), site.line, site.scope(), 0)
        };
        DebugType::new(raw, bits(ty))
    }

    /// An array with these dimensions; the size of one that is not known is `None`.
    pub fn array(&self, element: DebugType<'m>, dimensions: &[Option<u32>]) -> DebugType<'m> {
        let counts = dimensions.iter().map(|count| count.map_or(-1, i64::from));
        // SAFETY: as above.
        let mut ranges: Vec<_> =
            counts.map(|count| unsafe { LLVMDIBuilderGetOrCreateSubrange(self.raw, 0, count) }).collect();
        let bits = dimensions.iter().fold(element.bits, |bits, count| bits.saturating_mul(count.unwrap_or(0).into()));
        let count = ranges.len() as u32;
        // SAFETY: as above.
        let raw = unsafe { LLVMDIBuilderCreateArrayType(self.raw, bits, 0, element.raw, ranges.as_mut_ptr(), count) };
        DebugType::new(raw, bits)
    }

    /// A vector of the compiler's own.
    pub fn vector(&self, element: DebugType<'m>, count: u32) -> DebugType<'m> {
        let bits = element.bits.saturating_mul(u64::from(count).next_power_of_two());
        // SAFETY: as above.
        let raw = unsafe {
            let mut range = LLVMDIBuilderGetOrCreateSubrange(self.raw, 0, count.into());
            LLVMDIBuilderCreateVectorType(self.raw, bits, 0, element.raw, &mut range, 1)
        };
        DebugType::new(raw, bits)
    }

    /// An enumeration of values of type `base`.
    pub fn enumeration(
        &self,
        site: &Site<'_, 'm>,
        base: Option<DebugType<'m>>,
        bits: u64,
        values: &[(String, i64)],
    ) -> DebugType<'m> {
        let (name, len) = site.name();
        // SAFETY: as above.
        let raw = unsafe {
            let enumerator = |(name, value): &(String, i64)| {
                LLVMDIBuilderCreateEnumerator(self.raw, name.as_ptr().cast(), name.len(), *value, 0)
            };
            let mut values: Vec<_> = values.iter().map(enumerator).collect();
            let (list, count) = (values.as_mut_ptr(), values.len() as u32);
            let (scope, file, line) = (site.scope(), site.file(), site.line);
            LLVMDIBuilderCreateEnumerationType(self.raw, scope, name, len, file, line, bits, 0, list, count, raw(base))
        };
        DebugType::new(raw, bits)
    }

    /// The type of a function: the result's, then the parameters'.
    pub fn function_type(&self, types: &[Option<DebugType<'m>>]) -> DebugType<'m> {
        let mut types: Vec<_> = types.iter().map(|ty| raw(*ty)).collect();
        let (list, count) = (types.as_mut_ptr(), types.len() as u32);
        // SAFETY: as above.
        let raw = unsafe { LLVMDIBuilderCreateSubroutineType(self.raw, null_mut(), list, count, LLVMDIFlagZero) };
        DebugType::new(raw, 0)
    }

    /// A structure that is only declared.
    pub fn declared_structure(&self, kind: Structure, site: &Site<'_, 'm>) -> DebugType<'m> {
        let ((name, len), tag) = (site.name(), kind as u32);
        let (scope, file, line) = (site.scope(), site.file(), site.line);
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateForwardDecl(self.raw, tag, name, len, scope, file, line, 0, 0, 0, c"".as_ptr(), 0)
        };
        DebugType::new(raw, 0)
    }

    /// A structure whose members are yet to come: [`complete`](Self::complete) must follow.
    pub fn structure(&self, kind: Structure, site: &Site<'_, 'm>, bits: u64) -> DebugType<'m> {
        let ((name, len), tag) = (site.name(), kind as u32);
        let (scope, file, line) = (site.scope(), site.file(), site.line);
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateReplaceableCompositeType(
                self.raw,
                tag,
                name,
                len,
                scope,
                file,
                line,
                0,
                bits,
                0,
                LLVMDIFlagZero,
                c"".as_ptr(),
                0,
            )
        };
        DebugType::new(raw, bits)
    }

    /// The whole structure; it takes the place of `declared`, which is gone then.
    pub fn complete(
        &self,
        declared: DebugType<'m>,
        kind: Structure,
        site: &Site<'_, 'm>,
        members: &[DebugMember<'m>],
    ) -> DebugType<'m> {
        let (name, len) = site.name();
        let (scope, file, line, bits) = (site.scope(), site.file(), site.line, declared.bits);
        let mut members: Vec<_> = members.iter().map(|member| member.0).collect();
        let (list, count) = (members.as_mut_ptr(), members.len() as u32);
        let (none, id) = (null_mut(), c"".as_ptr());
        // SAFETY: as above; the declared structure is a temporary node, which replacing deletes.
        let raw = unsafe {
            let whole = match kind {
                Structure::Class => LLVMDIBuilderCreateClassType(
                    self.raw,
                    scope,
                    name,
                    len,
                    file,
                    line,
                    bits,
                    0,
                    0,
                    LLVMDIFlagZero,
                    none,
                    list,
                    count,
                    none,
                    none,
                    id,
                    0,
                ),
                Structure::Struct => LLVMDIBuilderCreateStructType(
                    self.raw,
                    scope,
                    name,
                    len,
                    file,
                    line,
                    bits,
                    0,
                    LLVMDIFlagZero,
                    none,
                    list,
                    count,
                    0,
                    none,
                    id,
                    0,
                ),
                Structure::Union => LLVMDIBuilderCreateUnionType(
                    self.raw,
                    scope,
                    name,
                    len,
                    file,
                    line,
                    bits,
                    0,
                    LLVMDIFlagZero,
                    list,
                    count,
                    0,
                    id,
                    0,
                ),
            };
            LLVMMetadataReplaceAllUsesWith(declared.raw, whole);
            whole
        };
        DebugType::new(raw, bits)
    }

    /// A member of a structure, whose scope `site` has.
    pub fn member(&self, site: &Site<'_, 'm>, ty: DebugType<'m>, bits: u64, offset: u64) -> DebugMember<'m> {
        let (name, len) = site.name();
        let (scope, file, line) = (site.scope(), site.file(), site.line);
        // Members of other sizes than their types are bit-fields.
        let is_whole = offset.is_multiple_of(8) && (bits == ty.bits || ty.bits == 0);
        // SAFETY: as above.
        let raw = unsafe {
            if is_whole {
                LLVMDIBuilderCreateMemberType(
                    self.raw,
                    scope,
                    name,
                    len,
                    file,
                    line,
                    bits,
                    0,
                    offset,
                    LLVMDIFlagZero,
                    ty.raw,
                )
            } else {
                let storage = offset - offset % ty.bits.max(8);
                LLVMDIBuilderCreateBitFieldMemberType(
                    self.raw,
                    scope,
                    name,
                    len,
                    file,
                    line,
                    bits,
                    offset,
                    storage,
                    LLVMDIFlagZero,
                    ty.raw,
                )
            }
        };
        DebugMember(raw, PhantomData)
    }

    /// A base class of a structure.
    pub fn base_class(&self, derived: DebugType<'m>, base: DebugType<'m>, offset: u64) -> DebugMember<'m> {
        // SAFETY: as above.
        let raw = unsafe { LLVMDIBuilderCreateInheritance(self.raw, derived.raw, base.raw, offset, 0, LLVMDIFlagZero) };
        DebugMember(raw, PhantomData)
    }
}
