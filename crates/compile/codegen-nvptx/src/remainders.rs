//! Floating-point remainders (`frem`, the `fmod` of OpenCL and C), which are exact: libdevice's.
//! LLVM's own for PTX divides, rounds and multiplies, which is wrong where the quotient is large.

use tandem_ir::{Builder, EditableModule, Function, Inst, Opcode, TypeKind, Value};

use crate::arithmetic::APPROXIMATE;
use crate::library;

/// Makes remainders calls of libdevice, element by element. Those of single precision that may be
/// approximate (`-ffast-math`) stay.
pub fn lower(module: &EditableModule) {
    let insts = module.functions().into_iter().flat_map(Function::insts);
    let is_approximate =
        |inst: &Inst<'_>| inst.ty().scalar().kind() == TypeKind::Float && inst.fast_math() & APPROXIMATE != 0;
    let remainders = insts.filter(|inst| inst.opcode() == Opcode::LLVMFRem && !is_approximate(inst));
    for inst in remainders.collect::<Vec<_>>() {
        let builder = Builder::before(module, inst);
        let (dividend, divisor) = (inst.operand(0), inst.operand(1));
        let result = match inst.ty().kind() {
            TypeKind::Vector(_, len) => (0..len).fold(inst.ty().poison(), |vector, i| {
                let index = module.int(32).int(i.into(), false);
                let [x, y] = [dividend, divisor].map(|operand| builder.extract_element(operand, index));
                let rest = remainder(module, &builder, x, y);
                builder.insert_element(vector, rest, index)
            }),
            _ => remainder(module, &builder, dividend, divisor),
        };
        inst.value().replace_all_uses_with(module, result);
        inst.erase(module);
    }
}

/// The remainder of scalars. That of half precision is exact in single precision, too.
fn remainder<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    dividend: Value<'m>,
    divisor: Value<'m>,
) -> Value<'m> {
    let ty = dividend.ty();
    if ty.kind() == TypeKind::Half {
        let [dividend, divisor] = [dividend, divisor].map(|value| builder.fpext(value, module.float()));
        return builder.fptrunc(remainder(module, builder, dividend, divisor), ty);
    }
    let suffix = if ty == module.float() { "f" } else { "" };
    let name = format!("{}fmod{suffix}", library::PREFIX);
    let function = module.get_or_declare(&name, ty.function(&[ty, ty], false));
    builder.call_function(function, &[dividend, divisor]).value()
}
