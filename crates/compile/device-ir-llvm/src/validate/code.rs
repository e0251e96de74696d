//! Instructions and variables: address spaces, and types that device code does not have.

use tandem_device_ir::{AddressSpace, Device, Feature};
use tandem_image::demangle;
use tandem_ir::{Function, Global, Inst, Module, Opcode, Type, TypeKind, ValueKind};

use super::Report;
use super::violation::{Subject, ViolationKind};

pub(super) fn check(module: &Module, device: Option<&'static Device>, report: &mut Report) {
    let without_images = device.filter(|device| !device.has(Feature::Images));
    for global in module.globals() {
        variable(global, report);
    }
    for function in module.functions() {
        if let Some(device) = without_images.filter(|_| !function.is_declaration()) {
            images(function, device, report);
        }
        for inst in function.insts() {
            instruction(inst, report);
        }
    }
}

/// Reports images and samplers, the types of LLVM's targets, for a device that has none.
fn images(function: Function<'_>, device: &Device, report: &mut Report) {
    let is_image = |ty: &Type<'_>| ty.kind() == TypeKind::Other;
    let image = |subject, ty: Type<'_>| ViolationKind::Image { subject, ty: ty.to_string(), device: device.name };
    for (index, ty) in function.function_type().params().into_iter().enumerate().filter(|(_, ty)| is_image(ty)) {
        report.in_function(function, image(Subject::Parameter(index + 1), ty));
    }
    for inst in function.insts() {
        if let Some(ty) = [Some(inst.ty()), inst.allocated_type()].into_iter().flatten().find(is_image) {
            report.at(inst, image(Subject::Value, ty));
        }
    }
}

fn variable(global: Global<'_>, report: &mut Report) {
    // LLVM's own lists are not memory.
    let name = global.name();
    if name.starts_with("llvm.") {
        return;
    }
    let subject = || Subject::Variable(demangle::symbol(&name));
    match AddressSpace::from_number(global.address_space()) {
        None => {
            let space = global.address_space();
            report.in_variable(global, ViolationKind::AddressSpace { subject: subject(), space });
        }
        Some(AddressSpace::Local) => {
            let is_value = |kind: ValueKind| !matches!(kind, ValueKind::Undef | ValueKind::Poison);
            if global.initializer().is_some_and(|value| is_value(value.kind())) {
                report.in_variable(global, ViolationKind::InitializedLocal(demangle::symbol(&name)));
            }
        }
        Some(AddressSpace::Generic | AddressSpace::Global | AddressSpace::Constant) => {}
    }
    if let Some(format) = forbidden(global.value_type()) {
        report.in_variable(global, ViolationKind::FloatFormat { subject: subject(), format });
    }
}

fn instruction(inst: Inst<'_>, report: &mut Report) {
    let ty = inst.ty();
    match ty.scalar().kind() {
        TypeKind::Pointer(space) if AddressSpace::from_number(space).is_none() => {
            report.at(inst, ViolationKind::AddressSpace { subject: Subject::Pointer, space });
        }
        TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::Struct | TypeKind::Array(..) => {
            if let Some(format) = forbidden(ty) {
                report.at(inst, ViolationKind::FloatFormat { subject: Subject::Value, format });
            }
        }
        _ => {}
    }
    match inst.opcode() {
        Opcode::LLVMAlloca => {
            if ty.address_space() != Some(AddressSpace::Generic.number()) {
                report.at(inst, ViolationKind::PrivateSpace);
            }
            if let Some(format) = inst.allocated_type().and_then(forbidden) {
                report.at(inst, ViolationKind::FloatFormat { subject: Subject::PrivateVariable, format });
            }
        }
        Opcode::LLVMAddrSpaceCast => {
            let space = |ty: Type<'_>| ty.scalar().address_space().and_then(AddressSpace::from_number);
            if let (Some(from), Some(to)) = (space(inst.operand(0).ty()), space(ty))
                && !from.casts_to(to)
            {
                report.at(inst, ViolationKind::Cast { from, to });
            }
        }
        Opcode::LLVMStore | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            let pointer = inst.operand(u32::from(inst.opcode() == Opcode::LLVMStore));
            if pointer.ty().address_space() == Some(AddressSpace::Constant.number()) {
                report.at(inst, ViolationKind::ConstantWrite);
            }
        }
        Opcode::LLVMCall if inst.callee().is_some_and(|callee| callee.kind() == ValueKind::InlineAsm) => {
            report.at(inst, ViolationKind::InlineAssembly);
        }
        _ => {}
    }
}

/// The name of a floating-point format in a type that devices do not have.
fn forbidden(ty: Type<'_>) -> Option<&'static str> {
    match ty.kind() {
        TypeKind::X86Fp80 => Some("x86_fp80"),
        TypeKind::Fp128 => Some("fp128"),
        TypeKind::Array(element, _) | TypeKind::Vector(element, _) => forbidden(element),
        TypeKind::Struct => ty.fields().into_iter().find_map(forbidden),
        _ => None,
    }
}
