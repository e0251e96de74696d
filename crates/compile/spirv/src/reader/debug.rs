//! Source files and places in code, as LLVM's debug information.

use tandem_ir::{DebugInfoBuilder, DebugLevel, DebugLoc, Scope};

use super::described::CodeScope;
use super::state::Reader;
use tandem_spirv_binary::Id;

impl<'m> Reader<'m, '_> {
    /// The file that a string names.
    pub fn file_scope(&mut self, file: Id) -> Option<Scope<'m>> {
        if let Some(scope) = self.lines.files.get(&file) {
            return Some(*scope);
        }
        let path = self.scan.structure.strings.get(&file)?;
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let module = self.module;
        let level = if self.scan.describes_variables { DebugLevel::Full } else { DebugLevel::Lines };
        let new = || DebugInfoBuilder::new(module, directory, name, "Tandem", level);
        let scope = self.lines.builder.get_or_insert_with(new).file(directory, name);
        self.lines.files.insert(file, scope);
        Some(scope)
    }

    /// A place in a scope.
    pub fn location(&self, scope: &CodeScope<'m>, line: u32, column: u32) -> Option<DebugLoc<'m>> {
        // LLVM keeps 16 bits of a column.
        let column = if column > u32::from(u16::MAX) { 0 } else { column };
        let builder = self.lines.builder.as_ref()?;
        let location = builder.location(scope.local.scope, line, column);
        Some(scope.inlined_at.map_or(location, |call| builder.inlined(location, call)))
    }
}
