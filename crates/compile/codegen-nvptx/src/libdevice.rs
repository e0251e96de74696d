//! libdevice, NVIDIA's library of mathematical functions: LLVM bitcode that comes with the CUDA toolkit
//! ([`tandem_native_cuda::libdevice`] describes the search). Only kernels that call its functions need it. If it is
//! not installed, [`libclc`] replaces it.

use std::collections::HashSet;

use tandem_codegen::{Error, Result};
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Intrinsic, Module, Opcode, TargetMachine};
use tandem_native_cuda::libdevice;

use crate::libclc;
use crate::library::PREFIX;
use crate::options::Options;

/// The prefix of the names that libdevice's functions share. No function of a kernel has such a name: all have been
/// renamed ([`names`](tandem_codegen::names)).
const INTERNAL_PREFIX: &str = "__internal_";

/// Whether a function is one of libdevice's that callers need only for rare arguments, and that would cost them
/// registers if it were inlined: the library marks these.
pub fn is_rare(function: Function<'_>) -> bool {
    function.name().starts_with(INTERNAL_PREFIX) && function.has_attribute(AttributePlace::Function, "noinline")
}

/// Links in the functions of libdevice that the module calls.
///
/// # Errors
/// If it calls something and there is no library, or one that LLVM cannot read.
pub fn link(module: &mut Module, options: &Options, machine: &TargetMachine) -> Result<()> {
    let is_called = |function: &Function<'_>| function.is_declaration() && function.name().starts_with(PREFIX);
    let caller = module.edit();
    let called: Vec<_> = caller.functions().into_iter().filter(is_called).collect();
    let Some(first) = called.first() else { return Ok(()) };
    let path = libdevice::find(options.target.libdevice.as_deref()).ok_or_else(|| missing(&first.name()))?;
    let unreadable =
        |problem: String| Error::Options(format!("cannot read libdevice, `{}`: {problem}", path.display()));
    let bytes = std::fs::read(&path).map_err(|error| unreadable(error.to_string()))?;
    let mut library =
        Module::parse(caller.context(), &bytes, "libdevice").map_err(|error| unreadable(error.to_string()))?;
    let names = match libclc::is_libclc(&library) {
        true => libclc::rename(caller, &library, called, &path.display().to_string())?,
        false => called.iter().map(|function| function.name()).collect(),
    };
    let edited = library.edit();
    keep_only(edited, &names);
    round_shared_products(edited);
    machine.prepare(edited);
    Ok(module.link(library)?)
}

fn missing(function: &str) -> Error {
    Error::Options(format!(
        "kernels call `{}` of NVIDIA's libdevice, which is not installed: install the CUDA toolkit, the PyPI package \
         nvidia-cuda-nvcc or Debian's libclc-19, or set CUDA_PATH to a toolkit or {} to the file libdevice.10.bc \
         (looked for: {})",
        function.trim_start_matches(PREFIX),
        libdevice::VARIABLE,
        libdevice::looked_for()
    ))
}

/// Keeps the library's functions of these names, and their callees.
fn keep_only(library: &EditableModule, names: &[String]) {
    let mut kept = HashSet::new();
    let mut pending: Vec<_> = names.iter().filter_map(|name| library.function(name)).collect();
    while let Some(function) = pending.pop() {
        if kept.insert(function.value()) {
            let callees = function.insts().into_iter().filter_map(|inst| inst.called_function());
            pending.extend(callees.filter(|callee| !callee.is_declaration()));
        }
    }
    for list in ["llvm.used", "llvm.compiler.used"] {
        library.global(list).into_iter().for_each(|global| global.delete(library));
    }
    let is_unused = |function: &Function<'_>| !function.is_declaration() && !kept.contains(&function.value());
    library.functions().into_iter().filter(is_unused).for_each(|function| function.delete(library));
}

/// Products that the library uses more than once are rounded. The library takes the difference between the exact and
/// the rounded product for the low part of a number, which is lost if one of the uses is fused with the product and
/// the others are not.
fn round_shared_products(library: &EditableModule) {
    let insts = library.functions().into_iter().flat_map(|function| function.insts());
    let products = insts.filter(|inst| inst.opcode() == Opcode::LLVMFMul && inst.value().users().len() > 1);
    for product in products.collect::<Vec<_>>() {
        let multiply = match product.ty() {
            ty if ty == library.float() => Intrinsic::NvvmMultiplyFloat,
            ty if ty == library.double() => Intrinsic::NvvmMultiplyDouble,
            _ => continue,
        };
        let factors = [product.operand(0), product.operand(1)];
        let rounded = Builder::before(library, product).intrinsic(multiply, &[], &factors).value();
        product.value().replace_all_uses_with(library, rounded);
        product.erase(library);
    }
}
