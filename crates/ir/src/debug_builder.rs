//! Writing debug information: compile units, scopes, locations and variables.
//! Types are [`super::debug_types`]'.

use std::os::raw::c_char;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::{DebugLoc, DebugType, Function, Module, Scope, Variable};

/// How much a compile unit describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugLevel {
    /// Lines only.
    Lines,
    /// Lines, types and variables.
    Full,
}

/// Writes debug information into a module.
pub struct DebugInfoBuilder<'m> {
    pub(crate) raw: LLVMDIBuilderRef,
    module: &'m Module,
    unit: LLVMMetadataRef,
    optimized: LLVMBool,
    void_type: LLVMMetadataRef,
}

/// Name and place of something that is described.
#[derive(Clone, Copy)]
pub struct Site<'a, 'm> {
    /// Name in the source; empty where it has none.
    pub name: &'a str,
    /// What it is declared in; `None` is the compile unit.
    pub scope: Option<Scope<'m>>,
    /// The source file.
    pub file: Option<Scope<'m>>,
    /// Line, from 1; 0 where unknown.
    pub line: u32,
}

impl Site<'_, '_> {
    pub(crate) fn name(&self) -> (*const c_char, usize) {
        (self.name.as_ptr().cast(), self.name.len())
    }

    pub(crate) fn scope(&self) -> LLVMMetadataRef {
        raw_or_null(self.scope)
    }

    pub(crate) fn file(&self) -> LLVMMetadataRef {
        raw_or_null(self.file)
    }
}

fn raw_or_null(scope: Option<Scope<'_>>) -> LLVMMetadataRef {
    scope.map_or(std::ptr::null_mut(), Scope::raw)
}

impl<'m> DebugInfoBuilder<'m> {
    /// Starts a compile unit for `file`.
    pub fn new(module: &'m Module, directory: &str, file: &str, producer: &str, level: DebugLevel) -> Self {
        use LLVMDWARFEmissionKind::*;
        let (kind, optimized) = match level {
            DebugLevel::Lines => (LLVMDWARFEmissionKindLineTablesOnly, 1),
            DebugLevel::Full => (LLVMDWARFEmissionKindFull, 0),
        };
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
                optimized,
                c"".as_ptr(),
                0,
                0,
                c"".as_ptr(),
                0,
                kind,
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
            Self { raw, module, unit, optimized, void_type }
        }
    }

    /// A file.
    pub fn file(&self, directory: &str, name: &str) -> Scope<'m> {
        // SAFETY: a live builder; LLVM copies the texts.
        Scope::new(unsafe {
            LLVMDIBuilderCreateFile(
                self.raw,
                name.as_ptr().cast(),
                name.len(),
                directory.as_ptr().cast(),
                directory.len(),
            )
        })
    }

    /// The subprogram of `function`, at a line of a file; attached to it.
    pub fn subprogram(&self, function: Function<'m>, file: Scope<'m>, line: u32) -> Scope<'m> {
        let site = Site { name: &function.name(), scope: Some(Scope::new(self.unit)), file: Some(file), line };
        let subprogram = self.create_subprogram(&site, site.name, self.void_type, function.global().is_local());
        function.set_subprogram(subprogram);
        subprogram
    }

    /// A subprogram with the names and the type that its function has in the source.
    pub fn described_subprogram(
        &self,
        site: &Site<'_, 'm>,
        linkage_name: &str,
        ty: DebugType<'m>,
        is_local: bool,
    ) -> Scope<'m> {
        let ty = if ty.is_function() { ty.raw } else { self.void_type };
        self.create_subprogram(site, linkage_name, ty, is_local)
    }

    fn create_subprogram(
        &self,
        site: &Site<'_, 'm>,
        linkage_name: &str,
        ty: LLVMMetadataRef,
        is_local: bool,
    ) -> Scope<'m> {
        let (name, name_len) = site.name();
        // SAFETY: a live builder and nodes of the right kinds; LLVM copies the texts.
        Scope::new(unsafe {
            LLVMDIBuilderCreateFunction(
                self.raw,
                site.scope(),
                name,
                name_len,
                linkage_name.as_ptr().cast(),
                linkage_name.len(),
                site.file(),
                site.line,
                ty,
                is_local.into(),
                1,
                site.line,
                LLVMDIFlagZero,
                self.optimized,
            )
        })
    }

    /// A namespace.
    pub fn namespace(&self, site: &Site<'_, 'm>) -> Scope<'m> {
        let (name, len) = site.name();
        // SAFETY: a live builder and a scope; LLVM copies the name.
        Scope::new(unsafe { LLVMDIBuilderCreateNameSpace(self.raw, site.scope(), name, len, 0) })
    }

    /// A block within a function, whose scope `site` has.
    pub fn block(&self, site: &Site<'_, 'm>, column: u32) -> Scope<'m> {
        // SAFETY: a live builder, a local scope and a file node.
        Scope::new(unsafe { LLVMDIBuilderCreateLexicalBlock(self.raw, site.scope(), site.file(), site.line, column) })
    }

    /// A block of `scope` that lies in another file (inlined or included code).
    pub fn file_block(&self, scope: Scope<'m>, file: Scope<'m>) -> Scope<'m> {
        // SAFETY: a live builder, a local scope and a file node.
        Scope::new(unsafe { LLVMDIBuilderCreateLexicalBlockFile(self.raw, scope.raw(), file.raw(), 0) })
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
        DebugLoc::new(unsafe {
            LLVMDIBuilderCreateDebugLocation(self.module.context().raw(), line, column, scope.raw(), inlined_at)
        })
    }

    /// A variable of the function that the scope of `site` is in; parameters have their number, from 1.
    pub fn variable(
        &self,
        site: &Site<'_, 'm>,
        ty: DebugType<'m>,
        param: Option<u32>,
        artificial: bool,
    ) -> Variable<'m> {
        let (name, len) = site.name();
        let (scope, file, line) = (site.scope(), site.file(), site.line);
        let flags = if artificial { LLVMDIFlagArtificial | LLVMDIFlagObjectPointer } else { LLVMDIFlagZero };
        // SAFETY: a live builder, a local scope, a file and a type; LLVM copies the name.
        Variable::new(unsafe {
            match param {
                Some(number) => LLVMDIBuilderCreateParameterVariable(
                    self.raw, scope, name, len, number, file, line, ty.raw, 0, flags,
                ),
                None => LLVMDIBuilderCreateAutoVariable(self.raw, scope, name, len, file, line, ty.raw, 0, flags, 0),
            }
        })
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
