//! The index of a module: the locations of its parts, and their dependencies.

use std::fmt;
use std::ops::Range;

use rspirv::spirv::{Decoration, Op};
use rustc_hash::FxHashMap;

use crate::error::Malformed;
use crate::operands::Id;
use crate::references::{References, grammar_of, result_of};
use crate::words::{HEADER_WORDS, Instruction, Words};

/// Number of a part in the order of the module.
pub(super) type Part = u32;

/// The common part of all slices: capabilities, extensions, the memory model, texts about the module.
pub(super) const COMMON: Part = 0;

/// The parts of a module.
pub struct Index {
    words: Words,
    references: References,
    /// The words of each part; none for [`COMMON`], which has outliers only.
    parts: Vec<Range<u32>>,
    /// The part that defines each id; [`COMMON`] where none does.
    definers: Vec<Part>,
    /// Instructions that belong to a part and are located elsewhere: the part and the first word, in order. A group of
    /// decorations is an outlier of each of its targets.
    outliers: Vec<(Part, u32)>,
    /// The functions of kernels by their names.
    pub(super) kernels: FxHashMap<String, Part>,
    /// Functions and variables by their names for other modules.
    pub(super) symbols: FxHashMap<String, Part>,
    /// The parts of specialization constants by their numbers.
    pub(super) constants: Vec<(u32, Part)>,
}

impl Index {
    /// Finds the parts of a module. There is no index of a module that is malformed, or has instructions whose targets
    /// the grammar does not define.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let words = Words::new(bytes).ok()?;
        let mut builder = Builder::new(words.bound());
        for inst in words.instructions() {
            builder.instruction(&inst.ok()?)?;
        }
        builder.finish(words)
    }

    pub(super) fn header(&self) -> &[u32] {
        &self.words.as_slice()[..HEADER_WORDS]
    }

    /// First word of each piece of a part.
    pub(super) fn pieces(&self, part: Part) -> impl Iterator<Item = u32> {
        let start = self.outliers.partition_point(|(owner, _)| *owner < part);
        let outliers = self.outliers[start..].iter().take_while(move |(owner, _)| *owner == part);
        let own = self.range(part);
        outliers.map(|(_, word)| *word).chain((!own.is_empty()).then_some(own.start))
    }

    /// Calls `found` with the parts that a part needs.
    pub(super) fn needs(&self, part: Part, found: &mut dyn FnMut(Part)) -> Result<(), Malformed> {
        let mut found = |id| found(self.definer(id));
        for piece in self.pieces(part) {
            for inst in self.words.instructions_in(self.piece(part, piece)) {
                match inst.op() {
                    // The other operands are targets of the group, which do not need each other.
                    Some(Op::GroupDecorate | Op::GroupMemberDecorate) => found(inst.cursor().id()?),
                    _ => self.references.of(&inst, &mut found)?,
                }
            }
        }
        Ok(())
    }

    /// Appends the piece of a part that begins at a word.
    pub(super) fn write(&self, part: Part, piece: u32, out: &mut Vec<u32>) {
        let words = self.piece(part, piece);
        let first = self.words.instructions_in(words.clone()).next();
        match first.and_then(|inst| Some((inst, target_words(inst.op()?)?))) {
            Some((inst, target_words)) => self.write_group(part, &inst, target_words, out),
            None => out.extend_from_slice(&self.words.as_slice()[words]),
        }
    }

    /// Appends an application of a group, with only the targets in a part.
    fn write_group(&self, part: Part, inst: &Instruction<'_>, target_words: usize, out: &mut Vec<u32>) {
        let (group, targets) = inst.operands.split_at(1);
        let targets = targets.chunks(target_words).filter(|target| self.definer(Id(target[0])) == part);
        let operands: Vec<u32> = group.iter().chain(targets.flatten()).copied().collect();
        out.push((operands.len() as u32 + 1) << 16 | u32::from(inst.opcode));
        out.extend(operands);
    }

    fn definer(&self, id: Id) -> Part {
        self.definers.get(id.0 as usize).copied().unwrap_or(COMMON)
    }

    fn range(&self, part: Part) -> Range<u32> {
        self.parts.get(part as usize).cloned().unwrap_or_default()
    }

    /// The words of a piece: a part's own, or one instruction.
    fn piece(&self, part: Part, start: u32) -> Range<usize> {
        let own = self.range(part);
        if own.start == start && !own.is_empty() {
            return own.start as usize..own.end as usize;
        }
        let start = start as usize;
        let inst = self.words.instructions_in(start..self.words.as_slice().len()).next();
        start..start + inst.map_or(0, |inst| inst.operands.len() + 1)
    }
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an index of {} parts", self.parts.len())
    }
}

/// The number of words for one target, for instructions that apply a group of decorations.
fn target_words(op: Op) -> Option<usize> {
    match op {
        Op::GroupDecorate => Some(1),
        Op::GroupMemberDecorate => Some(2),
        _ => None,
    }
}

/// An index in the making.
struct Builder {
    references: References,
    parts: Vec<Range<u32>>,
    definers: Vec<Part>,
    /// The target of each outlier, and its location.
    outliers: Vec<(Option<Id>, u32)>,
    kernels: Vec<(String, Id)>,
    symbols: Vec<(String, Id)>,
    constants: Vec<(u32, Id)>,
    /// The line before a part.
    line: Option<Range<u32>>,
    is_in_function: bool,
}

impl Builder {
    fn new(bound: u32) -> Self {
        Self {
            references: References::default(),
            // The common part.
            parts: std::iter::once(0..0).collect(),
            definers: vec![COMMON; bound as usize],
            outliers: Vec::new(),
            kernels: Vec::new(),
            symbols: Vec::new(),
            constants: Vec::new(),
            line: None,
            is_in_function: false,
        }
    }

    /// Takes the module's next instruction; `None` if it is not understood.
    fn instruction(&mut self, inst: &Instruction<'_>) -> Option<()> {
        let result = result_of(inst, grammar_of(inst.opcode)?).ok()?;
        match (inst.op()?, result) {
            (Op::Function, result) => {
                self.is_in_function = true;
                self.start_part(inst, result?)
            }
            (op, result) if self.is_in_function => {
                self.is_in_function = op != Op::FunctionEnd;
                self.continue_part(inst)?;
                result.map_or(Some(()), |id| self.define(id))
            }
            (Op::ExtInstImport, _) => {
                self.references.note_import(inst).ok()?;
                self.outlier(None, inst)
            }
            (_, Some(id)) => self.start_part(inst, id),
            (op, None) => self.statement(op, inst),
        }
    }

    /// An instruction before the functions that defines no id.
    fn statement(&mut self, op: Op, inst: &Instruction<'_>) -> Option<()> {
        let mut ops = inst.cursor();
        match op {
            Op::Capability
            | Op::Extension
            | Op::MemoryModel
            | Op::ModuleProcessed
            | Op::Source
            | Op::SourceContinued
            | Op::SourceExtension => self.outlier(None, inst),
            Op::EntryPoint => {
                let (_, id, name) = (ops.word().ok()?, ops.id().ok()?, ops.name().ok()?);
                self.kernels.push((name, id));
                self.outlier(Some(id), inst)
            }
            Op::Decorate => {
                let (id, decoration) = (ops.id().ok()?, ops.word().ok()?);
                if decoration == Decoration::LinkageAttributes as u32 {
                    self.symbols.push((ops.name().ok()?, id));
                } else if decoration == Decoration::SpecId as u32 {
                    self.constants.push((ops.word().ok()?, id));
                }
                self.outlier(Some(id), inst)
            }
            Op::Name
            | Op::MemberName
            | Op::DecorateId
            | Op::DecorateString
            | Op::MemberDecorate
            | Op::MemberDecorateString
            | Op::ExecutionMode
            | Op::ExecutionModeId
            | Op::TypeForwardPointer => self.outlier(Some(ops.id().ok()?), inst),
            Op::GroupDecorate | Op::GroupMemberDecorate => {
                ops.id().ok()?;
                let targets = ops.rest().chunks(target_words(op)?);
                targets.into_iter().try_for_each(|target| self.outlier(Some(Id(target[0])), inst))
            }
            Op::Line => {
                self.line = Some(inst.location.word..inst.end());
                Some(())
            }
            Op::NoLine => Some(()),
            Op::TypeStructContinuedINTEL
            | Op::ConstantCompositeContinuedINTEL
            | Op::SpecConstantCompositeContinuedINTEL => self.continue_part(inst),
            _ => None,
        }
    }

    fn outlier(&mut self, about: Option<Id>, inst: &Instruction<'_>) -> Option<()> {
        self.outliers.push((about, inst.location.word));
        Some(())
    }

    /// Begins a part with an instruction and the line before it.
    fn start_part(&mut self, inst: &Instruction<'_>, id: Id) -> Option<()> {
        let line = self.line.take().filter(|line| line.end == inst.location.word);
        let start = line.map_or(inst.location.word, |line| line.start);
        self.parts.push(start..inst.end());
        self.define(id)
    }

    /// Adds an instruction to the part that it follows.
    fn continue_part(&mut self, inst: &Instruction<'_>) -> Option<()> {
        let last = self.parts.last_mut().filter(|last| last.end == inst.location.word)?;
        last.end = inst.end();
        Some(())
    }

    fn define(&mut self, id: Id) -> Option<()> {
        *self.definers.get_mut(id.0 as usize)? = (self.parts.len() - 1) as Part;
        Some(())
    }

    fn finish(self, words: Words) -> Option<Index> {
        let definer = |id: Id| self.definers.get(id.0 as usize).copied();
        let part = |(about, word): &(Option<Id>, u32)| Some((about.map_or(Some(COMMON), definer)?, *word));
        let mut outliers = self.outliers.iter().map(part).collect::<Option<Vec<_>>>()?;
        outliers.sort_unstable();
        outliers.dedup();
        let kernels = by_name(self.kernels, definer)?;
        let symbols = by_name(self.symbols, definer)?;
        let constants = self.constants.iter().map(|(number, id)| Some((*number, definer(*id)?)));
        let constants = constants.collect::<Option<_>>()?;
        let Self { references, parts, definers, .. } = self;
        Some(Index { words, references, parts, definers, outliers, kernels, symbols, constants })
    }
}

/// The parts that names refer to; `None` if one refers to several.
fn by_name(names: Vec<(String, Id)>, definer: impl Fn(Id) -> Option<Part>) -> Option<FxHashMap<String, Part>> {
    let mut parts = FxHashMap::default();
    for (name, id) in names {
        let part = definer(id).filter(|part| *part != COMMON)?;
        if parts.insert(name, part).is_some_and(|known| known != part) {
            return None;
        }
    }
    Some(parts)
}
