//! Writing debug information: compile units, scopes, locations and variables.
//! Types are [`crate::debug::types`]'.
//!
//! LLVM's C API takes every node for the kind that it expects. Scopes are therefore checked: one of another
//! kind, or of another context, is refused ([`Module::verify`](crate::Module::verify)).

use std::cell::RefCell;
use std::os::raw::c_char;
use std::ptr::null_mut;

use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::refusal::check;
use crate::build::variables::Variable;
use crate::debug::tracked::{DebugType, Tracked};
use crate::values::debug_info::{DebugLoc, Scope};
use crate::values::editable::EditableModule;
use crate::values::handles::Function;

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
    module: &'m EditableModule,
    unit: LLVMMetadataRef,
    optimized: LLVMBool,
    pub(crate) void_type: LLVMMetadataRef,
    /// The nodes to which [`DebugType`]s and [`crate::DebugMember`]s refer.
    pub(crate) nodes: Tracked,
    /// Types by number: their node and their size in bits.
    pub(crate) types: RefCell<Vec<(usize, u64)>>,
    /// Placeholders of structures that are not complete.
    pub(crate) incomplete: RefCell<Vec<LLVMMetadataRef>>,
}

/// Name and place of something that is described.
#[derive(Clone, Copy)]
pub struct Declared<'a, 'm> {
    /// Name in the source; empty if there is none.
    pub name: &'a str,
    /// The enclosing scope; `None` is the compile unit.
    pub scope: Option<Scope<'m>>,
    /// The source file.
    pub file: Option<Scope<'m>>,
    /// Line, from 1; 0 where unknown.
    pub line: u32,
}

impl Declared<'_, '_> {
    pub(crate) fn name(&self) -> (*const c_char, usize) {
        (self.name.as_ptr().cast(), self.name.len())
    }
}

impl<'m> DebugInfoBuilder<'m> {
    /// Starts a compile unit for `file`.
    pub fn new(module: &'m EditableModule, directory: &str, file: &str, producer: &str, level: DebugLevel) -> Self {
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
            Self {
                raw,
                module,
                unit,
                optimized,
                void_type,
                nodes: Tracked::new(module.context().raw()),
                types: RefCell::default(),
                incomplete: RefCell::default(),
            }
        }
    }

    pub(crate) fn context(&self) -> LLVMContextRef {
        self.module.context().raw()
    }

    fn new_scope(&self, raw: LLVMMetadataRef) -> Scope<'m> {
        Scope::new(self.context(), raw)
    }

    /// The node of a scope that fits, or null, and a refusal for one that does not.
    fn checked(&self, scope: Option<Scope<'m>>, fits: bool, what: &str) -> LLVMMetadataRef {
        let Some(scope) = scope else { return null_mut() };
        let fits = fits && scope.context() == self.context();
        match check(self.context(), fits, || format!("{what} of debug information that is none")) {
            true => scope.raw(),
            false => null_mut(),
        }
    }

    /// The scope of something that is described.
    pub(crate) fn scope_of(&self, site: &Declared<'_, 'm>) -> LLVMMetadataRef {
        self.checked(site.scope, true, "a scope")
    }

    /// The file of something that is described.
    pub(crate) fn file_of(&self, site: &Declared<'_, 'm>) -> LLVMMetadataRef {
        self.file_node(site.file)
    }

    fn file_node(&self, file: Option<Scope<'m>>) -> LLVMMetadataRef {
        self.checked(file, file.is_none_or(Scope::is_file), "a file")
    }

    /// A scope that code can be in. Other scopes are replaced by a subprogram without a function.
    fn local(&self, scope: Option<Scope<'m>>) -> LLVMMetadataRef {
        let raw = self.checked(scope, scope.is_some_and(Scope::is_local), "a scope of code");
        if !raw.is_null() {
            return raw;
        }
        let site = Declared { name: "", scope: None, file: None, line: 0 };
        self.create_subprogram(&site, "", self.void_type, true).raw()
    }

    /// A file.
    pub fn file(&self, directory: &str, name: &str) -> Scope<'m> {
        // SAFETY: a live builder; LLVM copies the texts.
        self.new_scope(unsafe {
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
        let site = Declared { name: &function.name(), scope: Some(self.new_scope(self.unit)), file: Some(file), line };
        let subprogram = self.create_subprogram(&site, site.name, self.void_type, function.global().is_local());
        function.set_subprogram(self.module, subprogram);
        subprogram
    }

    /// A subprogram with the names and the type that its function has in the source.
    pub fn described_subprogram(
        &self,
        site: &Declared<'_, 'm>,
        linkage_name: &str,
        ty: DebugType<'m>,
        is_local: bool,
    ) -> Scope<'m> {
        let raw = self.type_node(ty);
        // SAFETY: a metadata node.
        let is_function =
            matches!(unsafe { LLVMGetMetadataKind(raw) }, LLVMMetadataKind::LLVMDISubroutineTypeMetadataKind);
        self.create_subprogram(site, linkage_name, if is_function { raw } else { self.void_type }, is_local)
    }

    fn create_subprogram(
        &self,
        site: &Declared<'_, 'm>,
        linkage_name: &str,
        ty: LLVMMetadataRef,
        is_local: bool,
    ) -> Scope<'m> {
        let (name, name_len) = site.name();
        // SAFETY: a live builder and nodes of the right kinds; LLVM copies the texts.
        self.new_scope(unsafe {
            LLVMDIBuilderCreateFunction(
                self.raw,
                self.scope_of(site),
                name,
                name_len,
                linkage_name.as_ptr().cast(),
                linkage_name.len(),
                self.file_of(site),
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
    pub fn namespace(&self, site: &Declared<'_, 'm>) -> Scope<'m> {
        let (name, len) = site.name();
        // SAFETY: a live builder and a scope; LLVM copies the name.
        self.new_scope(unsafe { LLVMDIBuilderCreateNameSpace(self.raw, self.scope_of(site), name, len, 0) })
    }

    /// A block within a function, whose scope `site` has.
    pub fn block(&self, site: &Declared<'_, 'm>, column: u32) -> Scope<'m> {
        let (scope, file) = (self.local(site.scope), self.file_of(site));
        // SAFETY: a live builder, a local scope and a file node.
        self.new_scope(unsafe { LLVMDIBuilderCreateLexicalBlock(self.raw, scope, file, site.line, column) })
    }

    /// A block of `scope` in another file (inlined or included code).
    pub fn file_block(&self, scope: Scope<'m>, file: Scope<'m>) -> Scope<'m> {
        let (scope, file) = (self.local(Some(scope)), self.file_node(Some(file)));
        // SAFETY: a live builder, a local scope and a file node.
        self.new_scope(unsafe { LLVMDIBuilderCreateLexicalBlockFile(self.raw, scope, file, 0) })
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
        let (ctx, scope) = (self.context(), self.local(Some(scope)));
        let inlined_at = DebugLoc::raw_in(ctx, inlined_at);
        check(ctx, inlined_at.is_some(), || "the location of a call of another context");
        let inlined_at = inlined_at.unwrap_or(null_mut());
        // SAFETY: a local scope and, perhaps, a location of this module's context.
        DebugLoc::new(ctx, unsafe { LLVMDIBuilderCreateDebugLocation(ctx, line, column, scope, inlined_at) })
    }

    /// A variable of the function that the scope of `site` is in; parameters have their number, from 1. Refused
    /// while a structure is incomplete.
    pub fn variable(
        &self,
        site: &Declared<'_, 'm>,
        ty: DebugType<'m>,
        param: Option<u32>,
        artificial: bool,
    ) -> Variable<'m> {
        let (name, len) = site.name();
        let (scope, file, line) = (self.local(site.scope), self.file_of(site), site.line);
        let is_complete = self.incomplete.borrow().is_empty();
        let fits =
            check(self.context(), is_complete, || format!("variable `{}` of a type that is not complete", site.name));
        let ty = if fits { self.type_node(ty) } else { self.void_type };
        let flags = if artificial { LLVMDIFlagArtificial | LLVMDIFlagObjectPointer } else { LLVMDIFlagZero };
        // SAFETY: a live builder, a local scope, a file and a type; LLVM copies the name.
        Variable::new(self.context(), unsafe {
            match param {
                Some(number) => {
                    LLVMDIBuilderCreateParameterVariable(self.raw, scope, name, len, number, file, line, ty, 0, flags)
                }
                None => LLVMDIBuilderCreateAutoVariable(self.raw, scope, name, len, file, line, ty, 0, flags, 0),
            }
        })
    }
}

impl Drop for DebugInfoBuilder<'_> {
    fn drop(&mut self) {
        self.give_up_incomplete();
        // SAFETY: finalized once, then freed.
        unsafe {
            LLVMDIBuilderFinalize(self.raw);
            LLVMDisposeDIBuilder(self.raw);
        }
    }
}
