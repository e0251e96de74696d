//! Source locations and their scopes.

use std::marker::PhantomData;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::context::copy_str;

/// A source location (`DILocation`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugLoc<'m>(LLVMMetadataRef, PhantomData<&'m ()>);

/// A scope: subprogram, lexical block, file or compile unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scope<'m>(LLVMMetadataRef, PhantomData<&'m ()>);

/// A resolved location, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// File name as the compiler was given it.
    pub file: String,
    /// Directory that a relative name is relative to.
    pub directory: String,
    /// Line, from 1; 0 for generated code.
    pub line: u32,
    /// Column, from 1; 0 where unknown.
    pub column: u32,
}

impl<'m> DebugLoc<'m> {
    pub(crate) fn maybe(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw, PhantomData))
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
    }

    /// Line, from 1; 0 for generated code.
    pub fn line(self) -> u32 {
        // SAFETY: a DILocation.
        unsafe { LLVMDILocationGetLine(self.0) }
    }

    /// Column, from 1; 0 where unknown.
    pub fn column(self) -> u32 {
        // SAFETY: a DILocation.
        unsafe { LLVMDILocationGetColumn(self.0) }
    }

    /// The innermost scope.
    pub fn scope(self) -> Option<Scope<'m>> {
        // SAFETY: a DILocation.
        Scope::maybe(unsafe { LLVMDILocationGetScope(self.0) })
    }

    /// Where the inlined call was, for inlined code.
    pub fn inlined_at(self) -> Option<DebugLoc<'m>> {
        // SAFETY: a DILocation.
        Self::maybe(unsafe { LLVMDILocationGetInlinedAt(self.0) })
    }

    /// File, line and column.
    pub fn frame(self) -> Frame {
        let (directory, file) = self.scope().map(Scope::file).unwrap_or_default();
        Frame { file, directory, line: self.line(), column: self.column() }
    }
}

impl DebugLoc<'_> {
    pub(crate) fn new(raw: LLVMMetadataRef) -> Self {
        Self(raw, PhantomData)
    }
}

impl Scope<'_> {
    pub(crate) fn new(raw: LLVMMetadataRef) -> Self {
        Self(raw, PhantomData)
    }

    pub(crate) fn maybe(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw, PhantomData))
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
    }

    /// Which kind of node it is.
    pub(crate) fn kind(self) -> LLVMMetadataKind {
        // SAFETY: a metadata node.
        unsafe { LLVMGetMetadataKind(self.0) }
    }

    /// (directory, file name) of the scope.
    pub fn file(self) -> (String, String) {
        // SAFETY: a DIScope; a file is its own file; LLVM owns the texts.
        unsafe {
            let file = LLVMDIScopeGetFile(self.0);
            if file.is_null() {
                return Default::default();
            }
            let mut len = 0;
            let directory = LLVMDIFileGetDirectory(file, &mut len);
            let directory = copy_str(directory, len as usize);
            let name = LLVMDIFileGetFilename(file, &mut len);
            (directory, copy_str(name, len as usize))
        }
    }

    /// Line that a subprogram begins at.
    pub fn subprogram_line(self) -> u32 {
        // SAFETY: guarded by the metadata kind.
        unsafe {
            match LLVMGetMetadataKind(self.0) {
                LLVMMetadataKind::LLVMDISubprogramMetadataKind => LLVMDISubprogramGetLine(self.0),
                _ => 0,
            }
        }
    }
}
