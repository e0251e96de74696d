//! Constants in operands become instructions: for passes that replace the
//! address of a variable by something that only exists at run time.

use crate::base::enumerations::Opcode;
use crate::base::refusal::refuse;
use crate::build::builder::Builder;
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Inst, Value};
use crate::values::types::TypeKind;
use crate::values::typing::takes;
use crate::values::value::ValueKind;

/// The replacement of a variable's address; `None` for other values.
pub type Replacement<'a, 'm> = dyn FnMut(Value<'m>) -> Option<Value<'m>> + 'a;

/// Replaces values in an instruction's operands, also inside constant expressions and aggregates. The replacements must
/// be available there. Flags of address arithmetic are kept; `nuw` and `nsw` of constant additions are not, because
/// LLVM's C API does not expose them, and they only make code less defined.
pub fn replace_operands<'m>(module: &'m EditableModule, inst: Inst<'m>, replacement: &mut Replacement<'_, 'm>) {
    if inst.opcode() == Opcode::LLVMPHI {
        replace_entries(module, inst, replacement);
        return;
    }
    for (index, operand) in inst.operands().into_iter().enumerate() {
        if let Some(new) = expand(module, inst, operand, replacement) {
            inst.value().set_operand(module, index as u32, new);
        }
    }
}

/// A phi takes its operands at the ends of its predecessors: one value from each, however many edges
/// lead from there.
fn replace_entries<'m>(module: &'m EditableModule, phi: Inst<'m>, replacement: &mut Replacement<'_, 'm>) {
    let mut expanded: Vec<(Block<'m>, Option<Value<'m>>)> = Vec::new();
    for (index, (value, from)) in phi.incoming().into_iter().enumerate() {
        let known = expanded.iter().find(|(block, _)| *block == from).map(|(_, value)| *value);
        let new = known.unwrap_or_else(|| {
            let end = from.terminator().expect("blocks are complete");
            let new = expand(module, end, value, replacement);
            expanded.push((from, new));
            new
        });
        if let Some(new) = new {
            phi.value().set_operand(module, index as u32, new);
        }
    }
}

/// The value with its replacements; `None` if it contains none.
fn expand<'m>(
    module: &'m EditableModule,
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
    let (builder, ty) = (Builder::before(module, place), value.ty());
    Some(match value.const_opcode() {
        Some(Opcode::LLVMGetElementPtr) => builder.gep_like(value, operands[0], &operands[1..]),
        Some(Opcode::LLVMAddrSpaceCast) => builder.address_space_cast(operands[0], ty),
        Some(Opcode::LLVMBitCast) => builder.bitcast(operands[0], ty),
        Some(Opcode::LLVMPtrToInt) => builder.ptrtoint(operands[0], ty),
        Some(Opcode::LLVMIntToPtr) => builder.inttoptr(operands[0], ty),
        Some(Opcode::LLVMTrunc) => builder.trunc(operands[0], ty),
        Some(Opcode::LLVMExtractElement) => builder.extract_element(operands[0], operands[1]),
        Some(Opcode::LLVMInsertElement) => builder.insert_element(operands[0], operands[1], operands[2]),
        Some(opcode) if operands.len() == 2 && takes(opcode, ty) => builder.binary(opcode, operands[0], operands[1]),
        Some(opcode) => {
            refuse(ty.context(), format!("replacement in the constant {opcode:?} `{value}`"));
            ty.poison()
        }
        // A constant vector or structure with the address among its elements.
        None => aggregate(module, &builder, value, &operands),
    })
}

fn aggregate<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    value: Value<'m>,
    elements: &[Value<'m>],
) -> Value<'m> {
    let is_vector = matches!(value.ty().kind(), TypeKind::Vector(..));
    (0..).zip(elements).fold(value.ty().poison(), |whole, (i, element)| match is_vector {
        true => builder.insert_element(whole, *element, module.int(32).int(u64::from(i), false)),
        false => builder.insert_value(whole, *element, i),
    })
}
