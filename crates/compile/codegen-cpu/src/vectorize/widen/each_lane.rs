//! Instructions that have no vector form: a loop over the active lanes for that single instruction.

use tandem_ir::{Builder, Inst, IntPredicate, Intrinsic, TypeKind, Value, ValueKind};

use super::Widener;
use super::lane_memory::LaneMemory;

impl<'m> Widener<'_, 'm> {
    /// Runs an instruction for one lane after the other. Returns the results of all, if it has any.
    pub(super) fn each_lane(&mut self, inst: Inst<'m>) -> Option<Value<'m>> {
        match self.mask() {
            // Calls of functions are long themselves, and have many operands.
            None if !inst.is_call() => self.every_lane(inst),
            _ => self.each_active_lane(inst),
        }
    }

    /// Runs an instruction for all lanes, by a copy for each.
    fn every_lane(&mut self, inst: Inst<'m>) -> Option<Value<'m>> {
        let operands: Vec<_> = inst
            .operands()
            .into_iter()
            .map(|operand| {
                let varies = self.differs(operand);
                (varies.then(|| operand.ty()), if varies { self.vector(operand) } else { self.scalar(operand) })
            })
            .collect();
        let is_void = inst.ty().kind() == TypeKind::Void;
        let mut results = (!is_void).then(|| self.vector_type(inst.ty()).poison());
        for lane in 0..self.lanes() {
            let number = self.module.int(32).int(lane.into(), false);
            let copy = inst.duplicate();
            for (index, (varying, operand)) in (0..).zip(&operands) {
                let own = varying.map_or(*operand, |ty| self.of_lane(*operand, ty, number));
                copy.value().set_operand(self.module, index, own);
            }
            self.builder.insert(copy);
            results = results.map(|results| self.with_lane(results, copy.value(), number));
        }
        results
    }

    /// Runs an instruction for the lanes that run, in a loop.
    fn each_active_lane(&mut self, inst: Inst<'m>) -> Option<Value<'m>> {
        let function = self.plan.item_loop.header.function();
        let operands: Vec<_> = inst.operands().into_iter().map(|operand| self.lane_operand(operand)).collect();
        let results = (inst.ty().kind() != TypeKind::Void).then(|| self.lane_memory(inst.ty()));
        let mask = self.mask().unwrap_or_else(|| self.all_lanes());
        let all = self.mask_bits(mask);
        let (body, done) =
            (function.append_block(self.module, "lane"), function.append_block(self.module, "lanes.done"));
        let before = self.builder.block();
        let anybody = self.builder.icmp(IntPredicate::LLVMIntNE, all, all.ty().zero());
        self.builder.cond_br(anybody, body, done);

        let builder = Builder::at_end(self.module, body);
        builder.set_debug_loc(inst.debug_loc());
        let left = builder.phi(all.ty(), "left");
        let args = [left.value(), self.module.int(1).int(1, false)];
        let lane = builder.intrinsic(Intrinsic::CountTrailingZeros, &[all.ty()], &args).value();
        let lane = self.lane_index(&builder, lane);
        let copy = inst.duplicate();
        for (index, operand) in operands.into_iter().enumerate() {
            let value = match operand {
                LaneOperand::Same(value) => value,
                LaneOperand::Kept(memory) => memory.load(&builder, lane),
            };
            copy.value().set_operand(self.module, index as u32, value);
        }
        builder.insert(copy);
        if let Some(results) = &results {
            results.store(&builder, lane, copy.value());
        }
        let rest = builder.and(left.value(), builder.sub(left.value(), all.ty().int(1, false)));
        left.add_incoming(self.module, &[(all, before), (rest, body)]);
        let more = builder.icmp(IntPredicate::LLVMIntNE, rest, rest.ty().zero());
        builder.cond_br(more, body, done);

        self.builder = Builder::at_end(self.module, done);
        self.builder.set_debug_loc(inst.debug_loc());
        results.map(|results| self.load_lanes(&results))
    }

    /// Whether an operand is not the same for all lanes.
    fn differs(&self, operand: Value<'m>) -> bool {
        operand.kind() == ValueKind::Inst && !self.plan.shapes.is_uniform(operand)
    }

    fn lane_operand(&mut self, operand: Value<'m>) -> LaneOperand<'m> {
        if !self.differs(operand) {
            return LaneOperand::Same(self.scalar(operand));
        }
        let vector = self.vector(operand);
        let memory = self.lane_memory(operand.ty());
        self.store_lanes(&memory, vector);
        LaneOperand::Kept(memory)
    }

    fn lane_index(&self, builder: &Builder<'m>, lane: Value<'m>) -> Value<'m> {
        let long = self.module.int(64);
        if lane.ty() == long { lane } else { builder.zext(lane, long) }
    }
}

/// An operand of an instruction that runs for each lane.
enum LaneOperand<'m> {
    /// One value for all lanes.
    Same(Value<'m>),
    /// A value for each lane, in memory.
    Kept(LaneMemory<'m>),
}
