//! Brings a kernel into the form that region formation expects:
//!
//! * each [synchronization point](super::sync) is the only instruction in its block, apart from the terminator, and the
//!   block has one predecessor and one successor;
//! * local variables of the kernel are results of `tandem.local.<offset>`, with fixed offsets into the work-group's
//!   local memory;
//! * lifetime markers and assumptions are removed, since they are not valid once work-items share a stack frame.

use rustc_hash::FxHashMap;
use tandem_codegen::attributes::set_pure;
use tandem_codegen::internal::Internal;
use tandem_codegen::sync::Sync;
use tandem_codegen::{Result, kernel as kernels};
use tandem_device_ir::AddressSpace;
use tandem_ir::{Builder, EditableModule, Function, Global, Inst, Intrinsic, Value};

/// Address space of local memory.
const LOCAL_SPACE: u32 = AddressSpace::Local.number();

/// Prepares `kernel`; returns the bytes of local memory that it declares itself.
pub fn run<'m>(module: &'m EditableModule, kernel: Function<'m>) -> Result<u64> {
    drop_hints(module, kernel);
    kernel.insts().into_iter().filter(|inst| Sync::of(*inst).is_some()).for_each(|inst| isolate(module, inst));
    kernels::check(kernel)?;
    Ok(place_local_variables(module, kernel))
}

/// Byte offset in the group's local memory, where `inst` is the address of a local variable.
pub fn local_offset(inst: Inst<'_>) -> Option<u64> {
    match Internal::called_by(inst)? {
        (Internal::LocalVariable, offset) => offset.parse().ok(),
        _ => None,
    }
}

fn drop_hints(module: &EditableModule, kernel: Function<'_>) {
    use Intrinsic::*;
    let is_hint = |inst: &Inst<'_>| {
        matches!(
            inst.intrinsic(),
            Some(
                LifetimeStart
                    | LifetimeEnd
                    | Assume
                    | InvariantStart
                    | InvariantEnd
                    | NoAliasScope
                    | DbgAssign
                    | DbgDeclare
                    | DbgLabel
                    | DbgValue
            )
        )
    };
    kernel.insts().into_iter().filter(is_hint).for_each(|inst| inst.erase(module));
}

/// Moves an instruction into a separate block.
pub fn isolate(module: &EditableModule, inst: Inst<'_>) {
    let block = inst.block().expect("taken from a block");
    block.split_before(module, inst, "sync");
    block.split_before(module, inst.next().expect("a terminator follows"), "after");
}

/// Places the kernel's own variables at the start of local memory, in order of the module; arguments follow, at offsets
/// that the launch chooses.
fn place_local_variables<'m>(module: &'m EditableModule, kernel: Function<'m>) -> u64 {
    let mut variables = LocalVariables { module, kernel, addresses: FxHashMap::default(), bytes: 0 };
    for inst in kernel.insts() {
        variables.rewrite(inst);
    }
    variables.bytes
}

struct LocalVariables<'m> {
    module: &'m EditableModule,
    kernel: Function<'m>,
    addresses: FxHashMap<Global<'m>, Value<'m>>,
    bytes: u64,
}

impl<'m> LocalVariables<'m> {
    fn rewrite(&mut self, inst: Inst<'m>) {
        tandem_ir::replace_operands(self.module, inst, &mut |value| {
            let is_local = value.ty().address_space() == Some(LOCAL_SPACE);
            value.as_global().filter(|_| is_local).map(|variable| self.address(variable))
        });
    }

    /// The address of a variable: one pure call at the start of the kernel.
    fn address(&mut self, variable: Global<'m>) -> Value<'m> {
        if let Some(address) = self.addresses.get(&variable) {
            return *address;
        }
        let ty = variable.value_type();
        let align = u64::from(variable.align().max(self.module.align_of(ty)).max(1));
        let offset = self.bytes.next_multiple_of(align);
        self.bytes = offset + self.module.size_of(ty);
        let function_type = self.module.ptr(LOCAL_SPACE).function(&[], false);
        let function = self.module.get_or_declare(&Internal::LocalVariable.name_with(offset), function_type);
        set_pure(self.module, function);
        let builder = Builder::at_start(self.module, self.kernel.entry().expect("kernels have bodies"));
        let address = builder.call_function(function, &[]).value();
        self.addresses.insert(variable, address);
        address
    }
}
