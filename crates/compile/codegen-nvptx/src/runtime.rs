//! The functions other than libdevice's that kernels call: `runtime.ll`, linked into modules that need it.

use tandem_codegen::Result;
use tandem_codegen::internal::Internal;
use tandem_ir::{Block, Builder, EditableModule, Function, Linkage, Module, TargetMachine, Value};
use tandem_native_cuda::ASSERTION_SYMBOL;

use crate::entry::LaunchField;

/// The functions, as LLVM IR.
const TEXT: &str = include_str!("runtime.ll");

/// Adds the functions that the module calls.
///
/// # Errors
/// Errors of LLVM.
pub fn link(module: &mut Module, machine: &TargetMachine) -> Result<()> {
    let calls = |called: Internal| module.function(&called.name()).is_some_and(|function| function.value().has_users());
    let (asserts, waits) = (calls(Internal::FailAssertion), calls(Internal::WaitForGroups));
    let fail = Internal::FailAssertion.name();
    if !asserts && !waits {
        return Ok(());
    }
    let mut library = Module::parse(module.context(), TEXT.as_bytes(), "runtime")?;
    let edited = library.edit();
    machine.prepare(edited);
    if !asserts {
        edited.function(&fail).into_iter().for_each(|function| function.delete(edited));
        edited.global(ASSERTION_SYMBOL).into_iter().for_each(|record| record.delete(edited));
    }
    module.link(library)?;
    let module = module.edit();
    if let Some(fail) = module.function(&fail) {
        fail.global().set_linkage(module, Linkage::LLVMInternalLinkage);
    }
    if let Some(record) = module.global(ASSERTION_SYMBOL) {
        record.set_externally_initialized(module, true);
    }
    Ok(())
}

/// Makes an entry wait for the other groups at the barrier of its launch's data. Returns whether it waits.
pub fn lower_waits<'m>(module: &'m EditableModule, entry: Function<'m>, launch: Value<'m>) -> bool {
    let [wait, at_barrier] =
        [Internal::WaitForGroups, Internal::WaitAtBarrier].map(|name| module.function(&name.name()));
    let (Some(wait), Some(at_barrier)) = (wait, at_barrier) else {
        return false;
    };
    let is_here = |block: Block<'m>| block.function() == entry;
    let calls: Vec<_> = wait.calls().into_iter().filter(|call| call.block().is_some_and(is_here)).collect();
    for call in &calls {
        let builder = Builder::before(module, *call);
        let barrier = LaunchField::GroupsBarrier.load(module, &builder, launch);
        builder.call_function(at_barrier, &[call.args()[0], barrier]);
        call.erase(module);
    }
    !calls.is_empty()
}

/// Gives the remaining functions internal linkage.
pub fn finish(module: &EditableModule) {
    if let Some(function) = module.function(&Internal::WaitAtBarrier.name()) {
        function.global().set_linkage(module, Linkage::LLVMInternalLinkage);
    }
}
