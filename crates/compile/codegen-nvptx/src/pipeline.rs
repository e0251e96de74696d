//! The way from device IR to PTX, stage by stage.

use tandem_codegen::internal::Internal;
use tandem_codegen::link::{Input, read_and_link};
use tandem_codegen::{
    Dump, Error, Result, builtins, call_graph, host_variables, inline, kernel, matrix, names, sync, unit,
};
use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, HighProduct, Validated, split_wide_integers, validate};
use tandem_ir::{Function, Module, Optimize, TargetMachine};
use tandem_native_cuda::{Code, CodeKind, CudaKernel, Package};

use crate::library::{NvidiaLibrary, PRINT};
use crate::matrix::TensorCores;
use crate::options::{self, Options};
use crate::reach::{calls_any, reached};
use crate::warp::WARP_SIZE;
use crate::{
    arithmetic, atomics, constant_memory, copies, entry, function_pointers, libdevice, lines, local_memory,
    memory_blocks, points, queries, remainders, runtime, symbols, unroll, variables,
};

/// SSA form, before synchronization points are made: scopes and cluster sizes are
/// constants then.
const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,dce)";

/// Copies of whole variables become values, and copies of constant memory go away. Others are copied in words.
const SCALARS: &str = "function(infer-address-spaces,sroa<modify-cfg>,instcombine<no-verify-fixpoint>)";

/// What cleans up behind the atomic operations, which come last.
const CLEAN_UP: &str = "function(early-cse,instcombine<no-verify-fixpoint>,simplifycfg,dce),globaldce";

/// Compiles a SPIR-V module to a [unit](mod@unit).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that NVIDIA's GPUs do not run.
pub fn compile_unit(spirv: &[u8], options: &Options) -> Result<Vec<u8>> {
    Dump::new(options.dump.as_deref()).bytes("spirv", "spv", spirv)?;
    unit::compile(spirv, &options.spec_constants, Device::Nvidia)
}

/// Compiles SPIR-V modules, linked into one.
///
/// # Errors
/// Modules that are malformed or do not fit together, and what NVIDIA's GPUs do not run.
pub fn compile(modules: &[&[u8]], options: &Options) -> Result<Package> {
    let inputs: Vec<_> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    compile_inputs(&inputs, options)
}

/// Compiles modules, linked into one.
///
/// # Errors
/// As for [`compile`].
pub fn compile_inputs(inputs: &[Input<'_>], options: &Options) -> Result<Package> {
    let mut dump = Dump::new(options.dump.as_deref());
    for input in inputs.iter().filter(|input| !unit::is_unit(input.bytes)) {
        dump.bytes("spirv", "spv", input.bytes)?;
    }
    let module = read_and_link(inputs, &options.spec_constants)?;
    dump.ir("linked", &module)?;
    compile_dumped(validate(module, &Expectations::of_device(Device::Nvidia))?, options, &mut dump)
}

/// Compiles a linked module of device IR, which was validated for NVIDIA's GPUs.
///
/// # Errors
/// As for [`compile`].
pub fn compile_module(module: Validated, options: &Options) -> Result<Package> {
    compile_dumped(module, options, &mut Dump::new(options.dump.as_deref()))
}

fn compile_dumped(module: Validated, options: &Options, dump: &mut Dump) -> Result<Package> {
    let mut module = module.into_module_for(Device::Nvidia)?;
    split_integers(&mut module)?;
    let (processor, version) = options::machine(options.processor, entry::has_large_parameters(&module));
    let level = if options.opt_level < 2 { Optimize::Less } else { Optimize::Aggressive };
    let mut machine = TargetMachine::nvptx64(&processor, version, level)?;
    let flushes_subnormals = options.flushes_subnormals || arithmetic::is_fast(&module);
    if arithmetic::may_contract(&module) {
        machine.fuse_in_ptx();
    }
    machine.prepare(&module);
    call_graph::check(&module, false)?;
    names::protect_names(&module);
    host_variables::mark(&module);
    builtins::lower(&module, &NvidiaLibrary)?;
    remainders::lower(&module);
    libdevice::link(&mut module, options, &machine)?;
    inline::prepare(&module, |_| false, libdevice::is_rare);
    inline::run(&mut module, Some(&machine))?;
    builtins::lower_assertions(&module, &NvidiaLibrary);
    module.run_passes(SIMPLIFY, Some(&machine))?;
    dump.ir("simplified", &module)?;
    for function in defined(&module) {
        matrix::lower(&module, function, WARP_SIZE, &TensorCores(options.processor))?;
        copies::lower(&module, function, options.processor)?;
    }
    let mut kernels = make_entries(&mut module, options, &machine)?;
    dump.ir("entries", &module)?;
    optimize(&mut module, options, flushes_subnormals, &machine)?;
    host_variables::make_writable(&module);
    constant_memory::lower(&module);
    for function in defined(&module) {
        arithmetic::approximate(&module, function, flushes_subnormals);
        atomics::lower(&module, function, options.processor);
    }
    module.run_passes(CLEAN_UP, Some(&machine))?;
    kernels.iter_mut().for_each(|kernel| describe_code(&module, kernel));
    let variables = variables::list(&module);
    symbols::rename(&module);
    module.verify()?;
    dump.ir("optimized", &module)?;
    let ptx = machine.emit_assembly(&mut module)?;
    let ptx = if options.has_lines { lines::without_sections(&ptx) } else { ptx };
    dump.bytes("assembly", "ptx", &ptx)?;
    let code = Code { kind: CodeKind::Ptx, processor: options.processor, bytes: ptx };
    Ok(Package { kernels, variables, codes: vec![code], ..Package::default() })
}

/// Splits integers of more than 64 bits, which LLVM's back-end neither divides nor converts.
fn split_integers(module: &mut Module) -> Result<()> {
    let any = split_wide_integers(module, HighProduct::Wide).map_err(|unsplit| {
        let construct = format!("`{}` has no form in integers of 64 bits", unsplit.inst.to_string().trim());
        Error::Construct { place: None, function: names::original_name(unsplit.function), construct }.at(unsplit.inst)
    })?;
    if any {
        module.run_passes("function(instsimplify,dce)", None)?;
    }
    Ok(())
}

/// Makes code of a work-item, with entries.
fn make_entries(module: &mut Module, options: &Options, machine: &TargetMachine) -> Result<Vec<CudaKernel>> {
    for function in call_graph::kernels(module) {
        kernel::check(function)?;
    }
    for function in defined(module) {
        sync::lower(module, function, WARP_SIZE, Device::Nvidia)?;
        points::lower(module, function, options.processor);
    }
    points::begin_kernels(module);
    let mut kernels = entry::build(module)?;
    runtime::link(module, machine)?;
    inline::run(module, Some(machine))?;
    function_pointers::pass_launch_data(module);
    for function in defined(module) {
        let launch = function_pointers::launch_data(function);
        let waits = launch.is_some_and(|launch| runtime::lower_waits(module, function, launch));
        let kernel = kernels.iter_mut().find(|kernel| kernel.name == names::original_name(function));
        let size = kernel.as_ref().and_then(|kernel| kernel.required_work_group_size);
        if let Some(kernel) = kernel {
            kernel.waits_for_groups = waits;
            kernel.dynamic_local_bytes = local_memory::move_large_variables(module, function);
        }
        queries::lower(module, function, launch, size)?;
    }
    runtime::finish(module);
    Ok(kernels)
}

fn optimize(module: &mut Module, options: &Options, flushes_subnormals: bool, machine: &TargetMachine) -> Result<()> {
    if flushes_subnormals {
        // What libdevice asks by `__nvvm_reflect`.
        module.add_flag("nvvm-reflect-ftz", 1);
        for function in defined(module) {
            function.add_string_attribute("denormal-fp-math-f32", "preserve-sign,preserve-sign");
        }
    }
    defined(module).into_iter().for_each(|function| arithmetic::contract(module, function));
    if !options.has_lines {
        module.strip_debug_info();
    }
    module.run_passes(SCALARS, Some(machine))?;
    defined(module).into_iter().for_each(|function| memory_blocks::lower(module, function));
    let level = options.opt_level.clamp(1, 3);
    if level > 1 {
        defined(module).into_iter().for_each(|function| unroll::choose(module, function));
    }
    module.run_passes(&format!("default<O{level}>,function(infer-address-spaces)"), Some(machine))?;
    Ok(())
}

/// What a launch has to know of the final code of a kernel.
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

fn defined(module: &Module) -> Vec<Function<'_>> {
    module.functions().into_iter().filter(|function| !function.is_declaration()).collect()
}
