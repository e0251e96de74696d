//! How the arguments of kernels are set: values, local memory, memory objects, samplers.

use tandem_device::DevicePtr;
use tandem_device_ir::ParameterKind;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::failure::ensure;
use crate::handle::{Argument, Handle, HandleAt};
use crate::kernel::Kernel;
use crate::mem::Mem;
use crate::sampler::Sampler;

/// Size of a pointer argument, and of a handle.
const POINTER_BYTES: usize = size_of::<u64>();

/// `piKernelSetArg`: bytes for a value, only a size for local memory.
pub fn set_arg(kernel: Handle<'_, Kernel>, index: u32, value: Argument<'_>) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    let (arg, bytes) = (kernel.parameter(index)?, value.bytes().len());
    if arg.kind == ParameterKind::Local {
        if !value.bytes().is_null() {
            let reason = "is local memory, which takes a size and no value".to_owned();
            return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_VALUE, reason));
        }
        if bytes == 0 {
            let reason = "is local memory of no size".to_owned();
            return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_SIZE, reason));
        }
        kernel.set(index, |block, _, parameter| block.set_local(parameter, bytes as u64));
        return Ok(());
    }
    if bytes != arg.bytes as usize {
        let reason = format!("has {} bytes, not {bytes}", arg.bytes);
        return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_SIZE, reason));
    }
    match arg.kind {
        ParameterKind::Global | ParameterKind::Constant | ParameterKind::Image => {
            return bind_mem(kernel, index, value.handle());
        }
        ParameterKind::Sampler => return bind_sampler(kernel, index, value.handle()),
        ParameterKind::Value | ParameterKind::Local => {}
    }
    if value.bytes().is_null() {
        return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_VALUE, "takes a value".to_owned()));
    }
    let value = value.bytes().get("the value")?;
    kernel.set(index, |block, layout, parameter| block.set_value(layout, parameter, value));
    Ok(())
}

/// `piextKernelSetArgPointer`: `value` points to the USM pointer.
pub fn set_arg_pointer(kernel: Handle<'_, Kernel>, index: u32, value: Argument<'_>) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    check_pointer(kernel, index)?;
    let address = value.device_ptr();
    kernel.set(index, |block, layout, parameter| block.set_pointer(layout, parameter, address));
    Ok(())
}

/// Checks that an argument can hold a pointer: one to memory, or a value of the
/// size of one.
fn check_pointer(kernel: &Kernel, index: u32) -> Result<(), Failure> {
    let arg = kernel.parameter(index)?;
    let is_other = matches!(arg.kind, ParameterKind::Local | ParameterKind::Image | ParameterKind::Sampler);
    if is_other || arg.bytes as usize != POINTER_BYTES {
        let reason = "does not take a pointer to global memory".to_owned();
        return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_VALUE, reason));
    }
    Ok(())
}

/// `piextKernelSetArgMemObj`. How the kernel accesses the object makes no
/// difference: memory objects stay where they are.
pub fn set_arg_mem(kernel: Handle<'_, Kernel>, index: u32, value: HandleAt<'_, Mem>) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    if kernel.parameter(index)?.kind != ParameterKind::Image {
        check_pointer(kernel, index)?;
    }
    bind_mem(kernel, index, value.get())
}

/// Sets an argument to a memory object. No object at all, as after an accessor of
/// no elements, is a null pointer. A value of 8 bytes takes an image as well: it is a handle
/// of one then (`SPV_INTEL_bindless_images`).
fn bind_mem(kernel: &Kernel, index: u32, mem: Handle<'_, Mem>) -> Result<(), Failure> {
    let kind = kernel.parameter(index)?.kind;
    let Some(mem) = mem.if_any()? else {
        if kind == ParameterKind::Image {
            return Err(kernel.mismatch(index, PI_ERROR_INVALID_MEM_OBJECT, "takes an image, not null".to_owned()));
        }
        kernel.set(index, |block, layout, parameter| block.set_pointer(layout, parameter, DevicePtr(0)));
        return Ok(());
    };
    ensure!(
        std::ptr::eq(&raw const **kernel.program().context(), mem.context()),
        PI_ERROR_INVALID_CONTEXT,
        "kernel and {} belong to different contexts",
        mem.what()
    );
    let wrong = |takes: &str, failure: Failure| {
        kernel.mismatch(index, failure.code, format!("takes {takes}: {}", failure.message))
    };
    match (kind, mem.image()) {
        (ParameterKind::Image, Err(failure)) => return Err(wrong("an image", failure)),
        (ParameterKind::Image | ParameterKind::Value, Ok(image)) => {
            kernel.bind(|args| args.set_image(index as usize, &image.object));
        }
        _ => {
            let buffer = mem.buffer().map_err(|failure| wrong("a buffer", failure))?;
            kernel.bind(|args| args.set_memory(index as usize, buffer.object()));
        }
    }
    Ok(())
}

/// `piextKernelSetArgSampler`: for a parameter that is a sampler, or a handle of one, which is a
/// value of 8 bytes.
pub fn set_arg_sampler(kernel: Handle<'_, Kernel>, index: u32, value: HandleAt<'_, Sampler>) -> Result<(), Failure> {
    bind_sampler(kernel.object()?, index, value.get())
}

fn bind_sampler(kernel: &Kernel, index: u32, sampler: Handle<'_, Sampler>) -> Result<(), Failure> {
    let parameter = kernel.parameter(index)?;
    let sampler = sampler.object()?;
    let is_handle = parameter.kind == ParameterKind::Value && parameter.bytes as usize == POINTER_BYTES;
    if parameter.kind != ParameterKind::Sampler && !is_handle {
        return Err(kernel.mismatch(index, PI_ERROR_INVALID_ARG_VALUE, "is not a sampler".to_owned()));
    }
    ensure!(
        std::ptr::eq(&raw const **kernel.program().context(), sampler.context()),
        PI_ERROR_INVALID_CONTEXT,
        "kernel and sampler belong to different contexts"
    );
    kernel.bind(|args| args.set_sampler(index as usize, sampler.object()));
    Ok(())
}
