//! How much a work-item loop would grow if it were vectorized.
//!
//! Elements of 8 and 16 bits that work-items do not access side by side have no
//! vector instruction: each takes a scalar access and a move into or out of a
//! vector, as many of them as a vector has lanes. Where most of a loop's time is
//! arithmetic LLVM's loop vectorizer takes that for a good bargain, whatever the
//! size: hundreds of bytes that a work-item keeps in an array become tens of
//! thousands of instructions, which the passes behind it cannot bear.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Block, Inst, Module, Opcode, Type, TypeKind, Value, ValueKind};

/// Bytes of the widest vector registers.
const VECTOR_BYTES: u64 = 64;
/// Scalar accesses that one loop may be made of.
const MAX_SCALAR_ACCESSES: u64 = 4096;
/// The widest elements that cannot be gathered, in bytes.
const NARROW_BYTES: u64 = 2;

/// Whether the loop over `index` with these blocks would grow beyond all bounds.
pub fn is_excessive<'m>(module: &'m Module, index: Value<'m>, blocks: &[Block<'m>]) -> bool {
    let accesses: Vec<_> = blocks.iter().flat_map(|block| block.insts()).filter_map(|inst| access(inst)).collect();
    let size = |(_, ty): &(Value<'m>, Type<'m>)| module.size_of(ty.scalar()).max(1);
    let lanes = VECTOR_BYTES / accesses.iter().map(size).max().unwrap_or(1).min(VECTOR_BYTES);
    let narrow = accesses.iter().filter(|access| size(access) <= NARROW_BYTES);
    if narrow.clone().count() as u64 * lanes <= MAX_SCALAR_ACCESSES {
        return false;
    }
    let mut strides = Strides { module, index, blocks: blocks.iter().copied().collect(), known: FxHashMap::default() };
    let scattered = narrow.filter(|access| {
        let side_by_side = i64::try_from(size(access)).ok();
        let stride = strides.of(access.0);
        stride != Some(0) && stride != side_by_side
    });
    scattered.count() as u64 * lanes > MAX_SCALAR_ACCESSES
}

/// Address and type of what a load or store accesses.
fn access(inst: Inst<'_>) -> Option<(Value<'_>, Type<'_>)> {
    match inst.opcode() {
        Opcode::LLVMLoad => Some((inst.operand(0), inst.ty())),
        Opcode::LLVMStore => Some((inst.operand(1), inst.operand(0).ty())),
        _ => None,
    }
}

/// By how much values grow from one iteration of a loop to the next.
struct Strides<'m> {
    module: &'m Module,
    /// The number of the iteration.
    index: Value<'m>,
    /// The loop.
    blocks: FxHashSet<Block<'m>>,
    known: FxHashMap<Value<'m>, Option<i64>>,
}

impl<'m> Strides<'m> {
    /// The stride of a value; `None` if it is not a constant.
    fn of(&mut self, value: Value<'m>) -> Option<i64> {
        if value == self.index {
            return Some(1);
        }
        let inside = |inst: &Inst<'m>| inst.block().is_some_and(|block| self.blocks.contains(&block));
        let Some(inst) = value.as_inst().filter(|_| value.kind() == ValueKind::Inst).filter(inside) else {
            return Some(0);
        };
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let stride = self.compute(inst);
        self.known.insert(value, stride);
        stride
    }

    fn compute(&mut self, inst: Inst<'m>) -> Option<i64> {
        use Opcode::*;
        match inst.opcode() {
            LLVMAdd | LLVMOr => self.of(inst.operand(0))?.checked_add(self.of(inst.operand(1))?),
            LLVMSub => self.of(inst.operand(0))?.checked_sub(self.of(inst.operand(1))?),
            LLVMMul => self.scaled(inst.operand(0), inst.operand(1)),
            LLVMShl => {
                let factor = inst.operand(1).const_u64().and_then(|bits| 1_i64.checked_shl(bits as u32));
                self.of(inst.operand(0))?.checked_mul(factor?)
            }
            LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze | LLVMAddrSpaceCast | LLVMBitCast | LLVMPtrToInt
            | LLVMIntToPtr => self.of(inst.operand(0)),
            LLVMGetElementPtr => self.of_address(inst),
            LLVMPHI | LLVMCall | LLVMAtomicRMW | LLVMAtomicCmpXchg => None,
            _ => inst.operands().into_iter().all(|operand| self.of(operand) == Some(0)).then_some(0),
        }
    }

    fn scaled(&mut self, left: Value<'m>, right: Value<'m>) -> Option<i64> {
        match (self.of(left)?, self.of(right)?) {
            (0, 0) => Some(0),
            (stride, 0) => stride.checked_mul(right.const_i64()?),
            (0, stride) => stride.checked_mul(left.const_i64()?),
            _ => None,
        }
    }

    fn of_address(&mut self, gep: Inst<'m>) -> Option<i64> {
        let operands = gep.operands();
        let (base, indices) = operands.split_first()?;
        let mut stride = self.of(*base)?;
        let mut ty = gep.value().gep_source_type()?;
        for (depth, index) in indices.iter().enumerate() {
            if depth > 0 {
                ty = element(ty, *index)?;
            }
            let step = self.of(*index)?;
            if step != 0 {
                stride = stride.checked_add(step.checked_mul(i64::try_from(self.module.size_of(ty)).ok()?)?)?;
            }
        }
        Some(stride)
    }
}

/// The type that an index leads to in an aggregate.
fn element<'m>(ty: Type<'m>, index: Value<'m>) -> Option<Type<'m>> {
    match ty.kind() {
        TypeKind::Array(element, _) | TypeKind::Vector(element, _) => Some(element),
        TypeKind::Struct => ty.fields().get(usize::try_from(index.const_u64()?).ok()?).copied(),
        _ => None,
    }
}
