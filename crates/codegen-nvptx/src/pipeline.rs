//! The way from device IR to PTX, stage by stage.

use tandem_codegen::link::{Input, read_and_link};
use tandem_codegen::{Result, builtins, call_graph, inline, kernel, names, sync};
use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, Validated, validate};
use tandem_ir::{Function, Module, Optimize, PTX_KERNEL, TargetMachine};

use crate::entry::PtxKernel;
use crate::library::NvidiaLibrary;
use crate::options::Options;
use crate::warp::WARP_SIZE;
use crate::{constant_memory, entry, fences, points, queries, symbols};

/// What a compilation produces.
#[derive(Clone, Debug)]
pub struct Output {
    /// The text of the PTX module.
    pub ptx: String,
    /// Its kernels.
    pub kernels: Vec<PtxKernel>,
}

/// SSA form, before synchronization points are made: scopes and cluster sizes are
/// constants then.
const SIMPLIFY: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,dce)";

/// What follows when the code is that of the target.
const OPTIMIZE: &str = "function(nvvm-reflect),default<O2>";

/// Compiles SPIR-V modules, linked into one.
///
/// # Errors
/// Modules that are malformed or do not fit together, and what is not lowered yet.
pub fn compile(modules: &[&[u8]], options: &Options) -> Result<Output> {
    let inputs: Vec<_> = modules.iter().map(|bytes| Input { bytes, has_kernels: true }).collect();
    let module = read_and_link(&inputs, &options.spec_constants)?;
    compile_module(validate(module, &Expectations::of_device(Device::Nvidia))?, options)
}

/// Compiles a linked module of device IR, which was validated for NVIDIA's GPUs.
///
/// # Errors
/// As for [`compile`].
pub fn compile_module(module: Validated, options: &Options) -> Result<Output> {
    let mut module = module.into_module_for(Device::Nvidia)?;
    let processor = options.processor;
    let machine = TargetMachine::nvptx64(processor.name(), processor.ptx_version(), Optimize::Default)?;
    machine.prepare(&module);
    call_graph::check(&module, false)?;
    names::protect_names(&module);
    builtins::lower(&module, &NvidiaLibrary)?;
    if let Some(libdevice) = &options.libdevice {
        let library = Module::parse(module.context(), libdevice, "libdevice")?;
        machine.prepare(&library);
        module.link(library)?;
    }
    inline::prepare(&module, |_| false);
    module.run_passes(inline::PASSES, Some(&machine))?;
    builtins::lower_assertions(&module, &NvidiaLibrary);
    module.run_passes(SIMPLIFY, Some(&machine))?;
    for function in call_graph::kernels(&module) {
        kernel::check(function)?;
        kernel::sub_group_size(function, &[WARP_SIZE])?;
    }
    for function in defined(&module) {
        sync::lower(&module, function, WARP_SIZE, Device::Nvidia)?;
        points::lower(&module, function);
        fences::lower(&module, function)?;
    }
    let kernels = entry::build(&module)?;
    module.run_passes(inline::PASSES, Some(&machine))?;
    for function in defined(&module) {
        let launch = entry::launch_data(function).filter(|_| function.call_conv() == PTX_KERNEL);
        queries::lower(&module, function, launch)?;
    }
    // Lines of the source are not part of the PTX.
    module.strip_debug_info();
    module.run_passes(OPTIMIZE, Some(&machine))?;
    constant_memory::lower(&module);
    symbols::rename(&module);
    module.verify()?;
    let ptx = machine.emit_assembly(&mut module)?;
    let ptx = String::from_utf8_lossy(&ptx).into_owned();
    Ok(Output { ptx, kernels })
}

fn defined(module: &Module) -> Vec<Function<'_>> {
    module.functions().into_iter().filter(|function| !function.is_declaration()).collect()
}
