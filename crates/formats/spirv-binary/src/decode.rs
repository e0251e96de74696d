//! Operands by the grammar: which word of an instruction is an id, a literal, or the number of an
//! enumeration.

use rspirv::grammar::{ExtInstOp, InstructionTable, LogicalOperand, OperandKind, OperandQuantifier, ext_inst_table};
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use crate::enumerants::enumerant;
use crate::error::Malformed;
use crate::operands::{Id, Operands};
use crate::references::{Grammar, grammar_of};
use crate::words::Instruction;

type Result<T, E = Malformed> = std::result::Result<T, E>;

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The type of the result.
    ResultType(Id),
    /// The id that the instruction defines.
    Result(Id),
    /// An id that it uses.
    Id(Id),
    /// A plain number.
    Integer(u32),
    /// The bits of a 32-bit floating-point number.
    Float(u32),
    /// A number of a type of the module's.
    Number(Number),
    /// A string. Bytes that are no UTF-8 are replaced.
    String(String),
    /// A number of an enumeration, or an opcode, by its name.
    Name(String),
    /// A word of which the grammar does not know the meaning.
    Unknown(u32),
}

/// A number of a type of the module's, with the bits of one or more words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its type.
    pub ty: NumberType,
    /// Its words, the lowest first.
    pub words: Vec<u32>,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberType {
    /// An integer.
    Int {
        /// Width.
        bits: u32,
        /// Whether the highest bit is the sign.
        is_signed: bool,
    },
    /// An IEEE floating-point number.
    Float {
        /// Width.
        bits: u32,
    },
}

/// Decodes the operands of a module's instructions, in order: the width of a literal depends on
/// types, and the meaning of an extended instruction on the set that was imported.
#[derive(Default)]
pub struct Decoder {
    number_types: FxHashMap<Id, NumberType>,
    /// The types of results that are numbers.
    values: FxHashMap<Id, NumberType>,
    instruction_sets: FxHashMap<Id, &'static InstructionTable<ExtInstOp>>,
}

impl Decoder {
    /// A decoder for one module.
    pub fn new() -> Self {
        Self::default()
    }

    /// The operands of the module's next instruction. Words that the grammar does not know are
    /// kept, also all operands of an unknown opcode.
    ///
    /// # Errors
    /// When an operand is missing, or a string not terminated.
    pub fn operands(&mut self, inst: &Instruction<'_>) -> Result<Vec<Operand>> {
        let grammar = grammar_of(inst.opcode);
        let mut walk = Walk { decoder: self, left: inst.cursor(), operands: Vec::new() };
        if let Some(grammar) = grammar {
            walk.instruction(grammar)?;
        }
        let unknown = walk.left.rest().iter().map(|word| Operand::Unknown(*word));
        let mut operands = walk.operands;
        operands.extend(unknown);
        self.note(inst, &operands);
        Ok(operands)
    }

    /// Records the data that the operands of later instructions depend on.
    fn note(&mut self, inst: &Instruction<'_>, operands: &[Operand]) {
        let op = inst.op();
        match (op, operands) {
            (Some(Op::TypeInt), [Operand::Result(id), Operand::Integer(bits), Operand::Integer(sign)]) => {
                self.number_types.insert(*id, NumberType::Int { bits: *bits, is_signed: *sign != 0 });
            }
            // Other encodings than IEEE's are kept as bits.
            (Some(Op::TypeFloat), [Operand::Result(id), Operand::Integer(bits)]) => {
                self.number_types.insert(*id, NumberType::Float { bits: *bits });
            }
            (Some(Op::TypeFloat), [Operand::Result(id), Operand::Integer(bits), ..]) => {
                self.number_types.insert(*id, NumberType::Int { bits: *bits, is_signed: false });
            }
            (Some(Op::ExtInstImport), [Operand::Result(id), Operand::String(name)]) => {
                self.instruction_sets.extend(ext_inst_table(name).map(|table| (*id, table)));
            }
            (_, [Operand::ResultType(ty), Operand::Result(id), ..]) => {
                if let Some(ty) = self.number_types.get(ty) {
                    self.values.insert(*id, *ty);
                }
            }
            _ => {}
        }
    }
}

/// The walk over one instruction.
struct Walk<'d, 'w> {
    decoder: &'d Decoder,
    left: Operands<'w>,
    operands: Vec<Operand>,
}

impl Walk<'_, '_> {
    fn instruction(&mut self, grammar: &'static Grammar) -> Result<()> {
        if grammar.opcode == Op::ExtInst {
            return self.extended_instruction();
        }
        self.list(grammar.operands)
    }

    fn list(&mut self, operands: &[LogicalOperand]) -> Result<()> {
        for operand in operands {
            match operand.quantifier {
                OperandQuantifier::One => self.operand(operand.kind)?,
                OperandQuantifier::ZeroOrOne if self.left.is_empty() => {}
                OperandQuantifier::ZeroOrOne => self.operand(operand.kind)?,
                OperandQuantifier::ZeroOrMore => {
                    while !self.left.is_empty() {
                        self.operand(operand.kind)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, kind: OperandKind) -> Result<()> {
        let decoded = match kind {
            OperandKind::IdResultType => Operand::ResultType(self.left.id()?),
            OperandKind::IdResult => Operand::Result(self.left.id()?),
            OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => Operand::Id(self.left.id()?),
            OperandKind::LiteralInteger | OperandKind::LiteralExtInstInteger => Operand::Integer(self.left.word()?),
            OperandKind::LiteralFloat => Operand::Float(self.left.word()?),
            OperandKind::LiteralString => Operand::String(self.left.string()?),
            OperandKind::LiteralContextDependentNumber => {
                let ty = match self.operands.first() {
                    Some(Operand::ResultType(ty)) => self.decoder.number_types.get(ty),
                    _ => None,
                };
                self.number(ty.copied())?
            }
            OperandKind::PairLiteralIntegerIdRef => {
                let selector = match self.operands.first() {
                    Some(Operand::Id(selector)) => self.decoder.values.get(selector),
                    _ => None,
                };
                let literal = self.number(selector.copied())?;
                self.operands.push(literal);
                Operand::Id(self.left.id()?)
            }
            OperandKind::PairIdRefLiteralInteger => {
                let id = Operand::Id(self.left.id()?);
                self.operands.push(id);
                Operand::Integer(self.left.word()?)
            }
            OperandKind::PairIdRefIdRef => {
                let id = Operand::Id(self.left.id()?);
                self.operands.push(id);
                Operand::Id(self.left.id()?)
            }
            OperandKind::LiteralSpecConstantOpInteger => return self.spec_constant_operation(),
            kind => return self.enumerant(kind),
        };
        self.operands.push(decoded);
        Ok(())
    }

    /// A literal; one word where its type is not known.
    fn number(&mut self, ty: Option<NumberType>) -> Result<Operand> {
        let Some(ty) = ty else { return Ok(Operand::Integer(self.left.word()?)) };
        let (NumberType::Int { bits, .. } | NumberType::Float { bits }) = ty;
        let words = (0..bits.div_ceil(32).max(1)).map(|_| self.left.word()).collect::<Result<_>>()?;
        Ok(Operand::Number(Number { ty, words }))
    }

    fn enumerant(&mut self, kind: OperandKind) -> Result<()> {
        let word = self.left.word()?;
        let Some(known) = enumerant(kind, word) else {
            self.operands.push(Operand::Unknown(word));
            // Its operands cannot be decoded.
            self.operands.extend(self.left.rest().iter().map(|word| Operand::Unknown(*word)));
            return Ok(());
        };
        self.operands.push(Operand::Name(known.name));
        self.list(&known.operands)
    }

    /// An opcode within `OpSpecConstantOp`, and that operation's operands.
    fn spec_constant_operation(&mut self) -> Result<()> {
        let word = self.left.word()?;
        let grammar = u16::try_from(word).ok().and_then(grammar_of);
        let Some(grammar) = grammar.filter(|inner| inner.opcode != Op::SpecConstantOp) else {
            self.operands.push(Operand::Unknown(word));
            return Ok(());
        };
        self.operands.push(Operand::Name(grammar.opname.to_owned()));
        let is_result = |kind| matches!(kind, OperandKind::IdResultType | OperandKind::IdResult);
        let results = grammar.operands.iter().take_while(|operand| is_result(operand.kind)).count();
        self.list(&grammar.operands[results..])
    }

    fn extended_instruction(&mut self) -> Result<()> {
        self.operand(OperandKind::IdResultType)?;
        self.operand(OperandKind::IdResult)?;
        let set = self.left.id()?;
        self.operands.push(Operand::Id(set));
        let number = self.left.word()?;
        let table = self.decoder.instruction_sets.get(&set);
        let Some(inner) = table.and_then(|table| table.lookup_opcode(number)) else {
            self.operands.push(Operand::Integer(number));
            self.operands.extend(self.left.ids().map(Operand::Id));
            return Ok(());
        };
        self.operands.push(Operand::Name(inner.opname.to_owned()));
        self.list(inner.operands)
    }
}
