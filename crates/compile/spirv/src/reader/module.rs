//! The instructions of a module in their order: its settings, types, constants and variables, and
//! then its functions.

use rspirv::spirv::{AddressingModel, MemoryModel};
use tandem_spirv_binary::{Instruction, Location, Operands, opcode_name};

use super::defs::{Def, ExtendedSet};
use super::error::{Reason, Result};
use super::state::Reader;
use super::support::{Family, Operation, family};

impl<'w> Reader<'_, 'w> {
    /// Reads all of it.
    pub fn run(mut self) -> Result<(), (Location, Reason)> {
        for index in 0..self.scan.structure.functions_start {
            self.module_instruction(index)
                .map_err(|reason| (self.scan.structure.instructions[index].location, reason))?;
        }
        self.declare_functions()?;
        self.define_functions()
    }

    fn module_instruction(&mut self, index: usize) -> Result<()> {
        let inst = &self.scan.structure.instructions[index];
        let mut ops = inst.cursor();
        match inst.op().and_then(family) {
            Some(Family::Annotation | Family::Anywhere) => Ok(()),
            Some(Family::MemoryModel) => check_memory_model(&mut ops),
            Some(Family::Import) => self.import(&mut ops),
            Some(Family::Marker) => self.define(ops.id()?, Def::Marker),
            Some(Family::Type) => self.type_instruction(index),
            Some(Family::Constant | Family::Operation(Operation::Undef)) => self.constant_instruction(index),
            Some(Family::Operation(Operation::Variable)) => self.global_variable(inst),
            Some(Family::Operation(Operation::Extended)) => self.module_extended_instruction(inst),
            _ => Err(Reason::unsupported(format!("{} at module level", opcode_name(inst.opcode)))),
        }
    }

    fn import(&mut self, ops: &mut Operands<'w>) -> Result<()> {
        let (id, name) = (ops.id()?, ops.string()?);
        let set = ExtendedSet::from_name(&name);
        let set = set.ok_or_else(|| Reason::unsupported(format!("extended instruction set {name}")))?;
        self.define(id, Def::Set(set))
    }

    /// Instructions of debug-information sets are at module level; `descriptions` finds them in the scan.
    fn module_extended_instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        let (_, id, set) = (ops.id()?, ops.id()?, ops.id()?);
        match self.def(set)? {
            Def::Set(ExtendedSet::DebugInfo | ExtendedSet::Ignored) => self.define(id, Def::Marker),
            _ => Err(Reason::unsupported("an extended instruction at module level")),
        }
    }
}

fn check_memory_model(ops: &mut Operands<'_>) -> Result<()> {
    let (addressing, memory) = (ops.word()?, ops.word()?);
    if addressing != AddressingModel::Physical64 as u32 {
        return Err(Reason::unsupported(format!("addressing model {addressing}")));
    }
    if memory != MemoryModel::OpenCL as u32 {
        return Err(Reason::unsupported(format!("memory model {memory}")));
    }
    Ok(())
}
