//! Values of a loop over work-items that are computed before it, for one of them.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Builder, Inst, Opcode, Value};

use super::item_loop::ItemLoop;

/// Whether a value is computed from the work-item's number and from values known before the loop, by simple operations
/// and by the loads that `may_load` accepts.
pub fn is_computable<'m>(item_loop: &ItemLoop<'m>, value: Value<'m>, may_load: &impl Fn(Inst<'m>) -> bool) -> bool {
    use Opcode::*;
    let (mut seen, mut left) = (FxHashSet::default(), vec![value]);
    while let Some(value) = left.pop() {
        let inst = own(item_loop, value).filter(|inst| *inst != item_loop.index);
        let Some(inst) = inst.filter(|_| seen.insert(value)) else { continue };
        let is_simple = match inst.opcode() {
            LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMTrunc
            | LLVMSExt | LLVMZExt | LLVMFreeze | LLVMGetElementPtr | LLVMSelect | LLVMICmp => true,
            LLVMLoad => may_load(inst),
            _ => false,
        };
        if !is_simple {
            return false;
        }
        left.extend(inst.operands());
    }
    true
}

/// Computes a computable value for the work-item with number `index`. Values in `known` are not computed again.
pub fn at<'m>(
    item_loop: &ItemLoop<'m>,
    builder: &Builder<'m>,
    value: Value<'m>,
    index: Value<'m>,
    known: &mut FxHashMap<Value<'m>, Value<'m>>,
) -> Value<'m> {
    if value == item_loop.index.value() {
        return index;
    }
    let (Some(inst), None) = (own(item_loop, value), known.get(&value)) else {
        return known.get(&value).copied().unwrap_or(value);
    };
    let copy = inst.duplicate();
    for (number, operand) in inst.operands().into_iter().enumerate() {
        copy.value().set_operand(builder.module(), number as u32, at(item_loop, builder, operand, index, known));
    }
    builder.insert(copy);
    copy.drop_poison_flags(builder.module());
    known.insert(value, copy.value());
    copy.value()
}

/// The instruction of the loop that computes a value.
fn own<'m>(item_loop: &ItemLoop<'m>, value: Value<'m>) -> Option<Inst<'m>> {
    value.as_inst().filter(|inst| inst.block().is_some_and(|block| item_loop.blocks.contains(&block)))
}
