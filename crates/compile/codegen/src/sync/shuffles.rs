//! Shuffles: values that move between the work-items of a sub-group; block reads and
//! writes.
//!
//! A shuffle from a work-item that does not exist returns the work-item's own value.
//! SYCL leaves the result unspecified, but programs that sum up a partial sub-group
//! rely on a harmless one.

use tandem_device_ir::{Quad, Shuffle};
use tandem_ir::{IntPredicate, Type, TypeKind, Value};

use super::lower::Lowering;
use super::{BuildCombine, Combine, GroupOp, Move, Scope, build_group};
use crate::query::Query;

impl<'m> Lowering<'m> {
    /// The value of a shuffle; `args` are its operands without the scope.
    pub fn shuffle_by(&self, shuffle: Shuffle, args: &[Value<'m>]) -> Value<'m> {
        let builder = &self.builder;
        let own = || self.resize(self.lane());
        match shuffle {
            Shuffle::Index => self.shuffle(args[0], self.resize(args[1])),
            Shuffle::Xor => self.moved(Move::Xor, args[0], args[1]),
            Shuffle::Down => self.moved(Move::Down, args[0], args[1]),
            Shuffle::Up => self.moved(Move::Up, args[0], args[1]),
            Shuffle::DownPair => self.shuffle_pair(args[0], args[1], builder.add(own(), self.resize(args[2]))),
            Shuffle::UpPair => {
                let from = builder.sub(own(), self.resize(args[2]));
                let size = self.number(self.sub_group_size);
                self.shuffle_pair(args[0], args[1], builder.add(from, size))
            }
            Shuffle::Rotate => self.rotate(args),
        }
    }

    /// The value of an operation of four neighbours; `args` are its operands without the scope.
    pub fn quad(&self, quad: Quad, args: &[Value<'m>]) -> Value<'m> {
        let builder = &self.builder;
        let own = || self.resize(self.lane());
        match quad {
            Quad::Broadcast => {
                let first = builder.and(own(), self.number(!3));
                self.shuffle(args[0], builder.or(first, self.resize(args[1])))
            }
            // Directions: horizontal, vertical, diagonal.
            Quad::Swap => {
                let difference = builder.add(self.resize(args[1]), self.number(1));
                self.shuffle(args[0], builder.xor(own(), difference))
            }
            Quad::All => self.clustered(Combine::And, args[0], 4),
            Quad::Any => self.clustered(Combine::Or, args[0], 4),
        }
    }

    /// The combination of the values of `size` neighbours, a power of two.
    pub fn clustered(&self, combine: Combine, value: Value<'m>, size: u64) -> Value<'m> {
        let mut distance = 1;
        let mut sum = value;
        while u64::from(distance) < size.min(self.sub_group_size.into()) {
            let other = self.moved(Move::Xor, sum, self.number(distance));
            sum = combine.build(&self.builder, sum, other);
            distance *= 2;
        }
        sum
    }

    /// Stores each work-item's elements: neighbours write neighbours.
    pub fn block_write(&self, base: Value<'m>, value: Value<'m>) {
        for (element, address) in self.block(base, value.ty()) {
            let part = match element {
                Some(index) => self.builder.extract_element(value, index),
                None => value,
            };
            self.builder.store(part, address);
        }
    }

    /// Loads each work-item's elements: neighbours read neighbours.
    pub fn block_read(&self, base: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let load = |address| self.builder.load(ty.scalar(), address).value();
        self.block(base, ty).into_iter().fold(ty.poison(), |whole, (element, address)| match element {
            Some(index) => self.builder.insert_element(whole, load(address), index),
            None => load(address),
        })
    }

    /// For each element of `ty`, its index, if there are several, and its address in the block.
    fn block(&self, base: Value<'m>, ty: Type<'m>) -> Vec<(Option<Value<'m>>, Value<'m>)> {
        let len = match ty.kind() {
            TypeKind::Vector(_, len) => len,
            _ => return vec![(None, self.builder.gep(ty, base, &[self.lane()], true))],
        };
        let place = |i: u32| {
            let row = self.module.int(64).int(u64::from(i * self.sub_group_size), false);
            let index = self.builder.add(self.lane(), row);
            (Some(self.number(i)), self.builder.gep(ty.scalar(), base, &[index], true))
        };
        (0..len).map(place).collect()
    }

    /// The value of the work-item at a distance.
    fn moved(&self, direction: Move, value: Value<'m>, distance: Value<'m>) -> Value<'m> {
        let builder = &self.builder;
        let distance = self.resize(distance);
        if distance.is_const() {
            let op = GroupOp::Move(direction);
            return self.each_element(value, |value| {
                build_group(self.module, builder, Scope::SubGroup, op, &[value, distance])
            });
        }
        let lane = self.resize(self.lane());
        let from = match direction {
            Move::Xor => builder.xor(lane, distance),
            Move::Down => builder.add(lane, distance),
            Move::Up => builder.sub(lane, distance),
        };
        self.shuffle(value, from)
    }

    /// The value of the work-item of number `from`, an `i32`.
    fn shuffle(&self, value: Value<'m>, from: Value<'m>) -> Value<'m> {
        let builder = &self.builder;
        let count = self.resize(Query::SubGroupSize.build(builder));
        let is_there = builder.icmp(IntPredicate::LLVMIntULT, from, count);
        let from = builder.select(is_there, from, self.resize(self.lane()));
        self.each_element(value, |value| {
            build_group(self.module, builder, Scope::SubGroup, GroupOp::Shuffle, &[value, from])
        })
    }

    /// The value of number `from` among those of `low` and then those of `high`.
    fn shuffle_pair(&self, low: Value<'m>, high: Value<'m>, from: Value<'m>) -> Value<'m> {
        let builder = &self.builder;
        let size = self.number(self.sub_group_size);
        let in_one = builder.and(from, self.number(self.sub_group_size - 1));
        if low == high {
            return self.shuffle(low, in_one);
        }
        let is_low = builder.icmp(IntPredicate::LLVMIntULT, from, size);
        builder.select(is_low, self.shuffle(low, in_one), self.shuffle(high, in_one))
    }

    /// (value, distance, perhaps cluster size).
    fn rotate(&self, args: &[Value<'m>]) -> Value<'m> {
        let builder = &self.builder;
        let lane = self.resize(self.lane());
        let moved = builder.add(lane, self.resize(args[1]));
        let from = match args.get(2) {
            // Clusters are powers of two.
            Some(cluster) => {
                let mask = builder.sub(self.resize(*cluster), self.number(1));
                builder.or(builder.and(lane, builder.not(mask)), builder.and(moved, mask))
            }
            None => builder.urem(moved, self.resize(Query::SubGroupSize.build(builder))),
        };
        self.shuffle(args[0], from)
    }

    /// An `i32` constant.
    pub fn number(&self, value: u32) -> Value<'m> {
        self.module.int(32).int(value.into(), false)
    }

    /// An unsigned number as `i32`.
    pub fn resize(&self, value: Value<'m>) -> Value<'m> {
        let word = self.module.int(32);
        match value.ty().kind() {
            TypeKind::Int(bits) if bits > 32 => self.builder.trunc(value, word),
            TypeKind::Int(bits) if bits < 32 => self.builder.zext(value, word),
            _ => value,
        }
    }
}
