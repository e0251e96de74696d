//! The locations of one work-item's loads and stores, as far as needed to decide whether two of them access the same
//! memory.

use tandem_codegen::analysis::accesses::Access;
use tandem_codegen::analysis::addresses::{Part, parts};
use tandem_ir::{Inst, Module, Opcode, Value, ValueKind};

use super::private::PrivateMemory;

/// The memory of an access: a base, multiples of values, and a constant byte offset.
#[derive(Clone, Debug)]
pub struct AccessedBytes<'m> {
    base: Value<'m>,
    terms: Vec<Term<'m>>,
    offset: i64,
    bytes: i64,
}

/// A multiple of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Term<'m> {
    value: Value<'m>,
    /// The extension to 64 bits; `None` if the value has 64 bits already.
    extension: Option<Opcode>,
    factor: i64,
}

impl<'m> AccessedBytes<'m> {
    /// The place of an access.
    pub fn new(module: &'m Module, access: &Access<'m>) -> Self {
        let bytes = i64::try_from(module.size_of(access.ty)).unwrap_or(i64::MAX);
        let mut place = Self { base: access.address, terms: Vec::new(), offset: 0, bytes };
        while place.step_back(module).is_some() {}
        place
    }

    /// Goes from an address to that which it is computed of.
    fn step_back(&mut self, module: &'m Module) -> Option<()> {
        let inst = own_inst(self.base)?;
        match inst.opcode() {
            Opcode::LLVMAddrSpaceCast => {}
            Opcode::LLVMGetElementPtr => {
                for part in parts(module, inst)? {
                    match part {
                        Part::Constant(bytes) => self.offset = self.offset.wrapping_add(bytes),
                        Part::Index(index, factor) => {
                            let is_narrow = module.size_of(index.ty()) < 8;
                            self.add(Term { value: index, extension: is_narrow.then_some(Opcode::LLVMSExt), factor });
                        }
                    }
                }
            }
            _ => return None,
        }
        self.base = inst.operand(0);
        Some(())
    }

    /// Adds a multiple of a value, decomposed into constants and a multiple of the value that it is computed from.
    fn add(&mut self, mut term: Term<'m>) {
        while let Some((simpler, offset)) = term.step_back() {
            term = simpler;
            self.offset = self.offset.wrapping_add(offset);
        }
        self.terms.push(term);
    }

    /// The distance in bytes from another location with the same base.
    pub fn behind(&self, other: &Self) -> Option<i64> {
        let is_same = self.base == other.base && self.terms == other.terms;
        is_same.then(|| self.offset.wrapping_sub(other.offset))
    }

    /// Whether two accesses of one work-item may touch the same memory.
    pub fn may_overlap(&self, other: &Self, private: &PrivateMemory<'m>) -> bool {
        match self.behind(other) {
            Some(distance) => -self.bytes < distance && distance < other.bytes,
            None => !is_apart(self.base, other.base, private) && !is_apart(other.base, self.base, private),
        }
    }
}

impl<'m> Term<'m> {
    /// The same as a multiple of an operand and a constant, if this does not wrap around before it is extended.
    fn step_back(self) -> Option<(Self, i64)> {
        let inst = own_inst(self.value)?;
        let value = inst.operands().first().copied()?;
        if matches!(inst.opcode(), Opcode::LLVMSExt | Opcode::LLVMZExt) && self.extension.is_none() {
            return Some((Self { value, extension: Some(inst.opcode()), ..self }, 0));
        }
        let constant = self.constant(inst)?;
        match inst.opcode() {
            Opcode::LLVMAdd | Opcode::LLVMOr => Some((Self { value, ..self }, self.factor.wrapping_mul(constant))),
            Opcode::LLVMMul => Some((Self { value, factor: self.factor.wrapping_mul(constant), ..self }, 0)),
            Opcode::LLVMShl if (0..63).contains(&constant) => {
                Some((Self { value, factor: self.factor.wrapping_mul(1 << constant), ..self }, 0))
            }
            _ => None,
        }
    }

    /// The constant operand of arithmetic that is the same before and after the extension.
    fn constant(self, inst: Inst<'m>) -> Option<i64> {
        use Opcode::*;
        let (unsigned, signed) = inst.wrap_flags();
        let constant = inst.operands().get(1).copied()?;
        let (signed_constant, unsigned_constant) = (constant.const_i64()?, constant.const_u64()?.cast_signed());
        match (inst.opcode(), self.extension) {
            (LLVMAdd | LLVMMul | LLVMShl, None) => Some(signed_constant),
            (LLVMAdd | LLVMMul | LLVMShl, Some(LLVMSExt)) if signed => Some(signed_constant),
            (LLVMAdd | LLVMMul | LLVMShl, Some(LLVMZExt)) if unsigned => Some(unsigned_constant),
            (LLVMOr, None) if inst.is_disjoint() => Some(signed_constant),
            (LLVMOr, Some(LLVMSExt)) if inst.is_disjoint() && signed_constant >= 0 => Some(signed_constant),
            (LLVMOr, Some(LLVMZExt)) if inst.is_disjoint() => Some(unsigned_constant),
            _ => None,
        }
    }
}

/// The instruction that a value is the result of.
fn own_inst(value: Value<'_>) -> Option<Inst<'_>> {
    value.as_inst().filter(|_| value.kind() == ValueKind::Inst)
}

/// Whether one base is a variable whose address is never stored in memory, and the other one has a different origin.
fn is_apart<'m>(variable: Value<'m>, other: Value<'m>, private: &PrivateMemory<'m>) -> bool {
    let is_variable = private.variables.iter().any(|own| own.alloca.value() == variable);
    let comes_from_elsewhere = match other.kind() {
        ValueKind::Argument | ValueKind::Global => true,
        ValueKind::Inst => {
            other.as_inst().is_some_and(|inst| matches!(inst.opcode(), Opcode::LLVMLoad | Opcode::LLVMAlloca))
        }
        _ => false,
    };
    variable != other && is_variable && comes_from_elsewhere
}
