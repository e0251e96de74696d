//! Accesses to vectors in memory become accesses to their elements.
//!
//! LLVM's scalarizer does so only with an option of the process; it has no parameters before LLVM 20. After this pass,
//! it splits the rest: the vectors that are assembled here, and operations on them.

use std::collections::HashMap;

use llvm_sys::core::*;

use crate::base::enumerations::{Opcode, Ordering};
use crate::build::builder::Builder;
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Inst, Value};
use crate::values::metadata::kind_id;
use crate::values::module::Module;
use crate::values::types::{Type, TypeKind};

/// Metadata of an access to a vector that holds for those to its elements.
const KEPT: [&str; 6] = ["tbaa", "tbaa.struct", "invariant.load", "alias.scope", "noalias", "llvm.access.group"];

impl Module {
    /// Whether vectors of this type have no bits between the elements.
    fn fills_bytes(&self, element: Type<'_>) -> bool {
        match element.kind() {
            TypeKind::Int(bits) => u64::from(bits) == 8 * self.size_of(element),
            TypeKind::X86Fp80 => false,
            _ => true,
        }
    }
}

impl EditableModule {
    /// Makes plain loads and stores of vectors those of their elements, where elements are whole bytes.
    pub fn split_vector_accesses(&self) {
        for function in self.functions() {
            let mut addresses = Addresses { module: self, function, known: HashMap::new() };
            for inst in function.insts() {
                let ty = match inst.opcode() {
                    Opcode::LLVMLoad => inst.ty(),
                    Opcode::LLVMStore => inst.operand(0).ty(),
                    _ => continue,
                };
                let is_plain = !inst.is_volatile() && inst.ordering() == Some(Ordering::LLVMAtomicOrderingNotAtomic);
                if let TypeKind::Vector(element, lanes) = ty.kind()
                    && is_plain
                    && self.fills_bytes(element)
                {
                    split(&mut addresses, inst, element, lanes);
                }
            }
        }
    }
}

/// Addresses of the elements that pointers of a function point to, for all accesses through them.
struct Addresses<'m> {
    module: &'m EditableModule,
    function: Function<'m>,
    known: HashMap<(Value<'m>, Type<'m>), Vec<Value<'m>>>,
}

impl<'m> Addresses<'m> {
    /// The addresses of the first elements that `pointer` points to.
    fn of(&mut self, pointer: Value<'m>, element: Type<'m>, lanes: u32, access: Inst<'m>) -> &[Value<'m>] {
        let known = self.known.entry((pointer, element)).or_insert_with(|| vec![pointer]);
        if known.len() < lanes as usize {
            let builder = behind(self.module, pointer, self.function, access);
            for lane in known.len() as u64..lanes.into() {
                let index = self.module.int(32).int(lane, false);
                known.push(builder.gep(element, pointer, &[index], false));
            }
        }
        &known[..lanes as usize]
    }
}

/// A builder at a position where a value is available, and which precedes all its uses.
fn behind<'m>(module: &'m EditableModule, value: Value<'m>, function: Function<'m>, user: Inst<'m>) -> Builder<'m> {
    match value.as_inst() {
        Some(inst) => {
            let mut next = inst.next();
            while let Some(phi) = next.filter(|next| next.opcode() == Opcode::LLVMPHI) {
                next = phi.next();
            }
            Builder::before(module, next.unwrap_or(user))
        }
        None => {
            let before = || Builder::before(module, user);
            function.entry().map_or_else(before, |entry| Builder::at_start(module, entry))
        }
    }
}

fn split<'m>(addresses: &mut Addresses<'m>, access: Inst<'m>, element: Type<'m>, lanes: u32) {
    let module = addresses.module;
    let builder = Builder::before(module, access);
    builder.set_debug_loc(access.debug_loc());
    let (size, align) = (module.size_of(element), u64::from(access.align().unwrap_or(1)));
    let index = |lane: u32| module.int(32).int(lane.into(), false);
    let stored = (access.opcode() == Opcode::LLVMStore).then(|| access.operand(0));
    let pointer = access.operand(if stored.is_some() { 1 } else { 0 });
    let mut whole = stored.is_none().then(|| access.ty().poison());
    for (lane, address) in (0..).zip(addresses.of(pointer, element, lanes, access)) {
        let offset = u64::from(lane) * size;
        let part = match stored {
            Some(vector) => builder.store(builder.extract_element(vector, index(lane)), *address),
            None => builder.load(element, *address),
        };
        // The largest power of two that divides both.
        let lane_align = if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) };
        part.set_align(module, u32::try_from(lane_align).unwrap_or(1));
        keep_metadata(access, part);
        whole = whole.map(|whole| builder.insert_element(whole, part.value(), index(lane)));
    }
    if let Some(whole) = whole {
        access.value().replace_all_uses_with(module, whole);
    }
    access.erase(module);
}

fn keep_metadata<'m>(from: Inst<'m>, to: Inst<'m>) {
    // SAFETY: an instruction.
    if unsafe { LLVMHasMetadata(from.value().0) } == 0 {
        return;
    }
    for kind in KEPT.into_iter().filter_map(|kind| kind_id(from.context(), kind)) {
        // SAFETY: two instructions of one context; what is attached to one fits the other.
        unsafe {
            let node = LLVMGetMetadata(from.value().0, kind);
            if !node.is_null() {
                LLVMSetMetadata(to.value().0, kind, node);
            }
        }
    }
}
