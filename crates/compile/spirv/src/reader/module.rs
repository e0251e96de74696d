//! The instructions of a module in their order: its settings, types, constants and variables, and
//! then its functions.

use rspirv::spirv::{AddressingModel, MemoryModel, Op};
use tandem_spirv_binary::{Instruction, Location, opcode_name};

use super::defs::{Def, ExtendedSet};
use super::error::{Reason, Result};
use super::state::Reader;

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
        match inst.op() {
            Some(Op::MemoryModel) => {
                let addressing = ops.word()?;
                if addressing != AddressingModel::Physical64 as u32 {
                    return Err(Reason::unsupported(format!("addressing model {addressing}")));
                }
                match ops.word()? {
                    model if model == MemoryModel::OpenCL as u32 => Ok(()),
                    model => Err(Reason::unsupported(format!("memory model {model}"))),
                }
            }
            Some(Op::ExtInstImport) => {
                let id = ops.id()?;
                let name = ops.string()?;
                let set = ExtendedSet::from_name(&name);
                let set = set.ok_or_else(|| Reason::unsupported(format!("extended instruction set {name}")))?;
                self.define(id, Def::Set(set))
            }
            Some(
                Op::String
                | Op::DecorationGroup
                | Op::AsmTargetINTEL
                | Op::AliasDomainDeclINTEL
                | Op::AliasScopeDeclINTEL
                | Op::AliasScopeListDeclINTEL,
            ) => self.define(ops.id()?, Def::Marker),
            Some(Op::ExtInst) => self.module_extended_instruction(inst),
            Some(op) if is_annotation(op) => Ok(()),
            Some(Op::Variable | Op::UntypedVariableKHR) => self.global_variable(inst),
            _ if self.type_instruction(index)? || self.constant_instruction(index)? => Ok(()),
            _ => Err(Reason::unsupported(format!("{} at module level", opcode_name(inst.opcode)))),
        }
    }

    /// Instructions of debug-information sets stand at module level; `descriptions` asks the scan for them.
    fn module_extended_instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        let (_, id, set) = (ops.id()?, ops.id()?, ops.id()?);
        match self.def(set)? {
            Def::Set(ExtendedSet::DebugInfo | ExtendedSet::Ignored) => self.define(id, Def::Marker),
            _ => Err(Reason::unsupported("an extended instruction at module level")),
        }
    }
}

/// Whether the scan has taken all that a module-level instruction says.
fn is_annotation(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Nop | Source
            | SourceContinued
            | SourceExtension
            | Name
            | MemberName
            | Line
            | NoLine
            | ModuleProcessed
            | Extension
            | Capability
            | EntryPoint
            | ExecutionMode
            | ExecutionModeId
            | Decorate
            | DecorateId
            | DecorateString
            | MemberDecorate
            | MemberDecorateString
            | GroupDecorate
            | GroupMemberDecorate
            | TypeStructContinuedINTEL
            | ConstantCompositeContinuedINTEL
            | SpecConstantCompositeContinuedINTEL
    )
}
