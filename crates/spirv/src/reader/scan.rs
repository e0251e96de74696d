//! The first pass: everything that may stand before or after what it speaks
//! of. Names, strings, decorations, entry points, execution modes, and where
//! the functions begin.

use rspirv::spirv::{
    BuiltIn, Decoration, ExecutionMode, ExecutionModel, FPRoundingMode, FunctionParameterAttribute, LinkageType, Op,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{Reason, Result};
use super::support;
use super::wrappers;
use crate::debug_info::{DEBUG_INFO, DebugOp};
use tandem_spirv_binary::{Id, Instruction, Location, Operands, Words};

/// The bits of `FPFastMathMode` that have a meaning.
const FAST_MATH_MODES: u32 = 0x7_001f;

/// What a module says about its ids, and its instructions.
pub(super) struct Scan<'w> {
    pub bound: u32,
    pub instructions: Vec<Instruction<'w>>,
    /// Index of the first `OpFunction`.
    pub functions_start: usize,
    /// Index of the `OpFunction` of each function.
    pub functions: FxHashMap<Id, usize>,
    pub names: FxHashMap<Id, String>,
    pub strings: FxHashMap<Id, String>,
    pub entry_points: FxHashMap<Id, String>,
    /// (mode, operands) of each entry point, of the modes that are read.
    pub modes: FxHashMap<Id, Vec<(ExecutionMode, &'w [u32])>>,
    /// Whether any id is decorated as volatile.
    pub has_volatile: bool,
    /// Ids whose decorations ask something of how a value is computed, which only some instructions can do.
    pub demanding: FxHashSet<Id>,
    /// Kernels that only call the function which now stands for them.
    pub wrappers: FxHashSet<Id>,
    /// What `OpenCL.DebugInfo.100` says at module level.
    pub descriptions: FxHashMap<Id, (DebugOp, &'w [u32])>,
    /// The description of each function that has one.
    pub described_functions: FxHashMap<Id, Id>,
    /// Whether variables are described too.
    pub describes_variables: bool,
    debug_sets: FxHashSet<Id>,
    decorations: FxHashMap<Id, Decorations>,
    undecorated: Decorations,
    /// Groups that `OpGroupDecorate` spread, applied once all are known.
    groups: Vec<(Id, Id)>,
}

/// The decorations of one id that matter to the reader.
#[derive(Clone, Debug, Default)]
pub(super) struct Decorations {
    pub builtin: Option<BuiltIn>,
    pub alignment: Option<u32>,
    pub spec_id: Option<u32>,
    pub linkage: Option<(String, LinkageType)>,
    /// Bits of `FPFastMathMode`.
    pub fast_math: u32,
    pub no_contraction: bool,
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
    pub volatile: bool,
    pub constant: bool,
    pub packed: bool,
    pub saturated: bool,
    pub restrict: bool,
    pub rounding: Option<FPRoundingMode>,
    /// Largest error of a result, in ULP.
    pub max_error: Option<f32>,
    /// Set of `FunctionParameterAttribute`s, one bit each.
    pub param_attributes: u32,
    pub max_byte_offset: Option<u32>,
}

impl<'w> Scan<'w> {
    /// Reads what precedes the types, and finds the functions.
    pub fn new(words: &'w Words) -> Result<Self, (Option<Location>, Reason)> {
        let instructions = words.instructions().collect::<Result<Vec<_>, _>>();
        let instructions = instructions.map_err(|error| (error.at, error.reason.into()))?;
        let functions_start =
            instructions.iter().position(|inst| inst.op() == Some(Op::Function)).unwrap_or(instructions.len());
        let mut scan = Self {
            bound: words.bound(),
            instructions,
            functions_start,
            functions: FxHashMap::default(),
            names: FxHashMap::default(),
            strings: FxHashMap::default(),
            entry_points: FxHashMap::default(),
            modes: FxHashMap::default(),
            has_volatile: false,
            demanding: FxHashSet::default(),
            wrappers: FxHashSet::default(),
            descriptions: FxHashMap::default(),
            described_functions: FxHashMap::default(),
            describes_variables: false,
            debug_sets: FxHashSet::default(),
            decorations: FxHashMap::default(),
            undecorated: Decorations::default(),
            groups: Vec::new(),
        };
        for index in 0..functions_start {
            let inst = scan.instructions[index];
            let scanned = support::accept_instruction(inst.opcode).and_then(|()| scan.instruction(&inst));
            scanned.map_err(|reason| (Some(inst.location), reason))?;
        }
        for (index, inst) in scan.instructions.iter().enumerate().skip(functions_start) {
            support::accept_instruction(inst.opcode).map_err(|reason| (Some(inst.location), reason))?;
            if inst.op() == Some(Op::Function) {
                let id = inst.cursor_at(1).id().map_err(|reason| (Some(inst.location), reason.into()))?;
                scan.functions.insert(id, index);
            }
        }
        for (group, target) in std::mem::take(&mut scan.groups) {
            let decorations = scan.decorations(group).clone();
            scan.decorations.entry(target).or_default().merge(&decorations);
        }
        scan.demanding = scan.decorations.iter().filter(|(_, all)| all.are_demanding()).map(|(id, _)| *id).collect();
        scan.has_volatile = scan.decorations.values().any(|all| all.volatile);
        wrappers::dissolve(&mut scan);
        Ok(scan)
    }

    /// The decorations of an id.
    pub fn decorations(&self, id: Id) -> &Decorations {
        self.decorations.get(&id).unwrap_or(&self.undecorated)
    }

    /// The name of an id, empty where it has none.
    pub fn name(&self, id: Id) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    fn instruction(&mut self, inst: &Instruction<'w>) -> Result<()> {
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
                let model = ops.word()?;
                if model != ExecutionModel::Kernel as u32 {
                    return Err(Reason::unsupported(format!("execution model {model}")));
                }
                let id = ops.id()?;
                self.entry_points.insert(id, ops.string()?);
            }
            Some(Op::ExecutionMode | Op::ExecutionModeId) => {
                let id = ops.id()?;
                if let Some(mode) = support::accept_execution_mode(ops.word()?)? {
                    self.modes.entry(id).or_default().push((mode, ops.rest()));
                }
            }
            Some(Op::Decorate | Op::DecorateId | Op::DecorateString) => {
                let id = ops.id()?;
                self.decorations.entry(id).or_default().add(&mut ops)?;
            }
            Some(Op::MemberDecorate | Op::MemberDecorateString) => {
                let (_, _) = (ops.id()?, ops.word()?);
                support::accept_decoration(ops.word()?, true)?;
            }
            Some(Op::Capability) => support::accept_capability(ops.word()?)?,
            Some(Op::Extension) => support::accept_extension(&ops.string()?)?,
            Some(Op::GroupDecorate) => {
                let group = ops.id()?;
                self.groups.extend(ops.ids().map(|target| (group, target)));
            }
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
}

impl<'w> Scan<'w> {
    /// Notes an instruction of debug information; those that are not known say nothing.
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

impl Decorations {
    fn are_demanding(&self) -> bool {
        self.saturated || self.rounding.is_some() || self.max_error.is_some()
    }

    fn add(&mut self, ops: &mut Operands<'_>) -> Result<()> {
        let Some(decoration) = support::accept_decoration(ops.word()?, false)? else { return Ok(()) };
        match decoration {
            Decoration::BuiltIn => {
                let builtin = ops.word()?;
                let known = BuiltIn::from_u32(builtin);
                self.builtin = Some(known.ok_or_else(|| Reason::unsupported(format!("builtin {builtin}")))?);
            }
            Decoration::Alignment => self.alignment = Some(ops.word()?),
            Decoration::SpecId => self.spec_id = Some(ops.word()?),
            Decoration::LinkageAttributes => {
                let name = ops.string()?;
                let linkage = LinkageType::from_u32(ops.word()?).ok_or(Reason::Invalid("unknown linkage type"))?;
                self.linkage = Some((name, linkage));
            }
            Decoration::FPFastMathMode => {
                let modes = ops.word()?;
                support::accept_bits("fast-math mode", modes, FAST_MATH_MODES)?;
                self.fast_math |= modes;
            }
            Decoration::FPMaxErrorDecorationINTEL => self.max_error = Some(f32::from_bits(ops.word()?)),
            Decoration::NoContraction => self.no_contraction = true,
            Decoration::NoSignedWrap => self.no_signed_wrap = true,
            Decoration::NoUnsignedWrap => self.no_unsigned_wrap = true,
            Decoration::Volatile => self.volatile = true,
            Decoration::Constant => self.constant = true,
            Decoration::CPacked => self.packed = true,
            Decoration::SaturatedConversion => self.saturated = true,
            Decoration::Restrict => self.restrict = true,
            Decoration::FPRoundingMode => {
                let mode = FPRoundingMode::from_u32(ops.word()?);
                self.rounding = Some(mode.ok_or(Reason::Invalid("unknown rounding mode"))?);
            }
            Decoration::FuncParamAttr => self.parameter_attribute(ops.word()?)?,
            Decoration::MaxByteOffset => self.max_byte_offset = Some(ops.word()?),
            _ => {}
        }
        Ok(())
    }

    fn parameter_attribute(&mut self, number: u32) -> Result<()> {
        use FunctionParameterAttribute::*;
        match FunctionParameterAttribute::from_u32(number) {
            Some(Zext | Sext | ByVal | Sret | NoAlias | NoCapture | NoWrite | NoReadWrite) => {
                self.param_attributes |= 1 << number;
                Ok(())
            }
            // A promise about an alignment.
            Some(RuntimeAlignedALTERA) => Ok(()),
            None => Err(Reason::unsupported(format!("parameter attribute {number}"))),
        }
    }

    /// Adds a group's decorations; names are never a group's.
    fn merge(&mut self, other: &Self) {
        self.builtin = self.builtin.or(other.builtin);
        self.alignment = self.alignment.or(other.alignment);
        self.spec_id = self.spec_id.or(other.spec_id);
        self.fast_math |= other.fast_math;
        self.no_contraction |= other.no_contraction;
        self.no_signed_wrap |= other.no_signed_wrap;
        self.no_unsigned_wrap |= other.no_unsigned_wrap;
        self.volatile |= other.volatile;
        self.constant |= other.constant;
        self.packed |= other.packed;
        self.saturated |= other.saturated;
        self.restrict |= other.restrict;
        self.rounding = self.rounding.or(other.rounding);
        self.max_error = self.max_error.or(other.max_error);
        self.param_attributes |= other.param_attributes;
        self.max_byte_offset = self.max_byte_offset.or(other.max_byte_offset);
    }
}
