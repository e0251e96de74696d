//! The description of a kernel as data: its parameters, and the sizes that it requires.

use tandem_device_ir::{AddressSpace, KernelAttribute, Parameter, ParameterKind};
use tandem_ir::{AttributePlace, Function, Module, Opcode, Type};

use crate::error::{Error, Result};
use crate::images;
use crate::names::original_name;

/// More bytes than any launch passes; two of them still fit into 32 bits.
const LARGEST: u32 = u32::MAX / 4;

/// A parameter of a kernel, with the alignment that the code relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The value that is passed. Sizes are capped at [`LARGEST`], which no launch accepts.
    pub parameter: Parameter,
    /// The alignment of the argument, in bytes.
    pub align: u64,
}

/// The parameters of a kernel, in order.
pub fn arguments(module: &Module, kernel: Function<'_>) -> Vec<Argument> {
    (0..).zip(kernel.params()).map(|(index, param)| argument(module, kernel, index, param.ty())).collect()
}

fn argument(module: &Module, kernel: Function<'_>, index: u32, ty: Type<'_>) -> Argument {
    let place = AttributePlace::Param(index);
    let by_value = kernel.attribute_type(place, "byval");
    let space = ty.address_space().filter(|_| ty.is_pointer() && by_value.is_none());
    let kind = images::parameter_kind(kernel, index).unwrap_or_else(|| match space.map(AddressSpace::from_number) {
        Some(Some(AddressSpace::Local)) => ParameterKind::Local,
        Some(Some(AddressSpace::Constant)) => ParameterKind::Constant,
        Some(Some(AddressSpace::Global | AddressSpace::Generic) | None) => ParameterKind::Global,
        None => ParameterKind::Value,
    });
    let passed = by_value.unwrap_or(ty);
    let align = kernel.attribute_int(place, "align").filter(|_| by_value.is_some());
    let has = |attribute| kernel.has_attribute(place, attribute);
    let is_read_only = match kind {
        ParameterKind::Constant => true,
        ParameterKind::Global => has("readonly") || has("readnone"),
        ParameterKind::Local | ParameterKind::Value | ParameterKind::Image | ParameterKind::Sampler => false,
    };
    let value = || Parameter::value(u32::try_from(module.size_of(passed)).unwrap_or(LARGEST));
    let parameter = if kind == ParameterKind::Value { value() } else { Parameter::word(kind) };
    // Types of images and samplers have no alignment: they are passed as words.
    let own_align = match kind {
        ParameterKind::Image | ParameterKind::Sampler => parameter.bytes,
        _ => module.align_of(passed),
    };
    Argument { parameter: Parameter { is_read_only, ..parameter }, align: u64::from(own_align).max(align.unwrap_or(1)) }
}

/// The sizes of an attribute of a kernel that has three, x first.
///
/// # Errors
/// Metadata that is not three positive sizes.
pub fn sizes(kernel: Function<'_>, attribute: KernelAttribute) -> Result<Option<[u32; 3]>> {
    let kind = attribute.name();
    let Some(values) = kernel.int_metadata(kind) else {
        return Ok(None);
    };
    let sizes: Vec<u32> =
        values.iter().filter_map(|value| u32::try_from(*value).ok()).filter(|size| *size > 0).collect();
    match sizes.try_into() {
        Ok(sizes) => Ok(Some(sizes)),
        Err(_) => Err(Error::in_kernel(&original_name(kernel), format!("!{kind} is not three positive sizes"))),
    }
}

/// The size of sub-groups that a kernel requires, if any.
///
/// # Errors
/// A size that is not among those of the target.
pub fn sub_group_size(kernel: Function<'_>, supported: &[u32]) -> Result<Option<u32>> {
    let Some(values) = kernel.int_metadata(KernelAttribute::RequiredSubGroupSize.name()) else {
        return Ok(None);
    };
    let known = |value: u64| supported.iter().copied().find(|size| u64::from(*size) == value);
    let refuse =
        || Error::in_kernel(&original_name(kernel), format!("sub-groups of {values:?} work-items are not supported"));
    values.first().and_then(|value| known(*value)).map(Some).ok_or_else(refuse)
}

/// Refuses code that kernels cannot have.
///
/// # Errors
/// Exception handling, indirect branches, arrays of variable length.
pub fn check(kernel: Function<'_>) -> Result<()> {
    for inst in kernel.insts() {
        let construct = match inst.opcode() {
            Opcode::LLVMInvoke | Opcode::LLVMLandingPad => "exception handling",
            Opcode::LLVMCallBr | Opcode::LLVMIndirectBr => "a jump to an address",
            Opcode::LLVMAlloca if inst.operand(0).const_u64().is_none() => "an array of variable length",
            _ => continue,
        };
        return Err(Error::in_kernel(&original_name(kernel), construct).at(inst));
    }
    Ok(())
}
