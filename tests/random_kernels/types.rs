//! Random numbers, and the integer types of programs.

use std::fmt;

/// A generator of numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.next());
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 16) % limit as u64) as usize
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// An integer type of C++.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Bool,
    Standard { bits: u32, signed: bool },
    BitInt { bits: u32, signed: bool },
}

pub const U64: Type = Type::Standard { bits: 64, signed: false };
pub const I32: Type = Type::Standard { bits: 32, signed: true };

impl Type {
    /// A type of at most `limit` bits.
    pub fn random(random: &mut Random, limit: u32) -> Self {
        let signed = random.one_in(2);
        match random.below(12) {
            0 => Self::Bool,
            1 | 2 => Self::BitInt { bits: 2 + random.below(limit as usize - 1) as u32, signed },
            3..6 => I32,
            _ => Self::Standard { bits: *random.pick(&[8, 16, 32, 64, limit]), signed },
        }
    }

    pub fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Standard { bits, .. } | Self::BitInt { bits, .. } => bits,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Self::Standard { signed: true, .. } | Self::BitInt { signed: true, .. })
    }

    /// The unsigned type in which arithmetic of this type wraps around.
    pub fn wrapping(self) -> Self {
        match self {
            Self::BitInt { bits, .. } => Self::BitInt { bits, signed: false },
            other => Self::Standard { bits: other.bits().max(32), signed: false },
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_signed() { "signed" } else { "unsigned" };
        match self {
            Self::Bool => write!(f, "bool"),
            Self::BitInt { bits, .. } => write!(f, "{sign} _BitInt({bits})"),
            Self::Standard { bits: 8, .. } => write!(f, "{sign} char"),
            Self::Standard { bits: 16, .. } => write!(f, "{sign} short"),
            Self::Standard { bits: 32, .. } => write!(f, "{sign} int"),
            Self::Standard { bits: 64, .. } => write!(f, "{sign} long"),
            Self::Standard { .. } => write!(f, "{sign} __int128"),
        }
    }
}
