//! Source lines: `OpString` for each file, `OpLine` where the line changes.

use rspirv::spirv::{Op, Word};
use tandem_ir::{Function, Scope};

use super::scopes::CodeScope;
use super::state::Writer;
use tandem_spirv_binary::assembler::with_string;

/// The line that the code being written is attributed to.
#[derive(Default)]
pub(super) struct LineState {
    pub(super) current: Option<[Word; 3]>,
    /// The scope that they are described to be in.
    pub(super) scope: Option<CodeScope>,
}

impl LineState {
    /// Neither lines nor scopes carry over from one block to the next.
    pub(super) fn start_block(&mut self) {
        *self = Self::default();
    }
}

impl<'m> Writer<'m> {
    /// The line that a function begins at: it precedes `OpFunction`.
    pub(super) fn function_line(&mut self, function: Function<'m>) -> Option<[Word; 3]> {
        let scope = function.subprogram().filter(|_| self.options.debug_lines)?;
        Some([self.file(scope), scope.subprogram_line(), 0])
    }

    /// The string of a scope's source file, its name joined with the directory.
    pub(super) fn file(&mut self, scope: Scope<'m>) -> Word {
        if let Some(id) = self.scopes.get(&scope) {
            return *id;
        }
        let (directory, name) = scope.file();
        let path = match name.starts_with('/') || directory.is_empty() {
            true => name.to_owned(),
            false => format!("{}/{name}", directory.trim_end_matches('/')),
        };
        let id = self.string(&path);
        self.scopes.insert(scope, id);
        id
    }

    /// A text, once.
    pub(super) fn string(&mut self, text: &str) -> Word {
        if let Some(id) = self.strings.get(text) {
            return *id;
        }
        let id = self.asm.id();
        self.strings.insert(text.to_owned(), id);
        self.asm.strings.inst(Op::String, &with_string(&[id], text));
        id
    }
}
