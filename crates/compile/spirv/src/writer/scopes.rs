//! Scopes of code: described functions, blocks in them, and calls that have
//! been inlined.

use rspirv::spirv::Word;
use tandem_ir::{DebugKind, DebugLoc, DebugNode, Scope};

use super::state::Writer;
use crate::debug_info::DebugOp;

/// Where a run of instructions is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CodeScope {
    /// A function or a block in it.
    scope: Word,
    /// The call that the scope's function is inlined at.
    inlined_at: Option<Word>,
}

impl CodeScope {
    pub(super) fn operands(self) -> impl Iterator<Item = Word> {
        [self.scope].into_iter().chain(self.inlined_at)
    }
}

impl<'m> Writer<'m> {
    /// The scope of a place in code.
    pub(super) fn code_scope(&mut self, location: DebugLoc<'m>) -> Option<CodeScope> {
        let scope = self.local_scope(location.scope()?)?;
        let inlined_at = match location.inlined_at() {
            Some(call) => Some(self.call_site(call)?),
            None => None,
        };
        Some(CodeScope { scope, inlined_at })
    }

    fn call_site(&mut self, call: DebugLoc<'m>) -> Option<Word> {
        let scope = self.code_scope(call)?;
        let operands: Vec<_> = [call.line()].into_iter().chain(scope.operands()).collect();
        Some(self.interned_description(DebugOp::DebugInlinedAt, &operands))
    }

    fn local_scope(&mut self, scope: Scope<'m>) -> Option<Word> {
        if let Some(known) = self.descriptions.scopes.get(&scope) {
            return *known;
        }
        let id = self.local_node(DebugNode::of_scope(self.module, scope));
        self.descriptions.scopes.insert(scope, id);
        id
    }

    /// The description of a function or a block in it.
    pub(super) fn local_node(&mut self, node: DebugNode<'m>) -> Option<Word> {
        if let Some(id) = self.descriptions.nodes.get(&node) {
            return Some(*id);
        }
        match node.kind() {
            DebugKind::Subprogram => Some(self.described_function(node)),
            DebugKind::BlockFile => self.local_node(node.scope()?),
            DebugKind::Block => {
                let scope = self.local_node(node.scope()?)?;
                let [source, line, column] = self.place(node);
                let id = self.describe(DebugOp::DebugLexicalBlock, &[source, line, column, scope]);
                self.descriptions.nodes.insert(node, id);
                Some(id)
            }
            _ => None,
        }
    }
}
