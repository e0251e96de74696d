//! Debug information at line-table level: reading locations, and writing
//! compile units, subprograms and locations.

use std::marker::PhantomData;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::context::copy_str;
use crate::{Function, Module};

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

impl Scope<'_> {
    pub(crate) fn maybe(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self(raw, PhantomData))
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.0
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

/// Writes line-table debug information into a module.
pub struct DebugInfoBuilder<'m> {
    raw: LLVMDIBuilderRef,
    module: &'m Module,
    unit: LLVMMetadataRef,
    void_type: LLVMMetadataRef,
}

impl<'m> DebugInfoBuilder<'m> {
    /// Starts a compile unit for `file`.
    pub fn new(module: &'m Module, directory: &str, file: &str, producer: &str, optimized: bool) -> Self {
        // SAFETY: a live module; LLVM copies the texts.
        unsafe {
            let raw = LLVMCreateDIBuilder(module.raw());
            let file_node = LLVMDIBuilderCreateFile(
                raw,
                file.as_ptr().cast(),
                file.len(),
                directory.as_ptr().cast(),
                directory.len(),
            );
            let unit = LLVMDIBuilderCreateCompileUnit(
                raw,
                LLVMDWARFSourceLanguage::LLVMDWARFSourceLanguageC_plus_plus_14,
                file_node,
                producer.as_ptr().cast(),
                producer.len(),
                optimized.into(),
                c"".as_ptr(),
                0,
                0,
                c"".as_ptr(),
                0,
                LLVMDWARFEmissionKind::LLVMDWARFEmissionKindLineTablesOnly,
                0,
                0,
                0,
                c"".as_ptr(),
                0,
                c"".as_ptr(),
                0,
            );
            let mut none = [std::ptr::null_mut()];
            let void_type = LLVMDIBuilderCreateSubroutineType(raw, file_node, none.as_mut_ptr(), 1, 0);
            module.add_flag("Debug Info Version", LLVMDebugMetadataVersion());
            module.add_flag("Dwarf Version", 4);
            Self { raw, module, unit, void_type }
        }
    }

    /// A file.
    pub fn file(&self, directory: &str, name: &str) -> Scope<'m> {
        // SAFETY: a live builder; LLVM copies the texts.
        Scope(
            unsafe {
                LLVMDIBuilderCreateFile(
                    self.raw,
                    name.as_ptr().cast(),
                    name.len(),
                    directory.as_ptr().cast(),
                    directory.len(),
                )
            },
            PhantomData,
        )
    }

    /// The subprogram of `function`, at a line of a file; attached to it.
    pub fn subprogram(&self, function: Function<'m>, file: Scope<'m>, line: u32) -> Scope<'m> {
        let name = function.name();
        // SAFETY: a live builder, a file node and a function of this module.
        let scope = Scope(
            unsafe {
                LLVMDIBuilderCreateFunction(
                    self.raw,
                    self.unit,
                    name.as_ptr().cast(),
                    name.len(),
                    name.as_ptr().cast(),
                    name.len(),
                    file.0,
                    line,
                    self.void_type,
                    function.global().is_local().into(),
                    1,
                    line,
                    LLVMDIFlagZero,
                    1,
                )
            },
            PhantomData,
        );
        function.set_subprogram(scope);
        scope
    }

    /// A block of `scope` that lies in another file (inlined or included code).
    pub fn file_block(&self, scope: Scope<'m>, file: Scope<'m>) -> Scope<'m> {
        // SAFETY: a live builder, a local scope and a file node.
        Scope(unsafe { LLVMDIBuilderCreateLexicalBlockFile(self.raw, scope.0, file.0, 0) }, PhantomData)
    }

    /// A location in `scope`.
    pub fn location(&self, scope: Scope<'m>, line: u32, column: u32) -> DebugLoc<'m> {
        self.location_inlined_at(scope, line, column, None)
    }

    /// The same location, but of a function that has been inlined at `call`.
    pub fn inlined(&self, location: DebugLoc<'m>, call: DebugLoc<'m>) -> DebugLoc<'m> {
        let at = location.inlined_at().map_or(call, |outer| self.inlined(outer, call));
        let scope = location.scope().expect("locations have scopes");
        self.location_inlined_at(scope, location.line(), location.column(), Some(at))
    }

    fn location_inlined_at(
        &self,
        scope: Scope<'m>,
        line: u32,
        column: u32,
        inlined_at: Option<DebugLoc<'m>>,
    ) -> DebugLoc<'m> {
        let inlined_at = inlined_at.map_or(std::ptr::null_mut(), DebugLoc::raw);
        // SAFETY: a local scope and, perhaps, a location of this module's context.
        DebugLoc(
            unsafe { LLVMDIBuilderCreateDebugLocation(self.module.context().raw(), line, column, scope.0, inlined_at) },
            PhantomData,
        )
    }
}

impl Drop for DebugInfoBuilder<'_> {
    fn drop(&mut self) {
        // SAFETY: finalized once, then freed.
        unsafe {
            LLVMDIBuilderFinalize(self.raw);
            LLVMDisposeDIBuilder(self.raw);
        }
    }
}
