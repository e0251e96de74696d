//! The first pass: checks that everything in the module is supported, and collects data that the reader needs beyond
//! the module's structure: kernels in two parts, debug information.

use rspirv::spirv::{Decoration, ExecutionMode, ExecutionModel, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use tandem_spirv_binary::decorations::Decorations;
use tandem_spirv_binary::structure::Structure;
use tandem_spirv_binary::{Id, Instruction, Location, Words};

use super::error::{Reason, Result};
use super::support;
use crate::debug_info::{DEBUG_INFO, DebugOp};

/// The bits of `FPFastMathMode` that have a meaning.
const FAST_MATH_MODES: u32 = 0x7_001f;

/// A module that the reader supports, before any code is made of it.
pub(super) struct Scan<'w> {
    pub structure: Structure<'w>,
    /// The names of kernels.
    pub kernels: FxHashMap<Id, String>,
    /// (mode, operands) of each kernel, of the modes that are read.
    pub modes: FxHashMap<Id, Vec<(ExecutionMode, &'w [u32])>>,
    /// Whether anything is decorated as volatile.
    pub has_volatile: bool,
    /// Ids whose decorations constrain the computation of a value, which only some instructions support.
    pub demanding: FxHashSet<Id>,
    /// Kernels that only call the function which now replaces them.
    pub wrappers: FxHashSet<Id>,
    /// The descriptions of `OpenCL.DebugInfo.100` at module level.
    pub descriptions: FxHashMap<Id, (DebugOp, &'w [u32])>,
    /// The description of each function that has one.
    pub described_functions: FxHashMap<Id, Id>,
    /// Whether variables are described too.
    pub describes_variables: bool,
    debug_sets: FxHashSet<Id>,
}

impl<'w> Scan<'w> {
    /// Reads the structure of a module, and checks that all of it is supported.
    pub fn new(words: &'w Words) -> Result<Self, (Option<Location>, Reason)> {
        let structure = Structure::of(words).map_err(|error| (error.at, error.reason.into()))?;
        let mut scan = Self {
            kernels: structure.entry_points.iter().map(|entry| (entry.id, entry.name.clone())).collect(),
            modes: FxHashMap::default(),
            has_volatile: structure.annotations.has_volatile(),
            demanding: FxHashSet::default(),
            wrappers: FxHashSet::default(),
            descriptions: FxHashMap::default(),
            described_functions: FxHashMap::default(),
            describes_variables: false,
            debug_sets: FxHashSet::default(),
            structure,
        };
        for index in 0..scan.structure.instructions.len() {
            let inst = scan.structure.instructions[index];
            let is_in_function = index >= scan.structure.functions_start;
            let accepted = support::accept_instruction(inst.opcode)
                .and_then(|()| if is_in_function { Ok(()) } else { scan.accept(&inst) });
            accepted.map_err(|reason| (Some(inst.location), reason))?;
        }
        let demanding = scan.structure.annotations.iter().filter(|(_, decorations)| decorations.are_demanding());
        scan.demanding = demanding.map(|(id, _)| id).collect();
        Ok(scan)
    }

    /// The decorations of an id.
    pub fn decorations(&self, id: Id) -> &Decorations {
        self.structure.decorations(id)
    }

    /// The name of an id, empty if there is none.
    pub fn name(&self, id: Id) -> &str {
        self.structure.name(id)
    }

    /// Checks an instruction at module level, and keeps the parts that the structure does not.
    fn accept(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::EntryPoint) => {
                let model = ops.word()?;
                if model != ExecutionModel::Kernel as u32 {
                    return Err(Reason::unsupported(format!("execution model {model}")));
                }
            }
            Some(Op::ExecutionMode | Op::ExecutionModeId) => {
                let id = ops.id()?;
                if let Some(mode) = support::accept_execution_mode(ops.word()?)? {
                    self.modes.entry(id).or_default().push((mode, ops.rest()));
                }
            }
            Some(Op::Decorate | Op::DecorateId | Op::DecorateString) => {
                ops.id()?;
                if support::accept_decoration(ops.word()?, false)? == Some(Decoration::FPFastMathMode) {
                    support::accept_bits("fast-math mode", ops.word()?, FAST_MATH_MODES)?;
                }
            }
            Some(Op::MemberDecorate | Op::MemberDecorateString) => {
                let (_, _) = (ops.id()?, ops.word()?);
                support::accept_decoration(ops.word()?, true)?;
            }
            Some(Op::Capability) => support::accept_capability(ops.word()?)?,
            Some(Op::Extension) => support::accept_extension(&ops.string()?)?,
            Some(Op::ExtInstImport) => {
                let id = ops.id()?;
                if ops.string()? == DEBUG_INFO {
                    self.debug_sets.insert(id);
                }
            }
            Some(Op::ExtInst) => {
                let (_, id, set, number) = (ops.id()?, ops.id()?, ops.id()?, ops.word()?);
                if self.debug_sets.contains(&set) {
                    self.description(id, number, ops.rest());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Records an instruction of debug information; unknown ones are ignored.
    fn description(&mut self, id: Id, number: u32, operands: &'w [u32]) {
        /// The operand of a function's description that is the function.
        const FUNCTION: usize = 9;
        let Some(op) = DebugOp::from_u32(number) else { return };
        self.descriptions.insert(id, (op, operands));
        self.describes_variables |= op == DebugOp::DebugLocalVariable;
        if let (DebugOp::DebugFunction, Some(function)) = (op, operands.get(FUNCTION)) {
            self.described_functions.insert(Id(*function), id);
        }
    }
}
