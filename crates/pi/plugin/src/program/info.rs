//! Queries of programs: devices, kernels, binaries, logs.

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use super::build::State;
use super::{Program, not_executable};
use crate::answer::Answer;
use crate::device::Device;
use crate::failure::from_driver;
use crate::handle::Handle;

/// `piProgramGetInfo`
pub fn info(program: Handle<'_, Program>, param: PiProgramInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let program = program.object()?;
    match param {
        PI_PROGRAM_INFO_REFERENCE_COUNT => answer.value(program.references()),
        PI_PROGRAM_INFO_CONTEXT => answer.value(program.context.handle()),
        PI_PROGRAM_INFO_NUM_DEVICES => answer.value(program.devices().len() as u32),
        PI_PROGRAM_INFO_DEVICES => {
            let handles: Vec<PiDevice> = program.devices().iter().map(|device| device.handle()).collect();
            answer.list(&handles)
        }
        PI_PROGRAM_INFO_SOURCE => answer.text(""),
        PI_PROGRAM_INFO_BINARY_SIZES => {
            let sizes: Vec<usize> = binaries(program)?.iter().map(Vec::len).collect();
            answer.list(&sizes)
        }
        PI_PROGRAM_INFO_BINARIES => answer.binaries(&binaries(program)?),
        PI_PROGRAM_INFO_NUM_KERNELS => answer.value(kernel_names(program)?.len()),
        PI_PROGRAM_INFO_KERNEL_NAMES => answer.text(&kernel_names(program)?.join(";")),
        other => answer.unknown(other),
    }
}

/// The binary for each device, of the executable or of what was compiled; empty
/// where there is neither.
fn binaries(program: &Program) -> Result<Vec<Vec<u8>>, Failure> {
    let states: Vec<_> = program.builds.lock().iter().map(|build| build.state.clone()).collect();
    states.iter().map(State::binary).collect::<Result<_, _>>().map_err(from_driver)
}

fn kernel_names(program: &Program) -> Result<Vec<String>, Failure> {
    let executables = program.executables();
    let (_, executable) = executables.first().ok_or_else(not_executable)?;
    Ok(executable.kernels().iter().map(|kernel| kernel.info().name.clone()).collect())
}

/// `piProgramGetBuildInfo`
pub fn build_info(
    program: Handle<'_, Program>,
    device: Handle<'_, Device>,
    param: PiProgramBuildInfo,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let (program, device) = (program.object()?, device.object()?);
    program.build_of(device, |build| match param {
        PI_PROGRAM_BUILD_INFO_STATUS => answer.value(build.status()),
        PI_PROGRAM_BUILD_INFO_OPTIONS => answer.text(&build.options),
        PI_PROGRAM_BUILD_INFO_LOG => answer.text(&build.log),
        PI_PROGRAM_BUILD_INFO_BINARY_TYPE => answer.value(build.binary_type()),
        other => answer.unknown(other),
    })?
}
