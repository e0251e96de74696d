//! Instructions and variables: address spaces, and types that device code does not have.

use tandem_device_ir::{AddressSpace, Device, Feature};
use tandem_image::demangle;
use tandem_ir::{Function, Global, Inst, Module, Opcode, Type, TypeKind, ValueKind};

use super::Report;

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
    let missing = |ty: Type<'_>| format!("has type {ty}; the {} device has no images and samplers", device.name);
    for (index, ty) in function.function_type().params().into_iter().enumerate().filter(|(_, ty)| is_image(ty)) {
        report.in_function(function, format!("parameter {} {}", index + 1, missing(ty)));
    }
    for inst in function.insts() {
        if let Some(ty) = [Some(inst.ty()), inst.allocated_type()].into_iter().flatten().find(is_image) {
            report.at(inst, format!("a value {}", missing(ty)));
        }
    }
}

fn variable(global: Global<'_>, report: &mut Report) {
    // LLVM's own lists are not memory.
    let name = global.name();
    if name.starts_with("llvm.") {
        return;
    }
    let about = |what: &str| format!("variable `{}` {what}", demangle::symbol(&name));
    match AddressSpace::from_number(global.address_space()) {
        None => report.in_variable(global, about(&unknown_space(global.address_space()))),
        Some(AddressSpace::Local) => {
            let is_value = |kind: ValueKind| !matches!(kind, ValueKind::Undef | ValueKind::Poison);
            if global.initializer().is_some_and(|value| is_value(value.kind())) {
                report.in_variable(global, about("is in local memory, which cannot have initial values"));
            }
        }
        Some(AddressSpace::Generic | AddressSpace::Global | AddressSpace::Constant) => {}
    }
    if let Some(name) = forbidden(global.value_type()) {
        report.in_variable(global, about(&format!("has type {name}, {INSTEAD}")));
    }
}

fn instruction(inst: Inst<'_>, report: &mut Report) {
    let ty = inst.ty();
    match ty.scalar().kind() {
        TypeKind::Pointer(space) if AddressSpace::from_number(space).is_none() => {
            report.at(inst, format!("a pointer {}", unknown_space(space)));
        }
        TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::Struct | TypeKind::Array(..) => {
            if let Some(name) = forbidden(ty) {
                report.at(inst, format!("a value of type {name}, {INSTEAD}"));
            }
        }
        _ => {}
    }
    match inst.opcode() {
        Opcode::LLVMAlloca => {
            if ty.address_space() != Some(AddressSpace::Generic.number()) {
                report.at(inst, "a variable of a work-item outside of address space 0");
            }
            if let Some(name) = inst.allocated_type().and_then(forbidden) {
                report.at(inst, format!("a variable of type {name}, {INSTEAD}"));
            }
        }
        Opcode::LLVMAddrSpaceCast => {
            let space = |ty: Type<'_>| ty.scalar().address_space().and_then(AddressSpace::from_number);
            if let (Some(from), Some(to)) = (space(inst.operand(0).ty()), space(ty))
                && !from.casts_to(to)
            {
                let (from, to) = (from.name(), to.name());
                report.at(
                    inst,
                    format!(
                        "a cast of a pointer from {from} to {to} memory; only those from and to generic memory exist"
                    ),
                );
            }
        }
        Opcode::LLVMStore | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            let pointer = inst.operand(u32::from(inst.opcode() == Opcode::LLVMStore));
            if pointer.ty().address_space() == Some(AddressSpace::Constant.number()) {
                report.at(inst, "a write to constant memory");
            }
        }
        Opcode::LLVMCall if inst.callee().is_some_and(|callee| callee.kind() == ValueKind::InlineAsm) => {
            report.at(inst, "inline assembly, which device code cannot have");
        }
        _ => {}
    }
}

const INSTEAD: &str = "which devices do not have; half, float and double exist";

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

/// What there is to say of an address space that device code does not have.
pub(super) fn unknown_space(space: u32) -> String {
    let all = AddressSpace::ALL.map(|space| format!("{} ({})", space.number(), space.name()));
    format!("is in address space {space}; device code has {}", all.join(", "))
}
