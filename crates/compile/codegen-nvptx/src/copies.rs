//! Asynchronous copies, by `cp.async`.
//!
//! A work-item counts its batches. The instruction waits until at most a constant number of batches is incomplete. A
//! wait for a batch therefore selects among the first few constants, according to the count; for older batches it
//! waits for more than necessary.
//!
//! Only kernels count. A function that is called and not inlined waits for all batches, including those that it
//! commits itself, so it leaves none for the count of its callers.

use tandem_codegen::Result;
use tandem_codegen::copies::{self, Copies};
use tandem_device_ir::AddressSpace;
use tandem_ir::{
    Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, Module, SPIR_KERNEL, TypeKind, Value,
};

use crate::options::Processor;

/// The oldest processor with `cp.async`.
const HAS_ASYNC_COPY: Processor = Processor(80);
/// The largest number of batches after the one that is waited for.
const MAX_BEHIND: u32 = 3;

/// Replaces the calls for asynchronous copies in a function.
///
/// # Errors
/// A copy of a size without an instruction.
pub fn lower<'m>(module: &'m EditableModule, function: Function<'m>, processor: Processor) -> Result<()> {
    if processor < HAS_ASYNC_COPY {
        return copies::lower(module, function);
    }
    let calls = copies::of(function)?;
    let Some(entry) = function.entry().filter(|_| !calls.is_empty()) else { return Ok(()) };
    let word = module.int(32);
    let count = (function.call_conv() == SPIR_KERNEL).then(|| {
        let start = Builder::at_start(module, entry);
        let count = start.alloca(word, "batches").value();
        start.store(word.zero(), count);
        count
    });
    for (inst, copies) in calls {
        let builder = Builder::before(module, inst);
        let end_batch = || builder.intrinsic(Intrinsic::NvvmAsyncCommit, &[], &[]);
        match (copies, count) {
            (Copies::Begin(bytes), _) => copy(module, inst, bytes),
            (Copies::Commit, Some(count)) => {
                end_batch();
                let number = builder.add(builder.load(word, count).value(), word.int(1, false));
                builder.store(number, count);
                inst.value().replace_all_uses_with(module, number);
            }
            (Copies::Commit, None) => {
                end_batch();
                wait_until(module, &builder, 0);
                inst.value().replace_all_uses_with(module, word.zero());
            }
            (Copies::Wait, Some(count)) => wait(module, inst, count),
            (Copies::Wait, None) => wait_until(module, &builder, 0),
        }
        inst.erase(module);
    }
    Ok(())
}

/// Waits until at most `batches` batches are incomplete.
fn wait_until(module: &Module, builder: &Builder<'_>, batches: u32) {
    builder.intrinsic(Intrinsic::NvvmAsyncWait, &[], &[module.int(32).int(batches.into(), false)]);
}

fn copy<'m>(module: &'m EditableModule, inst: Inst<'m>, bytes: u32) {
    let (builder, args) = (Builder::before(module, inst), inst.args());
    let cast = |pointer: Value<'m>, space: AddressSpace| {
        let ty = module.ptr(space.number());
        if pointer.ty() == ty { pointer } else { builder.address_space_cast(pointer, ty) }
    };
    let copy = match bytes {
        4 => Intrinsic::NvvmAsyncCopy4,
        8 => Intrinsic::NvvmAsyncCopy8,
        _ => Intrinsic::NvvmAsyncCopy16,
    };
    builder.intrinsic(copy, &[], &[cast(args[0], AddressSpace::Local), cast(args[1], AddressSpace::Global)]);
}

/// Emits one instruction for each possible number of later batches.
fn wait<'m>(module: &'m EditableModule, inst: Inst<'m>, count: Value<'m>) {
    let word = module.int(32);
    let builder = Builder::before(module, inst);
    let number = inst.args()[0];
    let number = match number.ty().kind() {
        TypeKind::Int(bits) if bits > 32 => builder.trunc(number, word),
        TypeKind::Int(bits) if bits < 32 => builder.zext(number, word),
        _ => number,
    };
    let behind = builder.sub(builder.load(word, count).value(), number);
    let after = inst.block().expect("calls are in blocks");
    let before = after.split_before(module, inst, "waited");
    before.terminator().expect("split blocks branch").erase(module);
    let cases: Vec<_> = (0..=MAX_BEHIND)
        .map(|number| {
            let block = after.insert_before(module, "wait");
            let builder = Builder::at_end(module, block);
            wait_until(module, &builder, number);
            builder.br(after);
            (word.int(number.into(), false), block)
        })
        .collect();
    let builder = Builder::at_end(module, before);
    let most = word.int(MAX_BEHIND.into(), false);
    let is_more = builder.icmp(IntPredicate::LLVMIntUGT, behind, most);
    let behind = builder.select(is_more, most, behind);
    builder.switch(behind, cases[0].1, &cases[1..]);
}
