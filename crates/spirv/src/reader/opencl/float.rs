//! Floating-point functions that LLVM has.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{Type, Value};

use crate::reader::body::Body;

const DEGREES_PER_RADIAN: f64 = 180.0 / std::f64::consts::PI;

impl<'m> Body<'_, 'm, '_> {
    /// The function on values of the result type, if LLVM has it.
    pub fn float_function(&self, op: ClOp, ty: Type<'m>, args: &[Value<'m>]) -> Option<Value<'m>> {
        if !ty.scalar().is_float() || args.iter().any(|arg| arg.ty() != ty) {
            return None;
        }
        let name = match op {
            ClOp::ceil => "llvm.ceil",
            ClOp::copysign => "llvm.copysign",
            ClOp::fabs => "llvm.fabs",
            ClOp::floor => "llvm.floor",
            ClOp::fma => "llvm.fma",
            ClOp::fmax | ClOp::fmax_common => "llvm.maxnum",
            ClOp::fmin | ClOp::fmin_common => "llvm.minnum",
            ClOp::mad => "llvm.fmuladd",
            ClOp::rint => "llvm.rint",
            ClOp::round => "llvm.round",
            // The approximate square roots may be exact.
            ClOp::sqrt | ClOp::half_sqrt | ClOp::native_sqrt => "llvm.sqrt",
            ClOp::trunc => "llvm.trunc",
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
                let above = self.intrinsic("llvm.maxnum", ty, &[*x, *low]);
                self.intrinsic("llvm.minnum", ty, &[above, *high])
            }
            (ClOp::mix, [x, y, a]) => self.intrinsic("llvm.fmuladd", ty, &[b.fsub(*y, *x), *a, *x]),
            _ => return None,
        })
    }
}
