//! The passes between device IR and PTX, in their order.

use tandem_codegen::internal::Internal;
use tandem_codegen::order::{Fact, facts::*};
use tandem_codegen::passes::{self as shared, run_inliner};
use tandem_codegen::pipeline::Compilation as _;
use tandem_codegen::pipeline::Pass;
use tandem_codegen::{Error, Result, call_graph, inline, kernel, matrix, names, sync};
use tandem_device_ir_llvm::{HighProduct, split_wide_integers};
use tandem_ir::{Function, Module};
use tandem_native_cuda::CudaKernel;

use crate::compilation::Compilation;
use crate::library::{DEVICE, PRINT};
use crate::matrix::TensorCores;
use crate::options::Options;
use crate::reach::{calls_any, reached};
use crate::warp::WARP_SIZE;
use crate::{
    arithmetic, atomics, constant_memory, copies, entry, function_pointers, images, libdevice, local_memory,
    memory_blocks, points, queries, remainders, runtime, symbols, unroll, variables,
};

const INTEGERS_SPLIT: Fact = Fact("integers of more than 64 bits are split");
const MACHINE_CHOSEN: Fact = Fact("the machine is chosen");
const LIBDEVICE_LINKED: Fact = Fact("libdevice is linked");
const IMAGE_LIBRARY_LINKED: Fact = Fact("the image library is part of the kernels");
const POINTS_LOWERED: Fact = Fact("synchronization points are instructions");
const ENTRIES_BUILT: Fact = Fact("kernels have entries");
const RUNTIME_LINKED: Fact = Fact("the runtime is linked");
const LAUNCH_DATA_PASSED: Fact = Fact("functions have the launch's data");
const QUERIES_ANSWERED: Fact = Fact("queries are answered");
const SUBNORMALS_CHOSEN: Fact = Fact("the code says what subnormal numbers count as");
const SCALARS_FOUND: Fact = Fact("copies of variables are values");
const SPACES_FINAL: Fact = Fact("spaces of addresses are final");
const CLEANED_UP: Fact = Fact("the code is final");

/// SSA form, before synchronization points are made, so that scopes and cluster sizes are constants.
const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,dce)";

/// Copies of whole variables become values, and copies of constant memory go away. Others are copied in words.
const SCALARS: &str = "function(infer-address-spaces,sroa<modify-cfg>,instcombine<no-verify-fixpoint>)";

/// Moves invariant conditions out of loops.
const UNSWITCH: &str = "function(loop-mssa(loop-rotate,licm,simple-loop-unswitch<nontrivial>),instcombine<no-verify-fixpoint>,simplifycfg)";

/// The clean-up after the lowering of atomic operations, which runs last.
const CLEAN_UP: &str = "function(early-cse,instcombine<no-verify-fixpoint>,simplifycfg,dce),globaldce";

/// The passes, in order.
pub fn passes(options: &Options) -> Vec<Pass<Compilation>> {
    let level = options.opt_level.clamp(1, 3);
    vec![
        Pass::new("split-integers", split_integers).needs(&[NAMED_AS_IN_SOURCE]).establishes(&[INTEGERS_SPLIT]),
        Pass::new("choose-machine", Compilation::choose_machine)
            .needs(&[INTEGERS_SPLIT])
            .establishes(&[MACHINE_CHOSEN]),
        shared::lay_out(),
        shared::check_symbols(false),
        shared::protect_names(),
        shared::mark_host_variables(),
        shared::lower_builtins(),
        // Some builtins become remainders.
        Pass::of_module("lower-remainders", remainders::lower).needs(&[BUILTINS_LOWERED]),
        Pass::new("link-libdevice", link_libdevice)
            .needs(&[MACHINE_CHOSEN, NAMES_PROTECTED, BUILTINS_LOWERED])
            .establishes(&[LIBDEVICE_LINKED]),
        Pass::of_module("prepare-inlining", |module| inline::prepare(module, |_| false, libdevice::is_rare))
            .needs(&[LIBDEVICE_LINKED])
            .establishes(&[INLINING_PREPARED]),
        shared::inline(),
        shared::lower_images(),
        Pass::new("link-image-library", link_image_library)
            .needs(&[IMAGES_LOWERED])
            .establishes(&[IMAGE_LIBRARY_LINKED]),
        shared::lower_assertions(),
        Pass::of_llvm("simplify", SIMPLIFY)
            .needs(&[INLINED, IMAGE_LIBRARY_LINKED])
            .establishes(&[SIMPLIFIED])
            .ends("simplified"),
        // Work-items of a sub-group exchange elements, and wait for copies.
        Pass::new("lower-matrices", lower_matrices).needs(&[SIMPLIFIED]).establishes(&[MATRICES_LOWERED]),
        Pass::new("lower-copies", lower_copies).needs(&[SIMPLIFIED]).establishes(&[COPIES_LOWERED]),
        Pass::new("check-kernels", check_kernels).needs(&[SIMPLIFIED]),
        Pass::new("lower-synchronization", lower_synchronization)
            .needs(&[SIMPLIFIED, MATRICES_LOWERED, COPIES_LOWERED])
            .establishes(&[SYNCHRONIZATION_LOWERED]),
        Pass::new("lower-points", lower_points).needs(&[SYNCHRONIZATION_LOWERED]).establishes(&[POINTS_LOWERED]),
        Pass::of_module("begin-kernels", points::begin_kernels).needs(&[POINTS_LOWERED]),
        Pass::new("build-entries", build_entries).needs(&[POINTS_LOWERED]).establishes(&[ENTRIES_BUILT]),
        Pass::new("link-runtime", link_runtime)
            .needs(&[MACHINE_CHOSEN, ASSERTIONS_LOWERED, ENTRIES_BUILT])
            .establishes(&[RUNTIME_LINKED]),
        Pass::new("inline-runtime", run_inliner).needs(&[RUNTIME_LINKED]),
        Pass::of_module("pass-launch-data", function_pointers::pass_launch_data)
            .needs(&[ENTRIES_BUILT, INLINED])
            .establishes(&[LAUNCH_DATA_PASSED]),
        Pass::new("lower-waits", lower_waits).needs(&[LAUNCH_DATA_PASSED, RUNTIME_LINKED]),
        Pass::new("place-local-memory", place_local_memory).needs(&[ENTRIES_BUILT]),
        Pass::new("answer-queries", answer_queries).needs(&[LAUNCH_DATA_PASSED]).establishes(&[QUERIES_ANSWERED]),
        Pass::of_module("finish-runtime", runtime::finish).needs(&[RUNTIME_LINKED]).ends("entries"),
        Pass::new("choose-subnormals", choose_subnormals).needs(&[MACHINE_CHOSEN]).establishes(&[SUBNORMALS_CHOSEN]),
        Pass::new("contract", contract).needs(&[LIBDEVICE_LINKED]),
        Pass::new("strip-lines", strip_lines).when(!options.target.has_lines),
        Pass::of_llvm("find-scalars", SCALARS).needs(&[QUERIES_ANSWERED]).establishes(&[SCALARS_FOUND]),
        Pass::new("unswitch-samples", unswitch_samples).needs(&[SCALARS_FOUND]).when(level > 1),
        Pass::new("lower-memory-blocks", lower_memory_blocks).needs(&[SCALARS_FOUND]),
        Pass::new("choose-unrolling", choose_unrolling).needs(&[SCALARS_FOUND]).when(level > 1),
        Pass::of_llvm("optimize", format!("default<O{level}>,function(infer-address-spaces)"))
            .needs(&[HOST_VARIABLES_MARKED, QUERIES_ANSWERED, SUBNORMALS_CHOSEN, SCALARS_FOUND])
            .establishes(&[OPTIMIZED]),
        shared::make_host_variables_writable(),
        // No later pass searches for equal addresses.
        Pass::of_module("lower-constant-memory", constant_memory::lower)
            .needs(&[OPTIMIZED])
            .establishes(&[SPACES_FINAL]),
        Pass::new("approximate", approximate).needs(&[OPTIMIZED]),
        Pass::new("lower-atomics", lower_atomics).needs(&[OPTIMIZED, SPACES_FINAL]),
        Pass::of_llvm("clean-up", CLEAN_UP).needs(&[OPTIMIZED]).establishes(&[CLEANED_UP]),
        Pass::new("describe-kernels", describe_kernels).needs(&[CLEANED_UP, ENTRIES_BUILT]),
        Pass::new("list-variables", list_variables).needs(&[CLEANED_UP]),
        // Code that describes the result finds functions and variables by their names.
        Pass::of_module("rename-symbols", symbols::rename).needs(&[CLEANED_UP]).ends("optimized").verified(),
    ]
}

/// Splits integers of more than 64 bits, which LLVM's back-end neither divides nor converts.
fn split_integers(compilation: &mut Compilation) -> Result<()> {
    let module = &mut compilation.module;
    let any = split_wide_integers(module.edit(), HighProduct::Wide).map_err(|unsplit| {
        let construct = format!("`{}` cannot be expressed with 64-bit integers", unsplit.inst.to_string().trim());
        Error::Construct { place: None, function: names::original_name(unsplit.function), construct }.at(unsplit.inst)
    })?;
    if any {
        module.run_passes("function(instsimplify,dce)", None)?;
    }
    Ok(())
}

fn link_libdevice(compilation: &mut Compilation) -> Result<()> {
    let (module, machine, options) = compilation.parts();
    libdevice::link(module, options, machine)
}

fn link_image_library(compilation: &mut Compilation) -> Result<()> {
    compilation.uses_images = images::link(&mut compilation.module)?;
    match compilation.uses_images {
        true => run_inliner(compilation),
        false => Ok(()),
    }
}

/// Makes two loops of each loop that samples: one whose textures need no code, and one with calls. Samples of the
/// former overlap.
fn unswitch_samples(compilation: &mut Compilation) -> Result<()> {
    match compilation.uses_images {
        true => Ok(compilation.module.run_passes(UNSWITCH, None)?),
        false => Ok(()),
    }
}

fn lower_matrices(compilation: &mut Compilation) -> Result<()> {
    let target = TensorCores(compilation.options.target.processor);
    compilation.edit_functions(|module, function| matrix::lower(module, function, WARP_SIZE, &target))
}

fn lower_copies(compilation: &mut Compilation) -> Result<()> {
    let processor = compilation.options.target.processor;
    compilation.edit_functions(|module, function| copies::lower(module, function, processor))
}

fn check_kernels(compilation: &mut Compilation) -> Result<()> {
    call_graph::kernels(&compilation.module).into_iter().try_for_each(kernel::check)
}

fn lower_synchronization(compilation: &mut Compilation) -> Result<()> {
    compilation.edit_functions(|module, function| sync::lower(module, function, WARP_SIZE, &DEVICE))
}

fn lower_points(compilation: &mut Compilation) -> Result<()> {
    let processor = compilation.options.target.processor;
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| points::lower(module, function, processor));
    Ok(())
}

fn build_entries(compilation: &mut Compilation) -> Result<()> {
    compilation.kernels = entry::build(compilation.module.edit())?;
    Ok(())
}

fn link_runtime(compilation: &mut Compilation) -> Result<()> {
    let (module, machine, _) = compilation.parts();
    runtime::link(module, machine)
}

fn lower_waits(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, kernels, .. } = compilation;
    let module = module.edit();
    for function in module.definitions() {
        let launch = function_pointers::launch_data(function);
        let waits = launch.is_some_and(|launch| runtime::lower_waits(module, function, launch));
        kernel_of(kernels, function).into_iter().for_each(|kernel| kernel.waits_for_groups = waits);
    }
    Ok(())
}

fn place_local_memory(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, kernels, .. } = compilation;
    let module = module.edit();
    for function in module.definitions() {
        if let Some(kernel) = kernel_of(kernels, function) {
            kernel.dynamic_local_bytes = local_memory::move_large_variables(module, function);
        }
    }
    Ok(())
}

fn answer_queries(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, kernels, .. } = compilation;
    let module = module.edit();
    for function in module.definitions() {
        let size = kernel_of(kernels, function).and_then(|kernel| kernel.required_work_group_size);
        queries::lower(module, function, function_pointers::launch_data(function), size)?;
    }
    Ok(())
}

fn choose_subnormals(compilation: &mut Compilation) -> Result<()> {
    if compilation.flushes_subnormals {
        let module = compilation.edit();
        // The answers to libdevice's calls of `__nvvm_reflect`.
        module.add_flag("nvvm-reflect-ftz", 1);
        for function in module.definitions() {
            function.add_string_attribute(module, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
        }
    }
    Ok(())
}

fn contract(compilation: &mut Compilation) -> Result<()> {
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| arithmetic::contract(module, function));
    Ok(())
}

fn strip_lines(compilation: &mut Compilation) -> Result<()> {
    compilation.module.strip_debug_info();
    Ok(())
}

fn lower_memory_blocks(compilation: &mut Compilation) -> Result<()> {
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| memory_blocks::lower(module, function));
    Ok(())
}

fn choose_unrolling(compilation: &mut Compilation) -> Result<()> {
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| unroll::choose(module, function));
    Ok(())
}

fn approximate(compilation: &mut Compilation) -> Result<()> {
    let flushes_subnormals = compilation.flushes_subnormals;
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| arithmetic::approximate(module, function, flushes_subnormals));
    Ok(())
}

fn lower_atomics(compilation: &mut Compilation) -> Result<()> {
    let processor = compilation.options.target.processor;
    let module = compilation.edit();
    module.definitions().into_iter().for_each(|function| atomics::lower(module, function, processor));
    Ok(())
}

fn describe_kernels(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, kernels, .. } = compilation;
    kernels.iter_mut().for_each(|kernel| describe_code(module, kernel));
    Ok(())
}

fn list_variables(compilation: &mut Compilation) -> Result<()> {
    compilation.variables = variables::list(&compilation.module);
    Ok(())
}

/// Describes the final code of a kernel for launches.
fn describe_code(module: &Module, kernel: &mut CudaKernel) {
    let Some(entry) = module.function(&kernel.name) else { return };
    let reached = reached(entry);
    let has = |name: &str| reached.iter().filter_map(|value| value.as_function()).any(|callee| callee.name() == name);
    let calls_any = calls_any(&reached);
    let calls = |name: &str| has(name) || calls_any && module.function(name).is_some();
    kernel.may_print = calls(PRINT);
    kernel.may_assert = calls(&Internal::FailAssertion.name());
    kernel.static_local_bytes = local_memory::static_bytes(module, entry);
}

/// The driver's description of the kernel whose entry is this function.
fn kernel_of<'k>(kernels: &'k mut [CudaKernel], function: Function<'_>) -> Option<&'k mut CudaKernel> {
    let name = names::original_name(function);
    kernels.iter_mut().find(|kernel| kernel.name == name)
}

#[cfg(test)]
mod tests {
    use tandem_codegen::compile::pipeline;

    use super::*;
    use crate::options::Nvptx;

    #[test]
    fn passes_are_in_order() {
        for opt_level in 0..=3 {
            for has_lines in [false, true] {
                let target = Nvptx { has_lines, ..Nvptx::default() };
                let options = Options { opt_level, target, ..Options::default() };
                assert!(pipeline(&options).is_ok(), "{:?}", pipeline(&options).err());
            }
        }
    }
}
