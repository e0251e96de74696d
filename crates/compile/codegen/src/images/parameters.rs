//! Parameters of kernels that are images and samplers: handles of 64 bits.

use tandem_device_ir::{Builtin, Instruction, ParameterKind};
use tandem_device_ir_llvm::{HandleType, call_builtin};
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Type, Value};

use super::refuse;
use crate::error::{Error, Result};
use crate::names::original_name;

/// Metadata of kernels with images or samplers: the number of [`ParameterKind`] for each parameter, 0 if its type
/// determines the kind.
const KINDS: &str = "tandem_parameter_kinds";

/// [`ParameterKind::Image`] or [`ParameterKind::Sampler`], if a kernel's parameter is or was of such a type.
pub fn parameter_kind(kernel: Function<'_>, index: u32) -> Option<ParameterKind> {
    if let Some(ty) = kernel.params().get(index as usize).and_then(|param| HandleType::of(param.ty())) {
        return Some(kind(ty));
    }
    let kinds = kernel.int_metadata(KINDS)?;
    let kind = ParameterKind::from_number(u32::try_from(*kinds.get(index as usize)?).ok()?)?;
    matches!(kind, ParameterKind::Image | ParameterKind::Sampler).then_some(kind)
}

/// Gives a kernel handles for parameters that are images or samplers, and makes images and samplers from them at its
/// start. The kernel itself, if it has none.
///
/// # Errors
/// Parameters that are images with samplers.
pub(super) fn pass_handles<'m>(module: &'m EditableModule, kernel: Function<'m>) -> Result<Function<'m>> {
    let types: Vec<_> = kernel.params().into_iter().map(|param| HandleType::of(param.ty())).collect();
    if types.iter().all(Option::is_none) {
        return Ok(kernel);
    }
    let kinds: Vec<u32> = types.iter().map(|ty| ty.map_or(0, |ty| kind(ty).number())).collect();
    let opening = kernel.entry().and_then(|block| block.first());
    let Some(opening) = opening else {
        return Err(Error::in_kernel(&original_name(kernel), "it has no body"));
    };
    if let Some(index) = types.iter().position(|ty| matches!(ty, Some(HandleType::SampledImage(_)))) {
        return Err(refuse(opening, format!("parameter {} is an image with a sampler", index + 1)));
    }
    let builder = Builder::before(module, opening);
    let long = module.int(64);
    let mut converted = Vec::new();
    for (index, (param, ty)) in kernel.params().into_iter().zip(&types).enumerate() {
        if let Some(ty) = ty {
            let image = convert(&builder, *ty, param.ty(), long.poison());
            param.replace_all_uses_with(module, image);
            converted.push((index, image));
        }
    }
    let new_types: Vec<_> = kernel
        .params()
        .into_iter()
        .zip(&types)
        .map(|(param, ty)| if ty.is_some() { long } else { param.ty() })
        .collect();
    let new = module.add_function("", kernel.function_type().return_type().function(&new_types, false));
    let stays = |place| match place {
        AttributePlace::Param(index) => types[index as usize].is_none(),
        AttributePlace::Function | AttributePlace::Return => true,
    };
    let old_params = kernel.params();
    for ((old, param), ty) in old_params.into_iter().zip(new.params()).zip(&types) {
        param.set_name(module, &old.name());
        if ty.is_none() {
            old.replace_all_uses_with(module, param);
        }
    }
    new.take_place_of(module, kernel, stays);
    for (index, image) in converted {
        image.set_operand(module, 0, new.params()[index]);
    }
    new.set_int_metadata(module, KINDS, &kinds);
    Ok(new)
}

fn kind(ty: HandleType) -> ParameterKind {
    match ty {
        HandleType::Image(_) | HandleType::SampledImage(_) => ParameterKind::Image,
        HandleType::Sampler => ParameterKind::Sampler,
    }
}

/// The image or sampler of a handle.
fn convert<'m>(builder: &Builder<'m>, ty: HandleType, of: Type<'m>, handle: Value<'m>) -> Value<'m> {
    let instruction = match ty {
        HandleType::Image(_) => Instruction::ConvertHandleToImageINTEL,
        HandleType::SampledImage(_) => Instruction::ConvertHandleToSampledImageINTEL,
        HandleType::Sampler => Instruction::ConvertHandleToSamplerINTEL,
    };
    call_builtin(builder, Builtin::Instruction(instruction), of, of, &[handle]).value()
}
