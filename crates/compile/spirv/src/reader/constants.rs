//! Constants and specialization constants.
//!
//! `OpSpecConstantOp` is built like the instruction that it names, in a block
//! that is thrown away: LLVM's builder folds operations on constants.

use rspirv::spirv::Op;
use tandem_ir::{Builder, Value};

use super::body::{Body, ResultOperands};
use super::defs::{Def, Sampler};
use super::error::{Reason, Result, ensure};
use super::state::Reader;
use super::support::{Family, family};
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Malformed, Operands, opcode_name};

/// LLVM walks constant expressions by recursion, and prints them as trees.
const MAX_EXPRESSION_DEPTH: u32 = 32;

/// As many constituents as other composites can have, which name each.
const MAX_REPLICAS: usize = u16::MAX as usize;

impl<'m, 'w> Reader<'m, 'w> {
    /// Defines a constant.
    pub fn constant_instruction(&mut self, index: usize) -> Result<()> {
        use Op::*;
        let inst = self.scan.structure.instructions[index];
        let op = inst.op().ok_or_else(|| Reason::unsupported(opcode_name(inst.opcode)))?;
        let mut ops = inst.cursor();
        let (ty, id) = (self.value_type(ops.id()?)?, ops.id()?);
        let value = match op {
            ConstantTrue | ConstantFalse => self.boolean(ty, op == ConstantTrue)?,
            SpecConstantTrue | SpecConstantFalse => {
                let set = self.spec_override(id).map(|bytes| bytes.iter().any(|byte| *byte != 0));
                self.boolean(ty, set.unwrap_or(op == SpecConstantTrue))?
            }
            Constant => self.number(ty, ops.rest())?,
            SpecConstant => match self.spec_override(id) {
                Some(bytes) => self.number(ty, &words_of(bytes, self.size_of(ty)?))?,
                None => self.number(ty, ops.rest())?,
            },
            ConstantComposite => {
                self.constant_composite(ty, &self.constituents(index, ConstantCompositeContinuedINTEL))?
            }
            SpecConstantComposite => {
                self.constant_composite(ty, &self.constituents(index, SpecConstantCompositeContinuedINTEL))?
            }
            ConstantCompositeReplicateEXT | SpecConstantCompositeReplicateEXT => {
                self.constant_composite(ty, &self.replicas(ty, ops.id()?)?)?
            }
            ConstantSampler => return self.constant_sampler(ty, id, &mut ops),
            ConstantNull => self.llvm(ty).zero(),
            ConstantFunctionPointerINTEL => self.declare_function(ops.id()?)?.value(),
            SpecConstantOp => return self.spec_constant_op(ty, id, &mut ops),
            Undef => self.llvm(ty).undef(),
            _ => return Err(Reason::instruction(op)),
        };
        self.define_value(id, value, ty)
    }

    fn spec_override(&self, id: Id) -> Option<&'w [u8]> {
        let spec_id = self.scan.decorations(id).spec_id?;
        self.spec_constants.iter().find(|(id, _)| *id == spec_id).map(|(_, bytes)| *bytes)
    }

    fn boolean(&self, ty: TypeRef, value: bool) -> Result<Value<'m>> {
        ensure(matches!(self.shape(ty), Shape::Bool), "the constant's type is not bool")?;
        Ok(self.llvm(ty).int(value.into(), false))
    }

    /// A scalar constant from its literal.
    fn number(&self, ty: TypeRef, words: &[u32]) -> Result<Value<'m>> {
        let llvm = self.llvm(ty);
        match *self.shape(ty) {
            Shape::Int(bits) => {
                let words = words.get(..bits.div_ceil(32) as usize).ok_or(Malformed::MissingOperand)?;
                let wide: Vec<u64> = words
                    .chunks(2)
                    .map(|pair| u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32)
                    .collect();
                // LLVM masks the surplus bits only of values of several words.
                let mask = if bits < 64 { (1u64 << bits) - 1 } else { u64::MAX };
                Ok(if bits <= 64 { llvm.int(wide[0] & mask, false) } else { llvm.int_words(&wide) })
            }
            Shape::Float { .. } => {
                let bits = self.size_of(ty)? as u32 * 8;
                let mask = u64::MAX >> (64 - bits);
                let literal = Operands::new(words).literal(bits)? & mask;
                Ok(llvm.from_bits(self.module.int(bits).int(literal, false)))
            }
            _ => Err(Reason::Invalid("the constant's type is not a number")),
        }
    }

    /// The constituents of a composite, which instructions of this opcode continue.
    fn constituents(&self, index: usize, continuation: Op) -> Vec<Id> {
        self.scan.structure.continued_ids(index, 2, continuation)
    }

    /// One constituent as often as a composite has members.
    fn replicas(&self, ty: TypeRef, constituent: Id) -> Result<Vec<Id>> {
        let count = usize::try_from(self.types.member_count(ty)).unwrap_or(usize::MAX);
        ensure(count <= MAX_REPLICAS, "the composite has too many constituents")?;
        Ok(vec![constituent; count])
    }

    fn constant_sampler(&mut self, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<()> {
        ensure(matches!(self.shape(ty), Shape::Sampler), "the constant's type is not a sampler")?;
        let properties = [ops.word()?, ops.word()?, ops.word()?];
        self.define(id, Def::Sampler(Sampler { properties, ty }))
    }

    fn constant_composite(&self, ty: TypeRef, ids: &[Id]) -> Result<Value<'m>> {
        let parts = ids.iter().map(|id| self.constant(*id)).collect::<Result<Vec<_>>>()?;
        let count = |expected: usize| ensure(parts.len() == expected, "the number of constituents differs");
        let each = |element: TypeRef| {
            let llvm = self.llvm(element);
            ensure(parts.iter().all(|part| part.ty() == llvm), "a constituent has the wrong type")
        };
        match self.shape(ty) {
            Shape::Vector { element, count: lanes } => {
                count(*lanes as usize)?;
                each(*element)?;
                Ok(Builder::const_vector(&parts))
            }
            Shape::Array { element, count: len } => {
                ensure(parts.len() as u64 == *len, "the number of constituents differs")?;
                each(*element)?;
                Ok(self.llvm(*element).const_array(&parts))
            }
            Shape::Struct(structure) => {
                count(structure.members.len())?;
                let fit = structure.members.iter().zip(&parts).all(|(field, part)| part.ty() == self.llvm(*field));
                ensure(fit, "a constituent has the wrong type")?;
                Ok(self.llvm(ty).const_struct(&parts))
            }
            _ => Err(Reason::Invalid("the constant's type is not a composite")),
        }
    }

    fn spec_constant_op(&mut self, ty: TypeRef, id: Id, ops: &mut Operands<'w>) -> Result<()> {
        let opcode = ops.word()?;
        let op = Op::from_u32(opcode).ok_or_else(|| Reason::unsupported(format!("opcode {opcode}")))?;
        let Some(Family::Operation(operation)) = family(op) else { return Err(Reason::instruction(op)) };
        let depth = 1 + ops.ids_ahead().filter_map(|id| self.expression_depths.get(&id)).max().unwrap_or(&0);
        ensure(depth <= MAX_EXPRESSION_DEPTH, "constant expressions are nested too deeply")?;
        let scratch = self.module.add_function("", self.module.void().function(&[], false));
        let mut body = Body::new(self, scratch, Builder::at_end(self.module, scratch.append_block(self.module, "")));
        let folded = body.compute(op, operation, ResultOperands { ty, id }, ops);
        let constant = folded.and_then(|def| match def {
            Def::Value(typed) if !typed.value.is_const() => Err(Reason::unsupported(format!("Op{op:?} as a constant"))),
            def => Ok(def),
        });
        scratch.delete(self.module);
        match constant? {
            Def::Value(typed) => {
                if typed.value.const_opcode().is_some() {
                    self.expression_depths.insert(id, depth);
                }
                self.define_value(id, typed.value, typed.ty)
            }
            def => self.define(id, def),
        }
    }
}

/// The little-endian words of a value of `size` bytes.
fn words_of(bytes: &[u8], size: u64) -> Vec<u32> {
    let mut padded: Vec<u8> = bytes.iter().copied().take(size as usize).collect();
    padded.resize((size as usize).next_multiple_of(4), 0);
    padded.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect()
}
