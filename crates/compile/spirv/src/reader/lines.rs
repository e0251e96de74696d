//! Debug information within functions: `OpLine` and scopes as the locations of instructions, and
//! the declarations of variables.
//!
//! A function gets the subprogram that describes it, or else one at the line
//! before it, or at its first line. Lines in other files (included or inlined code) get a block
//! of that file within their scope.

use rspirv::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Declaration, Declared, Scope};

use super::body::Body;
use super::described::{CodeScope, LineScope, LocalScope};
use super::error::{Reason, Result};
use crate::debug_info::{DebugOp, flags};
use tandem_spirv_binary::{Id, Instruction, Operands};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Makes the function's subprogram, if it has a description or lines.
    pub fn begin_lines(&mut self, id: Id, instructions: &[Instruction<'w>]) {
        let described = self.r.scan.described_functions.get(&id).copied();
        let described = described.and_then(|description| self.r.local_scope(description));
        if let Some(described) = described {
            self.function.set_subprogram(self.r.module, described.scope);
        }
        let Some(local) = described.or_else(|| self.first_line(id, instructions)) else { return };
        self.lines = Some(LineScope {
            own: CodeScope { local, inlined_at: None },
            scope: None,
            line: None,
            blocks: FxHashMap::default(),
            declared: FxHashSet::default(),
            params: FxHashSet::default(),
            declarations: Vec::new(),
        });
    }

    /// A subprogram for a function without description.
    fn first_line(&mut self, id: Id, instructions: &[Instruction<'w>]) -> Option<LocalScope<'m>> {
        let first = self.line_before(id).or_else(|| instructions.iter().find(|inst| inst.op() == Some(Op::Line)))?;
        let [file, line, _] = first.operands else { return None };
        let file = Id(*file);
        let scope = self.r.file_scope(file)?;
        let scope = self.r.debug_builder()?.subprogram(self.function, scope, *line);
        Some(LocalScope { scope, function: id, file })
    }

    /// The line right before the instruction that begins a function.
    fn line_before(&self, function: Id) -> Option<&'w Instruction<'w>> {
        let structure = &self.r.scan.structure;
        let before = structure.functions.get(&function)?.checked_sub(1)?;
        Some(&structure.instructions[before]).filter(|inst| inst.op() == Some(Op::Line))
    }

    /// Lines and scopes end with their block.
    pub fn reset_line(&mut self) {
        if let Some(lines) = &mut self.lines {
            (lines.scope, lines.line) = (None, None);
        }
        self.set_location();
    }

    /// `OpLine`, `OpNoLine`, and `OpNop`, which does nothing.
    pub fn line(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        let line = match op {
            Op::Nop => return Ok(()),
            Op::NoLine => None,
            _ => {
                let (file, line, column) = (ops.id()?, ops.word()?, ops.word()?);
                let is_string = self.lines.is_some() && self.r.file_scope(file).is_some();
                Some(
                    is_string
                        .then_some((file, line, column))
                        .ok_or(Reason::Kind { id: file.0, expected: "a string" })?,
                )
            }
        };
        if let Some(lines) = &mut self.lines {
            lines.line = line;
        }
        self.set_location();
        Ok(())
    }

    /// Sets the location of the following instructions.
    fn set_location(&mut self) {
        let Some(LineScope { own, scope, line, .. }) = &self.lines else { return };
        let scope = scope.unwrap_or(*own);
        let location = line.and_then(|(file, line, column)| {
            let scope = self.in_file(scope, file);
            self.r.location(&scope, line, column)
        });
        self.builder.set_debug_loc(location);
    }

    /// A scope, or the block of it that is in another file.
    fn in_file(&mut self, mut scope: CodeScope<'m>, file: Id) -> CodeScope<'m> {
        if file != scope.local.file
            && let Some(block) = self.block_of_file(scope.local.scope, file)
        {
            scope.local.scope = block;
        }
        scope
    }

    fn block_of_file(&mut self, scope: Scope<'m>, file: Id) -> Option<Scope<'m>> {
        let file_scope = self.r.file_scope(file)?;
        let (builder, lines) = (self.r.debug_builder()?, self.lines.as_mut()?);
        Some(*lines.blocks.entry((scope, file)).or_insert_with(|| builder.file_block(scope, file_scope)))
    }

    /// An instruction of `OpenCL.DebugInfo.100` in a function, from its number on.
    pub fn description(&mut self, mut ops: Operands<'w>) {
        let [number, operands @ ..] = ops.rest() else { return };
        match (DebugOp::from_u32(*number), operands) {
            (Some(DebugOp::DebugScope), [scope, inlined_at @ ..]) => {
                let inlined_at = inlined_at.first().map(|call| Id(*call));
                let function = self.lines.as_ref().map(|lines| lines.own.local.function);
                let scope = function.and_then(|function| self.r.code_scope(function, Id(*scope), inlined_at));
                self.enter_scope(scope);
            }
            (Some(DebugOp::DebugNoScope), _) => self.enter_scope(None),
            (Some(DebugOp::DebugDeclare), [variable, memory, expression, ..]) => {
                self.declare(Id(*variable), Id(*memory), Id(*expression));
            }
            _ => {}
        }
    }

    fn enter_scope(&mut self, scope: Option<CodeScope<'m>>) {
        if let Some(lines) = &mut self.lines {
            lines.scope = scope;
        }
        self.set_location();
    }

    /// Adds the declarations of the function's variables. LLVM requires calls to have some location: line 0 is that of
    /// generated code.
    pub fn end_lines(&mut self) {
        let Some(lines) = &self.lines else { return };
        let generated = self.r.location(&lines.own, 0, 0);
        let calls = self.function.insts().into_iter().filter(|inst| inst.is_call() && inst.debug_loc().is_none());
        calls.for_each(|call| call.set_debug_loc(self.r.module, generated));
        let Some(end) = self.entry.and_then(|entry| entry.terminator()) else { return };
        for declaration in &lines.declarations {
            self.r.module.declare(declaration, end);
        }
    }

    /// `DebugDeclare`: a variable of this function that occupies separate stack memory as a whole.
    pub fn declare(&mut self, variable: Id, memory: Id, expression: Id) {
        if let Some(declaration) = self.declaration(variable, memory, expression)
            && let Some(lines) = &mut self.lines
        {
            lines.declarations.push(declaration);
        }
    }

    fn declaration(&mut self, variable: Id, memory: Id, expression: Id) -> Option<Declaration<'m>> {
        let (DebugOp::DebugExpression, []) = self.r.described(expression)? else { return None };
        let (DebugOp::DebugLocalVariable, [name, ty, _, line, _, scope, flags, number @ ..]) =
            self.r.described(variable)?
        else {
            return None;
        };
        let address = self.r.typed(memory).ok()?.value;
        let alloca = address.as_inst().filter(|inst| inst.allocated_type().is_some())?;
        let function = self.lines.as_ref()?.own.local.function;
        let scope = self.r.code_scope(function, Id(*scope), None).filter(|_| alloca.block() == self.entry)?.local;
        let ty = self.r.debug_type(Id(*ty))?;
        let file = self.r.file_scope(scope.file);
        let lines = self.lines.as_mut()?;
        if !lines.declared.insert(variable) {
            return None;
        }
        // Parameters have different numbers.
        let number =
            number.first().copied().filter(|number| (1..=255).contains(number) && lines.params.insert(*number));
        let site = Declared { name: self.r.text(*name), scope: Some(scope.scope), file, line: *line };
        let builder = self.r.debug_builder()?;
        let variable = builder.variable(&site, ty, number, flags & flags::ARTIFICIAL != 0);
        let location = builder.location(scope.scope, *line, 0);
        Some(Declaration { address, variable, location })
    }
}
