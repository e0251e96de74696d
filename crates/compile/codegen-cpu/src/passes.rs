//! The passes between device IR and work-group functions, in their order.

use tandem_codegen::internal::Internal;
use tandem_codegen::matrix::{self, MatrixTarget};
use tandem_codegen::order::{Fact, facts::*};
use tandem_codegen::passes as shared;
use tandem_codegen::pipeline::Pass;
use tandem_codegen::{Result, call_graph, copies, inline, kernel};
use tandem_device_ir::matrix::Combination;
use tandem_ir::{EditableModule, PassOptions, PinnedVariables};
use tandem_native_cpu as native;

use crate::compilation::Compilation;
use crate::options::{Options, VectorWidth, vectorizes};
use crate::{
    abi, function_pointers, images, linkage, llvm_passes, local_atomics, merged_bytes, vector_math, vectorize,
    workgroup,
};

const PARAMETERS_COPIED: Fact = Fact("kernels have their parameters for themselves");
const VARIABLES_PINNED: Fact = Fact("variables are pinned");
const IMAGE_LIBRARY_LINKED: Fact = Fact("the image library is part of the kernels");
const FUNCTION_POINTERS_LOWERED: Fact = Fact("calls through pointers are lowered");
const VECTORS_SPLIT: Fact = Fact("accesses to vectors and their casts are split");
const SCALARS_ALONE: Fact = Fact("vectors are scalars");
const WORK_GROUPS_FORMED: Fact = Fact("work-groups are formed");
const LOCAL_ATOMICS_MARKED: Fact = Fact("atomic operations of local memory are marked");
const LOCAL_ATOMICS_PLAIN: Fact = Fact("atomic operations of local memory are plain");
const LOOPS_CANONICAL: Fact = Fact("loops over work-items are in canonical form");
const VECTOR_FORMS_KNOWN: Fact = Fact("calls name their vector forms");

/// CPUs have all products, without instructions for them.
struct HostMatrices;

impl MatrixTarget for HostMatrices {
    fn name(&self) -> String {
        "the CPU device".to_owned()
    }

    fn has(&self, _: Combination) -> bool {
        true
    }
}

/// A stage of the compilation, named as in dumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Builtins are plain IR, every function is part of the kernels.
    Inlined,
    /// The kernels in simple SSA form, before work-groups are formed.
    Simplified,
    /// Work-group functions as formed.
    WorkGroups,
    /// Work-group functions whose loops over work-items are vector code.
    Vectorized,
    /// Work-group functions as passed to instruction selection.
    Optimized,
}

impl Stage {
    /// The last pass of the stage.
    pub fn last_pass(self) -> &'static str {
        match self {
            Self::Inlined => "lower-assertions",
            Self::Simplified => "scalarize",
            Self::WorkGroups => "drop-unused",
            Self::Vectorized => "make-local-atomics-plain",
            Self::Optimized => "probe-stacks",
        }
    }
}

/// The passes, in order.
pub fn passes(options: &Options) -> Vec<Pass<Compilation>> {
    // LLVM's vectorizers run last, after the vectorization of loops over work-items.
    let scalar = PassOptions { vectorize: false, ..PassOptions::default() };
    let vectorized = PassOptions { vectorize: options.opt_level > 1, ..PassOptions::default() };
    vec![
        shared::lay_out(),
        shared::check_symbols(options.linkable),
        shared::protect_names(),
        Pass::new("name-symbols", name_symbols).needs(&[NAMES_PROTECTED]).when(options.linkable),
        shared::mark_host_variables(),
        shared::lower_builtins(),
        Pass::of_module("prepare-inlining", |module| inline::prepare(module, linkage::is_export, |_| false))
            .establishes(&[INLINING_PREPARED]),
        Pass::of_module("copy-parameters", copy_parameters).establishes(&[PARAMETERS_COPIED]),
        // Debuggers find variables in memory; optimized code has none to show.
        Pass::new("pin-variables", pin_variables).establishes(&[VARIABLES_PINNED]),
        shared::inline(),
        shared::lower_images(),
        Pass::new("link-image-library", link_image_library)
            .needs(&[IMAGES_LOWERED])
            .establishes(&[IMAGE_LIBRARY_LINKED]),
        Pass::new("lower-matrices", lower_matrices).needs(&[INLINED]).establishes(&[MATRICES_LOWERED]),
        Pass::new("lower-copies", lower_copies).needs(&[INLINED]).establishes(&[COPIES_LOWERED]),
        Pass::new("lower-function-pointers", |compilation: &mut Compilation| {
            function_pointers::lower(compilation.module.edit())
        })
        .needs(&[INLINED])
        .establishes(&[FUNCTION_POINTERS_LOWERED]),
        shared::lower_assertions().ends("inlined"),
        // In SSA form little lives in memory, so that little must be kept for each work-item. Vectors
        // fall apart into scalars, because the loop vectorizer works across work-items.
        Pass::of_llvm_with("simplify", llvm_passes::SIMPLIFY, scalar).needs(&[INLINED]).establishes(&[SIMPLIFIED]),
        Pass::of_module("split-vectors", split_vectors).needs(&[SIMPLIFIED]).establishes(&[VECTORS_SPLIT]),
        Pass::of_llvm_with("scalarize", llvm_passes::SCALARIZE, scalar)
            .needs(&[VECTORS_SPLIT])
            .establishes(&[SCALARS_ALONE])
            .ends("simplified"),
        Pass::new("form-work-groups", form_work_groups)
            .needs(&[
                PARAMETERS_COPIED,
                VARIABLES_PINNED,
                MATRICES_LOWERED,
                COPIES_LOWERED,
                IMAGE_LIBRARY_LINKED,
                FUNCTION_POINTERS_LOWERED,
                SCALARS_ALONE,
            ])
            .establishes(&[SYNCHRONIZATION_LOWERED, WORK_GROUPS_FORMED]),
        Pass::new("unpin-variables", unpin_variables).needs(&[WORK_GROUPS_FORMED]).destroys(&[VARIABLES_PINNED]),
        Pass::of_module("mark-local-atomics", local_atomics::mark)
            .needs(&[WORK_GROUPS_FORMED])
            .establishes(&[LOCAL_ATOMICS_MARKED]),
        // Local variables have become offsets; queries and marks of earlier stages have no more calls.
        Pass::of_llvm("drop-unused", "globaldce").needs(&[WORK_GROUPS_FORMED]).ends("workgroups").verified(),
        Pass::of_llvm_with("canonicalize", llvm_passes::CANONICALIZE, scalar)
            .needs(&[WORK_GROUPS_FORMED])
            .establishes(&[LOOPS_CANONICAL])
            .when(vectorizes(options)),
        Pass::new("vectorize", run_vectorizer)
            .needs(&[LOOPS_CANONICAL, LOCAL_ATOMICS_MARKED])
            .destroys(&[LOOPS_CANONICAL])
            .ends("vectorized")
            .verified()
            .when(vectorizes(options)),
        // From here on, lanes also take turns at updates.
        Pass::of_module("make-local-atomics-plain", local_atomics::make_plain)
            .needs(&[LOCAL_ATOMICS_MARKED])
            .establishes(&[LOCAL_ATOMICS_PLAIN])
            .destroys(&[LOCAL_ATOMICS_MARKED]),
        Pass::new("annotate-vector-math", annotate_vector_math)
            .needs(&[WORK_GROUPS_FORMED])
            .establishes(&[VECTOR_FORMS_KNOWN]),
        Pass::of_llvm_with("optimize", llvm_passes::optimization(options.opt_level), vectorized)
            .needs(&[HOST_VARIABLES_MARKED, LOCAL_ATOMICS_PLAIN, VECTOR_FORMS_KNOWN])
            .establishes(&[OPTIMIZED]),
        // LLVM's vectorizers prefer intrinsics to the library's vector forms.
        Pass::new("lower-vector-math", lower_vector_math).needs(&[OPTIMIZED]),
        shared::make_host_variables_writable(),
        Pass::of_module("rewrite-merged-bytes", merged_bytes::rewrite).needs(&[OPTIMIZED]),
        Pass::of_module("probe-stacks", probe_stacks).needs(&[OPTIMIZED]).ends("optimized"),
    ]
}

fn name_symbols(compilation: &mut Compilation) -> Result<()> {
    linkage::name_symbols(compilation.module.edit(), compilation.target.vector_bits);
    Ok(())
}

fn copy_parameters(module: &EditableModule) {
    call_graph::kernels(module).into_iter().for_each(|kernel| abi::copy_by_value_params(module, kernel));
}

fn pin_variables(compilation: &mut Compilation) -> Result<()> {
    let keeps = compilation.options.opt_level == 0;
    compilation.variables = Some(PinnedVariables::pin(compilation.module.edit(), |_| keeps));
    Ok(())
}

fn link_image_library(compilation: &mut Compilation) -> Result<()> {
    match images::link(&mut compilation.module)? {
        true => shared::run_inliner(compilation),
        false => Ok(()),
    }
}

fn lower_matrices(compilation: &mut Compilation) -> Result<()> {
    let module = compilation.module.edit();
    for kernel in call_graph::kernels(module) {
        let required = kernel::sub_group_size(kernel, &native::SUB_GROUP_SIZES)?;
        matrix::lower(module, kernel, required.unwrap_or(native::DEFAULT_SUB_GROUP_SIZE), &HostMatrices)?;
    }
    Ok(())
}

fn lower_copies(compilation: &mut Compilation) -> Result<()> {
    let module = compilation.module.edit();
    call_graph::kernels(module).into_iter().try_for_each(|kernel| copies::lower(module, kernel))
}

fn split_vectors(module: &EditableModule) {
    module.split_vector_accesses();
    module.split_vector_casts();
}

fn form_work_groups(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, options, target, variables, kernels } = compilation;
    let module = module.edit();
    let pinned = |kernel| variables.as_ref().map(|variables| variables.take(module, kernel)).unwrap_or_default();
    let form = |kernel| workgroup::form(module, kernel, &pinned(kernel), options, target.costs);
    *kernels = call_graph::kernels(module).into_iter().map(form).collect::<Result<_>>()?;
    if let Some(wait) = module.function(&Internal::WaitForGroups.name()) {
        wait.value().set_name(module, native::WAIT_FOR_GROUPS_SYMBOL);
    }
    Ok(())
}

fn unpin_variables(compilation: &mut Compilation) -> Result<()> {
    compilation.variables.take().into_iter().for_each(|variables| variables.unpin(compilation.module.edit()));
    Ok(())
}

fn run_vectorizer(compilation: &mut Compilation) -> Result<()> {
    let Compilation { module, options, target, .. } = compilation;
    let lanes = match options.target.vector_width {
        VectorWidth::Automatic => None,
        VectorWidth::Lanes(lanes) => Some(lanes),
    };
    let report = options.target.vectorize_report;
    vectorize::run(
        module.edit(),
        vectorize::Request { vector_bits: target.vector_bits, lanes, report, costs: target.costs },
    );
    Ok(())
}

fn annotate_vector_math(compilation: &mut Compilation) -> Result<()> {
    vector_math::annotate(compilation.module.edit(), compilation.target.vector_bits);
    Ok(())
}

fn lower_vector_math(compilation: &mut Compilation) -> Result<()> {
    vector_math::lower(compilation.module.edit(), compilation.target.vector_bits);
    Ok(())
}

/// Makes large stack frames touch their pages in order: an exhausted stack is a
/// fault in its guard page, never an access to the memory beyond.
fn probe_stacks(module: &EditableModule) {
    for function in module.definitions() {
        function.add_string_attribute(module, "probe-stack", "inline-asm");
    }
}

#[cfg(test)]
mod tests {
    use tandem_codegen::compile::pipeline;

    use super::*;

    #[test]
    fn passes_are_in_order_and_stages_end_with_some() {
        let stages = [Stage::Inlined, Stage::Simplified, Stage::WorkGroups, Stage::Vectorized, Stage::Optimized];
        for opt_level in 0..=3 {
            for linkable in [false, true] {
                let options = Options { opt_level, linkable, ..Options::default() };
                for stage in stages {
                    let until = pipeline(&options).map(|pipeline| pipeline.until(stage.last_pass()).map(|_| ()));
                    assert!(matches!(until, Ok(Ok(()))), "{until:?}");
                }
            }
        }
    }
}
