//! Atomic operations that no other thread can see.
//!
//! A work-group runs on one thread, one work-item after the other, and local memory belongs to one work-group. A
//! read-modify-write of local memory is therefore always atomic: a load, the operation and a store have the same effect
//! as an instruction that locks the bus, at a tenth of its cost.
//!
//! *Before:* work-group functions as formed, in which pointers to local memory are in their address space, or are
//! derived from it. The accesses made here belong to no access group: iterations of the work-item loops do depend on
//! each other through them, and LLVM's vectorizer has to determine whether it can keep their order.

use tandem_device_ir::AddressSpace;
use tandem_ir::{Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, Opcode, RmwOp, Value};

/// Address space of local memory.
const LOCAL_SPACE: u32 = AddressSpace::Local.number();

/// Metadata of read-modify-writes of local memory.
const LOCAL: &str = "tandem.local_update";

/// Marks the read-modify-writes of local memory, in all functions. Later, their addresses may be out of sight.
pub fn mark(module: &EditableModule) {
    let node = module.md_node(&[]);
    let updates = module.functions().into_iter().flat_map(local_updates);
    updates.for_each(|update| update.set_metadata(module, LOCAL, Some(node)));
}

/// Makes the marked operations plain. They must then be in the order of the work-items: all code between a load and its
/// store belongs to one of them.
pub fn make_plain(module: &EditableModule) {
    for function in module.functions() {
        for inst in function.insts().into_iter().filter(|inst| is_update(*inst) && inst.has_metadata(LOCAL)) {
            if let Some(old) = plain_update(module, inst) {
                inst.value().replace_all_uses_with(module, old);
                inst.erase(module);
            }
        }
    }
}

fn local_updates(function: Function<'_>) -> Vec<Inst<'_>> {
    function
        .insts()
        .into_iter()
        .filter(|inst| is_update(*inst))
        .filter(|inst| is_local(inst.operand(0)) && !inst.is_volatile())
        .collect()
}

fn is_update(inst: Inst<'_>) -> bool {
    matches!(inst.opcode(), Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg)
}

/// Whether the address is one of local memory, as far as casts and offsets reveal.
fn is_local(mut address: Value<'_>) -> bool {
    while address.ty().address_space() != Some(LOCAL_SPACE) {
        match address.as_inst() {
            Some(inst) if matches!(inst.opcode(), Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast) => {
                address = inst.operand(0);
            }
            _ => return false,
        }
    }
    true
}

/// Writes the plain form before `inst`; its value is the result of the atomic.
fn plain_update<'m>(module: &'m EditableModule, inst: Inst<'m>) -> Option<Value<'m>> {
    let builder = Builder::before(module, inst);
    let (address, operand, align) = (inst.operand(0), inst.operand(1), inst.align());
    let load = builder.load(operand.ty(), address);
    let old = load.value();
    let (new, result) = match inst.rmw_op() {
        Some(op) => match combine(&builder, op, old, operand) {
            Some(new) => (new, old),
            None => {
                load.erase(module);
                return None;
            }
        },
        None => {
            // Comparisons require integers or pointers, so the bits are compared.
            let equal = builder.icmp(IntPredicate::LLVMIntEQ, old, operand);
            let pair = builder.insert_value(inst.ty().poison(), old, 0);
            (builder.select(equal, inst.operand(2), old), builder.insert_value(pair, equal, 1))
        }
    };
    let store = builder.store(new, address);
    if let Some(align) = align {
        load.set_align(module, align);
        store.set_align(module, align);
    }
    Some(result)
}

/// The value that the operation stores; `None` if there is no short plain form.
fn combine<'m>(builder: &Builder<'m>, op: RmwOp, old: Value<'m>, operand: Value<'m>) -> Option<Value<'m>> {
    use RmwOp::*;
    let pick = |predicate| builder.select(builder.icmp(predicate, old, operand), old, operand);
    let float = |name| Some(builder.intrinsic(name, &[old.ty()], &[old, operand]).value());
    Some(match op {
        LLVMAtomicRMWBinOpXchg => operand,
        LLVMAtomicRMWBinOpAdd => builder.add(old, operand),
        LLVMAtomicRMWBinOpSub => builder.sub(old, operand),
        LLVMAtomicRMWBinOpAnd => builder.and(old, operand),
        LLVMAtomicRMWBinOpNand => builder.not(builder.and(old, operand)),
        LLVMAtomicRMWBinOpOr => builder.or(old, operand),
        LLVMAtomicRMWBinOpXor => builder.xor(old, operand),
        LLVMAtomicRMWBinOpMax => pick(IntPredicate::LLVMIntSGT),
        LLVMAtomicRMWBinOpMin => pick(IntPredicate::LLVMIntSLT),
        LLVMAtomicRMWBinOpUMax => pick(IntPredicate::LLVMIntUGT),
        LLVMAtomicRMWBinOpUMin => pick(IntPredicate::LLVMIntULT),
        LLVMAtomicRMWBinOpFAdd => builder.fadd(old, operand),
        LLVMAtomicRMWBinOpFSub => builder.fsub(old, operand),
        LLVMAtomicRMWBinOpFMax => return float(Intrinsic::MaxNum),
        LLVMAtomicRMWBinOpFMin => return float(Intrinsic::MinNum),
        _ => return None,
    })
}
