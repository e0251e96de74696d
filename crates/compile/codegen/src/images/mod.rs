//! Images: lowers the operations of device IR on images and samplers to calls of the target's image library.
//!
//! On devices with images, an image and a sampler are handles of 64 bits, whether passed as an argument or created in
//! the code (`SPV_INTEL_bindless_images`). Types of images and samplers do not exist after this pass.
//!
//! * `parameters`: parameters of kernels become handles, whose kinds the kernel keeps as metadata.
//! * `handles`: finds the handles from which values are made.
//! * `operations`: operations become calls of the [`ImageLibrary`]; `c_library`: a library in C.

mod c_library;
mod handles;
mod library;
mod operations;
mod parameters;

use rustc_hash::FxHashSet;
use tandem_device_ir_llvm::{Callees, HandleType};
use tandem_image::demangle;
use tandem_ir::{EditableModule, Function, Inst, SPIR_KERNEL};

use crate::error::{Error, Result};
use crate::names::original_name;
use handles::Handles;

pub use c_library::{CImageLibrary, link as link_c_library};
pub use library::{Components, Image, ImageLibrary};
pub use parameters::parameter_kind;

/// Lowers images and samplers in all functions, after inlining has made each kernel one function. Returns false if
/// there are none.
///
/// # Errors
/// Constructs that images of devices do not support: functions that are not inlined, combined handles of images with
/// samplers, several samples, cubes.
pub fn lower(module: &EditableModule, library: &dyn ImageLibrary) -> Result<bool> {
    let concerned: Vec<_> = module.definitions().into_iter().filter(|function| has_handles(*function)).collect();
    for function in &concerned {
        let is_kernel = function.call_conv() == SPIR_KERNEL;
        let function = if is_kernel { parameters::pass_handles(module, *function)? } else { *function };
        lower_function(module, function, library)?;
    }
    let callees = Callees::of(module);
    for (function, builtin) in callees.builtins() {
        if operations::is_of_images(builtin) && !function.value().has_users() {
            function.delete(module);
        }
    }
    Ok(!concerned.is_empty())
}

/// Whether a function has values of images or samplers.
fn has_handles(function: Function<'_>) -> bool {
    let ty = function.function_type();
    let has_type = ty.params().into_iter().chain([ty.return_type()]).any(|ty| HandleType::of(ty).is_some());
    has_type || function.insts().into_iter().any(mentions_handles)
}

fn mentions_handles(inst: Inst<'_>) -> bool {
    let types = inst.operands().into_iter().map(|operand| operand.ty());
    types.chain([inst.ty()]).chain(inst.allocated_type()).any(|ty| HandleType::of(ty).is_some())
}

fn lower_function<'m>(module: &'m EditableModule, function: Function<'m>, library: &dyn ImageLibrary) -> Result<()> {
    let insts = function.insts();
    let callees = Callees::called_by(function);
    let mut handles = Handles::new(module, &callees);
    handles.retype_memory(&insts)?;
    for inst in &insts {
        operations::lower(module, &mut handles, *inst, library)?;
    }
    // The remaining instructions made handles for operations that are lowered now.
    let dead: FxHashSet<_> = handles.made().collect();
    for inst in insts.iter().filter(|inst| dead.contains(inst) || HandleType::of(inst.ty()).is_some()) {
        inst.erase(module);
    }
    match function.insts().into_iter().find(|inst| mentions_handles(*inst)) {
        Some(inst) => Err(refuse(inst, "images and samplers are passed to functions that are not inlined")),
        None => Ok(()),
    }
}

/// An error at an instruction.
fn refuse(inst: Inst<'_>, construct: impl Into<String>) -> Error {
    let caller = inst.block().map(|block| block.function());
    let is_kernel = caller.is_none_or(|caller| caller.call_conv() == SPIR_KERNEL);
    let name = caller.map(original_name).unwrap_or_default();
    let function = format!("{} `{}`", if is_kernel { "kernel" } else { "function" }, demangle::kernel(&name));
    Error::Construct { place: None, function, construct: construct.into() }.at(inst)
}
