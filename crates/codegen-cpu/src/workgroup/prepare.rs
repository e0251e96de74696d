//! Brings a kernel into the form that region formation takes:
//!
//! * each [synchronization point](super::sync) is alone in its block, which has
//!   one predecessor and one successor;
//! * local variables of the kernel are results of `tandem.local.<offset>`, and
//!   their places in the group's local memory are fixed;
//! * hints that say nothing once work-items share a stack frame (lifetimes,
//!   assumptions) are gone.

use rustc_hash::FxHashMap;
use tandem_ir::{Builder, Function, Global, Inst, Module, Opcode, Value, ValueKind};

use super::sync::Sync;
use crate::call_graph::original_name;
use crate::error::{Error, Result};
use crate::work_item::set_pure;

const LOCAL: &str = "tandem.local.";
/// Address space of local memory in device IR.
pub const LOCAL_SPACE: u32 = 3;

/// Prepares `kernel`; returns the bytes of local memory that it declares itself.
pub fn run<'m>(module: &'m Module, kernel: Function<'m>) -> Result<u64> {
    drop_hints(kernel);
    // Splitting blocks renews phis, so that handles of other instructions do not last.
    let syncs: Vec<_> = kernel.insts().into_iter().filter(|inst| Sync::of(*inst).is_some()).collect();
    syncs.into_iter().for_each(isolate);
    check(kernel)?;
    Ok(place_local_variables(module, kernel))
}

/// Byte offset in the group's local memory, where `inst` is the address of a local variable.
pub fn local_offset(inst: Inst<'_>) -> Option<u64> {
    if !inst.is_call() {
        return None;
    }
    inst.called_function()?.name().strip_prefix(LOCAL)?.parse().ok()
}

fn drop_hints(kernel: Function<'_>) {
    const HINTS: [&str; 5] =
        ["llvm.lifetime.", "llvm.assume", "llvm.invariant.", "llvm.experimental.noalias.scope", "llvm.dbg."];
    for inst in kernel.insts() {
        if inst.intrinsic_name().is_some_and(|name| HINTS.iter().any(|hint| name.starts_with(hint))) {
            inst.erase();
        }
    }
}

/// Gives an instruction a block of its own.
pub fn isolate(inst: Inst<'_>) {
    let block = inst.block().expect("taken from a block");
    let alone = block.split_before(inst, "sync");
    let next = inst.next().expect("a terminator follows");
    alone.split_before(next, "after");
}

/// Refuses what no work-group function can hold.
fn check(kernel: Function<'_>) -> Result<()> {
    let refuse = |construct: String| Err(Error::in_kernel(&original_name(kernel), construct));
    for inst in kernel.insts() {
        match inst.opcode() {
            Opcode::LLVMInvoke | Opcode::LLVMCallBr | Opcode::LLVMIndirectBr | Opcode::LLVMLandingPad => {
                return refuse(format!("exception handling or indirect control flow:{inst}"));
            }
            Opcode::LLVMAlloca if inst.operand(0).const_u64().is_none() => {
                return refuse("an array of variable length".into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// The kernel's own variables come first in local memory, in order of the
/// module; arguments follow, at offsets that the launch chooses.
fn place_local_variables<'m>(module: &'m Module, kernel: Function<'m>) -> u64 {
    let mut variables = LocalVariables { module, kernel, addresses: FxHashMap::default(), bytes: 0 };
    for inst in kernel.insts() {
        variables.rewrite(inst);
    }
    variables.bytes
}

struct LocalVariables<'m> {
    module: &'m Module,
    kernel: Function<'m>,
    addresses: FxHashMap<Global<'m>, Value<'m>>,
    bytes: u64,
}

impl<'m> LocalVariables<'m> {
    fn rewrite(&mut self, inst: Inst<'m>) {
        if inst.opcode() == Opcode::LLVMPHI {
            return self.rewrite_phi(inst);
        }
        for (index, operand) in inst.operands().into_iter().enumerate() {
            if mentions_local(operand) {
                let address = self.expand(&Builder::before(inst), operand);
                inst.value().set_operand(index as u32, address);
            }
        }
    }

    /// A phi takes its operands at the ends of its predecessors.
    fn rewrite_phi(&mut self, phi: Inst<'m>) {
        for (index, (value, from)) in phi.incoming().into_iter().enumerate() {
            if mentions_local(value) {
                let end = from.terminator().expect("blocks are complete");
                let address = self.expand(&Builder::before(end), value);
                phi.value().set_operand(index as u32, address);
            }
        }
    }

    /// Instructions for a constant that a local variable's address is part of.
    fn expand(&mut self, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
        if let Some(variable) = value.as_global().filter(|_| mentions_local(value)) {
            return self.address(variable);
        }
        if !mentions_local(value) {
            return value;
        }
        let operands: Vec<_> = value.operands().into_iter().map(|operand| self.expand(builder, operand)).collect();
        let ty = value.ty();
        match value.const_opcode() {
            Some(Opcode::LLVMGetElementPtr) => {
                let source = value.gep_source_type().expect("a getelementptr");
                builder.gep(source, operands[0], &operands[1..], true)
            }
            Some(Opcode::LLVMAddrSpaceCast) => builder.address_space_cast(operands[0], ty),
            Some(Opcode::LLVMBitCast) => builder.bitcast(operands[0], ty),
            Some(Opcode::LLVMPtrToInt) => builder.ptrtoint(operands[0], ty),
            Some(Opcode::LLVMIntToPtr) => builder.inttoptr(operands[0], ty),
            Some(Opcode::LLVMTrunc) => builder.trunc(operands[0], ty),
            Some(opcode) => builder.binary(opcode, operands[0], operands[1]),
            // A constant vector or structure with the address among its elements.
            None => self.aggregate(builder, value, &operands),
        }
    }

    fn aggregate(&self, builder: &Builder<'m>, value: Value<'m>, elements: &[Value<'m>]) -> Value<'m> {
        let is_vector = matches!(value.ty().kind(), tandem_ir::TypeKind::Vector(..));
        let int = self.module.int(32);
        (0..).zip(elements).fold(value.ty().poison(), |whole, (i, element)| {
            if is_vector {
                builder.insert_element(whole, *element, int.int(u64::from(i), false))
            } else {
                builder.insert_value(whole, *element, i)
            }
        })
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
        let function = self.module.get_or_declare(&format!("{LOCAL}{offset}"), function_type);
        set_pure(function);
        let builder = Builder::at_start(self.kernel.entry().expect("kernels have bodies"));
        let address = builder.call_function(function, &[]).value();
        self.addresses.insert(variable, address);
        address
    }
}

/// Whether a local variable's address is part of a constant.
fn mentions_local(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::Global => value.ty().address_space() == Some(LOCAL_SPACE),
        ValueKind::ConstExpr | ValueKind::ConstAggregate => value.operands().into_iter().any(mentions_local),
        _ => false,
    }
}
