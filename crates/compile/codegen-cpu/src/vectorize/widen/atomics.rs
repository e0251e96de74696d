//! Atomic operations: a single one for all active lanes if they access one address, otherwise one lane after the other.

use tandem_ir::{Builder, Inst, Value};

use super::Widener;
use crate::vectorize::one_atomic::OneAtomic;

impl<'m> Widener<'_, 'm> {
    /// An atomic operation of all lanes. Returns the previous value for each.
    pub(super) fn atomic(&mut self, inst: Inst<'m>) -> Value<'m> {
        let Some(one) = OneAtomic::of(inst, &self.plan.shapes) else {
            return self.each_lane(inst).expect("an operation with a result");
        };
        let address = self.scalar(inst.operand(0));
        let operands = self.vector(inst.operand(1));
        let mask = self.mask();
        let operands = match mask {
            Some(mask) => {
                let neutral = self.splat(inst.ty().int(one.neutral, false));
                self.builder.select(mask, operands, neutral)
            }
            None => operands,
        };
        match mask.filter(|_| !self.plan.linear.inhabited[self.at]) {
            Some(mask) => self.if_any(mask, inst, |widener| widener.combined(inst, one, address, operands)),
            None => self.combined(inst, one, address, operands),
        }
    }

    /// Emits the code of an instruction, which runs if any lane is active.
    fn if_any(&mut self, mask: Value<'m>, inst: Inst<'m>, emit: impl Fn(&Self) -> Value<'m>) -> Value<'m> {
        let function = self.plan.item_loop.header.function();
        let (some, done) =
            (function.append_block(self.module, "some"), function.append_block(self.module, "some.done"));
        let before = self.builder.block();
        self.builder.cond_br(self.any(mask), some, done);
        self.builder = Builder::at_end(self.module, some);
        self.builder.set_debug_loc(inst.debug_loc());
        let result = emit(self);
        self.builder.br(done);
        self.builder = Builder::at_end(self.module, done);
        self.builder.set_debug_loc(inst.debug_loc());
        let phi = self.builder.phi(result.ty(), "");
        phi.add_incoming(self.module, &[(result.ty().poison(), before), (result, some)]);
        phi.value()
    }

    /// One operation on the combined operands. Returns the previous value for each lane, if that is used.
    fn combined(&self, inst: Inst<'m>, one: OneAtomic, address: Value<'m>, operands: Value<'m>) -> Value<'m> {
        let sums = one.is_scan.then(|| self.prefix_sums(operands));
        let last = self.module.int(32).int(u64::from(self.lanes() - 1), false);
        let total = match sums {
            Some(sums) => self.builder.extract_element(sums, last),
            None => self.builder.intrinsic(one.reduction, &[operands.ty()], &[operands]).value(),
        };
        let copy = inst.duplicate();
        copy.value().set_operand(self.module, 0, address);
        copy.value().set_operand(self.module, 1, total);
        self.builder.insert(copy);
        match sums {
            Some(sums) => self.builder.add(self.splat(copy.value()), self.builder.sub(sums, operands)),
            None => operands.ty().poison(),
        }
    }

    /// For each lane, the sum of the numbers up to and including its own.
    fn prefix_sums(&self, numbers: Value<'m>) -> Value<'m> {
        let steps = (0..).map(|step| 1 << step).take_while(|by| *by < self.lanes());
        steps.fold(numbers, |sums, by| {
            // Lanes without a lane at that distance take a zero.
            let before = self.numbers(self.module.int(32), |lane| i64::from(self.lanes() + lane - by));
            self.builder.add(sums, self.builder.shuffle(sums.ty().zero(), sums, before))
        })
    }
}
