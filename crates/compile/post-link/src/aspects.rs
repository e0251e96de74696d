//! Optional kernel features (SYCL 2020, 5.7): which aspects a device needs for
//! a kernel, by the types that the code uses and by `[[sycl::device_has]]`.
//!
//! [`note`] examines the code as it was written, before optimization could remove uses; the aspects stay with kernels
//! and external functions as an attribute. [`groups`] separates the kernels of an image that need different devices.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tandem_device_ir::{Builtin, KernelAttribute, Role};
use tandem_device_ir_llvm::Callees;
use tandem_ir::{EditableModule, Function, Inst, Module, Opcode, Type, TypeKind};

use super::kernel_info;

/// Values of `sycl::aspect`.
const FP16: u32 = 5;
const FP64: u32 = 6;
const ATOMIC64: u32 = 28;

/// A set of aspects, by their numbers.
pub type Aspects = BTreeSet<u32>;

/// Stores on each of these functions the requirements of it and its callees.
pub fn note(module: &EditableModule, names: &[String]) {
    for function in names.iter().filter_map(|name| module.function(name)) {
        let mut aspects = Aspects::new();
        for reached in reachable(function) {
            aspects.extend(kernel_info::annotation(reached, "sycl_device_has").unwrap_or_default());
            let callees = Callees::called_by(reached);
            reached.insts().into_iter().for_each(|inst| add_used(inst, &callees, &mut aspects));
        }
        kernel_info::set_aspects(module, function, &aspects);
    }
}

/// Adds to each of these functions the requirements of external functions that were linked in.
pub fn spread(module: &EditableModule, names: &[String]) {
    for function in names.iter().filter_map(|name| module.function(name)) {
        let aspects: Aspects = reachable(function).into_iter().flat_map(kernel_info::aspects).collect();
        kernel_info::set_aspects(module, function, &aspects);
    }
}

/// The common requirements of one image's functions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Needs<'a> {
    aspects: Aspects,
    /// The size of sub-groups that a kernel requires, if any.
    sub_group: Option<Vec<u64>>,
    /// The name of a kernel that shares its image with no other.
    alone: Option<&'a str>,
}

/// Groups functions by the aspects and the size of sub-groups that they need: a device that lacks one of them can build
/// the others. With `constants_alone`, kernels that read specialization constants are in separate groups: each new
/// value means new code, and then only for the kernel that needs it.
pub fn groups(module: &Module, names: &[String], constants_alone: bool) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<Needs<'_>, Vec<String>> = BTreeMap::new();
    for name in names {
        let function = module.function(name);
        let reads = |function: Function<'_>| {
            kernel_info::is_kernel(function) && !kernel_info::spec_constants(function).is_empty()
        };
        let needs = Needs {
            aspects: function.map(kernel_info::aspects).unwrap_or_default().into_iter().collect(),
            sub_group: function
                .and_then(|function| function.int_metadata(KernelAttribute::RequiredSubGroupSize.name())),
            alone: (constants_alone && function.is_some_and(reads)).then_some(name.as_str()),
        };
        groups.entry(needs).or_default().push(name.clone());
    }
    groups.into_values().collect()
}

/// The aspects that any function of an image needs.
pub fn of_image(module: &Module) -> Aspects {
    module
        .functions()
        .into_iter()
        .filter(|function| !function.is_declaration())
        .flat_map(kernel_info::aspects)
        .collect()
}

/// A function and everything that it calls, directly or not.
pub fn reachable(root: Function<'_>) -> Vec<Function<'_>> {
    let mut seen = HashSet::from([root]);
    let mut found = vec![root];
    let mut next = 0;
    while let Some(function) = found.get(next).copied() {
        let callees = function.insts().into_iter().filter_map(Inst::called_function);
        found.extend(callees.filter(|callee| seen.insert(*callee)));
        next += 1;
    }
    found
}

fn add_used<'m>(inst: Inst<'m>, callees: &Callees<'m>, aspects: &mut Aspects) {
    let operands = inst.operands();
    let types = || operands.iter().map(|operand| operand.ty()).chain([inst.ty()]);
    for ty in types() {
        match ty.scalar().kind() {
            TypeKind::Half => aspects.insert(FP16),
            TypeKind::Double => aspects.insert(FP64),
            _ => false,
        };
    }
    if is_atomic(inst, callees) && types().any(is_64_bit) {
        aspects.insert(ATOMIC64);
    }
}

fn is_atomic<'m>(inst: Inst<'m>, callees: &Callees<'m>) -> bool {
    match callees.builtin(inst) {
        Some(Builtin::Instruction(instruction)) => instruction.role() == Role::Atomic,
        Some(Builtin::Variable(_) | Builtin::OpenCl(_) | Builtin::Imported(_)) => false,
        None => matches!(inst.opcode(), Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg),
    }
}

fn is_64_bit(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Int(64) | TypeKind::Double)
}
