//! Definitions of functions: the walk over their instructions.

use rspirv::spirv::Op;
use tandem_ir::{Builder, Function, Linkage};

use super::body::Body;
use super::defs::Def;
use super::error::{Reason, Result, ensure};
use super::state::Reader;
use super::support::stands_anywhere;
use tandem_spirv_binary::{Id, Instruction, Location};

impl<'m, 'w> Reader<'m, 'w> {
    /// Declares all functions, so that calls may precede definitions.
    pub fn declare_functions(&mut self) -> Result<(), (Location, Reason)> {
        for inst in &self.scan.structure.instructions[self.scan.structure.functions_start..] {
            if inst.op() == Some(Op::Function) {
                let id = inst.cursor_at(1).id().map_err(|reason| (inst.location, reason.into()))?;
                if !self.scan.wrappers.contains(&id) {
                    self.declare_function(id).map_err(|reason| (inst.location, reason))?;
                }
            }
        }
        Ok(())
    }

    /// Fills all functions.
    pub fn define_functions(&mut self) -> Result<(), (Location, Reason)> {
        let scan = self.scan;
        let mut rest = &scan.structure.instructions[scan.structure.functions_start..];
        while let Some(first) = rest.first() {
            // Lines may be between functions.
            if stands_anywhere(first) {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|inst| inst.op() == Some(Op::FunctionEnd));
            let Some(end) = end else {
                let last = rest.last().unwrap_or(first);
                return Err((last.location, Reason::Invalid("the function has no end")));
            };
            if first.cursor_at(1).id().is_ok_and(|id| !scan.wrappers.contains(&id)) {
                self.define_function(&rest[..end])?;
            }
            rest = &rest[end + 1..];
        }
        Ok(())
    }

    fn define_function(&mut self, instructions: &'w [Instruction<'w>]) -> Result<(), (Location, Reason)> {
        let [first, rest @ ..] = instructions else { return Ok(()) };
        let (function, rest) = self.function_parameters(first, rest).map_err(|reason| (first.location, reason))?;
        if rest.iter().all(stands_anywhere) {
            // A declaration; without Import linkage nothing could ever define it.
            function.global().set_linkage(self.module, Linkage::LLVMExternalLinkage);
            return Ok(());
        }
        let mut entry = None;
        for inst in rest.iter().filter(|inst| inst.op() == Some(Op::Label)) {
            let label = inst.cursor().id().map_err(Reason::from).and_then(|id| {
                let block = function.append_block(self.module, self.scan.name(id));
                entry = entry.or(Some(block));
                self.define(id, Def::Block(block))
            });
            label.map_err(|reason| (inst.location, reason))?;
        }
        let entry = entry.ok_or((first.location, Reason::Invalid("the function has no block")))?;
        let mut body = Body::new(self, function, Builder::at_end(self.module, entry));
        body.entry = Some(entry);
        let id = first.cursor_at(1).id().map_err(|reason| (first.location, reason.into()))?;
        body.fill(id, rest)
    }

    /// Defines a function's parameters; yields the instructions after them.
    fn function_parameters(
        &mut self,
        first: &Instruction<'w>,
        rest: &'w [Instruction<'w>],
    ) -> Result<(Function<'m>, &'w [Instruction<'w>])> {
        ensure(first.op() == Some(Op::Function), "the instruction is in no function")?;
        let function = self.declare_function(first.cursor_at(1).id()?)?;
        ensure(function.is_declaration(), "the function is defined twice")?;
        let is_parameter = |inst: &&Instruction<'w>| inst.op() == Some(Op::FunctionParameter) || stands_anywhere(inst);
        let count = rest.iter().take_while(is_parameter).count();
        let parameters = rest[..count].iter().filter(|inst| inst.op() == Some(Op::FunctionParameter));
        let values = function.params();
        ensure(
            parameters.clone().count() == values.len(),
            "the number of parameters differs from the function type's",
        )?;
        for (inst, value) in parameters.zip(values) {
            let mut ops = inst.cursor();
            let (ty, id) = (self.value_type(ops.id()?)?, ops.id()?);
            value.set_name(self.module, self.scan.name(id));
            self.define_value(id, value, ty)?;
        }
        Ok((function, &rest[count..]))
    }
}

impl<'w> Body<'_, '_, 'w> {
    /// Fills the function of this id from the instructions between its parameters and its end.
    pub fn fill(mut self, id: Id, instructions: &'w [Instruction<'w>]) -> Result<(), (Location, Reason)> {
        self.begin_lines(id, instructions);
        for (index, inst) in instructions.iter().enumerate() {
            self.following = &instructions[index + 1..];
            self.instruction(inst).map_err(|reason| (inst.location, reason))?;
        }
        if let (Some(_), Some(last)) = (self.block, instructions.last()) {
            return Err((last.location, Reason::Invalid("the last block has no terminator")));
        }
        self.complete_phis()?;
        self.complete_loops();
        self.end_lines();
        Ok(())
    }
}
