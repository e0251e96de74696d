//! Debug information within functions: the lines and scopes of instructions, and the variables in
//! stack memory.

use rspirv::spirv::{Op, Word};
use tandem_ir::{DebugLoc, Inst, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;
use super::scopes::CodeScope;
use crate::debug_info::DebugOp;

impl<'m> Body<'_, 'm> {
    /// Attributes the following instructions to the source line of `inst`. Inlined code shows the line of the inlined
    /// function: the innermost one.
    pub(super) fn set_line(&mut self, inst: Inst<'m>) {
        if !self.writer.options.debug_lines {
            return;
        }
        let location = inst.debug_loc().filter(|location| location.line() != 0);
        let line = location.and_then(|location| {
            let scope = location.scope()?;
            Some([self.writer.file(scope), location.line(), location.column()])
        });
        let scope = location.filter(|_| line.is_some()).and_then(|location| self.scope_of(location));
        if scope != self.lines.scope {
            self.enter_scope(scope);
            self.lines.scope = scope;
        }
        if line == self.lines.current {
            return;
        }
        match line {
            Some(line) => self.effect(Op::Line, &line),
            None => self.effect(Op::NoLine, &[]),
        }
        self.lines.current = line;
    }

    /// The scope that an instruction is described to be in.
    pub(super) fn scope_of(&mut self, location: DebugLoc<'m>) -> Option<CodeScope> {
        if self.writer.descriptions.is_wanted() { self.writer.code_scope(location) } else { None }
    }

    /// Sets the scope of the following instructions.
    pub(super) fn enter_scope(&mut self, scope: Option<CodeScope>) {
        match scope {
            Some(scope) => self.describe(DebugOp::DebugScope, &scope.operands().collect::<Vec<_>>()),
            None => self.describe(DebugOp::DebugNoScope, &[]),
        }
    }

    /// Declares the variables in the stack memory `alloca`, a variable of the function with this id. Inlined ones are
    /// left out: their functions no longer exist.
    pub(super) fn declare_variables(&mut self, alloca: Value<'m>) -> Result<(), Reason> {
        let Some(declarations) = self.writer.descriptions.variables.get(&alloca).cloned() else { return Ok(()) };
        let (memory, _) = self.pointer(alloca)?;
        for declaration in declarations.iter().filter(|declaration| declaration.location.inlined_at().is_none()) {
            if let Some(variable) = self.writer.variable(declaration) {
                let expression = self.writer.interned_description(DebugOp::DebugExpression, &[]);
                self.describe(DebugOp::DebugDeclare, &[variable, memory, expression]);
            }
        }
        Ok(())
    }

    /// Adds an instruction that describes to the function.
    pub(super) fn describe(&mut self, op: DebugOp, operands: &[Word]) {
        let id = self.writer.asm.id();
        let words = self.writer.extended(id, op, operands);
        self.effect(Op::ExtInst, &words);
    }
}
