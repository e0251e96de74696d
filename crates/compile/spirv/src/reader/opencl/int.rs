//! Integer functions, all of which LLVM has in some instructions.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{IntPredicate, Intrinsic, Type, Value};

use crate::reader::body::Body;
use crate::reader::classes::{Class, int_bits, is_class, lanes};

impl<'m> Body<'_, 'm, '_> {
    /// The function on integers, if its operands fit.
    pub fn int_function_ext(&self, op: ClOp, ty: Type<'m>, args: &[Value<'m>]) -> Option<Value<'m>> {
        match (op, args) {
            (ClOp::select, [a, b, c]) => return self.select_by_integer(ty, *a, *b, *c),
            (ClOp::bitselect, [a, b, c]) => return self.bit_select(ty, *a, *b, *c),
            (ClOp::s_upsample | ClOp::u_upsample, [high, low]) => return self.upsample(ty, *high, *low),
            _ => {}
        }
        if !is_class(ty, Class::Int) || args.iter().any(|arg| arg.ty() != ty) {
            return None;
        }
        match args {
            [x] => self.unary(op, ty, *x),
            [x, y] => self.binary(op, ty, *x, *y),
            [x, y, z] => self.ternary(op, ty, *x, *y, *z),
            _ => None,
        }
    }

    fn unary(&self, op: ClOp, ty: Type<'m>, x: Value<'m>) -> Option<Value<'m>> {
        let defined_at_limit = self.r.module.int(1).int(0, false);
        Some(match op {
            ClOp::s_abs => self.intrinsic(Intrinsic::Abs, ty, &[x, defined_at_limit]),
            ClOp::u_abs => x,
            ClOp::clz => self.intrinsic(Intrinsic::CountLeadingZeros, ty, &[x, defined_at_limit]),
            ClOp::ctz => self.intrinsic(Intrinsic::CountTrailingZeros, ty, &[x, defined_at_limit]),
            ClOp::popcount => self.intrinsic(Intrinsic::CountOnes, ty, &[x]),
            _ => return None,
        })
    }

    fn binary(&self, op: ClOp, ty: Type<'m>, x: Value<'m>, y: Value<'m>) -> Option<Value<'m>> {
        let name = match op {
            ClOp::s_add_sat => Intrinsic::SaddSat,
            ClOp::u_add_sat => Intrinsic::UaddSat,
            ClOp::s_sub_sat => Intrinsic::SsubSat,
            ClOp::u_sub_sat => Intrinsic::UsubSat,
            ClOp::s_max => Intrinsic::Smax,
            ClOp::u_max => Intrinsic::Umax,
            ClOp::s_min => Intrinsic::Smin,
            ClOp::u_min => Intrinsic::Umin,
            ClOp::rotate => return Some(self.intrinsic(Intrinsic::FunnelShiftLeft, ty, &[x, x, y])),
            ClOp::s_abs_diff => return Some(self.abs_difference(x, y, true)),
            ClOp::u_abs_diff => return Some(self.abs_difference(x, y, false)),
            ClOp::s_hadd => return Some(self.average(x, y, true, false)),
            ClOp::u_hadd => return Some(self.average(x, y, false, false)),
            ClOp::s_rhadd => return Some(self.average(x, y, true, true)),
            ClOp::u_rhadd => return Some(self.average(x, y, false, true)),
            ClOp::s_mul_hi => return Some(self.mul_high(x, y, true)),
            ClOp::u_mul_hi => return Some(self.mul_high(x, y, false)),
            // Operands outside 24 bits have no defined result.
            ClOp::s_mul24 | ClOp::u_mul24 => return Some(self.builder.mul(x, y)),
            _ => return None,
        };
        Some(self.intrinsic(name, ty, &[x, y]))
    }

    fn ternary(&self, op: ClOp, ty: Type<'m>, x: Value<'m>, y: Value<'m>, z: Value<'m>) -> Option<Value<'m>> {
        let clamp = |max, min| self.intrinsic(min, ty, &[self.intrinsic(max, ty, &[x, y]), z]);
        Some(match op {
            ClOp::s_clamp => clamp(Intrinsic::Smax, Intrinsic::Smin),
            ClOp::u_clamp => clamp(Intrinsic::Umax, Intrinsic::Umin),
            ClOp::s_mad24 | ClOp::u_mad24 => self.builder.add(self.builder.mul(x, y), z),
            ClOp::s_mad_hi => self.builder.add(self.mul_high(x, y, true), z),
            ClOp::u_mad_hi => self.builder.add(self.mul_high(x, y, false), z),
            ClOp::s_mad_sat => self.mad_saturating(ty, x, y, z, true),
            ClOp::u_mad_sat => self.mad_saturating(ty, x, y, z, false),
            _ => return None,
        })
    }

    /// `x * y + z` in twice the width, clamped.
    fn mad_saturating(&self, ty: Type<'m>, x: Value<'m>, y: Value<'m>, z: Value<'m>, signed: bool) -> Value<'m> {
        let wide = self.with_scalar(ty, self.r.module.int(int_bits(ty) * 2));
        let extend = |value| self.resize_int(value, wide, signed);
        let sum = self.builder.add(self.builder.mul(extend(x), extend(y)), extend(z));
        self.saturate(sum, ty, signed, signed)
    }

    /// OpenCL's `select(a, b, c)`: `b` where `c` is true, which means its top
    /// bit in vectors and not zero in scalars.
    fn select_by_integer(&self, ty: Type<'m>, a: Value<'m>, b: Value<'m>, c: Value<'m>) -> Option<Value<'m>> {
        let fits = a.ty() == ty && b.ty() == ty && is_class(c.ty(), Class::Int) && lanes(c.ty()) == lanes(ty);
        let predicate = match lanes(ty) {
            Some(_) => IntPredicate::LLVMIntSLT,
            None => IntPredicate::LLVMIntNE,
        };
        fits.then(|| self.builder.select(self.builder.icmp(predicate, c, c.ty().zero()), b, a))
    }

    /// Each bit from `b` where it is set in `c`, otherwise from `a`.
    fn bit_select(&self, ty: Type<'m>, a: Value<'m>, b: Value<'m>, c: Value<'m>) -> Option<Value<'m>> {
        let is_float = is_class(ty, Class::Float);
        if [a, b, c].iter().any(|arg| arg.ty() != ty) || !(is_float || is_class(ty, Class::Int)) {
            return None;
        }
        let bits = |value| if is_float { self.bits_of_float(value) } else { value };
        let (a, b, c) = (bits(a), bits(b), bits(c));
        let build = &self.builder;
        let mixed = build.or(build.and(a, build.not(c)), build.and(b, c));
        Some(if is_float { build.bitcast(mixed, ty) } else { mixed })
    }

    fn upsample(&self, ty: Type<'m>, high: Value<'m>, low: Value<'m>) -> Option<Value<'m>> {
        let half = high.ty();
        let fits = is_class(ty, Class::Int)
            && is_class(half, Class::Int)
            && low.ty() == half
            && lanes(half) == lanes(ty)
            && int_bits(half) * 2 == int_bits(ty);
        let widen = |value| self.resize_int(value, ty, false);
        let shift = |value| self.builder.shl(value, self.int_of(ty, int_bits(half).into()));
        fits.then(|| self.builder.or(shift(widen(high)), widen(low)))
    }
}
