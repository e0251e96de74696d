//! Source lines: `OpLine` to line-table debug information.
//!
//! A function with lines gets a subprogram in the file of its first line;
//! lines in other files (included or inlined code) get a block of that file
//! within it.

use rspirv::spirv::Op;
use rustc_hash::FxHashMap;
use tandem_ir::{DebugInfoBuilder, DebugLoc, Scope};

use super::Reader;
use super::body::Body;
use super::error::{Reason, Result};
use super::words::{Id, Instruction, Operands};

/// Debug information of the module; started by the first line.
#[derive(Default)]
pub(super) struct LineTable<'m> {
    builder: Option<DebugInfoBuilder<'m>>,
    files: FxHashMap<Id, Scope<'m>>,
}

/// Debug information of one function.
pub(super) struct LineScope<'m> {
    subprogram: Scope<'m>,
    file: Id,
    /// Blocks of other files.
    blocks: FxHashMap<Id, Scope<'m>>,
}

impl<'m> Reader<'m, '_> {
    fn file_scope(&mut self, file: Id) -> Option<Scope<'m>> {
        if let Some(scope) = self.lines.files.get(&file) {
            return Some(*scope);
        }
        let path = self.scan.strings.get(&file)?;
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let module = self.module;
        let new = || DebugInfoBuilder::new(module, directory, name, "Tandem", true);
        let scope = self.lines.builder.get_or_insert_with(new).file(directory, name);
        self.lines.files.insert(file, scope);
        Some(scope)
    }

    fn location(&self, scope: Scope<'m>, line: u32, column: u32) -> Option<DebugLoc<'m>> {
        // LLVM keeps 16 bits of a column.
        let column = if column > u32::from(u16::MAX) { 0 } else { column };
        Some(self.lines.builder.as_ref()?.location(scope, line, column))
    }
}

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Makes the function's subprogram, if it has lines.
    pub fn begin_lines(&mut self, instructions: &[Instruction<'w>]) {
        let first = instructions.iter().find(|inst| inst.op() == Some(Op::Line));
        let Some([file, line, _]) = first.map(|inst| inst.operands) else { return };
        let file = Id(*file);
        let Some(scope) = self.r.file_scope(file) else { return };
        let Some(builder) = &self.r.lines.builder else { return };
        let subprogram = builder.subprogram(self.function, scope, *line);
        self.lines = Some(LineScope { subprogram, file, blocks: FxHashMap::default() });
    }

    /// A line ends with its block. Calls in functions with lines need some
    /// location, so there is always one: line 0, for generated code.
    pub fn reset_line(&mut self) {
        if let Some(lines) = &self.lines {
            self.builder.set_debug_loc(self.r.location(lines.subprogram, 0, 0));
        }
    }

    /// `OpLine` and `OpNoLine`.
    pub fn line(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<()> {
        if op == Op::NoLine {
            self.reset_line();
            return Ok(());
        }
        let (file, line, column) = (ops.id()?, ops.word()?, ops.word()?);
        let Some(lines) = &self.lines else { return Err(Reason::Kind { id: file.0, expected: "a string" }) };
        let (subprogram, own_file) = (lines.subprogram, lines.file);
        let scope = match lines.blocks.get(&file) {
            Some(block) => *block,
            None if file == own_file => subprogram,
            None => {
                let not_a_string = Reason::Kind { id: file.0, expected: "a string" };
                let file_scope = self.r.file_scope(file).ok_or(not_a_string)?;
                let Some(builder) = &self.r.lines.builder else { return Ok(()) };
                let block = builder.file_block(subprogram, file_scope);
                if let Some(lines) = &mut self.lines {
                    lines.blocks.insert(file, block);
                }
                block
            }
        };
        self.builder.set_debug_loc(self.r.location(scope, line, column));
        Ok(())
    }
}
