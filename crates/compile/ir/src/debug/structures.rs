//! Writing structures of debug information, which may lead back to themselves: their types exist before their
//! members do.

use std::marker::PhantomData;
use std::ptr::null_mut;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::refusal::check;
use crate::debug::builder::{DebugInfoBuilder, Declared};
use crate::debug::tracked::DebugType;

/// A member or base class of a structure.
#[derive(Clone, Copy)]
pub struct DebugMember<'m> {
    number: usize,
    builder: LLVMDIBuilderRef,
    marker: PhantomData<&'m ()>,
}

/// A structure whose members are added later ([`DebugInfoBuilder::complete`]).
#[must_use]
pub struct IncompleteStructure<'m> {
    ty: DebugType<'m>,
    placeholder: LLVMMetadataRef,
}

impl<'m> IncompleteStructure<'m> {
    /// The type, which members may refer to.
    pub fn ty(&self) -> DebugType<'m> {
        self.ty
    }
}

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

// SAFETY of all calls: a live builder; scopes, files and types are nodes of these kinds, by their handles; LLVM
// copies texts and lists.
impl<'m> DebugInfoBuilder<'m> {
    fn new_member(&self, raw: LLVMMetadataRef) -> DebugMember<'m> {
        DebugMember { number: self.nodes.add(raw), builder: self.raw, marker: PhantomData }
    }

    fn member_node(&self, member: &DebugMember<'m>) -> Option<LLVMMetadataRef> {
        let node = self.nodes.get(member.number).filter(|_| member.builder == self.raw);
        check(self.context(), node.is_some(), || "a member of another builder of debug information");
        node
    }

    /// Resolves structures that were never completed to an unknown kind.
    pub(crate) fn give_up_incomplete(&self) {
        for placeholder in self.incomplete.take() {
            // SAFETY: as above; the placeholder is a temporary node, which replacing deletes.
            unsafe {
                let unknown = LLVMDIBuilderCreateUnspecifiedType(self.raw, c"incomplete".as_ptr(), 10);
                LLVMMetadataReplaceAllUsesWith(placeholder, unknown);
            }
        }
    }

    /// A structure that is only declared.
    pub fn declared_structure(&self, kind: Structure, site: &Declared<'_, 'm>) -> DebugType<'m> {
        let ((name, len), tag) = (site.name(), kind as u32);
        let (scope, file, line) = (self.scope_of(site), self.file_of(site), site.line);
        // SAFETY: as above.
        let raw = unsafe {
            LLVMDIBuilderCreateForwardDecl(self.raw, tag, name, len, scope, file, line, 0, 0, 0, c"".as_ptr(), 0)
        };
        self.new_type(raw, 0)
    }

    /// A structure whose members are added later: [`complete`](Self::complete) must follow.
    pub fn structure(&self, kind: Structure, site: &Declared<'_, 'm>, bits: u64) -> IncompleteStructure<'m> {
        let ((name, len), tag) = (site.name(), kind as u32);
        let (scope, file, line) = (self.scope_of(site), self.file_of(site), site.line);
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
        self.incomplete.borrow_mut().push(raw);
        IncompleteStructure { ty: self.new_type(raw, bits), placeholder: raw }
    }

    /// Completes a structure: its type is the whole one from now on.
    pub fn complete(
        &self,
        incomplete: IncompleteStructure<'m>,
        kind: Structure,
        site: &Declared<'_, 'm>,
        members: &[DebugMember<'m>],
    ) -> DebugType<'m> {
        let (name, len) = site.name();
        let IncompleteStructure { ty, placeholder } = incomplete;
        let (scope, file, line, bits) = (self.scope_of(site), self.file_of(site), site.line, self.bits(ty));
        let mut members: Vec<_> = members.iter().filter_map(|member| self.member_node(member)).collect();
        let (list, count) = (members.as_mut_ptr(), members.len() as u32);
        let (none, id) = (null_mut(), c"".as_ptr());
        if self.known(ty).is_none() {
            return ty;
        }
        self.incomplete.borrow_mut().retain(|known| *known != placeholder);
        // SAFETY: as above; the placeholder is a temporary node of this builder, which replacing deletes.
        unsafe {
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
            LLVMMetadataReplaceAllUsesWith(placeholder, whole);
        }
        ty
    }

    /// A member of the structure `parent`; the scope of `site` is ignored.
    pub fn member(
        &self,
        parent: DebugType<'m>,
        site: &Declared<'_, 'm>,
        ty: DebugType<'m>,
        bits: u64,
        offset: u64,
    ) -> DebugMember<'m> {
        let (name, len) = site.name();
        let (scope, file, line) = (self.type_node(parent), self.file_of(site), site.line);
        let (ty, ty_bits) = (self.type_node(ty), self.bits(ty));
        // Members of other sizes than their types are bit-fields.
        let is_whole = offset.is_multiple_of(8) && (bits == ty_bits || ty_bits == 0);
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
                    ty,
                )
            } else {
                let storage = offset - offset % ty_bits.max(8);
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
                    ty,
                )
            }
        };
        self.new_member(raw)
    }

    /// A base class of a structure.
    pub fn base_class(&self, derived: DebugType<'m>, base: DebugType<'m>, offset: u64) -> DebugMember<'m> {
        let (derived, base) = (self.type_node(derived), self.type_node(base));
        // SAFETY: as above.
        let raw = unsafe { LLVMDIBuilderCreateInheritance(self.raw, derived, base, offset, 0, LLVMDIFlagZero) };
        self.new_member(raw)
    }
}
