//! Programs of a back end in a later state.

use std::sync::Arc;

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;

use super::BundleState;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::programs::context::Context;

/// Whether a program can be linked, and has not been.
fn is_object(program: &pi::Program, device: &pi::Device) -> Result<bool> {
    let kind = program.binary_type(device)?;
    Ok(matches!(kind, PI_PROGRAM_BINARY_TYPE_COMPILED_OBJECT | PI_PROGRAM_BINARY_TYPE_LIBRARY))
}

/// A program that is compiled, linked or built for some devices, as the state asks: itself, or one that is made of it.
///
/// # Errors
/// `Invalid` for [`BundleState::Input`], which no program gets back to; the plugin's error if it does not compile
/// or link.
pub(super) fn in_state(
    context: &Context,
    devices: &[pi::Device],
    program: Arc<pi::Program>,
    state: BundleState,
) -> Result<Arc<pi::Program>> {
    let first = devices.first().ok_or_else(|| Error::Invalid("the program is not for any device".to_owned()))?;
    let object = is_object(&program, first)?;
    match state {
        BundleState::Input => return Err(Error::Invalid("a program cannot return to the input state".to_owned())),
        BundleState::Object if !object => program.compile(devices, "")?,
        BundleState::Object => {}
        BundleState::Executable if !object => program.build(devices, "")?,
        BundleState::Executable => return link(context, devices, &[&*program]),
    }
    Ok(program)
}

/// An executable program of several objects.
fn link(context: &Context, devices: &[pi::Device], objects: &[&pi::Program]) -> Result<Arc<pi::Program>> {
    let linked = pi::Program::link(context.pi(), devices, "", objects).map_err(|error| error.error)?;
    Ok(Arc::new(linked))
}

/// Converts the programs to a later state. Object programs become one executable.
///
/// # Errors
/// See [`in_state`].
pub(super) fn convert(
    context: &Context,
    devices: &[Arc<Object<Device>>],
    programs: Vec<Arc<pi::Program>>,
    state: BundleState,
) -> Result<Vec<Arc<pi::Program>>> {
    let raw: Vec<pi::Device> = devices.iter().map(|device| device.pi().clone()).collect();
    let (mut objects, mut converted) = (Vec::new(), Vec::new());
    for program in programs {
        let is_linked = match raw.first() {
            Some(first) => state == BundleState::Executable && is_object(&program, first)?,
            None => false,
        };
        match is_linked {
            true => objects.push(program),
            false => converted.push(in_state(context, &raw, program, state)?),
        }
    }
    if !objects.is_empty() {
        let objects: Vec<&pi::Program> = objects.iter().map(|object| &**object).collect();
        converted.push(link(context, &raw, &objects)?);
    }
    Ok(converted)
}
