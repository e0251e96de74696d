//! Stack memory of which each work-item has its own copy: the layout of the lanes' copies.
//!
//! A variable that is accessed in elements of one size is *interleaved*: the first element of all lanes is followed by
//! the second one of all lanes. Lanes that access the same element then access adjacent memory. Addresses in such a
//! variable are scaled: a byte offset for one work-item becomes that offset times the number of lanes, from the start
//! of its lane. Copies of other variables are stored one after the other.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::accesses::access;
use tandem_codegen::analysis::addresses::{Part, parts};
use tandem_codegen::analysis::pointers::derived;
use tandem_ir::{Block, Builder, EditableModule, Inst, Module, Opcode, Value};

use super::item_loop::ItemLoop;
use crate::loop_marks::PRIVATE;

/// The variables of a loop's work-items.
#[derive(Default)]
pub struct PrivateMemory<'m> {
    /// The variables.
    pub variables: Vec<Variable<'m>>,
    /// Pointers into interleaved variables.
    scaled: FxHashSet<Value<'m>>,
}

/// A variable of which each work-item has its own.
#[derive(Clone, Copy)]
pub struct Variable<'m> {
    /// Its `alloca`.
    pub alloca: Inst<'m>,
    /// Bytes of one copy, including the gap to the next one if copies are not interleaved.
    pub bytes: u64,
    /// Bytes from one lane's copy to the next one's.
    pub stride: u64,
}

impl<'m> PrivateMemory<'m> {
    /// The variables that a loop accesses. On error, returns the instruction by which the address of one escapes.
    pub fn new(module: &'m EditableModule, item_loop: &ItemLoop<'m>) -> Result<Self, Value<'m>> {
        let is_inside = |inst: &Inst<'m>| inst.block().is_some_and(|block| item_loop.blocks.contains(&block));
        let entry = item_loop.header.function().entry().map(Block::insts).unwrap_or_default();
        let mut memory = Self::default();
        let variables =
            entry.into_iter().filter(|inst| inst.opcode() == Opcode::LLVMAlloca && inst.has_metadata(PRIVATE));
        for alloca in variables {
            let (pointers, users) = derived(alloca)?;
            if !users.iter().any(is_inside) {
                continue;
            }
            bring_in(module, item_loop, alloca, &pointers)?;
            let (pointers, users) = derived(alloca)?;
            let bytes = bytes(module, alloca);
            let element = element(module, &pointers, &users).filter(|element| bytes.is_multiple_of(*element));
            if element.is_some() {
                memory.scaled.extend(pointers);
            }
            memory.variables.push(Variable { alloca, bytes, stride: element.unwrap_or(bytes) });
        }
        Ok(memory)
    }

    /// The largest variable.
    pub fn largest(&self) -> Option<Variable<'m>> {
        self.variables.iter().copied().max_by_key(|variable| variable.bytes)
    }

    /// Bytes that a work-item has.
    pub fn bytes(&self) -> u64 {
        self.variables.iter().map(|variable| variable.bytes).sum()
    }

    /// Whether a pointer leads into an interleaved variable, so that offsets added to it are scaled.
    pub fn is_scaled(&self, pointer: Value<'m>) -> bool {
        self.scaled.contains(&pointer)
    }
}

/// Computes addresses in a variable, which emission has computed once for all work-items, where the loop uses them.
/// An error is one that is more than address arithmetic.
fn bring_in<'m>(
    module: &'m EditableModule,
    item_loop: &ItemLoop<'m>,
    alloca: Inst<'m>,
    pointers: &[Value<'m>],
) -> Result<(), Value<'m>> {
    let is_inside = |inst: Inst<'m>| inst.block().is_some_and(|block| item_loop.blocks.contains(&block));
    let is_used = |pointer: &Value<'m>| {
        pointer.as_inst().is_some_and(|inst| inst != alloca && !is_inside(inst))
            && pointer.users().into_iter().filter_map(Value::as_inst).any(is_inside)
    };
    let first = item_loop.header.first_non_phi().expect("blocks have ends");
    for pointer in pointers.iter().copied().filter(is_used) {
        let copy = copy_address(module, first, alloca, pointer).ok_or(pointer)?;
        for user in pointer.users().into_iter().filter_map(Value::as_inst).filter(|user| is_inside(*user)) {
            for (index, _) in user.operands().into_iter().enumerate().filter(|(_, operand)| *operand == pointer) {
                user.value().set_operand(module, index as u32, copy);
            }
        }
    }
    Ok(())
}

/// Recomputes an address in the variable, before an instruction.
fn copy_address<'m>(
    module: &'m EditableModule,
    before: Inst<'m>,
    alloca: Inst<'m>,
    pointer: Value<'m>,
) -> Option<Value<'m>> {
    let inst = pointer.as_inst()?;
    if inst == alloca {
        return Some(pointer);
    }
    let is_arithmetic =
        matches!(inst.opcode(), Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast);
    if !is_arithmetic {
        return None;
    }
    let base = copy_address(module, before, alloca, inst.operand(0))?;
    let copy = inst.duplicate();
    copy.value().set_operand(module, 0, base);
    Builder::before(module, before).insert(copy);
    Some(copy.value())
}

/// Bytes from one work-item's copy of a variable to the next one's.
fn bytes(module: &Module, alloca: Inst<'_>) -> u64 {
    let size = alloca.allocated_type().map_or(0, |ty| module.size_of(ty));
    let count = alloca.operand(0).const_u64().unwrap_or(1);
    (size * count).next_multiple_of(alloca.align().unwrap_or(1).into())
}

/// The size of the elements that all accesses have; `None` if sizes differ.
fn element<'m>(module: &'m Module, pointers: &[Value<'m>], users: &[Inst<'m>]) -> Option<u64> {
    let mut sizes = users.iter().filter_map(|user| access(*user)).map(|access| module.size_of(access.ty));
    let size = sizes.next().filter(|size| size.is_power_of_two() && *size <= 8)?;
    let is_known: FxHashMap<_, ()> = pointers.iter().map(|pointer| (*pointer, ())).collect();
    let fits = |user: &Inst<'m>| match user.opcode() {
        Opcode::LLVMLoad | Opcode::LLVMStore | Opcode::LLVMICmp | Opcode::LLVMFreeze | Opcode::LLVMAddrSpaceCast => {
            true
        }
        Opcode::LLVMGetElementPtr => is_of_elements(module, *user, size),
        // Every way must lead into the variable.
        Opcode::LLVMPHI => user.incoming().iter().all(|(value, _)| is_known.contains_key(value)),
        Opcode::LLVMSelect => user.operands()[1..].iter().all(|value| is_known.contains_key(value)),
        _ => false,
    };
    (sizes.all(|other| other == size) && users.iter().all(fits)).then_some(size)
}

/// Whether address arithmetic moves from one element of this size to another one.
fn is_of_elements(module: &Module, gep: Inst<'_>, size: u64) -> bool {
    let Some(parts) = parts(module, gep) else { return false };
    parts.into_iter().all(|part| match part {
        Part::Constant(bytes) => bytes.unsigned_abs().is_multiple_of(size),
        Part::Index(_, bytes) => bytes.unsigned_abs().is_multiple_of(size),
    })
}
