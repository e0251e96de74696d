//! The tables agree with SPIR-V's own grammar: names, numbers, capabilities and
//! the number of operands.

use rspirv::grammar::{
    INSTRUCTION_TABLE, LogicalOperand, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind, OperandQuantifier,
};
use rspirv::spirv;
use tandem_device_ir::{Capability, Instruction, OpenClFunction, Signature, Slot, Variable};

#[test]
fn variables() {
    for variable in Variable::ALL {
        let number = spirv::BuiltIn::from_u32(*variable as u32);
        assert_eq!(number.map(|number| format!("{number:?}")).as_deref(), Some(variable.name()));
    }
}

#[test]
fn capabilities() {
    for capability in Capability::ALL {
        let number = spirv::Capability::from_u32(*capability as u32);
        assert_eq!(number.map(|number| format!("{number:?}")).as_deref(), Some(capability.name()));
    }
}

#[test]
fn instructions() {
    for instruction in Instruction::ALL {
        let grammar = INSTRUCTION_TABLE.lookup_opcode(*instruction as u32).expect("an opcode");
        let name = instruction.name();
        assert_eq!(grammar.opname, name);
        let first = grammar.capabilities.first().map(|capability| *capability as u32);
        assert_eq!(instruction.capability().map(|capability| capability as u32), first, "{name}");
        // A specialization constant is no instruction of code: the call names the id and the default.
        if *instruction != Instruction::SpecConstant {
            check_operands(name, grammar.operands, &instruction.signature().signature());
        }
    }
}

/// The signature takes at least what the instruction requires and at most what
/// it has, and returns something if the instruction does.
fn check_operands(name: &str, operands: &[LogicalOperand], signature: &Signature) {
    let is_result =
        |operand: &&LogicalOperand| matches!(operand.kind, OperandKind::IdResult | OperandKind::IdResultType);
    let is_required = |operand: &&LogicalOperand| operand.quantifier == OperandQuantifier::One;
    assert_eq!(operands.iter().any(|operand| is_result(&operand)), signature.result != Slot::Void, "{name}");
    let operands: Vec<_> = operands.iter().filter(|operand| !is_result(operand)).collect();
    let required = operands.iter().filter(|operand| is_required(operand)).count();
    assert!(signature.params.len() >= required, "{name}");
    // An image operand is a mask, followed by the operands that the mask requires.
    let image = operands.iter().any(|operand| operand.kind == OperandKind::ImageOperands);
    assert!(image || signature.params.len() <= operands.len(), "{name}");
    for (operand, slot) in operands.iter().zip(signature.params) {
        let fits = match operand.kind {
            OperandKind::IdScope => slot.scopes().is_some(),
            OperandKind::IdMemorySemantics => *slot == Slot::Semantics,
            OperandKind::GroupOperation => *slot == Slot::GroupOperation,
            OperandKind::IdRef => !matches!(slot, Slot::Semantics | Slot::GroupOperation),
            _ => *slot == Slot::Literal,
        };
        assert!(fits, "{name}: {operand:?} is {slot:?}");
    }
}

#[test]
fn opencl_functions() {
    let all: Vec<_> = OPENCL_STD_100_INSTRUCTION_TABLE.iter().map(|inst| inst.opname).collect();
    assert_eq!(OpenClFunction::ALL.len(), all.len());
    for function in OpenClFunction::ALL {
        let grammar = OPENCL_STD_100_INSTRUCTION_TABLE.lookup_opcode(*function as u32).expect("a number");
        assert_eq!(grammar.opname, function.name());
        if *function != OpenClFunction::printf {
            assert_eq!(grammar.operands.len(), function.signature().signature().params.len(), "{}", function.name());
        }
    }
}
