//! The ids that an instruction defines and uses, according to the grammar. Nothing is decoded, so that large modules
//! are read fast.

use std::sync::LazyLock;

use rspirv::grammar::{
    ExtInstOp, INSTRUCTION_TABLE, InstructionTable, LogicalOperand, OperandKind, OperandQuantifier, ext_inst_table,
};
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use crate::enumerants::enumerant;
use crate::error::Malformed;
use crate::operands::{Id, Operands};
use crate::words::Instruction;

type Result<T, E = Malformed> = std::result::Result<T, E>;
/// The grammar's description of an instruction.
pub(crate) type Grammar = rspirv::grammar::Instruction<'static>;

/// The grammar of each opcode; `rspirv` has a list.
static BY_OPCODE: LazyLock<Vec<Option<&'static Grammar>>> = LazyLock::new(|| {
    let mut table = Vec::new();
    for grammar in INSTRUCTION_TABLE.iter() {
        let opcode = grammar.opcode as usize;
        table.resize(table.len().max(opcode + 1), None);
        table[opcode] = Some(grammar);
    }
    table
});

/// The grammar of an opcode; `None` if it has none.
pub(crate) fn grammar_of(opcode: u16) -> Option<&'static Grammar> {
    BY_OPCODE.get(usize::from(opcode)).copied().flatten()
}

/// The id that an instruction defines.
///
/// # Errors
/// When the instruction is too short.
pub(crate) fn result_of(inst: &Instruction<'_>, grammar: &Grammar) -> Result<Option<Id>> {
    let position = grammar.operands.iter().take(2).position(|operand| operand.kind == OperandKind::IdResult);
    position.map(|position| inst.cursor_at(position).id()).transpose()
}

/// Finds the ids that the instructions of a module use.
#[derive(Default)]
pub(crate) struct References {
    instruction_sets: FxHashMap<Id, &'static InstructionTable<ExtInstOp>>,
}

impl References {
    /// Learns of a set of extended instructions.
    pub(crate) fn note_import(&mut self, inst: &Instruction<'_>) -> Result<()> {
        let mut ops = inst.cursor();
        let (id, name) = (ops.id()?, ops.string()?);
        self.instruction_sets.extend(ext_inst_table(&name).map(|table| (id, table)));
        Ok(())
    }

    /// Calls `found` with each id that an instruction uses, apart from the labels of a switch. Words of
    /// which the grammar does not know the meaning are taken for ids.
    ///
    /// # Errors
    /// When an operand is missing.
    pub(crate) fn of(&self, inst: &Instruction<'_>, found: &mut dyn FnMut(Id)) -> Result<()> {
        let mut walk = Walk { references: self, left: inst.cursor(), found };
        match grammar_of(inst.opcode) {
            Some(grammar) if grammar.opcode == Op::ExtInst => walk.extended_instruction()?,
            Some(grammar) => walk.list(grammar.operands)?,
            None => {}
        }
        walk.rest();
        Ok(())
    }
}

/// The walk over one instruction.
struct Walk<'a, 'w> {
    references: &'a References,
    left: Operands<'w>,
    found: &'a mut dyn FnMut(Id),
}

impl Walk<'_, '_> {
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
        match kind {
            OperandKind::IdResultType | OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                self.id()
            }
            OperandKind::IdResult
            | OperandKind::LiteralInteger
            | OperandKind::LiteralExtInstInteger
            | OperandKind::LiteralFloat => self.literal(),
            OperandKind::LiteralString => self.left.string_bytes().map(drop),
            // The last of their instructions. The ids among them are labels.
            OperandKind::LiteralContextDependentNumber | OperandKind::PairLiteralIntegerIdRef => {
                self.left.rest();
                Ok(())
            }
            OperandKind::PairIdRefLiteralInteger => self.id().and_then(|()| self.literal()),
            OperandKind::PairIdRefIdRef => self.id().and_then(|()| self.id()),
            OperandKind::LiteralSpecConstantOpInteger => self.spec_constant_operation(),
            kind => self.enumerant(kind),
        }
    }

    fn id(&mut self) -> Result<()> {
        (self.found)(self.left.id()?);
        Ok(())
    }

    fn literal(&mut self) -> Result<()> {
        self.left.word().map(drop)
    }

    fn rest(&mut self) {
        self.left.ids().for_each(&mut *self.found);
    }

    fn enumerant(&mut self, kind: OperandKind) -> Result<()> {
        let word = self.left.word()?;
        if self.left.is_empty() {
            return Ok(());
        }
        match enumerant(kind, word) {
            Some(known) => self.list(&known.operands),
            None => {
                self.rest();
                Ok(())
            }
        }
    }

    /// An opcode within `OpSpecConstantOp`, and that operation's operands.
    fn spec_constant_operation(&mut self) -> Result<()> {
        let opcode = self.left.word()?;
        let grammar = u16::try_from(opcode).ok().and_then(grammar_of);
        let Some(grammar) = grammar.filter(|inner| inner.opcode != Op::SpecConstantOp) else {
            self.rest();
            return Ok(());
        };
        let is_result =
            |operand: &&LogicalOperand| matches!(operand.kind, OperandKind::IdResultType | OperandKind::IdResult);
        let results = grammar.operands.iter().take_while(is_result).count();
        self.list(&grammar.operands[results..])
    }

    fn extended_instruction(&mut self) -> Result<()> {
        self.id()?;
        self.literal()?;
        let set = self.left.id()?;
        (self.found)(set);
        let number = self.left.word()?;
        match self.references.instruction_sets.get(&set).and_then(|table| table.lookup_opcode(number)) {
            Some(inner) => self.list(inner.operands),
            None => {
                self.rest();
                Ok(())
            }
        }
    }
}
