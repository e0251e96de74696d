//! The way from device IR to an object, stage by stage.

use object::{Object, ObjectSection};
use tandem_codegen::internal::Internal;
use tandem_codegen::link::{Input, read_and_link};
use tandem_codegen::matrix::{self, MatrixTarget};
use tandem_codegen::names::{self, original_name};
use tandem_codegen::{Dump, Result, builtins, call_graph, copies, host_variables, inline, kernel, unit};
use tandem_device_ir::Device;
use tandem_device_ir::matrix::Combination;
use tandem_device_ir_llvm::{Expectations, Validated, validate};
use tandem_ir::{Frames, Module, PassOptions, PinnedVariables};
use tandem_native_cpu::{self as native, NativeKernel};

use crate::cost_model::CostModel;
use crate::library::HostLibrary;
use crate::options::{Options, VectorWidth};
use crate::stack::StackNeeds;
use crate::target::Target;
use crate::{abi, function_pointers, linkage, local_atomics, vector_math, vectorize, workgroup};

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

/// What a compilation produces.
#[derive(Clone, Debug)]
pub struct Output {
    /// The ELF relocatable object.
    pub object: Vec<u8>,
    /// Its kernels, as in its metadata section.
    pub kernels: Vec<NativeKernel>,
    /// The functions that it exports.
    pub exports: Vec<String>,
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
    /// Work-group functions as they go to instruction selection.
    Optimized,
}

/// Compiles a SPIR-V module to a [unit](mod@unit).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that CPUs do not run.
pub fn compile_unit(spirv: &[u8], options: &Options) -> Result<Vec<u8>> {
    Dump::new(options.dump.as_deref()).bytes("spirv", "spv", spirv)?;
    unit::compile(spirv, &options.spec_constants, Device::Cpu)
}

/// Compiles SPIR-V modules, linked into one.
pub fn compile(modules: &[&[u8]], options: &Options) -> Result<Output> {
    let inputs: Vec<Input<'_>> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    compile_inputs(&inputs, options)
}

/// Compiles modules, linked into one.
pub fn compile_inputs(inputs: &[Input<'_>], options: &Options) -> Result<Output> {
    let mut dump = Dump::new(options.dump.as_deref());
    for input in inputs.iter().filter(|input| !unit::is_unit(input.bytes)) {
        dump.bytes("spirv", "spv", input.bytes)?;
    }
    let module = read_and_link(inputs, &options.spec_constants)?;
    dump.ir("linked", &module)?;
    compile_dumped(validate(module, &Expectations::of_device(Device::Cpu))?, options, &mut dump)
}

/// Compiles a linked module of device IR, which was validated for CPUs.
pub fn compile_module(module: Validated, options: &Options) -> Result<Output> {
    compile_dumped(module, options, &mut Dump::new(options.dump.as_deref()))
}

fn compile_dumped(module: Validated, options: &Options, dump: &mut Dump) -> Result<Output> {
    let target = Target::new(options)?;
    let (mut module, mut kernels) = run(module, options, &target, Stage::Optimized, dump)?;
    attach_metadata(&module, &kernels, &target.features);
    let functions = module.functions().into_iter();
    let exports = functions.filter(|function| linkage::is_export(*function)).map(original_name).collect();
    if dump.is_on() {
        dump.bytes("assembly", "s", &target.machine.emit_assembly(&mut module.duplicate()?)?)?;
    }
    let (mut object, frames) = target.machine.emit_object_and_frames(&mut module)?;
    set_stack_needs(&module, &frames, &mut kernels);
    replace_kernel_table(&mut object, &kernels);
    dump.bytes("object", "o", &object)?;
    Ok(Output { object, kernels, exports })
}

/// The module's text after `stage`, for tests of single stages.
pub fn ir_after(module: Validated, options: &Options, stage: Stage) -> Result<String> {
    let (module, _) = run(module, options, &Target::new(options)?, stage, &mut Dump::new(None))?;
    Ok(module.to_string())
}

/// Runs the stages up to `last`.
fn run(
    module: Validated,
    options: &Options,
    target: &Target,
    last: Stage,
    dump: &mut Dump,
) -> Result<(Module, Vec<NativeKernel>)> {
    let mut module = module.into_module_for(Device::Cpu)?;
    let kernels = change(&mut module, options, target, last, dump)?;
    Ok((module, kernels))
}

fn change(
    module: &mut Module,
    options: &Options,
    target: &Target,
    last: Stage,
    dump: &mut Dump,
) -> Result<Vec<NativeKernel>> {
    let machine = &target.machine;
    machine.prepare(module);
    // Undefined symbols are reported while functions still have their names.
    call_graph::check(module, options.linkable)?;
    names::protect_names(module);
    if options.linkable {
        linkage::name_symbols(module, target.vector_bits);
    }
    host_variables::mark(module);
    // Builtins are lowered before inlining: each call once, wherever it ends up.
    builtins::lower(module, &HostLibrary)?;
    inline::prepare(module, linkage::is_export, |_| false);
    call_graph::kernels(module).into_iter().for_each(|kernel| abi::copy_by_value_params(module, kernel));
    // Debuggers find variables in memory; optimized code has none to show.
    let variables = PinnedVariables::pin(module, |_| options.opt_level == 0);
    inline::run(module, Some(machine))?;
    for kernel in call_graph::kernels(module) {
        let required = kernel::sub_group_size(kernel, &native::SUB_GROUP_SIZES)?;
        let sub_group_size = required.unwrap_or(native::DEFAULT_SUB_GROUP_SIZE);
        matrix::lower(module, kernel, sub_group_size, &HostMatrices)?;
        copies::lower(module, kernel)?;
    }
    function_pointers::lower(module)?;
    builtins::lower_assertions(module, &HostLibrary);
    dump.ir("inlined", &*module)?;
    if last == Stage::Inlined {
        return Ok(Vec::new());
    }
    // In SSA form little lives in memory, so that little must be kept for each work-item. Vectors
    // fall apart into scalars, because the loop vectorizer works across work-items.
    let scalar = PassOptions { vectorize: false, ..PassOptions::default() };
    module.run_passes_with(SIMPLIFY, Some(machine), scalar)?;
    module.split_vector_accesses();
    module.split_vector_casts();
    module.run_passes_with(SCALARIZE, Some(machine), scalar)?;
    dump.ir("simplified", &*module)?;
    if last == Stage::Simplified {
        return Ok(Vec::new());
    }
    let kernels = form_work_groups(module, &variables, options, target.costs)?;
    variables.unpin(module);
    local_atomics::mark(module);
    // Local variables have become offsets; queries and marks of the stages before have no calls any more.
    module.run_passes("globaldce", None)?;
    dump.ir("workgroups", &*module)?;
    module.verify()?;
    if last == Stage::WorkGroups {
        return Ok(kernels);
    }
    if options.vectorizes() {
        module.run_passes_with(CANONICALIZE, Some(machine), scalar)?;
        vectorize::run(module, vectorization(options, target));
        dump.ir("vectorized", &*module)?;
        module.verify()?;
    }
    // Lanes take turns now, too, at what they update.
    local_atomics::make_plain(module);
    if last == Stage::Vectorized {
        return Ok(kernels);
    }
    vector_math::annotate(module, target.vector_bits);
    let passes = PassOptions { vectorize: options.opt_level > 1, ..PassOptions::default() };
    module.run_passes_with(optimization(options.opt_level), Some(machine), passes)?;
    vector_math::lower(module, target.vector_bits);
    host_variables::make_writable(module);
    probe_stacks(module);
    dump.ir("optimized", &*module)?;
    Ok(kernels)
}

fn vectorization(options: &Options, target: &Target) -> vectorize::Request {
    vectorize::Request {
        vector_bits: target.vector_bits,
        lanes: match options.vector_width {
            VectorWidth::Automatic => None,
            VectorWidth::Lanes(lanes) => Some(lanes),
        },
        report: options.vectorize_report,
        costs: target.costs,
    }
}

/// SSA form and simple arithmetic. The front end has optimized the module
/// already; this cleans up after lowering and inlining.
const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,\
    instcombine<no-verify-fixpoint>)";

/// What follows when accesses to vectors are those to their elements, and bit casts arithmetic on these.
const SCALARIZE: &str = "function(scalarizer,sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,gvn,dce)";

/// The form in which loops over work-items are vectorized.
const CANONICALIZE: &str = "function(mem2reg,simplifycfg,instcombine<no-verify-fixpoint>,early-cse<memssa>,\
    loop-simplify,lcssa)";

fn optimization(level: u32) -> &'static str {
    match level {
        // Stack slots of scalars become registers, or work-item loops read what another one wrote.
        0 => "function(mem2reg,simplifycfg)",
        1 => OPTIMIZE_SCALAR,
        _ => OPTIMIZE,
    }
}

macro_rules! scalar {
    () => {
        "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate,licm<allowspeculation>),\
    simplifycfg,instcombine<no-verify-fixpoint>,\
    loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,gvn,simplifycfg"
    };
}

const OPTIMIZE_SCALAR: &str = concat!(scalar!(), ")");

const OPTIMIZE: &str = concat!(
    scalar!(),
    ",loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg,slp-vectorizer,vector-combine,\
    loop-unroll<O2>,sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,\
    loop-mssa(licm<allowspeculation>),simplifycfg,dce)"
);

fn form_work_groups(
    module: &Module,
    variables: &PinnedVariables,
    options: &Options,
    costs: CostModel,
) -> Result<Vec<NativeKernel>> {
    let kernels = call_graph::kernels(module);
    let form = |kernel| workgroup::form(module, kernel, &variables.take(module, kernel), options, costs);
    let formed = kernels.into_iter().map(form).collect();
    if let Some(wait) = module.function(&Internal::WaitForGroups.name()) {
        wait.value().set_name(native::WAIT_FOR_GROUPS_SYMBOL);
    }
    formed
}

/// Makes large stack frames touch their pages in order: an exhausted stack is a
/// fault in its guard page, never an access to the memory beyond.
fn probe_stacks(module: &Module) {
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.add_string_attribute("probe-stack", "inline-asm");
    }
}

/// Sets what is known of kernels when code has been generated for them.
fn set_stack_needs(module: &Module, frames: &Frames, kernels: &mut [NativeKernel]) {
    let mut needs = StackNeeds::new(module, frames);
    for kernel in kernels {
        kernel.stack_bytes = module.function(&kernel.symbol).map_or(0, |function| needs.of(function));
    }
}

/// Writes the table of kernels over that of [`attach_metadata`], which has the same length.
fn replace_kernel_table(object: &mut [u8], kernels: &[NativeKernel]) {
    let file = object::File::parse(&*object).expect("LLVM writes objects");
    let section = file.section_by_name(native::KERNELS_SECTION).and_then(|section| section.file_range());
    let (start, bytes) = section.expect("the module has a table of kernels");
    object[start as usize..][..bytes as usize].copy_from_slice(&native::encode(kernels));
}

/// Adds the table of kernels and the processor's features as sections of their
/// own.
fn attach_metadata(module: &Module, kernels: &[NativeKernel], features: &[&str]) {
    let add = |name: &str, section: &str, bytes: &[u8]| {
        let table = module.add_bytes(name, bytes);
        table.set_section(section);
        table.set_align(1);
    };
    add("tandem.kernels", native::KERNELS_SECTION, &native::encode(kernels));
    add("tandem.features", native::FEATURES_SECTION, features.join(" ").as_bytes());
}
