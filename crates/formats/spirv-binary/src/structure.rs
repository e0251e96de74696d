//! The structure of a module: its instructions, the locations of its functions, and everything that may precede or
//! follow the id that it describes.

use rspirv::spirv::{ExecutionModel, Op};
use rustc_hash::FxHashMap;

use crate::decorations::{Annotations, Decorations};
use crate::error::{BinaryError, Malformed};
use crate::interface::EntryPoint;
use crate::operands::Id;
use crate::words::{Instruction, Words};

/// The structure of a module.
#[derive(Clone, Debug)]
pub struct Structure<'w> {
    /// Every id is below this.
    pub bound: u32,
    /// All instructions in order.
    pub instructions: Vec<Instruction<'w>>,
    /// Index of the first `OpFunction`.
    pub functions_start: usize,
    /// Index of the `OpFunction` of each function.
    pub functions: FxHashMap<Id, usize>,
    /// The names that `OpName` gives ids.
    pub names: FxHashMap<Id, String>,
    /// The texts of `OpString`.
    pub strings: FxHashMap<Id, String>,
    /// Entry points in order.
    pub entry_points: Vec<EntryPoint>,
    /// Execution modes of entry points: number and operands.
    pub modes: FxHashMap<Id, Vec<(u32, &'w [u32])>>,
    /// Decorations of ids and members.
    pub annotations: Annotations,
}

impl<'w> Structure<'w> {
    /// Reads what stands before the functions, and finds the functions.
    ///
    /// # Errors
    /// When an instruction does not fit, or one that matters here is malformed.
    pub fn of(words: &'w Words) -> Result<Self, BinaryError> {
        let instructions = words.instructions().collect::<Result<Vec<_>, _>>()?;
        let is_function = |inst: &Instruction<'_>| inst.op() == Some(Op::Function);
        let functions_start = instructions.iter().position(is_function).unwrap_or(instructions.len());
        let mut structure = Self {
            bound: words.bound(),
            instructions: Vec::new(),
            functions_start,
            functions: FxHashMap::default(),
            names: FxHashMap::default(),
            strings: FxHashMap::default(),
            entry_points: Vec::new(),
            modes: FxHashMap::default(),
            annotations: Annotations::default(),
        };
        for inst in &instructions[..functions_start] {
            structure.take(inst).map_err(|reason| inst.error(reason))?;
        }
        for (index, inst) in instructions.iter().enumerate().skip(functions_start).filter(|(_, inst)| is_function(inst))
        {
            let id = inst.cursor_at(1).id().map_err(|reason| inst.error(reason))?;
            structure.functions.insert(id, index);
        }
        structure.instructions = instructions;
        structure.annotations.spread_groups();
        Ok(structure)
    }

    fn take(&mut self, inst: &Instruction<'w>) -> Result<(), Malformed> {
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::Name) => {
                let id = ops.id()?;
                self.names.insert(id, ops.string()?);
            }
            Some(Op::String) => {
                let id = ops.id()?;
                self.strings.insert(id, ops.string()?);
            }
            Some(Op::EntryPoint) => {
                let (model, id, name) = (ops.word()?, ops.id()?, ops.string()?);
                self.entry_points.push(EntryPoint { id, name, is_kernel: model == ExecutionModel::Kernel as u32 });
            }
            Some(Op::ExecutionMode | Op::ExecutionModeId) => {
                let (id, mode) = (ops.id()?, ops.word()?);
                self.modes.entry(id).or_default().push((mode, ops.rest()));
            }
            _ => self.annotations.take(inst)?,
        }
        Ok(())
    }

    /// The decorations of an id.
    pub fn decorations(&self, id: Id) -> &Decorations {
        self.annotations.of(id)
    }

    /// The name of an id, empty if it has none.
    pub fn name(&self, id: Id) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    /// The ids of an instruction from operand `skip` on, and those of the instructions `continued` that follow it. With
    /// SPV_INTEL_long_composites, these hold the operands that exceed one instruction.
    pub fn continued_ids(&self, index: usize, skip: usize, continued: Op) -> Vec<Id> {
        continued_ids(self.instructions.get(index..).unwrap_or_default(), skip, continued)
    }
}

/// As [`Structure::continued_ids`], of the first of these instructions.
pub fn continued_ids(instructions: &[Instruction<'_>], skip: usize, continued: Op) -> Vec<Id> {
    let Some((first, rest)) = instructions.split_first() else { return Vec::new() };
    let mut ids: Vec<Id> = first.cursor_at(skip).ids().collect();
    let more = rest.iter().take_while(|inst| inst.op() == Some(continued));
    ids.extend(more.flat_map(|inst| inst.operands.iter().map(|word| Id(*word))));
    ids
}

#[cfg(test)]
mod tests {
    use rspirv::spirv::{AddressingModel, Decoration, ExecutionMode, MemoryModel};

    use super::*;
    use crate::assembler::{Assembler, with_string};

    #[test]
    fn sections_and_functions_are_found() {
        let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
        let (void, kernel, string) = (asm.id(), asm.id(), asm.id());
        asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, kernel], "k"));
        asm.execution_modes.inst(Op::ExecutionMode, &[kernel, ExecutionMode::LocalSize as u32, 8, 4, 2]);
        asm.strings.inst(Op::String, &with_string(&[string], "a.cpp"));
        asm.name(kernel, "code");
        asm.decorate(kernel, Decoration::Alignment, &[4]);
        asm.globals.inst(Op::TypeStruct, &[void, 1, 2]);
        asm.globals.inst(Op::TypeStructContinuedINTEL, &[3]);
        asm.definitions.inst(Op::Function, &[void, kernel, 0, void]);
        asm.definitions.inst(Op::FunctionEnd, &[]);
        let bytes = asm.finish((1, 4)).expect("short");
        let words = Words::new(&bytes).expect("a module");
        let structure = Structure::of(&words).expect("well formed");
        assert_eq!(structure.functions, [(Id(kernel), structure.functions_start)].into_iter().collect());
        assert_eq!((structure.name(Id(kernel)), structure.name(Id(void))), ("code", ""));
        assert_eq!(structure.strings[&Id(string)], "a.cpp");
        assert_eq!(structure.entry_points, [EntryPoint { id: Id(kernel), name: "k".into(), is_kernel: true }]);
        assert_eq!(structure.modes[&Id(kernel)], [(ExecutionMode::LocalSize as u32, &[8, 4, 2][..])]);
        assert_eq!(structure.decorations(Id(kernel)).alignment, Some(4));
        let ids = structure.continued_ids(structure.functions_start - 2, 1, Op::TypeStructContinuedINTEL);
        assert_eq!(ids, [Id(1), Id(2), Id(3)]);
    }
}
