//! Optimizes device code with LLVM's own pipeline.
//!
//! LLVM computes results of loops without the loops if it can. Such a closed form takes wider integers than the loop:
//! those of 128-bit counters have no representation in SPIR-V. Code with such closed forms is optimized once more, so
//! that its loops remain.

use tandem_device_ir_llvm::{MAX_INTEGER_BITS, widest_arithmetic};
use tandem_ir::{Module, PassOptions, TargetMachine};

use super::diagnostics::Diagnostics;
use super::keep_lines;

/// Optimizes device code at a level, 0 to 3.
pub(super) fn run(module: &mut Module, opt_level: u8) -> Result<(), Diagnostics> {
    if opt_level == 0 {
        return dissolve_closures(module);
    }
    // Closed forms of 64-bit counters have at most 128 bits.
    let original = (widest_arithmetic(module) > u64::BITS).then(|| module.duplicate()).transpose()?;
    optimize(module, opt_level, true)?;
    if let Some(original) = original.filter(|_| widest_arithmetic(module) > MAX_INTEGER_BITS) {
        *module = original;
        optimize(module, opt_level, false)?;
    }
    Ok(())
}

/// Only infers address spaces, so that variables can be looked at in debuggers.
fn dissolve_closures(module: &mut Module) -> Result<(), Diagnostics> {
    let flat = TargetMachine::of_flat_memory()?;
    let variables = keep_lines::pin_variables(module.edit());
    module.run_passes("always-inline,function(sroa,infer-address-spaces)", Some(&flat))?;
    variables.unpin(module.edit());
    Ok(())
}

/// Optimizes without vectorizing: the code generators vectorize over work-items, and need scalar code for it.
fn optimize(module: &mut Module, opt_level: u8, closed_forms: bool) -> Result<(), Diagnostics> {
    // The closure dissolves as soon as the entry is inlined into the kernel; address spaces are inferred then, before
    // and after the pipeline's own inlining and again after the pipeline, because pointers that the closure held become
    // visible only step by step.
    let flat = TargetMachine::of_flat_memory()?;
    module.run_passes("always-inline,function(sroa,early-cse,infer-address-spaces)", Some(&flat))?;
    let options = PassOptions { vectorize: false, closed_forms };
    module.run_passes_with(&format!("default<O{}>", opt_level.min(3)), None, options)?;
    module.run_passes("function(infer-address-spaces,early-cse),globaldce", Some(&flat))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tandem_device_ir_llvm::widest_arithmetic;
    use tandem_ir::{Context, Module};

    /// Sums the squares of counters, in integers of type `T`.
    const LOOP: &str = "
define T @sum(T %n) {
entry:
  br label %body
body:
  %i = phi T [ 0, %entry ], [ %next, %body ]
  %sum = phi T [ 0, %entry ], [ %more, %body ]
  %square = mul T %i, %i
  %more = add T %sum, %square
  %next = add T %i, 1
  %c = icmp ult T %next, %n
  br i1 %c, label %body, label %exit
exit:
  ret T %more
}";

    /// The widest integer and the blocks of the optimized loop.
    fn optimized(ty: &str) -> (u32, usize) {
        let ctx = Context::new();
        let mut module = Module::parse(&ctx, LOOP.replace('T', ty).as_bytes(), "loop").expect("valid IR");
        super::run(&mut module, 2).expect("optimizes");
        (widest_arithmetic(&module), module.function("sum").expect("defined").blocks().len())
    }

    #[test]
    fn only_closed_forms_that_are_too_wide_stay_loops() {
        let (widest, blocks) = optimized("i64");
        assert!(widest > 64 && blocks == 1, "{widest} bits, {blocks} blocks");
        let (widest, blocks) = optimized("i128");
        assert!(widest == 128 && blocks > 1, "{widest} bits, {blocks} blocks");
        assert_eq!(optimized("i64").1, 1, "the process's options are as before");
    }
}
