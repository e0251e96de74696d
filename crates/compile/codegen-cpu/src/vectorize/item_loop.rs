//! Finds the loops over work-items of a function.

use crate::loop_marks::{ELEMENTS, FEW_WORK_ITEMS, WORK_ITEMS};
use rustc_hash::FxHashSet;
use tandem_ir::{Block, Builder, Function, Inst, IntPredicate, Module, Opcode, Value};

/// A loop that runs one work-item after the other.
#[derive(Clone)]
pub struct ItemLoop<'m> {
    /// The block from which control enters the loop; it has no other successor.
    pub preheader: Block<'m>,
    /// Where an iteration begins.
    pub header: Block<'m>,
    /// The block at the end of an iteration, the only one from which control leaves the loop.
    pub latch: Block<'m>,
    /// The block after the loop.
    pub exit: Block<'m>,
    /// The number of the iteration, which counts up by one.
    pub index: Inst<'m>,
    /// The first number.
    pub first: Value<'m>,
    /// The bound of the count: the last number, or the number after it.
    pub bound: Value<'m>,
    /// Whether the bound itself is counted.
    pub includes_bound: bool,
    /// Whether it runs a part of a sub-group, which seldom fills a vector.
    pub has_few: bool,
    /// Whether the elements within a work-item make good lanes, too.
    pub has_elements: bool,
    /// The blocks of the loop.
    pub blocks: FxHashSet<Block<'m>>,
}

/// The loops over work-items of a function that have the form that emission gives them.
pub fn find<'m>(module: &'m Module, function: Function<'m>) -> Vec<ItemLoop<'m>> {
    let is_marked = |end: Inst<'m>| end.condition().is_some() && module.has_loop_property(end, WORK_ITEMS);
    let latches = function.blocks().into_iter().filter(|block| block.terminator().is_some_and(is_marked));
    latches.filter_map(|latch| ItemLoop::of_latch(module, latch)).collect()
}

impl<'m> ItemLoop<'m> {
    fn of_latch(module: &'m Module, latch: Block<'m>) -> Option<Self> {
        let end = latch.terminator()?;
        let [header, exit] = end.successors()[..] else { return None };
        let mut phis = header.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
        let (Some(index), None) = (phis.next(), phis.next()) else { return None };
        let entries = index.incoming();
        let (next, _) = *entries.iter().find(|(_, from)| *from == latch)?;
        let [(first, preheader)] = entries.iter().copied().filter(|(_, from)| *from != latch).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let counts_by_one = next.as_inst().is_some_and(|next| {
            next.opcode() == Opcode::LLVMAdd
                && next.operand(0) == index.value()
                && next.operand(1).const_u64() == Some(1)
        });
        let compare = end.condition()?.as_inst()?;
        let includes_bound = compare.operand(0) == index.value();
        let compares =
            compare.int_predicate() == Some(IntPredicate::LLVMIntULT) && (includes_bound || compare.operand(0) == next);
        let blocks = natural_loop(header, latch);
        let bound = compare.operand(1);
        let is_outside =
            |value: Value<'m>| value.as_inst().and_then(Inst::block).is_none_or(|block| !blocks.contains(&block));
        let leaves_elsewhere =
            blocks.iter().any(|block| *block != latch && block.successors().iter().any(|next| !blocks.contains(next)));
        let is_counted = counts_by_one && compares && is_outside(bound) && is_outside(first);
        let is_entered_once = preheader.successors().len() == 1;
        (is_counted && is_entered_once && !leaves_elsewhere && exit != header).then_some(Self {
            preheader,
            header,
            latch,
            exit,
            index,
            first,
            bound,
            includes_bound,
            has_few: module.has_loop_property(end, FEW_WORK_ITEMS),
            has_elements: module.has_loop_property(end, ELEMENTS),
            blocks,
        })
    }
}

impl<'m> ItemLoop<'m> {
    /// The number of the last iteration.
    pub fn last(&self, builder: &Builder<'m>) -> Value<'m> {
        match self.includes_bound {
            true => self.bound,
            false => builder.sub(self.bound, self.bound.ty().int(1, false)),
        }
    }

    /// How many work-items it runs, if that is a constant.
    pub fn constant_total(&self) -> Option<u64> {
        let (first, bound) = (self.first.const_u64()?, self.bound.const_u64()?);
        bound.checked_add(self.includes_bound.into())?.checked_sub(first)
    }

    /// Whether an instruction of the latch only counts the iterations.
    pub fn counts(&self, inst: Inst<'m>) -> bool {
        let end = self.latch.terminator().and_then(Inst::condition);
        let is_next = self.index.incoming().iter().any(|(value, from)| *from == self.latch && *value == inst.value());
        inst.block() == Some(self.latch) && (is_next || end == Some(inst.value()))
    }
}

/// The blocks that reach the latch without crossing the header.
fn natural_loop<'m>(header: Block<'m>, latch: Block<'m>) -> FxHashSet<Block<'m>> {
    let mut blocks = FxHashSet::from_iter([header]);
    let mut stack = vec![latch];
    while let Some(block) = stack.pop() {
        if blocks.insert(block) {
            stack.extend(block.predecessors());
        }
    }
    blocks
}
