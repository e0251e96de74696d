//! Arithmetic of item code. Values are integers with their sign, and the bits of floats.

use super::memory::{self, float, unsigned, wrapped};
use super::{Division, Operation, Type};

/// The result of an operation.
pub fn binary(operation: Operation, ty: Type, left: i64, right: i64) -> i64 {
    if ty == Type::Float {
        return float_binary(operation, left, right);
    }
    let shift = (right & (8 * ty.bytes() as i64 - 1)) as u32;
    let value = match operation {
        Operation::Add => left.wrapping_add(right),
        Operation::Sub => left.wrapping_sub(right),
        Operation::Mul => left.wrapping_mul(right),
        Operation::And => left & right,
        Operation::Or => left | right,
        Operation::Xor => left ^ right,
        Operation::Shl => left << shift,
        Operation::LShr => (unsigned(ty, left) >> shift) as i64,
        Operation::AShr => left >> shift,
    };
    wrapped(ty, value)
}

/// The result in the width of the operands, and whether it differs from the exact result.
pub fn checked(operation: Operation, ty: Type, signed: bool, left: i64, right: i64) -> (i64, bool) {
    let extend = |value: i64| if signed { i128::from(value) } else { i128::from(unsigned(ty, value)) };
    let (left, right) = (extend(left), extend(right));
    let exact = match operation {
        Operation::Add => Some(left + right),
        Operation::Sub => Some(left - right),
        _ => left.checked_mul(right),
    };
    let wrapped = wrapped(ty, left.wrapping_mul(right) as i64);
    let wrapped = exact.map_or(wrapped, |exact| memory::wrapped(ty, exact as i64));
    (wrapped, exact != Some(extend(wrapped)))
}

/// The result of an operation on signed numbers of `bits` bits.
pub fn wide_binary(operation: Operation, bits: u32, left: i128, right: i128) -> i128 {
    let amount = (right & 63) as u32;
    let value = match operation {
        Operation::Add => left.wrapping_add(right),
        Operation::Sub => left.wrapping_sub(right),
        Operation::Mul => left.wrapping_mul(right),
        Operation::And => left & right,
        Operation::Or => left | right,
        Operation::Xor => left ^ right,
        Operation::Shl => left << amount,
        Operation::LShr => (wide_unsigned(bits, left) >> amount) as i128,
        Operation::AShr => left >> amount,
    };
    wide_wrapped(bits, value)
}

/// The signed number of `bits` bits with the same low bits.
pub fn wide_wrapped(bits: u32, value: i128) -> i128 {
    value << (128 - bits) >> (128 - bits)
}

/// The same bits as an unsigned number of `bits` bits.
pub fn wide_unsigned(bits: u32, value: i128) -> u128 {
    value as u128 & (u128::MAX >> (128 - bits))
}

fn float_binary(operation: Operation, left: i64, right: i64) -> i64 {
    let (left, right) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
    small(match operation {
        Operation::Add => left + right,
        Operation::Sub => left - right,
        _ => left * right,
    })
}

/// The integer part modulo 1000.
fn small(value: f32) -> i64 {
    float((value as i32 % 1000) as f32)
}

/// The value as another type.
pub fn converted(from: Type, to: Type, signed: bool, value: i64) -> i64 {
    match (from, to) {
        (Type::Float, Type::Float) => value,
        (Type::Float, _) => wrapped(to, f32::from_bits(value as u32) as i64),
        (_, Type::Float) => float((value & 511) as f32),
        _ if signed => wrapped(to, value),
        _ => wrapped(to, unsigned(from, value) as i64),
    }
}

/// The result, if the guard of the division holds.
pub fn divided(division: Division, ty: Type, left: i64, right: i64) -> Option<i64> {
    if ty == Type::Float {
        let (left, right) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
        return (right != 0.0).then(|| small(left / right));
    }
    let (low, below) = (unsigned(ty, left), unsigned(ty, right));
    let value = match division {
        Division::Signed | Division::SignedRest if right <= 0 => return None,
        Division::Signed => left / right,
        Division::SignedRest => left % right,
        Division::Unsigned => low.checked_div(below)? as i64,
        Division::UnsignedRest => low.checked_rem(below)? as i64,
    };
    Some(wrapped(ty, value))
}
