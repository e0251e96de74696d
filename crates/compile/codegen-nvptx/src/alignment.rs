//! The power of two by which an address or number is divisible in every launch.
//!
//! LLVM's own analysis examines only a few operations. Addresses in tiles of local memory are longer chains, also
//! through loops.

use std::collections::HashMap;

use tandem_device_ir::AddressSpace;
use tandem_ir::{Inst, Module, Opcode, SPIR_KERNEL, TypeKind, Value};
use tandem_native_cuda::LOCAL_ARGUMENT_ALIGN;

/// The largest number of trailing zeros of interest: nothing has a larger alignment.
const MOST: u32 = 7;
/// The most operations that one address is followed through.
const BUDGET: u32 = 4096;

/// Whether a value is certain to be a multiple of `align`, a power of two of at most 128.
pub fn is_multiple(module: &Module, value: Value<'_>, align: u32) -> bool {
    let mut divisibility = Divisibility { module, known: HashMap::new(), left: BUDGET };
    // A value that depends on itself is first taken to be divisible. Each round then derives new facts from the last
    // ones, until nothing changes.
    loop {
        let before = divisibility.known.clone();
        let mut seen = HashMap::new();
        let zeros = divisibility.zeros(value, &mut seen);
        divisibility.known = seen;
        if divisibility.left == 0 {
            return false;
        }
        if divisibility.known == before || zeros < align.trailing_zeros() {
            return zeros >= align.trailing_zeros();
        }
    }
}

struct Divisibility<'m> {
    module: &'m Module,
    /// The results of the last round.
    known: HashMap<Value<'m>, u32>,
    /// The remaining number of operations to examine.
    left: u32,
}

impl<'m> Divisibility<'m> {
    /// The trailing zeros of a value; `seen` has the results of this round.
    fn zeros(&mut self, value: Value<'m>, seen: &mut HashMap<Value<'m>, u32>) -> u32 {
        if let Some(number) = value.const_u64() {
            return number.trailing_zeros().min(MOST);
        }
        if let Some(known) = seen.get(&value) {
            return *known;
        }
        if self.left == 0 {
            return 0;
        }
        self.left -= 1;
        let assumed = self.known.get(&value).copied().unwrap_or(MOST);
        seen.insert(value, assumed);
        let zeros = self.of(value, seen).min(assumed);
        seen.insert(value, zeros);
        zeros
    }

    fn of(&mut self, value: Value<'m>, seen: &mut HashMap<Value<'m>, u32>) -> u32 {
        if let Some(global) = value.as_global() {
            return global.align().max(1).trailing_zeros().min(MOST);
        }
        if let Some((function, _)) = value.as_argument() {
            let is_local =
                function.call_conv() == SPIR_KERNEL && value.ty().address_space() == Some(AddressSpace::Local.number());
            return if is_local { LOCAL_ARGUMENT_ALIGN.trailing_zeros().min(MOST) } else { 0 };
        }
        match value.const_opcode() {
            Some(Opcode::LLVMAddrSpaceCast | Opcode::LLVMPtrToInt) => return self.zeros(value.operands()[0], seen),
            Some(Opcode::LLVMGetElementPtr) => return self.of_address(value, seen),
            _ => {}
        }
        let Some(inst) = value.as_inst() else { return 0 };
        let mut both = |inst: Inst<'m>, of: fn(u32, u32) -> u32| {
            let (left, right) = (self.zeros(inst.operand(0), seen), self.zeros(inst.operand(1), seen));
            of(left, right).min(MOST)
        };
        match inst.opcode() {
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMOr | Opcode::LLVMXor => both(inst, u32::min),
            Opcode::LLVMAnd => both(inst, u32::max),
            Opcode::LLVMMul => both(inst, |left, right| left + right),
            Opcode::LLVMShl => {
                let by = inst.operand(1).const_u64().unwrap_or(0).min(MOST.into()) as u32;
                (self.zeros(inst.operand(0), seen) + by).min(MOST)
            }
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMFreeze
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMAddrSpaceCast => self.zeros(inst.operand(0), seen),
            Opcode::LLVMSelect => self.zeros(inst.operand(1), seen).min(self.zeros(inst.operand(2), seen)),
            Opcode::LLVMPHI => {
                let values = inst.operands();
                values.into_iter().fold(MOST, |zeros, value| zeros.min(self.zeros(value, seen)))
            }
            Opcode::LLVMGetElementPtr => self.of_address(value, seen),
            _ => 0,
        }
    }

    /// An address with one index.
    fn of_address(&mut self, value: Value<'m>, seen: &mut HashMap<Value<'m>, u32>) -> u32 {
        let operands = value.operands();
        let ([base, index], Some(element)) = (&operands[..], value.gep_source_type()) else { return 0 };
        if matches!(base.ty().kind(), TypeKind::Vector(..)) {
            return 0;
        }
        let size = self.module.size_of(element).trailing_zeros().min(MOST);
        self.zeros(*base, seen).min(self.zeros(*index, seen) + size).min(MOST)
    }
}
