//! Source locations and their scopes.

use std::marker::PhantomData;
use std::ptr::null_mut;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::strings::copy_str;

/// A source location (`DILocation`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DebugLoc<'m> {
    raw: LLVMMetadataRef,
    ctx: LLVMContextRef,
    marker: PhantomData<&'m ()>,
}

/// A scope: subprogram, lexical block, namespace, file or compile unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scope<'m> {
    raw: LLVMMetadataRef,
    ctx: LLVMContextRef,
    marker: PhantomData<&'m ()>,
}

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
    pub(crate) fn new(ctx: LLVMContextRef, raw: LLVMMetadataRef) -> Self {
        Self { raw, ctx, marker: PhantomData }
    }

    pub(crate) fn maybe(ctx: LLVMContextRef, raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then(|| Self::new(ctx, raw))
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.raw
    }

    /// LLVM's representation of a location, or of none; `None` if the location is of another context.
    pub(crate) fn raw_in(ctx: LLVMContextRef, loc: Option<Self>) -> Option<LLVMMetadataRef> {
        match loc {
            Some(loc) => loc.is_of(ctx).then_some(loc.raw),
            None => Some(null_mut()),
        }
    }

    /// Whether it is of this context. Not inlined: contexts would be compared before it is known
    /// whether there is a location, which memcheck reports.
    #[inline(never)]
    pub(crate) fn is_of(self, ctx: LLVMContextRef) -> bool {
        self.ctx == ctx
    }

    /// Line, from 1; 0 for generated code.
    pub fn line(self) -> u32 {
        // SAFETY: a DILocation.
        unsafe { LLVMDILocationGetLine(self.raw) }
    }

    /// Column, from 1; 0 where unknown.
    pub fn column(self) -> u32 {
        // SAFETY: a DILocation.
        unsafe { LLVMDILocationGetColumn(self.raw) }
    }

    /// The innermost scope.
    pub fn scope(self) -> Option<Scope<'m>> {
        // SAFETY: a DILocation.
        Scope::maybe(self.ctx, unsafe { LLVMDILocationGetScope(self.raw) })
    }

    /// Where the inlined call was, for inlined code.
    pub fn inlined_at(self) -> Option<DebugLoc<'m>> {
        // SAFETY: a DILocation.
        Self::maybe(self.ctx, unsafe { LLVMDILocationGetInlinedAt(self.raw) })
    }

    /// File, line and column.
    pub fn frame(self) -> Frame {
        let (directory, file) = self.scope().map(Scope::file).unwrap_or_default();
        Frame { file, directory, line: self.line(), column: self.column() }
    }
}

impl Scope<'_> {
    pub(crate) fn new(ctx: LLVMContextRef, raw: LLVMMetadataRef) -> Self {
        Self { raw, ctx, marker: PhantomData }
    }

    pub(crate) fn maybe(ctx: LLVMContextRef, raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then(|| Self::new(ctx, raw))
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.raw
    }

    /// The context that it is of.
    pub(crate) fn context(self) -> LLVMContextRef {
        self.ctx
    }

    fn kind(self) -> LLVMMetadataKind {
        // SAFETY: a metadata node.
        unsafe { LLVMGetMetadataKind(self.raw) }
    }

    /// Whether it is a function's.
    pub fn is_subprogram(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDISubprogramMetadataKind)
    }

    /// Whether it is a file.
    pub fn is_file(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDIFileMetadataKind)
    }

    /// Whether it is a function's or a block's in one: the scopes that code can be in.
    pub fn is_local(self) -> bool {
        use LLVMMetadataKind::*;
        matches!(
            self.kind(),
            LLVMDISubprogramMetadataKind | LLVMDILexicalBlockMetadataKind | LLVMDILexicalBlockFileMetadataKind
        )
    }

    /// (directory, file name) of the scope.
    pub fn file(self) -> (String, String) {
        // SAFETY: a DIScope; a file is its own file; LLVM owns the texts.
        unsafe {
            let file = LLVMDIScopeGetFile(self.raw);
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
        // SAFETY: guarded by the kind.
        if self.is_subprogram() { unsafe { LLVMDISubprogramGetLine(self.raw) } } else { 0 }
    }
}
