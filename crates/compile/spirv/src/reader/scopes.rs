//! Scopes of code: described functions, blocks in them, and calls that the
//! producer inlined.

use tandem_ir::{DebugLoc, Declared};

use super::described::{CodeScope, LocalScope};
use super::state::Reader;
use crate::debug_info::DebugOp;
use tandem_spirv_binary::Id;

impl<'m> Reader<'m, '_> {
    /// The scope of an id, if that is a function or a block in one.
    pub fn local_scope(&mut self, id: Id) -> Option<LocalScope<'m>> {
        if let Some(known) = self.descriptions.local_scopes.get(&id) {
            return *known;
        }
        let scope = match self.described(id)? {
            (DebugOp::DebugFunction, _) => self.described_function(id),
            (DebugOp::DebugLexicalBlock, [_, line, column, parent]) => {
                let parent = self.nested(|reader| reader.local_scope(Id(*parent)));
                parent.and_then(|parent| self.block(parent, *line, *column))
            }
            (DebugOp::DebugLexicalBlockDiscriminator, [_, _, parent]) => {
                self.nested(|reader| reader.local_scope(Id(*parent)))
            }
            _ => None,
        };
        self.descriptions.local_scopes.insert(id, scope);
        scope
    }

    fn block(&mut self, parent: LocalScope<'m>, line: u32, column: u32) -> Option<LocalScope<'m>> {
        let site = Declared { name: "", scope: Some(parent.scope), file: self.file_scope(parent.file), line };
        let column = if column > u32::from(u16::MAX) { 0 } else { column };
        Some(LocalScope { scope: self.debug_builder()?.block(&site, column), ..parent })
    }

    /// The scope of code, inlined or not, in `function`.
    pub fn code_scope(&mut self, function: Id, scope: Id, inlined_at: Option<Id>) -> Option<CodeScope<'m>> {
        let local = self.local_scope(scope)?;
        match inlined_at {
            Some(call) => Some(CodeScope { local, inlined_at: Some(self.call_site(function, call)?) }),
            None => (local.function == function).then_some(CodeScope { local, inlined_at: None }),
        }
    }

    /// The location of a call in `function`, or in code inlined there.
    fn call_site(&mut self, function: Id, call: Id) -> Option<DebugLoc<'m>> {
        let (DebugOp::DebugInlinedAt, [line, scope, outer @ ..]) = self.described(call)? else { return None };
        let outer = outer.first().map(|outer| Id(*outer));
        let scope = self.nested(|reader| reader.code_scope(function, Id(*scope), outer))?;
        self.location(&scope, *line, 0)
    }
}
