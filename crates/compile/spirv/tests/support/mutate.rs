//! Random changes of SPIR-V modules. Most keep a module valid or almost so: an operand becomes another value of its
//! type, an operation one of the same shape. They reach code after the first checks.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::BTreeMap;

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{Decoration, Op};

/// Words of the module header.
pub const HEADER_WORDS: usize = 5;

/// A small generator of random numbers (xorshift), so that failures repeat.
pub struct Random(u64);

impl Random {
    /// The generator of a round.
    pub fn new(round: u64) -> Self {
        Self(round.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).copied()
    }
}

/// The words of a module.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The bytes of a module.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The module with a kernel for each function that returns nothing.
pub fn with_kernels(words: &[u32]) -> Vec<u32> {
    /// `OpEntryPoint Kernel %id "kNNN"`, with a name of seven letters at most.
    fn entry_point(id: u32) -> Vec<u32> {
        let mut name = format!("k{id}").into_bytes();
        name.resize(8, 0);
        let name =
            [&name[..4], &name[4..]].map(|part| part.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)));
        vec![5 << 16 | Op::EntryPoint as u32, 6, id, name[0], name[1]]
    }
    let all = instructions(words);
    let void = all.iter().find(|(start, _)| op(words, *start) == Some(Op::TypeVoid)).map(|(start, _)| words[start + 1]);
    let functions = all.iter().filter(|(start, _)| op(words, *start) == Some(Op::Function));
    let returns_nothing = functions.filter(|(start, _)| Some(words[start + 1]) == void);
    let entry_points: Vec<u32> = returns_nothing.flat_map(|(start, _)| entry_point(words[start + 2])).collect();
    let model = all.iter().find(|(start, _)| op(words, *start) == Some(Op::MemoryModel));
    let mut module = words.to_vec();
    if let Some((_, end)) = model {
        module.splice(end..end, entry_points);
    }
    module
}

/// One to four changes of a module.
pub fn mutate(words: &mut Vec<u32>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        match random.below(8) {
            0 => damage(words, random),
            _ => change(words, random),
        }
        if words.len() <= HEADER_WORDS {
            return;
        }
    }
}

/// Starts and ends of the instructions of a module.
fn instructions(words: &[u32]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = HEADER_WORDS;
    while let Some(first) = words.get(start) {
        let end = words.len().min(start + (first >> 16).max(1) as usize);
        all.push((start, end));
        start = end;
    }
    all
}

fn op(words: &[u32], start: usize) -> Option<Op> {
    Op::from_u32(words[start] & 0xffff)
}

/// The positions of an instruction's result type and result, and of the operands that are ids of values.
struct Layout {
    ty: Option<usize>,
    result: Option<usize>,
    ids: Vec<usize>,
    literals: Vec<usize>,
}

fn layout(words: &[u32], start: usize, end: usize) -> Layout {
    let mut layout = Layout { ty: None, result: None, ids: Vec::new(), literals: Vec::new() };
    let Some(grammar) = INSTRUCTION_TABLE.lookup_opcode(words[start] & 0xffff) else { return layout };
    let mut last = None;
    for (index, at) in (start + 1..end).enumerate() {
        // The last operand may be repeated.
        let kind = grammar.operands.get(index).map(|operand| operand.kind).or(last);
        last = kind;
        match kind {
            Some(OperandKind::IdResultType) => layout.ty = Some(at),
            Some(OperandKind::IdResult) => layout.result = Some(at),
            Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics) => layout.ids.push(at),
            Some(_) => layout.literals.push(at),
            None => {}
        }
    }
    layout
}

/// Values by their type, and the type of each.
#[derive(Default)]
struct Values {
    of_type: BTreeMap<u32, Vec<u32>>,
    types: BTreeMap<u32, u32>,
}

fn values(words: &[u32], all: &[(usize, usize)]) -> Values {
    let mut values = Values::default();
    for (start, end) in all {
        let layout = layout(words, *start, *end);
        if let (Some(ty), Some(result)) = (layout.ty, layout.result) {
            values.of_type.entry(words[ty]).or_default().push(words[result]);
            values.types.insert(words[result], words[ty]);
        }
    }
    values
}

/// Operations that take operands of the same types to results of the same type.
const SHAPES: &[&[Op]] = &[
    &[
        Op::IAdd,
        Op::ISub,
        Op::IMul,
        Op::UDiv,
        Op::SDiv,
        Op::UMod,
        Op::SRem,
        Op::SMod,
        Op::BitwiseAnd,
        Op::BitwiseOr,
        Op::BitwiseXor,
        Op::ShiftLeftLogical,
        Op::ShiftRightLogical,
        Op::ShiftRightArithmetic,
    ],
    &[Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem, Op::FMod],
    &[Op::IEqual, Op::INotEqual, Op::UGreaterThan, Op::SGreaterThan, Op::ULessThan, Op::SLessThanEqual],
    &[Op::FOrdEqual, Op::FUnordNotEqual, Op::FOrdLessThan, Op::FUnordGreaterThanEqual, Op::Ordered, Op::LessOrGreater],
    &[Op::LogicalAnd, Op::LogicalOr, Op::LogicalEqual, Op::LogicalNotEqual],
    &[Op::SNegate, Op::Not, Op::BitReverse, Op::BitCount, Op::CopyObject],
    &[Op::IsNan, Op::IsInf, Op::IsFinite, Op::IsNormal, Op::SignBitSet],
    &[Op::AtomicIAdd, Op::AtomicISub, Op::AtomicSMin, Op::AtomicUMax, Op::AtomicOr, Op::AtomicXor, Op::AtomicExchange],
    &[Op::ConvertFToU, Op::ConvertFToS],
    &[Op::ConvertSToF, Op::ConvertUToF],
    &[Op::UConvert, Op::SConvert, Op::SatConvertSToU, Op::SatConvertUToS],
    &[Op::GroupIAdd, Op::GroupUMin, Op::GroupSMax, Op::GroupIMulKHR, Op::GroupBitwiseXorKHR],
    &[Op::GroupFAdd, Op::GroupFMin, Op::GroupFMax, Op::GroupFMulKHR],
    &[Op::GroupAll, Op::GroupAny, Op::GroupNonUniformAll, Op::GroupNonUniformAny],
    &[
        Op::GroupBroadcast,
        Op::GroupNonUniformBroadcast,
        Op::GroupNonUniformShuffle,
        Op::GroupNonUniformShuffleXor,
        Op::GroupNonUniformShuffleUp,
        Op::GroupNonUniformShuffleDown,
        Op::GroupNonUniformQuadBroadcast,
    ],
    &[Op::AccessChain, Op::InBoundsAccessChain],
    &[Op::PtrAccessChain, Op::InBoundsPtrAccessChain],
    &[Op::Return, Op::Unreachable],
];

/// One change that respects types or shapes.
fn change(words: &mut Vec<u32>, random: &mut Random) {
    let all = instructions(words);
    let values = values(words, &all);
    let Some((start, end)) = random.pick(&all) else { return };
    let layout = layout(words, start, end);
    let Some(opcode) = op(words, start) else { return };
    match random.below(8) {
        // Replaces an id by another value of the same type.
        0..=2 => {
            let Some(at) = random.pick(&layout.ids) else { return };
            let others = values.types.get(&words[at]).and_then(|ty| values.of_type.get(ty));
            if let Some(other) = others.and_then(|others| random.pick(others)) {
                words[at] = other;
            }
        }
        // Replaces the operation by another one of the same shape.
        3..=4 => {
            let shape = SHAPES.iter().find(|shape| shape.contains(&opcode));
            if let Some(other) = shape.and_then(|shape| random.pick(shape)) {
                words[start] = words[start] & 0xffff_0000 | other as u32;
            }
        }
        // Another literal: of a constant, of memory operands, of a function of OpenCL.std.
        5 => {
            if let Some(at) = random.pick(&layout.literals) {
                let interesting = [0, 1, 2, 3, 4, 7, 8, 31, 32, 64, 255, 0x7fff_ffff, 0x8000_0000, u32::MAX];
                words[at] = match random.below(3) {
                    0 => random.below(200) as u32,
                    1 => words[at] ^ 1 << random.below(32),
                    _ => interesting[random.below(interesting.len())],
                };
            }
        }
        // Other edges of the control flow.
        6 => {
            let labels: Vec<u32> = all
                .iter()
                .filter(|(start, _)| op(words, *start) == Some(Op::Label))
                .filter_map(|(start, _)| words.get(start + 1).copied())
                .collect();
            let branches: Vec<(usize, usize)> = all
                .iter()
                .copied()
                .filter(|(start, _)| matches!(op(words, *start), Some(Op::Branch | Op::BranchConditional | Op::Switch)))
                .collect();
            let Some((start, end)) = random.pick(&branches) else { return };
            let targets: Vec<usize> = (start + 1..end).filter(|at| labels.contains(&words[*at])).collect();
            if let (Some(at), Some(label)) = (random.pick(&targets), random.pick(&labels)) {
                words[at] = label;
            }
        }
        // Removes an instruction without a result, repeats it elsewhere, or adds a decoration.
        _ => match random.below(3) {
            0 if layout.result.is_none() && !matches!(opcode, Op::FunctionEnd | Op::Branch | Op::Return) => {
                words.drain(start..end);
            }
            1 if layout.result.is_none() => {
                let copy = words[start..end].to_vec();
                if let Some((to, _)) = random.pick(&all) {
                    words.splice(to..to, copy);
                }
            }
            _ => {
                let at = all.iter().find(|(start, _)| op(words, *start) == Some(Op::Decorate)).map(|(start, _)| *start);
                let id = layout.result.map(|at| words[at]);
                let decorations = [
                    Decoration::Volatile,
                    Decoration::Restrict,
                    Decoration::NoContraction,
                    Decoration::NoSignedWrap,
                    Decoration::Constant,
                    Decoration::SaturatedConversion,
                    Decoration::CPacked,
                ];
                if let (Some(at), Some(id), Some(decoration)) = (at, id, random.pick(&decorations)) {
                    words.splice(at..at, [3 << 16 | Op::Decorate as u32, id, decoration as u32]);
                }
            }
        },
    }
}

/// One change that respects nothing: of a byte, of an operand, of the order of instructions.
pub fn damage(words: &mut Vec<u32>, random: &mut Random) {
    let all = instructions(words);
    let Some((start, end)) = random.pick(&all) else { return };
    let bound = words[3].clamp(2, 1 << 22);
    match random.below(8) {
        0 => {
            let at = random.below(words.len());
            words[at] ^= 1 << random.below(32);
        }
        // Replaces an operand by another id or number.
        1..=4 if end - start > 1 => {
            let at = start + 1 + random.below(end - start - 1);
            words[at] = random.below(bound as usize) as u32;
        }
        5 => words[start] = words[start] & 0xffff_0000 | words[all[random.below(all.len())].0] & 0xffff,
        6 => drop(words.drain(start..end)),
        _ => {
            let copy = words[start..end].to_vec();
            let to = all[random.below(all.len())].0;
            words.splice(to..to, copy);
        }
    }
}
