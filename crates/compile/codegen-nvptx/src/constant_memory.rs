//! Constant memory, which is read-only global memory.
//!
//! A pointer to constant memory is a number, like any other; only its uses matter. Pointers therefore stay unchanged,
//! and their uses are changed at the end, when no pass searches for equal addresses any more.

use std::collections::HashMap;

use tandem_device_ir::AddressSpace;
use tandem_ir::{
    Builder, EditableModule, Function, Global, Inst, Intrinsic, Module, Opcode, Value, ValueKind, replace_operands,
};

const CONSTANT: u32 = AddressSpace::Constant.number();
const GLOBAL: u32 = AddressSpace::Global.number();

/// Moves the variables of constant memory, and the accesses to it.
pub fn lower(module: &EditableModule) {
    let moved = move_variables(module);
    for function in module.definitions().into_iter() {
        replace_variables(module, function, &moved);
        function.insts().into_iter().for_each(|inst| lower_use(module, inst));
    }
    // The remaining uses are initial values of other variables.
    for (old, new) in moved {
        if let Some(entry) = module.functions().into_iter().find_map(Function::entry) {
            old.value()
                .replace_all_uses_with(module, from_global(module, &Builder::at_start(module, entry), new.value()));
        }
        old.delete(module);
    }
}

/// A pointer to constant memory from one to global memory.
pub fn from_global<'m>(module: &'m Module, builder: &Builder<'m>, pointer: Value<'m>) -> Value<'m> {
    builder.inttoptr(builder.ptrtoint(pointer, module.int(64)), module.ptr(CONSTANT))
}

/// A pointer to global memory from one to constant memory. Address arithmetic is done on the new pointer, and the
/// origin of a pointer that is not computed here stays hidden: LLVM's code generator looks through casts to integers
/// for bases of addresses, and inserts a cast between the two memories, which it then cannot lower.
fn to_global<'m>(module: &'m Module, builder: &Builder<'m>, pointer: Value<'m>) -> Value<'m> {
    let global = module.ptr(GLOBAL);
    match pointer.as_inst() {
        Some(gep) if gep.opcode() == Opcode::LLVMGetElementPtr => {
            let operands = gep.operands();
            builder.gep_like(pointer, to_global(module, builder, operands[0]), &operands[1..])
        }
        Some(cast) if cast.opcode() == Opcode::LLVMIntToPtr => builder.inttoptr(cast.operand(0), global),
        _ => {
            let address = builder.ptrtoint(pointer, module.int(64));
            let address = if address.as_inst().is_some() { builder.freeze(address) } else { address };
            builder.inttoptr(address, global)
        }
    }
}

fn is_constant(value: Value<'_>) -> bool {
    value.ty().address_space() == Some(CONSTANT)
}

/// The variables of constant memory, and the variables of global memory that replace them.
fn move_variables(module: &EditableModule) -> Vec<(Global<'_>, Global<'_>)> {
    let variables = module.globals().into_iter().filter(|variable| variable.address_space() == CONSTANT);
    let moved = variables.map(|variable| {
        let name = variable.name();
        variable.value().set_name(module, "");
        let moved = module.add_global(&name, variable.value_type(), GLOBAL);
        if let Some(initializer) = variable.initializer() {
            moved.set_initializer(module, initializer);
        }
        moved.set_constant(module, true);
        moved.set_linkage(module, variable.linkage());
        moved.set_align(module, variable.align().max(module.align_of(variable.value_type())));
        moved.set_externally_initialized(module, variable.is_externally_initialized());
        (variable, moved)
    });
    moved.collect()
}

/// Replaces the variables in the code of a function.
fn replace_variables<'m>(module: &'m EditableModule, function: Function<'m>, moved: &[(Global<'m>, Global<'m>)]) {
    let entry = function.entry().expect("functions with bodies");
    let mut addresses = HashMap::new();
    for inst in function.insts() {
        replace_operands(module, inst, &mut |value| {
            let (_, new) = moved.iter().find(|(old, _)| old.value() == value)?;
            let address = addresses.entry(new.value()).or_insert_with(|| {
                let builder = Builder::at_start(module, entry);
                // An instruction, because constant casts could not be lowered below.
                from_global(module, &builder, builder.freeze(new.value()))
            });
            Some(*address)
        });
    }
}

fn lower_use<'m>(module: &'m EditableModule, inst: Inst<'m>) {
    for (index, operand) in (0..).zip(inst.operands()) {
        // A cast that is a constant and mentions no variable of constant memory: one of null, or of a
        // variable of global memory.
        let is_cast =
            operand.kind() == ValueKind::ConstExpr && operand.const_opcode() == Some(Opcode::LLVMAddrSpaceCast);
        if is_cast && is_constant(operand.operands()[0]) {
            let builder = Builder::before(module, inst);
            let global = to_global(module, &builder, operand.operands()[0]);
            let is_null = global == global.ty().zero();
            let cast = if is_null { operand.ty().zero() } else { builder.address_space_cast(global, operand.ty()) };
            inst.value().set_operand(module, index, cast);
        }
    }
    match inst.opcode() {
        Opcode::LLVMLoad if is_constant(inst.operand(0)) => lower_load(module, inst),
        Opcode::LLVMAddrSpaceCast => lower_cast(module, inst),
        Opcode::LLVMCall => lower_copy(module, inst),
        _ => {}
    }
}

fn lower_load<'m>(module: &'m EditableModule, inst: Inst<'m>) {
    let builder = Builder::before(module, inst);
    let load = builder.load(inst.ty(), to_global(module, &builder, inst.operand(0)));
    if let Some(align) = inst.align() {
        load.set_align(module, align);
    }
    load.set_volatile(module, inst.is_volatile());
    if !inst.is_volatile() {
        // The memory is not written while the kernel runs, so loads may use the read-only cache.
        load.set_metadata(module, "invariant.load", Some(module.md_node(&[])));
    }
    inst.value().replace_all_uses_with(module, load.value());
    inst.erase(module);
}

fn lower_cast<'m>(module: &'m EditableModule, inst: Inst<'m>) {
    let builder = Builder::before(module, inst);
    let pointer = inst.operand(0);
    let cast = if is_constant(pointer) {
        builder.address_space_cast(to_global(module, &builder, pointer), inst.ty())
    } else if is_constant(inst.value()) {
        from_global(module, &builder, builder.address_space_cast(pointer, module.ptr(GLOBAL)))
    } else {
        return;
    };
    inst.value().replace_all_uses_with(module, cast);
    inst.erase(module);
}

/// Copies of memory from constant memory.
fn lower_copy<'m>(module: &'m EditableModule, inst: Inst<'m>) {
    let is_copy = matches!(inst.intrinsic(), Some(Intrinsic::Memcpy | Intrinsic::MemcpyInline | Intrinsic::Memmove));
    if !is_copy || !is_constant(inst.operand(1)) {
        return;
    }
    let builder = Builder::before(module, inst);
    let source = to_global(module, &builder, inst.operand(1));
    let align = |index| inst.argument_align(index).unwrap_or(1);
    // The source is never written, so the two do not overlap.
    builder.memcpy(inst.operand(0), align(0), source, align(1), inst.operand(2));
    inst.erase(module);
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::*;

    #[test]
    fn address_arithmetic_is_in_global_memory() {
        let text = "
            define i32 @f(i64 %handle, ptr addrspace(2) %given, i1 %which) {
              %in = inttoptr i64 %handle to ptr addrspace(2)
              %p = getelementptr inbounds i8, ptr addrspace(2) %in, i64 40
              %q = getelementptr i32, ptr addrspace(2) %given, i64 3
              br i1 %which, label %some, label %others
            some:
              %a = load i32, ptr addrspace(2) %p
              ret i32 %a
            others:
              %b = load i32, ptr addrspace(2) %q
              ret i32 %b
            }";
        let mut module = Module::parse(&Context::new(), text.as_bytes(), "constant").expect("well-formed");
        lower(module.edit());
        module.verify().expect("valid");
        let lowered = module.to_string();
        let lines: Vec<_> = lowered.lines().map(str::trim).collect();
        for expected in [
            "= inttoptr i64 %handle to ptr addrspace(1)",
            "= ptrtoint ptr addrspace(2) %given to i64",
            "= freeze i64",
            "= getelementptr inbounds i8, ptr addrspace(1)",
            "= getelementptr i32, ptr addrspace(1)",
        ] {
            assert!(lines.iter().any(|line| line.contains(expected)), "{expected}: {lowered}");
        }
    }
}
