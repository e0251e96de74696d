//! Floating-point functions that LLVM has.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{Intrinsic, Type, Value};

use crate::reader::body::Body;

const DEGREES_PER_RADIAN: f64 = 180.0 / std::f64::consts::PI;

impl<'m> Body<'_, 'm, '_> {
    /// The function on values of the result type, if LLVM has it.
    pub fn float_function(&self, op: ClOp, ty: Type<'m>, args: &[Value<'m>]) -> Option<Value<'m>> {
        if !ty.scalar().is_float() || args.iter().any(|arg| arg.ty() != ty) {
            return None;
        }
        let name = match op {
            ClOp::ceil => Intrinsic::Ceil,
            ClOp::copysign => Intrinsic::CopySign,
            ClOp::fabs => Intrinsic::Fabs,
            ClOp::floor => Intrinsic::Floor,
            ClOp::fma => Intrinsic::Fma,
            ClOp::fmax | ClOp::fmax_common => Intrinsic::MaxNum,
            ClOp::fmin | ClOp::fmin_common => Intrinsic::MinNum,
            ClOp::mad => Intrinsic::FmulAdd,
            ClOp::rint => Intrinsic::Rint,
            ClOp::round => Intrinsic::Round,
            // The approximate square roots may be exact.
            ClOp::sqrt | ClOp::half_sqrt | ClOp::native_sqrt => Intrinsic::Sqrt,
            ClOp::trunc => Intrinsic::Trunc,
            _ => return self.float_expression(op, ty, args),
        };
        Some(self.intrinsic(name, ty, args))
    }

    fn float_expression(&self, op: ClOp, ty: Type<'m>, args: &[Value<'m>]) -> Option<Value<'m>> {
        let b = &self.builder;
        let number = |value| self.splat(ty.scalar().float(value), ty);
        Some(match (op, args) {
            (ClOp::fmod, [x, y]) => b.frem(*x, *y),
            (ClOp::half_divide | ClOp::native_divide, [x, y]) => b.fdiv(*x, *y),
            (ClOp::half_recip | ClOp::native_recip, [x]) => b.fdiv(number(1.0), *x),
            (ClOp::degrees, [x]) => b.fmul(*x, number(DEGREES_PER_RADIAN)),
            (ClOp::radians, [x]) => b.fmul(*x, number(1.0 / DEGREES_PER_RADIAN)),
            (ClOp::fclamp, [x, low, high]) => {
                let above = self.intrinsic(Intrinsic::MaxNum, ty, &[*x, *low]);
                self.intrinsic(Intrinsic::MinNum, ty, &[above, *high])
            }
            (ClOp::mix, [x, y, a]) => self.intrinsic(Intrinsic::FmulAdd, ty, &[b.fsub(*y, *x), *a, *x]),
            _ => return None,
        })
    }
}
