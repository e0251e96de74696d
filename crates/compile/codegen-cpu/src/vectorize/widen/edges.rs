//! The transfer of control and values between blocks.

use rustc_hash::FxHashMap;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::analysis::shapes::Shape;
use tandem_ir::{Block, Builder, Inst, IntPredicate, Opcode, Value};

use super::{Slot, Widener};
use crate::vectorize::linear::{Leave, Mask, Route};

/// The value that a phi receives along an edge.
struct Entry<'m> {
    slot: Slot<'m>,
    value: Value<'m>,
    /// The lanes that take the edge, if others may have arrived along another one.
    mask: Option<Value<'m>>,
}

impl<'m> Widener<'_, 'm> {
    /// Ends the copy of a block: records the lanes of each edge, passes values to phis, and branches on.
    pub(super) fn leave(&mut self) {
        let end = self.plan.body.cfg.block(self.at).terminator().expect("blocks are complete");
        self.builder.set_debug_loc(end.debug_loc());
        let successors = self.plan.body.cfg.successors(self.at).to_vec();
        let mut entries = Vec::new();
        for to in successors.iter().copied() {
            let taken = self.taken(end, to);
            self.entries(to, taken, &mut entries);
        }
        let leave = self.plan.linear.leaves[self.at].clone();
        // The condition may be a phi of where the branch leads.
        let chooser = match leave {
            Leave::Branch(_) => Some(self.scalar(end.condition().unwrap_or_else(|| end.operand(0)))),
            Leave::End | Leave::Through(_) => None,
        };
        // All phis get their values at once.
        for Entry { slot, value, mask } in entries {
            let value = match mask {
                Some(mask) => {
                    let before = self.load(slot);
                    self.choose(mask, value, before)
                }
                None => value,
            };
            self.store_slot(slot, value);
        }
        match (leave, chooser) {
            (Leave::Through(route), _) => self.go(&route),
            (Leave::Branch(routes), Some(chooser)) => self.branch(end, chooser, &routes),
            (Leave::End | Leave::Branch(_), _) => unreachable!("the caller ends iterations"),
        }
    }

    /// The lanes that take the edge to a block, stored if the mask of that block is made of edges. `None` if all lanes
    /// that run this block take it.
    fn taken(&mut self, end: Inst<'m>, to: BlockId) -> Option<Value<'m>> {
        let from = self.at;
        let is_back = self.plan.body.is_back_edge(from, to);
        let needs_slot = match self.plan.linear.masks[to] {
            Mask::Edges => true,
            Mask::Live => true,
            Mask::Same(_) => false,
        };
        let is_needed = needs_slot || !self.plan.linear.exclusive[to];
        if !is_needed {
            return None;
        }
        let taken = self.edge_mask(end, to);
        if !needs_slot {
            return Some(taken);
        }
        let enters_loop = self.plan.linear.masks[to] == Mask::Live;
        let slot = if enters_loop || is_back { Slot::Mask(to) } else { Slot::Edge(from, to) };
        let all = if !enters_loop && self.plan.body.leaves_loop(from, to) {
            let before = self.load_mask(slot);
            self.builder.or(before, taken)
        } else {
            taken
        };
        self.store_mask(slot, all);
        Some(taken)
    }

    /// The lanes that take an edge.
    fn edge_mask(&mut self, end: Inst<'m>, to: BlockId) -> Value<'m> {
        let mask = self.mask();
        let Some(condition) = self.edge_condition(end, to) else {
            return mask.unwrap_or_else(|| self.all_lanes());
        };
        match mask {
            // The condition may be poison in inactive lanes.
            Some(mask) => self.builder.select(mask, condition, self.no_lanes()),
            None => condition,
        }
    }

    /// The lanes for which the condition selects an edge; `None` if it always does.
    fn edge_condition(&mut self, end: Inst<'m>, to: BlockId) -> Option<Value<'m>> {
        let target = self.plan.body.cfg.block(to);
        if self.plan.body.cfg.successors(self.at).len() == 1 {
            return None;
        }
        if let Some(condition) = end.condition() {
            let holds = self.vector(condition);
            let is_first = end.successors()[0] == target;
            return Some(if is_first { holds } else { self.builder.not(holds) });
        }
        let value = self.vector(end.operand(0));
        let cases = end.switch_cases();
        let matches = |is_case: &dyn Fn(Block<'m>) -> bool| {
            let cases: Vec<_> = cases.iter().filter(|(_, block)| is_case(*block)).map(|(case, _)| *case).collect();
            let equal = cases.into_iter().map(|case| {
                let case = self.splat(case);
                self.builder.icmp(IntPredicate::LLVMIntEQ, value, case)
            });
            equal.collect::<Vec<_>>().into_iter().reduce(|left, right| self.builder.or(left, right))
        };
        let own = matches(&|block| block == target);
        if end.successors()[0] != target {
            return own;
        }
        // The default is for the lanes to which no other case applies.
        let others = matches(&|block| block != target);
        others.map(|others| self.builder.not(others))
    }

    /// Collects the values that the phis of a block receive along the edge to it.
    fn entries(&mut self, to: BlockId, taken: Option<Value<'m>>, entries: &mut Vec<Entry<'m>>) {
        let own = self.plan.body.cfg.block(self.at);
        let phis = self.plan.body.cfg.block(to).insts().into_iter();
        for phi in phis.take_while(|inst| inst.opcode() == Opcode::LLVMPHI) {
            let entry = phi.incoming().into_iter().find(|(_, from)| *from == own);
            let (value, _) = entry.expect("phis have an entry for each predecessor");
            entries.push(match self.plan.shapes.of(phi.value()) {
                Shape::Varying => Entry {
                    slot: Slot::Vector(phi.value()),
                    value: self.vector(value),
                    mask: taken.filter(|_| !self.plan.linear.exclusive[to]),
                },
                Shape::Affine { .. } => {
                    Entry { slot: Slot::Scalar(phi.value()), value: self.scalar(value), mask: None }
                }
            });
        }
    }

    /// Goes on along a route.
    fn go(&mut self, route: &Route) {
        let function = self.plan.item_loop.header.function();
        for to in &route.checked {
            let Some(mask) = self.mask_of(*to) else {
                self.builder.br(self.blocks[*to]);
                return;
            };
            let anybody = self.any(mask);
            let otherwise = function.append_block(self.module, "nobody");
            self.builder.cond_br(anybody, self.blocks[*to], otherwise);
            self.builder = Builder::at_end(self.module, otherwise);
        }
        match route.last {
            Some(last) => self.builder.br(self.blocks[last]),
            None => self.builder.unreachable(),
        };
    }

    /// Branches on a uniform condition, or number of a case.
    fn branch(&mut self, end: Inst<'m>, chooser: Value<'m>, routes: &[(BlockId, Route)]) {
        let function = self.plan.item_loop.header.function();
        let at = std::mem::replace(&mut self.builder, Builder::at_end(self.module, self.blocks[self.at]));
        let mut targets = FxHashMap::default();
        for (to, route) in routes {
            let target = match (&route.checked[..], route.last) {
                ([], Some(last)) => self.blocks[last],
                _ => {
                    let block = function.append_block(self.module, "route");
                    self.builder = Builder::at_end(self.module, block);
                    self.go(route);
                    block
                }
            };
            targets.insert(self.plan.body.cfg.block(*to), target);
        }
        self.builder = at;
        let target = |block: Block<'m>| targets[&block];
        if end.condition().is_some() {
            let [then, otherwise] = end.successors()[..] else { unreachable!("a branch on a condition has two ways") };
            self.builder.cond_br(chooser, target(then), target(otherwise));
            return;
        }
        let cases: Vec<_> = end.switch_cases().into_iter().map(|(case, block)| (case, target(block))).collect();
        self.builder.switch(chooser, target(end.successors()[0]), &cases);
    }
}
