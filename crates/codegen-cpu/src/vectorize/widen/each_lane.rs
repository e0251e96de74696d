//! Instructions that have no vector form: a loop over the lanes that run, for that instruction alone.

use tandem_ir::{Builder, Inst, IntPredicate, Intrinsic, TypeKind, Value, ValueKind};

use super::Widener;

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
                let varies = operand.kind() == ValueKind::Inst && !self.plan.shapes.is_uniform(operand);
                (varies, if varies { self.vector(operand) } else { self.scalar(operand) })
            })
            .collect();
        let is_void = inst.ty().kind() == TypeKind::Void;
        let mut results = (!is_void).then(|| self.vector_type(inst.ty()).poison());
        for lane in 0..self.lanes() {
            let number = self.module.int(32).int(lane.into(), false);
            let copy = inst.duplicate();
            for (index, (varies, operand)) in (0..).zip(&operands) {
                let own = if *varies { self.builder.extract_element(*operand, number) } else { *operand };
                copy.value().set_operand(index, own);
            }
            self.builder.insert(copy);
            results = results.map(|results| self.builder.insert_element(results, copy.value(), number));
        }
        results
    }

    /// Runs an instruction for the lanes that run, in a loop.
    fn each_active_lane(&mut self, inst: Inst<'m>) -> Option<Value<'m>> {
        let function = self.plan.item_loop.header.function();
        let operands: Vec<_> = inst.operands().into_iter().map(|operand| self.lane_operand(operand)).collect();
        let results = (inst.ty().kind() != TypeKind::Void).then(|| self.lane_array(inst.ty()));
        let mask = self.mask().unwrap_or_else(|| self.all_lanes());
        let all = self.mask_bits(mask);
        let (body, done) = (function.append_block("lane"), function.append_block("lanes.done"));
        let before = self.builder.block();
        let anybody = self.builder.icmp(IntPredicate::LLVMIntNE, all, all.ty().zero());
        self.builder.cond_br(anybody, body, done);

        let builder = Builder::at_end(body);
        builder.set_debug_loc(inst.debug_loc());
        let left = builder.phi(all.ty(), "left");
        let args = [left.value(), self.module.int(1).int(1, false)];
        let lane = builder.intrinsic(self.module, Intrinsic::CountTrailingZeros, &[all.ty()], &args).value();
        let lane = self.lane_index(&builder, lane);
        let copy = inst.duplicate();
        for (index, operand) in operands.into_iter().enumerate() {
            let value = match operand {
                LaneOperand::Same(value) => value,
                LaneOperand::Kept(array) => self.load_lane(&builder, array, lane),
            };
            copy.value().set_operand(index as u32, value);
        }
        builder.insert(copy);
        if let Some(results) = results {
            self.store_lane(&builder, results, lane, copy.value());
        }
        let rest = builder.and(left.value(), builder.sub(left.value(), all.ty().int(1, false)));
        left.add_incoming(&[(all, before), (rest, body)]);
        let more = builder.icmp(IntPredicate::LLVMIntNE, rest, rest.ty().zero());
        builder.cond_br(more, body, done);

        self.builder = Builder::at_end(done);
        self.builder.set_debug_loc(inst.debug_loc());
        results.map(|results| self.load_lanes(results))
    }

    fn lane_operand(&mut self, operand: Value<'m>) -> LaneOperand<'m> {
        let is_value = matches!(operand.kind(), ValueKind::Inst);
        if !is_value || self.plan.shapes.is_uniform(operand) {
            return LaneOperand::Same(self.scalar(operand));
        }
        let vector = self.vector(operand);
        let array = self.lane_array(operand.ty());
        let kept = match array.is_extended() {
            true => self.builder.zext(vector, self.vector_type(array.element)),
            false => vector,
        };
        self.builder.store(kept, array.memory);
        LaneOperand::Kept(array)
    }

    /// Memory for one value of a type for each lane.
    fn lane_array(&self, ty: tandem_ir::Type<'m>) -> LaneArray<'m> {
        let element = match ty.kind() {
            TypeKind::Int(bits) => self.module.int(bits.next_power_of_two().max(8)),
            _ => ty,
        };
        LaneArray { memory: self.entry.alloca(self.vector_type(element), "lanes").value(), element, ty }
    }

    fn lane_index(&self, builder: &Builder<'m>, lane: Value<'m>) -> Value<'m> {
        let long = self.module.int(64);
        if lane.ty() == long { lane } else { builder.zext(lane, long) }
    }

    fn load_lane(&self, builder: &Builder<'m>, array: LaneArray<'m>, lane: Value<'m>) -> Value<'m> {
        let address = builder.gep(array.element, array.memory, &[lane], true);
        let value = builder.load(array.element, address).value();
        if array.is_extended() { builder.trunc(value, array.ty) } else { value }
    }

    fn store_lane(&self, builder: &Builder<'m>, array: LaneArray<'m>, lane: Value<'m>, value: Value<'m>) {
        let address = builder.gep(array.element, array.memory, &[lane], true);
        let value = if array.is_extended() { builder.zext(value, array.element) } else { value };
        builder.store(value, address);
    }

    fn load_lanes(&self, array: LaneArray<'m>) -> Value<'m> {
        let all = self.builder.load(self.vector_type(array.element), array.memory).value();
        if array.is_extended() { self.builder.trunc(all, self.vector_type(array.ty)) } else { all }
    }
}

/// An operand of an instruction that runs for each lane.
enum LaneOperand<'m> {
    /// The same for all.
    Same(Value<'m>),
    /// One for each, in memory.
    Kept(LaneArray<'m>),
}

/// Memory for one value for each lane.
#[derive(Clone, Copy)]
struct LaneArray<'m> {
    memory: Value<'m>,
    element: tandem_ir::Type<'m>,
    ty: tandem_ir::Type<'m>,
}

impl LaneArray<'_> {
    /// Whether values take whole bytes that they do not fill.
    fn is_extended(self) -> bool {
        self.element != self.ty
    }
}
