//! Random expressions, whose values are defined whatever their operands are.

use crate::program::Function;
use crate::types::{Type, U64};

impl Function<'_> {
    /// An expression of a type.
    pub fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0..5 => self.arithmetic(ty, depth),
            5 => self.division(ty, depth),
            6 | 7 => self.shift(ty, depth),
            8 => self.exact(ty, depth),
            9 => format!("(({ty})({}))", self.condition(depth)),
            10 => {
                let (condition, then) = (self.condition(depth), self.expression(ty, depth));
                format!("({condition} ? {then} : {})", self.expression(ty, depth))
            }
            11 => self.builtin(ty, depth),
            12 => self.saturating(ty, depth),
            13 => self.through_float(ty, depth),
            _ => {
                let from = self.any_type();
                format!("(({ty}){})", self.expression(from, depth))
            }
        }
    }

    /// A variable or a literal.
    fn leaf(&mut self, ty: Type) -> String {
        if self.random.one_in(3) {
            return self.literal(ty);
        }
        let name = self.readable();
        format!("(({ty}){name})")
    }

    /// A number that is small, near to a power of two, or any.
    pub fn literal(&mut self, ty: Type) -> String {
        let shift = self.random.below(64);
        let low = match self.random.below(3) {
            0 => self.random.next() % 20,
            1 => (1_u64 << shift).wrapping_sub(self.random.next() % 3),
            _ => self.random.next(),
        };
        match ty.bits() {
            0..=64 => format!("(({ty}){low}ul)"),
            _ => format!("(({ty})((unsigned __int128){}ul << 64 | {low}ul))", self.random.next()),
        }
    }

    /// Wraps around, as the unsigned type does.
    fn arithmetic(&mut self, ty: Type, depth: u32) -> String {
        let operator = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
        let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        let wrapping = ty.wrapping();
        match self.random.below(8) {
            0 => format!("(({ty})~{left})"),
            1 => format!("(({ty})-({wrapping}){left})"),
            _ => format!("(({ty})(({wrapping}){left} {operator} ({wrapping}){right}))"),
        }
    }

    /// An operation on numbers that are too small to overflow, which the compiler may assume.
    fn exact(&mut self, ty: Type, depth: u32) -> String {
        let operator = *self.random.pick(&["+", "-", "*"]);
        let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        match ty.bits() {
            0..16 => left,
            bits => {
                let mask = (1_u64 << (bits.min(64) / 2 - 2)) - 1;
                format!("(({ty})(({ty})({left} & ({ty}){mask}ul) {operator} ({ty})({right} & ({ty}){mask}ul)))")
            }
        }
    }

    fn division(&mut self, ty: Type, depth: u32) -> String {
        let function = *self.random.pick(&["quotient", "remainder_of"]);
        let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        match ty {
            Type::Bool => left,
            _ if self.random.one_in(2) => {
                let by = 2 + self.random.below(if ty.bits() < 8 { 1 } else { 100 });
                let operator = if function == "quotient" { "/" } else { "%" };
                format!("(({ty})({left} {operator} ({ty}){by}))")
            }
            _ => format!("{function}<{ty}>({left}, {right})"),
        }
    }

    fn shift(&mut self, ty: Type, depth: u32) -> String {
        let (left, by) = (self.expression(ty, depth), self.expression(U64, depth));
        let (bits, wrapping) = (ty.bits(), ty.wrapping());
        let by = match self.random.one_in(2) {
            true => self.random.below(bits as usize).to_string(),
            false => format!("(int)({by} % {bits})"),
        };
        match self.random.one_in(2) {
            true => format!("(({ty})(({wrapping}){left} << {by}))"),
            false => format!("(({ty})({left} >> {by}))"),
        }
    }

    pub fn condition(&mut self, depth: u32) -> String {
        let ty = self.any_type();
        let depth = depth.saturating_sub(1);
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        match self.random.below(6) {
            0 => format!("({left} {operator} 0 && {right} != 0)"),
            1 => format!("(!{left} || {right} {operator} 1)"),
            2 => format!("(({left} & {right}) == 0)"),
            _ => format!("({left} {operator} {right})"),
        }
    }

    /// A builtin that operates on the bits of a number.
    fn builtin(&mut self, ty: Type, depth: u32) -> String {
        let wide = self.expression(U64, depth);
        let by = self.expression(U64, depth);
        let of = match self.random.below(10) {
            0 => format!("__builtin_popcountl({wide})"),
            1 => format!("__builtin_clzl({wide} | 1)"),
            2 => format!("__builtin_ctz((unsigned){wide} | 0x100000)"),
            3 => format!("__builtin_bswap64({wide})"),
            4 => format!("__builtin_bswap16((unsigned short){wide})"),
            5 => format!("__builtin_rotateleft32((unsigned){wide}, (unsigned){by})"),
            6 => format!("__builtin_rotateright8((unsigned char){wide}, (unsigned char){by})"),
            7 => format!("__builtin_bitreverse32((unsigned){wide})"),
            8 => format!("__builtin_parityl({wide})"),
            _ => format!("__builtin_ffsl((long){wide})"),
        };
        format!("(({ty}){of})")
    }

    fn saturating(&mut self, ty: Type, depth: u32) -> String {
        let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
        match ty {
            Type::Standard { bits: ..=64, .. } => {
                let what = *self.random.pick(&["add_sat", "sub_sat", "min", "max"]);
                format!("(({ty})__builtin_elementwise_{what}({left}, {right}))")
            }
            _ => left,
        }
    }

    /// Through numbers that floating-point types represent exactly.
    fn through_float(&mut self, ty: Type, depth: u32) -> String {
        let from = self.expression(U64, depth);
        let of = match self.random.below(6) {
            0 => format!("(int)((float)(short){from} * 0.5f)"),
            1 => format!("(long)((double)(int){from} * 2.25)"),
            2 => format!("(unsigned)((float)(unsigned short){from} + 0.25f)"),
            3 => format!("((double)(int){from} < (double)(short)({from} >> 32))"),
            4 => format!("(long)(double)({from} >> 12)"),
            _ => format!("__builtin_bit_cast(unsigned, (float)(short){from})"),
        };
        format!("(({ty}){of})")
    }
}
