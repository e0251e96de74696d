//! Functions that are called through pointers, or from other objects.
//!
//! A function whose address is taken stays a separate function, and so does one that the object exports. It may be
//! called from any kernel, including those of another program, so it receives only its arguments. Its queries about the
//! work-item read the thread's [`WorkItem`](native::WorkItem): kernels with calls through pointers fill in the
//! work-group's part at their beginning, and the rest before each call.
//!
//! Runs after all inlining, before work-groups are formed.

use tandem_codegen::attributes::set_pure;
use tandem_codegen::call_graph::kernels;
use tandem_codegen::names::original_name;
use tandem_codegen::query::Query;
use tandem_codegen::{Error, Result};
use tandem_device_ir::{AddressSpace, Builtin};
use tandem_device_ir_llvm::Callees;
use tandem_image::demangle;
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, Module, SPIR_KERNEL, Value, ValueKind};
use tandem_native_cpu::{self as native, WORK_ITEM_SYMBOL};

use crate::linkage;

/// Address space of local memory.
const LOCAL_SPACE: u32 = AddressSpace::Local.number();

/// The queries available to functions called through pointers, in the order of the answers in
/// [`WorkItem`](native::WorkItem).
const QUERIES: [Query; 26] = [
    Query::LocalId(0),
    Query::LocalId(1),
    Query::LocalId(2),
    Query::GroupId(0),
    Query::GroupId(1),
    Query::GroupId(2),
    Query::LocalSize(0),
    Query::LocalSize(1),
    Query::LocalSize(2),
    Query::Extent(0),
    Query::Extent(1),
    Query::Extent(2),
    Query::GlobalSize(0),
    Query::GlobalSize(1),
    Query::GlobalSize(2),
    Query::GlobalOffset(0),
    Query::GlobalOffset(1),
    Query::GlobalOffset(2),
    Query::NumGroups(0),
    Query::NumGroups(1),
    Query::NumGroups(2),
    Query::WorkDim,
    Query::LocalStart,
    Query::LocalEnd,
    Query::ScratchEnd,
    Query::StackEnd,
];

/// Prepares kernels that call through pointers, and the functions that may be
/// called so.
pub fn lower(module: &EditableModule) -> Result<()> {
    for kernel in kernels(module) {
        let calls: Vec<_> = kernel.insts().into_iter().filter(|inst| is_pointer_call(*inst)).collect();
        if calls.is_empty() {
            continue;
        }
        let entry = kernel.entry().expect("kernels have bodies");
        store(module, &Builder::at_start(module, entry), |query| !query.is_varying());
        for call in calls {
            store(module, &Builder::before(module, call), Query::is_varying);
            call.set_call_conv(module, 0);
        }
    }
    for function in functions(module) {
        match lower_function(module, function) {
            // Kernels of this module have it inlined; others cannot have it.
            Err(Error::Construct { .. }) if linkage::is_export(function) && !function.value().has_users() => {
                function.delete(module);
            }
            result => result?,
        }
    }
    Ok(())
}

/// The functions that remain in addition to kernels: those whose addresses are taken, and those that are exported.
pub fn functions(module: &Module) -> Vec<Function<'_>> {
    let is_left = |function: &Function<'_>| function.call_conv() != SPIR_KERNEL && !function.is_declaration();
    module.functions().into_iter().filter(is_left).collect()
}

/// Whether an instruction calls a function of which nothing is known here.
fn is_pointer_call(inst: Inst<'_>) -> bool {
    let is_unknown = |callee: Value<'_>| match callee.kind() {
        ValueKind::Function => callee.as_function().is_some_and(linkage::is_import),
        kind => kind != ValueKind::InlineAsm,
    };
    inst.is_call() && inst.callee().is_some_and(is_unknown)
}

/// Stores the answers of some queries for functions that may use them.
fn store<'m>(module: &'m EditableModule, builder: &Builder<'m>, is_stored: impl Fn(Query) -> bool) {
    for (index, query) in QUERIES.into_iter().enumerate().filter(|(_, query)| is_stored(*query)) {
        let answer = query.build(builder);
        builder.store(answer, place(module, builder, index));
    }
}

fn lower_function(module: &EditableModule, function: Function<'_>) -> Result<()> {
    let refuse = |inst: Inst<'_>, what: &str| {
        Err(Error::Construct {
            place: None,
            function: format!("function `{}`, whose address is taken", demangle::symbol(&original_name(function))),
            construct: format!("{what}, which only kernels and functions that they call directly can have"),
        }
        .at(inst))
    };
    let callees = Callees::called_by(function);
    for inst in function.insts() {
        if inst.operands().into_iter().any(is_local_variable) {
            return refuse(inst, "a local variable of the work-group");
        }
        if matches!(callees.builtin(inst), Some(Builtin::Instruction(_) | Builtin::Imported(_))) {
            return refuse(inst, "a barrier or group operation");
        }
        if let Some(query) = Query::of(inst) {
            let Some(index) = QUERIES.into_iter().position(|other| other == query) else {
                return refuse(inst, "a query of its sub-group");
            };
            let builder = Builder::before(module, inst);
            let answer = builder.load(inst.ty(), place(module, &builder, index));
            inst.value().replace_all_uses_with(module, answer.value());
            inst.erase(module);
        } else if is_pointer_call(inst) {
            inst.set_call_conv(module, 0);
        }
    }
    Ok(())
}

fn is_local_variable(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::Global => value.ty().address_space() == Some(LOCAL_SPACE),
        ValueKind::ConstExpr => value.operands().into_iter().any(is_local_variable),
        _ => false,
    }
}

/// The place of an answer in the thread's work-item.
fn place<'m>(module: &'m EditableModule, builder: &Builder<'m>, index: usize) -> Value<'m> {
    let current = module.get_or_declare(WORK_ITEM_SYMBOL, module.ptr(0).function(&[], false));
    // A work-group stays on its thread.
    for attribute in ["nounwind", "willreturn", "speculatable", "nofree", "nosync"] {
        current.add_attribute(module, AttributePlace::Function, attribute, 0);
    }
    set_pure(module, current);
    let item = builder.call_function(current, &[]).value();
    let offset = size_of::<u64>() * index;
    debug_assert!(offset < size_of::<native::WorkItem>());
    builder.gep(module.int(8), item, &[module.int(64).int(offset as u64, false)], true)
}
