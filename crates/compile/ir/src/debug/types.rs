//! Writing types of debug information.

use std::marker::PhantomData;
use std::ptr::null_mut;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::refusal::check;
use crate::debug::builder::{DebugInfoBuilder, Declared};
use crate::debug::tracked::DebugType;

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

// SAFETY of all calls: a live builder; scopes, files and types are nodes of these kinds, by their handles; LLVM
// copies texts and lists.
impl<'m> DebugInfoBuilder<'m> {
    pub(crate) fn new_type(&self, raw: LLVMMetadataRef, bits: u64) -> DebugType<'m> {
        let mut types = self.types.borrow_mut();
        types.push((self.nodes.add(raw), bits));
        DebugType { number: types.len() - 1, builder: self.raw, marker: PhantomData }
    }

    /// The number of a type's node, and its size in bits; a refusal for a type of another builder.
    pub(crate) fn known(&self, ty: DebugType<'m>) -> Option<(usize, u64)> {
        let known = self.types.borrow().get(ty.number).copied().filter(|_| ty.builder == self.raw);
        check(self.context(), known.is_some(), || "a type of another builder of debug information");
        known
    }

    /// The node of a type; that of a function for one that is refused.
    pub(crate) fn type_node(&self, ty: DebugType<'m>) -> LLVMMetadataRef {
        self.known(ty).and_then(|(node, _)| self.nodes.get(node)).unwrap_or(self.void_type)
    }

    fn node_or_null(&self, ty: Option<DebugType<'m>>) -> LLVMMetadataRef {
        ty.map_or(null_mut(), |ty| self.type_node(ty))
    }

    /// Size of a type in bits; 0 where unknown.
    pub(crate) fn bits(&self, ty: DebugType<'m>) -> u64 {
        self.known(ty).map_or(0, |(_, bits)| bits)
    }

    /// A number, character or truth value; `encoding` is DWARF's (`DW_ATE_*`).
    pub fn basic_type(&self, name: &str, bits: u64, encoding: u32) -> DebugType<'m> {
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateBasicType(self.raw, name.as_ptr().cast(), name.len(), bits, encoding, LLVMDIFlagZero)
        };
        self.new_type(raw, bits)
    }

    /// A pointer or reference of `bits` bits.
    pub fn indirection(&self, kind: Indirection, to: Option<DebugType<'m>>, bits: u64) -> DebugType<'m> {
        // SAFETY: as above.
        let raw = unsafe {
            match kind {
                Indirection::Pointer => {
                    LLVMDIBuilderCreatePointerType(self.raw, self.node_or_null(to), bits, 0, 0, c"".as_ptr(), 0)
                }
                _ => LLVMDIBuilderCreateReferenceType(self.raw, kind as u32, self.node_or_null(to)),
            }
        };
        self.new_type(raw, bits)
    }

    /// A qualified type.
    pub fn qualified(&self, qualifier: Qualifier, ty: Option<DebugType<'m>>) -> DebugType<'m> {
        // SAFETY: as above.
        let qualified = unsafe { LLVMDIBuilderCreateQualifiedType(self.raw, qualifier as u32, self.node_or_null(ty)) };
        self.new_type(qualified, ty.map_or(0, |ty| self.bits(ty)))
    }

    /// An alternative name for a type.
    pub fn typedef(&self, site: &Declared<'_, 'm>, ty: Option<DebugType<'m>>) -> DebugType<'m> {
        let (name, len) = site.name();
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateTypedef(
                self.raw,
                self.node_or_null(ty),
                name,
                len,
                self.file_of(site),
                site.line,
                self.scope_of(site),
                0,
            )
        };
        self.new_type(raw, ty.map_or(0, |ty| self.bits(ty)))
    }

    /// An array with these dimensions; the size of one that is not known is `None`.
    pub fn array(&self, element: DebugType<'m>, dimensions: &[Option<u32>]) -> DebugType<'m> {
        let counts = dimensions.iter().map(|count| count.map_or(-1, i64::from));
        // SAFETY: as above.
        let mut ranges: Vec<_> =
            counts.map(|count| unsafe { LLVMDIBuilderGetOrCreateSubrange(self.raw, 0, count) }).collect();
        let bits =
            dimensions.iter().fold(self.bits(element), |bits, count| bits.saturating_mul(count.unwrap_or(0).into()));
        let count = ranges.len() as u32;
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateArrayType(self.raw, bits, 0, self.type_node(element), ranges.as_mut_ptr(), count)
        };
        self.new_type(raw, bits)
    }

    /// A vector of the compiler's own.
    pub fn vector(&self, element: DebugType<'m>, count: u32) -> DebugType<'m> {
        let bits = self.bits(element).saturating_mul(u64::from(count).next_power_of_two());
        // SAFETY: as above.
        let raw = unsafe {
            let mut range = LLVMDIBuilderGetOrCreateSubrange(self.raw, 0, count.into());
            LLVMDIBuilderCreateVectorType(self.raw, bits, 0, self.type_node(element), &mut range, 1)
        };
        self.new_type(raw, bits)
    }

    /// An enumeration of values of type `base`.
    pub fn enumeration(
        &self,
        site: &Declared<'_, 'm>,
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
            let (scope, file, line) = (self.scope_of(site), self.file_of(site), site.line);
            LLVMDIBuilderCreateEnumerationType(
                self.raw,
                scope,
                name,
                len,
                file,
                line,
                bits,
                0,
                list,
                count,
                self.node_or_null(base),
            )
        };
        self.new_type(raw, bits)
    }

    /// The type of a function: the result's, then the parameters'.
    pub fn function_type(&self, types: &[Option<DebugType<'m>>]) -> DebugType<'m> {
        let mut types: Vec<_> = types.iter().map(|ty| self.node_or_null(*ty)).collect();
        let (list, count) = (types.as_mut_ptr(), types.len() as u32);
        // SAFETY: as above.
        let raw = unsafe { LLVMDIBuilderCreateSubroutineType(self.raw, null_mut(), list, count, LLVMDIFlagZero) };
        self.new_type(raw, 0)
    }
}
