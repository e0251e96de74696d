//! Arithmetic on 128-bit integers in halves.

use tandem_device_ir::{Builtin, OpenClFunction};
use tandem_ir::{Builder, EditableModule, IntPredicate, Opcode, Type, Value};

use crate::effects::declare_builtin;

/// A wide integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves<'m> {
    /// The low 64 bits.
    pub(super) low: Value<'m>,
    /// The bits above them.
    pub(super) high: Value<'m>,
}

/// How the high half of a product of 64-bit integers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighProduct {
    /// By a builtin of device IR.
    Builtin,
    /// As a part of a 128-bit product, which back-ends recognize.
    Wide,
}

/// Builds instructions on halves.
pub(super) struct Words<'m> {
    pub(super) module: &'m EditableModule,
    pub(super) builder: Builder<'m>,
    pub(super) product: HighProduct,
}

impl<'m> Words<'m> {
    /// The type of a half.
    pub(super) fn word(&self) -> Type<'m> {
        self.module.int(64)
    }

    /// A constant half.
    pub(super) fn constant(&self, value: u64) -> Value<'m> {
        self.word().int(value, false)
    }

    /// A number of at most 64 bits.
    pub(super) fn unsigned(&self, low: Value<'m>) -> Halves<'m> {
        Halves { low, high: self.constant(0) }
    }

    pub(super) fn poison(&self) -> Halves<'m> {
        Halves { low: self.word().poison(), high: self.word().poison() }
    }

    /// The halves of a constant.
    pub(super) fn number(&self, value: u128) -> Halves<'m> {
        Halves { low: self.constant(value as u64), high: self.constant((value >> 64) as u64) }
    }

    /// One operation on both halves.
    pub(super) fn each(&self, value: Halves<'m>, operation: impl Fn(Value<'m>) -> Value<'m>) -> Halves<'m> {
        Halves { low: operation(value.low), high: operation(value.high) }
    }

    /// A bitwise operation.
    pub(super) fn bitwise(&self, opcode: Opcode, left: Halves<'m>, right: Halves<'m>) -> Halves<'m> {
        let b = &self.builder;
        Halves { low: b.binary(opcode, left.low, right.low), high: b.binary(opcode, left.high, right.high) }
    }

    pub(super) fn add(&self, left: Halves<'m>, right: Halves<'m>) -> Halves<'m> {
        let b = &self.builder;
        let low = b.add(left.low, right.low);
        let carry = b.zext(b.icmp(IntPredicate::LLVMIntULT, low, left.low), self.word());
        Halves { low, high: b.add(b.add(left.high, right.high), carry) }
    }

    pub(super) fn sub(&self, left: Halves<'m>, right: Halves<'m>) -> Halves<'m> {
        let b = &self.builder;
        let borrow = b.zext(b.icmp(IntPredicate::LLVMIntULT, left.low, right.low), self.word());
        Halves { low: b.sub(left.low, right.low), high: b.sub(b.sub(left.high, right.high), borrow) }
    }

    pub(super) fn mul(&self, left: Halves<'m>, right: Halves<'m>) -> Halves<'m> {
        let b = &self.builder;
        let crossed = b.add(b.mul(left.low, right.high), b.mul(left.high, right.low));
        Halves { low: b.mul(left.low, right.low), high: b.add(self.high_product(left.low, right.low), crossed) }
    }

    /// The high half of the product of two unsigned words.
    pub(super) fn high_product(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let b = &self.builder;
        match self.product {
            HighProduct::Builtin => {
                let builtin = Builtin::OpenCl(OpenClFunction::u_mul_hi);
                let ty = self.word().function(&[self.word(); 2], false);
                let function = self.module.get_or_declare(&format!("{}.i64", builtin.base_name()), ty);
                declare_builtin(self.module, function, builtin);
                b.call_function(function, &[left, right]).value()
            }
            HighProduct::Wide => {
                let wide = self.module.int(128);
                let product = b.mul(b.zext(left, wide), b.zext(right, wide));
                b.trunc(b.lshr(product, wide.int(64, false)), self.word())
            }
        }
    }

    /// The number with the other sign.
    pub(super) fn negated(&self, value: Halves<'m>) -> Halves<'m> {
        self.sub(self.number(0), value)
    }

    /// The magnitude of a signed number of 128 bits, and whether it is negative.
    pub(super) fn magnitude(&self, value: Halves<'m>) -> (Halves<'m>, Value<'m>) {
        let is_negative = self.builder.icmp(IntPredicate::LLVMIntSLT, value.high, self.constant(0));
        (self.select(is_negative, self.negated(value), value), is_negative)
    }

    pub(super) fn select(&self, condition: Value<'m>, then: Halves<'m>, otherwise: Halves<'m>) -> Halves<'m> {
        let b = &self.builder;
        Halves {
            low: b.select(condition, then.low, otherwise.low),
            high: b.select(condition, then.high, otherwise.high),
        }
    }

    /// The number with zeros above its width.
    pub(super) fn masked(&self, value: Halves<'m>, bits: u32) -> Halves<'m> {
        if bits == 128 {
            return value;
        }
        Halves { high: self.builder.and(value.high, self.constant((1 << (bits - 64)) - 1)), ..value }
    }

    /// The number with copies of its sign above its width.
    pub(super) fn sign_extended(&self, value: Halves<'m>, bits: u32) -> Halves<'m> {
        if bits == 128 {
            return value;
        }
        let b = &self.builder;
        let distance = self.constant(u64::from(128 - bits));
        Halves { high: b.ashr(b.shl(value.high, distance), distance), ..value }
    }
}
