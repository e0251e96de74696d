//! Floating-point arithmetic as on NVIDIA GPUs: products and sums are fused, and operations that may be approximate
//! are.

use tandem_device_ir::NO_CONTRACTION;
use tandem_ir::{Builder, EditableModule, Function, Inst, Intrinsic, Module, Opcode, Value};

/// LLVM's flag for products and sums that may be fused.
const CONTRACT: u32 = 1 << 5;
/// LLVM's flag of functions that may be approximate.
pub const APPROXIMATE: u32 = 1 << 6;

/// Whether products and sums of a module may be fused.
pub fn may_contract(module: &Module) -> bool {
    !module.has_flag(NO_CONTRACTION)
}

/// Whether all arithmetic of single precision may be approximate (`-ffast-math`). Subnormal numbers
/// count as zero then, as in code that nvcc compiles with `-use_fast_math`.
pub fn is_fast(module: &Module) -> bool {
    let is_arithmetic = |inst: &Inst<'_>| {
        let opcode = inst.opcode();
        let is_operation = matches!(
            opcode,
            Opcode::LLVMFAdd | Opcode::LLVMFSub | Opcode::LLVMFMul | Opcode::LLVMFDiv | Opcode::LLVMFRem
        );
        is_operation && inst.ty() == module.float()
    };
    let insts = module.functions().into_iter().flat_map(|function| function.insts());
    let mut arithmetic = insts.filter(is_arithmetic).peekable();
    arithmetic.peek().is_some() && arithmetic.all(|inst| inst.fast_math() & APPROXIMATE != 0)
}

/// Allows the fusion of products and sums in a function, unless the module forbids it.
pub fn contract(module: &EditableModule, function: Function<'_>) {
    if !may_contract(module) {
        return;
    }
    for inst in function.insts() {
        if matches!(inst.opcode(), Opcode::LLVMFAdd | Opcode::LLVMFSub | Opcode::LLVMFMul) {
            inst.set_fast_math(module, inst.fast_math() | CONTRACT);
        }
    }
}

/// Uses the instructions for quotients and square roots of single precision that are approximate,
/// where the code allows it. `flushes` says whether subnormal numbers count as zero.
pub fn approximate<'m>(module: &'m EditableModule, function: Function<'m>, flushes: bool) {
    let choose = |exact, flushed| if flushes { flushed } else { exact };
    let build = |inst: Inst<'m>, intrinsic, args: &[Value<'m>]| {
        let value = Builder::before(module, inst).intrinsic(intrinsic, &[], args).value();
        inst.value().replace_all_uses_with(module, value);
        inst.erase(module);
    };
    let single = module.float();
    let may_be_approximate = |inst: &Inst<'m>| inst.ty() == single && inst.fast_math() & APPROXIMATE != 0;
    // Quotients first: quotients of square roots include the roots.
    for inst in function.insts().into_iter().filter(may_be_approximate) {
        if inst.opcode() != Opcode::LLVMFDiv {
            continue;
        }
        let (dividend, divisor) = (inst.operand(0), inst.operand(1));
        let root = divisor.as_inst().filter(|root| is_root(*root) && may_be_approximate(root));
        match root.filter(|_| dividend.const_f64().is_some_and(|(value, _)| value == 1.0)) {
            Some(root) => {
                let intrinsic =
                    choose(Intrinsic::NvvmReciprocalRootApproximate, Intrinsic::NvvmReciprocalRootApproximateFlushed);
                build(inst, intrinsic, &root.args()[..1]);
            }
            None => {
                let intrinsic = choose(Intrinsic::NvvmDivideApproximate, Intrinsic::NvvmDivideApproximateFlushed);
                build(inst, intrinsic, &[dividend, divisor]);
            }
        }
    }
    for inst in function.insts().into_iter().filter(may_be_approximate).filter(|inst| is_root(*inst)) {
        let intrinsic = choose(Intrinsic::NvvmRootApproximate, Intrinsic::NvvmRootApproximateFlushed);
        build(inst, intrinsic, &inst.args()[..1]);
    }
}

fn is_root(inst: Inst<'_>) -> bool {
    inst.intrinsic() == Some(Intrinsic::Sqrt)
}
