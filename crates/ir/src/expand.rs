//! Constants in operands become instructions: for passes that replace the
//! address of a variable by something that only exists at run time.

use crate::{Builder, Inst, Module, Opcode, TypeKind, Value, ValueKind};

/// What takes the place of a variable's address; `None` for other values.
pub type Replacement<'a, 'm> = dyn FnMut(Value<'m>) -> Option<Value<'m>> + 'a;

/// Replaces what an instruction's operands mention, also inside of constant
/// expressions and aggregates. What takes its place must be available there.
pub fn replace_operands<'m>(module: &'m Module, inst: Inst<'m>, replacement: &mut Replacement<'_, 'm>) {
    if inst.opcode() == Opcode::LLVMPHI {
        // A phi takes its operands at the ends of its predecessors.
        for (index, (value, from)) in inst.incoming().into_iter().enumerate() {
            let end = from.terminator().expect("blocks are complete");
            replace_operand(module, inst, index, value, end, replacement);
        }
        return;
    }
    for (index, operand) in inst.operands().into_iter().enumerate() {
        replace_operand(module, inst, index, operand, inst, replacement);
    }
}

fn replace_operand<'m>(
    module: &'m Module,
    inst: Inst<'m>,
    index: usize,
    operand: Value<'m>,
    place: Inst<'m>,
    replacement: &mut Replacement<'_, 'm>,
) {
    if let Some(new) = expand(module, place, operand, replacement) {
        inst.value().set_operand(index as u32, new);
    }
}

/// The value with its replacements; `None` where it mentions none.
fn expand<'m>(
    module: &'m Module,
    place: Inst<'m>,
    value: Value<'m>,
    replacement: &mut Replacement<'_, 'm>,
) -> Option<Value<'m>> {
    match value.kind() {
        ValueKind::Global => return replacement(value),
        ValueKind::ConstExpr | ValueKind::ConstAggregate => {}
        _ => return None,
    }
    let old = value.operands();
    let new: Vec<_> = old.iter().map(|operand| expand(module, place, *operand, replacement)).collect();
    if new.iter().all(Option::is_none) {
        return None;
    }
    let operands: Vec<_> = new.iter().zip(&old).map(|(new, old)| new.unwrap_or(*old)).collect();
    let (builder, ty) = (Builder::before(place), value.ty());
    Some(match value.const_opcode() {
        Some(Opcode::LLVMGetElementPtr) => {
            let source = value.gep_source_type().expect("a getelementptr");
            builder.gep(source, operands[0], &operands[1..], true)
        }
        Some(Opcode::LLVMAddrSpaceCast) => builder.address_space_cast(operands[0], ty),
        Some(Opcode::LLVMBitCast) => builder.bitcast(operands[0], ty),
        Some(Opcode::LLVMPtrToInt) => builder.ptrtoint(operands[0], ty),
        Some(Opcode::LLVMIntToPtr) => builder.inttoptr(operands[0], ty),
        Some(Opcode::LLVMTrunc) => builder.trunc(operands[0], ty),
        Some(opcode) => builder.binary(opcode, operands[0], operands[1]),
        // A constant vector or structure with the address among its elements.
        None => aggregate(module, &builder, value, &operands),
    })
}

fn aggregate<'m>(module: &'m Module, builder: &Builder<'m>, value: Value<'m>, elements: &[Value<'m>]) -> Value<'m> {
    let is_vector = matches!(value.ty().kind(), TypeKind::Vector(..));
    (0..).zip(elements).fold(value.ty().poison(), |whole, (i, element)| match is_vector {
        true => builder.insert_element(whole, *element, module.int(32).int(u64::from(i), false)),
        false => builder.insert_value(whole, *element, i),
    })
}
