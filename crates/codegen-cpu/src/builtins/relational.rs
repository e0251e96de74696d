//! Core SPIR-V instructions that reach code generation as calls: tests of
//! floating-point values, reductions of truth values, dot products.

use rspirv::spirv::Op;
use tandem_ir::{FloatPredicate, Value};

use super::call::Call;
use super::common::dot;

/// Classes of `llvm.is.fpclass`.
const NAN: u32 = 0x3;
const INFINITE: u32 = 0x204;
const NORMAL: u32 = 0x108;
const FINITE: u32 = 0x1f8;

/// The value of a call of a core instruction.
pub fn lower<'m>(call: &Call<'m>, op: Op) -> Option<Value<'m>> {
    let builder = &call.builder;
    let args = &call.args;
    let class = |mask: u32| {
        builder.intrinsic(call.module, "llvm.is.fpclass", &[args[0].ty()], &[args[0], call.index(mask)]).value()
    };
    Some(match op {
        Op::IsNan => class(NAN),
        Op::IsInf => class(INFINITE),
        Op::IsNormal => class(NORMAL),
        Op::IsFinite => class(FINITE),
        Op::SignBitSet => call.elementwise(|args| {
            let bits = call.module.int(8 * call.module.size_of(args[0].ty()) as u32);
            let pattern = builder.bitcast(args[0], bits);
            builder.icmp(tandem_ir::IntPredicate::LLVMIntSLT, pattern, bits.zero())
        }),
        Op::LessOrGreater => builder.fcmp(FloatPredicate::LLVMRealONE, args[0], args[1]),
        Op::Ordered => builder.fcmp(FloatPredicate::LLVMRealORD, args[0], args[1]),
        Op::Unordered => builder.fcmp(FloatPredicate::LLVMRealUNO, args[0], args[1]),
        Op::Any => truth_values(call).reduce(|left, right| builder.or(left, right))?,
        Op::All => truth_values(call).reduce(|left, right| builder.and(left, right))?,
        Op::Dot => dot(call, args[0], args[1]),
        _ => return None,
    })
}

/// Elements as single bits: in OpenCL's vectors the sign tells.
fn truth_values<'m>(call: &Call<'m>) -> impl Iterator<Item = Value<'m>> {
    call.elements(call.args[0]).into_iter().map(|element| {
        let ty = element.ty();
        if ty == call.module.int(1) {
            return element;
        }
        call.builder.icmp(tandem_ir::IntPredicate::LLVMIntSLT, element, ty.zero())
    })
}
