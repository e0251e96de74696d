//! Sub-group operations, as straight-line code on vectors with one element per lane. The code runs once, before the
//! region that follows. Missing lanes of a partial sub-group hold unspecified values and do not contribute. Operations
//! of only some work-items have the set of these as an operand.

use rustc_hash::FxHashMap;
use tandem_ir::{Builder, Inst, IntPredicate, Type, Value};

use super::group_builder::GroupBuilder;
use super::sub_groups::SubGroup;
use tandem_codegen::sync::{self, BuildCombine, Combine, GroupOp, Move};

/// Emits `op`, whose call is `inst`, at the position of `builder`. A uniform result is added to `values`, others are
/// stored in their array.
pub fn emit<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    sub_group: SubGroup<'m>,
    op: GroupOp,
    inst: Inst<'m>,
    builder: &Builder<'m>,
    values: &mut FxHashMap<Value<'m>, Value<'m>>,
) {
    let operands = inst.args();
    let mut lanes = Lanes { group, sub_group, builder };
    let result = match op {
        GroupOp::Broadcast => {
            let index = lanes.of_first(operands[1]);
            values.insert(inst.value(), lanes.group.load_element(builder, operands[0], index));
            return;
        }
        GroupOp::Reduce(combine) => {
            let all = lanes.load(operands[0]);
            let present = lanes.present_or(all, lanes.splat(combine.identity(inst.ty())));
            values.insert(inst.value(), combine.build_across(builder, present));
            return;
        }
        GroupOp::InclusiveScan(combine) => lanes.scan(combine, operands[0]),
        GroupOp::ExclusiveScan(combine) => {
            let scanned = lanes.scan(combine, operands[0]);
            lanes.shifted(scanned, 1, combine)
        }
        GroupOp::Shuffle => lanes.gather(operands[0], operands[1]),
        GroupOp::Move(direction) => {
            let distance = operands[1].const_u64().expect("moves have constant distances");
            lanes.moved(operands[0], direction, distance)
        }
    };
    lanes.store(inst.value(), result);
}

/// Emits `op` of the work-items that each lane names, whose call is `inst`, at the position of `builder`. The results
/// are stored in their array.
pub fn emit_of_members<'m>(
    group: &mut GroupBuilder<'_, 'm>,
    sub_group: SubGroup<'m>,
    op: GroupOp,
    inst: Inst<'m>,
    builder: &Builder<'m>,
) {
    let operands = inst.args();
    let mut lanes = Lanes { group, sub_group, builder };
    let result = match op {
        GroupOp::Shuffle => lanes.gather(operands[0], operands[1]),
        GroupOp::Reduce(combine) => lanes.combine_members(combine, &operands, |_| u64::MAX),
        GroupOp::InclusiveScan(combine) => lanes.combine_members(combine, &operands, |lane| u64::MAX >> (63 - lane)),
        GroupOp::ExclusiveScan(combine) => lanes.combine_members(combine, &operands, |lane| (1 << lane) - 1),
        GroupOp::Broadcast | GroupOp::Move(_) => unreachable!("members shuffle"),
    };
    lanes.store(inst.value(), result);
}

struct Lanes<'g, 'a, 'm> {
    group: &'g mut GroupBuilder<'a, 'm>,
    sub_group: SubGroup<'m>,
    builder: &'g Builder<'m>,
}

impl<'m> Lanes<'_, '_, 'm> {
    fn size(&self) -> u32 {
        self.sub_group.size
    }

    /// A vector with this type of element.
    fn vector(&self, element: Type<'m>) -> Type<'m> {
        element.vector(self.size())
    }

    /// The value of the first lane.
    fn of_first(&mut self, value: Value<'m>) -> Value<'m> {
        let operand = value.as_inst().filter(|inst| sync::is_group_operand(*inst)).map(|inst| inst.operand(0));
        let known = operand.and_then(|operand| self.group.global_value(operand));
        let first = self.group.module.int(64).zero();
        known.unwrap_or_else(|| self.group.load_element(self.builder, value, first))
    }

    /// The elements of a value in all lanes.
    fn load(&mut self, value: Value<'m>) -> Value<'m> {
        let (address, element) = self.array(value);
        let load = self.builder.load(self.vector(element), address);
        load.set_align(self.group.module, self.group.module.align_of(element));
        if element == value.ty() { load.value() } else { self.builder.trunc(load.value(), self.vector(value.ty())) }
    }

    /// Keeps the elements of a result in all lanes.
    fn store(&mut self, result: Value<'m>, all: Value<'m>) {
        let (address, element) = self.array(result);
        let stored = if element == result.ty() { all } else { self.builder.zext(all, self.vector(element)) };
        self.builder.store(stored, address).set_align(self.group.module, self.group.module.align_of(element));
    }

    /// First element of the array of a value, and the type of all.
    fn array(&mut self, value: Value<'m>) -> (Value<'m>, Type<'m>) {
        let first = self.group.module.int(64).zero();
        let address = self.group.operand_element(self.builder, value, first);
        (address, self.group.element_type(value))
    }

    fn splat(&self, scalar: Value<'m>) -> Value<'m> {
        Builder::const_vector(&vec![scalar; self.size() as usize])
    }

    fn constants(&self, of: impl Fn(u32) -> u32) -> Value<'m> {
        let int = self.group.module.int(32);
        let numbers: Vec<_> = (0..self.size()).map(|lane| int.int(of(lane).into(), false)).collect();
        Builder::const_vector(&numbers)
    }

    /// For each lane, whether number `of` its own is that of a lane which is there.
    fn present(&self, of: impl Fn(u32) -> u32) -> Value<'m> {
        let (module, builder) = (self.group.module, self.builder);
        let count = builder.trunc(self.sub_group.count, module.int(32));
        let vector = self.vector(module.int(32));
        let one = builder.insert_element(vector.poison(), count, module.int(32).zero());
        let counts = builder.shuffle(one, vector.poison(), vector.zero());
        builder.icmp(IntPredicate::LLVMIntULT, self.constants(of), counts)
    }

    fn present_or(&self, all: Value<'m>, otherwise: Value<'m>) -> Value<'m> {
        self.builder.select(self.present(|lane| lane), all, otherwise)
    }

    /// Each lane's combination up to its own: the reach doubles with each step.
    fn scan(&mut self, combine: Combine, operand: Value<'m>) -> Value<'m> {
        let mut sums = self.load(operand);
        let mut reach = 1;
        while reach < self.size() {
            let before = self.shifted(sums, reach, combine);
            sums = combine.build(self.builder, before, sums);
            reach *= 2;
        }
        sums
    }

    /// For each lane the combination of the values of those members that `counted` has for it. `operands` are the
    /// value and the members.
    fn combine_members(&mut self, combine: Combine, operands: &[Value<'m>], counted: impl Fn(u32) -> u64) -> Value<'m> {
        let (builder, long) = (self.builder, self.group.module.int(64));
        let (values, members) = (self.load(operands[0]), self.load(operands[1]));
        let counted: Vec<_> = (0..self.size()).map(|lane| long.int(counted(lane), false)).collect();
        let members = builder.and(members, Builder::const_vector(&counted));
        let neutral = self.splat(combine.identity(operands[0].ty()));
        (0..self.size()).fold(neutral, |sum, lane| {
            let bits = builder.and(members, self.splat(long.int(1 << lane, false)));
            let is_member = builder.icmp(IntPredicate::LLVMIntNE, bits, members.ty().zero());
            let value = builder.shuffle(values, values.ty().poison(), self.constants(|_| lane));
            combine.build(builder, sum, builder.select(is_member, value, neutral))
        })
    }

    /// The value of the lane `by` lanes earlier, or the neutral element.
    fn shifted(&self, all: Value<'m>, by: u32, combine: Combine) -> Value<'m> {
        let neutral = self.splat(combine.identity(all.ty().scalar()));
        let mask = self.constants(|lane| lane.checked_sub(by).unwrap_or(self.size()));
        self.builder.shuffle(all, neutral, mask)
    }

    /// The value of the lane that each names.
    fn gather(&mut self, operand: Value<'m>, from: Value<'m>) -> Value<'m> {
        let module = self.group.module;
        let from = self.load(from);
        let (base, element) = self.array(operand);
        let addresses = self.builder.gep(element, base, &[from], true);
        let vector = self.vector(element);
        let present = self.present(|lane| lane);
        let all = self.builder.masked_gather(vector, addresses, module.align_of(element), present).value();
        if element == operand.ty() { all } else { self.builder.trunc(all, self.vector(operand.ty())) }
    }

    /// The value of the lane at a constant distance; the lane's own value if there is none.
    fn moved(&mut self, operand: Value<'m>, direction: Move, distance: u64) -> Value<'m> {
        let size = self.size();
        // No lane has a neighbour farther away than this.
        let distance = distance.min(u64::from(2 * size)) as u32;
        let from = |lane: u32| match direction {
            Move::Xor => lane ^ distance,
            Move::Down => lane + distance,
            Move::Up => lane.wrapping_sub(distance),
        };
        let all = self.load(operand);
        let mask = self.constants(|lane| if from(lane) < size { from(lane) } else { lane });
        let moved = self.builder.shuffle(all, all.ty().poison(), mask);
        self.builder.select(self.present(from), moved, all)
    }
}
