//! Numbers of 32 bits whose low byte or half comes from elsewhere: `(x & -256) | byte`.
//!
//! If the byte is in memory, LLVM's x86 back end loads it into the low byte of `x`'s register, and uses the register as
//! a 32-bit result. Such a result must have zeros in its upper bits, but this register keeps the bits of `x` there, and
//! the number is wrong where it is extended to 64 bits or converted to floating point ([LLVM issue
//! 205291](https://github.com/llvm/llvm-project/issues/205291)). The form `x ^ ((x ^ byte) & 255)` has the same number
//! of instructions, and LLVM computes all 32 bits of it.
//!
//! Runs after LLVM's passes, which would restore the form with `or`.

use tandem_ir::{Builder, EditableModule, Inst, Opcode, TypeKind, Value};

/// The bits that the back end replaces in a register.
const REPLACED: [u64; 2] = [0xff, 0xffff];

/// All bits of a number.
const ALL: u64 = u32::MAX as u64;

/// Rewrites such numbers in all functions.
pub fn rewrite(module: &EditableModule) {
    let insts = module.functions().into_iter().flat_map(|function| function.insts());
    for (inst, merge) in insts.filter_map(|inst| Some((inst, Merge::of(inst)?))) {
        inst.value().replace_all_uses_with(module, merge.rewritten(module, inst));
        inst.erase(module);
    }
}

/// `(upper & kept) | lower`, with the lowest bits from `lower` alone.
struct Merge<'m> {
    upper: Value<'m>,
    kept: u64,
    lower: Value<'m>,
    /// The bits that come from `lower`.
    replaced: u64,
}

impl<'m> Merge<'m> {
    fn of(inst: Inst<'m>) -> Option<Self> {
        if inst.opcode() != Opcode::LLVMOr || inst.ty().kind() != TypeKind::Int(32) {
            return None;
        }
        let (left, right) = (inst.operand(0), inst.operand(1));
        Self::with(left, right).or_else(|| Self::with(right, left))
    }

    fn with(masked: Value<'m>, lower: Value<'m>) -> Option<Self> {
        let mask = masked.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMAnd)?;
        let (kept, largest) = (mask.operand(1).const_u64()?, largest(lower)?);
        let replaced = REPLACED.into_iter().find(|bits| largest <= *bits && kept & bits == 0)?;
        Some(Self { upper: mask.operand(0), kept, lower, replaced })
    }

    /// The number in the other form, before `inst`.
    fn rewritten(&self, module: &'m EditableModule, inst: Inst<'m>) -> Value<'m> {
        let (builder, ty) = (Builder::before(module, inst), inst.ty());
        let upper = match self.kept | self.replaced {
            ALL => self.upper,
            kept => builder.and(self.upper, ty.int(kept, false)),
        };
        let changed = builder.and(builder.xor(upper, self.lower), ty.int(self.replaced, false));
        builder.xor(upper, changed)
    }
}

/// The largest number that a value may be, if the instruction that computes it clears bits.
fn largest(value: Value<'_>) -> Option<u64> {
    let inst = value.as_inst()?;
    match inst.opcode() {
        Opcode::LLVMZExt => match inst.operand(0).ty().kind() {
            TypeKind::Int(bits) => Some((1 << bits) - 1),
            _ => None,
        },
        Opcode::LLVMAnd => inst.operand(1).const_u64(),
        Opcode::LLVMLShr => ALL.checked_shr(inst.operand(1).const_u64()?.try_into().ok()?),
        _ => None,
    }
}
