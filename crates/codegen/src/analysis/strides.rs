//! The difference of a value between neighbouring work-items, or between consecutive
//! iterations of a loop.
//!
//! The results choose between ways of generating the same code; correctness does not
//! depend on them. Arithmetic is assumed not to overflow.

use rustc_hash::FxHashMap;
use tandem_ir::{Inst, Module, Opcode, Type, Value, ValueKind};

use super::addresses::{Part, parts};

/// What a load or store accesses.
#[derive(Clone, Copy)]
pub struct Access<'m> {
    /// Where.
    pub address: Value<'m>,
    /// What.
    pub ty: Type<'m>,
}

/// The access of a load or store.
pub fn access(inst: Inst<'_>) -> Option<Access<'_>> {
    match inst.opcode() {
        Opcode::LLVMLoad => Some(Access { address: inst.operand(0), ty: inst.ty() }),
        Opcode::LLVMStore => Some(Access { address: inst.operand(1), ty: inst.operand(0).ty() }),
        _ => None,
    }
}

/// The strides of values.
pub struct Strides<'m, F> {
    module: &'m Module,
    /// Strides of instructions; `None` where it is not a constant.
    known: FxHashMap<Value<'m>, Option<i64>>,
    /// Whether an instruction has the same value in each step.
    is_fixed: F,
}

impl<'m, F: Fn(Value<'m>) -> bool> Strides<'m, F> {
    /// Strides that follow from those of some values, while others stay as they are.
    pub fn new(module: &'m Module, known: impl IntoIterator<Item = (Value<'m>, Option<i64>)>, is_fixed: F) -> Self {
        Self { module, known: known.into_iter().collect(), is_fixed }
    }

    /// Whether the elements are neither the same in all steps nor side by side.
    pub fn scatters(&mut self, access: &Access<'m>) -> bool {
        let side_by_side = i64::try_from(self.module.size_of(access.ty)).ok();
        let stride = self.of(access.address);
        stride != Some(0) && stride != side_by_side
    }

    /// The stride of a value; `None` if it is not a constant.
    pub fn of(&mut self, value: Value<'m>) -> Option<i64> {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let Some(inst) = value.as_inst().filter(|_| value.kind() == ValueKind::Inst && !(self.is_fixed)(value)) else {
            return Some(0);
        };
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
        let mut stride = self.of(gep.operand(0))?;
        for part in parts(self.module, gep)? {
            let Part::Index(index, size) = part else { continue };
            stride = stride.checked_add(self.of(index)?.checked_mul(size)?)?;
        }
        Some(stride)
    }
}
