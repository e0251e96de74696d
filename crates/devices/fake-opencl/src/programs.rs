//! Programs: making them, references, properties. Building is in [`crate::linking`].

use std::collections::{BTreeMap, HashMap};
use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::exported::{Outcome, created, exported};
use crate::object::{Body, Build, Program, Source, State};
use crate::parameters::{self, sizes_of, text_of, u32_of};
use crate::program_text::ProgramText;
use crate::rectangles::copy_bytes;
use crate::state::lock;

/// `CL_BUILD_NONE`
pub const NOT_BUILT: c_int = -1;

/// Adds a program.
pub fn add(state: &mut State, context: usize, devices: Vec<usize>, source: Source, text: ProgramText) -> usize {
    let builds = devices.iter().map(|device| (*device, Build { status: NOT_BUILT, ..Build::default() })).collect();
    let holds = devices.iter().copied().chain([context]).collect();
    let globals = text.globals.iter().map(|(name, size)| (name.clone(), vec![0; size.div_ceil(16)])).collect();
    let (constants, pipes) = (BTreeMap::new(), HashMap::new());
    let program = Program { context, devices, source, text, builds, constants, kernels: 0, globals, pipes };
    state.add(Body::Program(program), holds)
}

/// A program of SPIR-V.
pub fn with_il(context: *mut c_void, il: *const c_void, length: usize) -> Result<usize, c_int> {
    let mut state = lock();
    let devices = state.context(context as usize)?.devices.clone();
    if !config().has_spirv {
        return Err(CL_INVALID_OPERATION);
    }
    let bytes = parameters::bytes(il, length)?;
    let text = ProgramText::read(&bytes).ok_or(CL_INVALID_VALUE)?;
    Ok(add(&mut state, context as usize, devices, Source::Il(bytes), text))
}

created! {
    fn clCreateProgramWithIL(context: *mut c_void, il: *const c_void, length: usize) {
        config().since(2, 1)?;
        with_il(context, il, length)
    }

    fn clCreateProgramWithBinary(
        context: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        lengths: *const usize,
        binaries: *mut *const u8,
        statuses: *mut c_int,
    ) {
        let mut state = lock();
        state.context(context as usize)?;
        let devices = parameters::handles(list, count)?;
        let lengths = parameters::list(lengths, count as usize)?;
        let binaries = parameters::list(binaries.cast_const(), count as usize)?;
        if devices.is_empty() {
            return Err(CL_INVALID_VALUE);
        }
        let mut texts = Vec::new();
        for (index, device) in devices.iter().enumerate() {
            state.device_of(context as usize, *device)?;
            let found = parameters::bytes(binaries[index].cast(), lengths[index]);
            let text = found.and_then(|bytes| ProgramText::of_binary(&bytes).ok_or(CL_INVALID_BINARY));
            if !statuses.is_null() {
                // SAFETY: there is room for a status of each.
                unsafe { statuses.add(index).write(text.as_ref().err().copied().unwrap_or(0)) };
            }
            texts.push(text);
        }
        let (text, binary_type) = texts.into_iter().collect::<Result<Vec<_>, _>>()?.swap_remove(0);
        let made = add(&mut state, context as usize, devices, Source::Binary, text);
        for build in state.program_mut(made)?.builds.values_mut() {
            build.binary_type = binary_type;
        }
        Ok(made)
    }
}

exported! {
    fn clRetainProgram(program: *mut c_void) {
        let mut state = lock();
        state.program(program as usize)?;
        state.retain(program as usize);
        Ok(())
    }

    fn clReleaseProgram(program: *mut c_void) {
        let mut state = lock();
        state.program(program as usize)?;
        state.release(program as usize);
        Ok(())
    }

    fn clSetProgramSpecializationConstant(program: *mut c_void, id: cl_uint, size: usize, value: *const c_void) {
        // Core has it from 2.2 on, which no configuration is, and 3.0.
        config().since(3, 0)?;
        let mut state = lock();
        let Source::Il(_) = state.program(program as usize)?.source else { return Err(CL_INVALID_PROGRAM) };
        let value = parameters::bytes(value, size)?;
        state.program_mut(program as usize)?.constants.insert(id, value);
        Ok(())
    }

    fn clGetProgramInfo(program: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.program(program as usize)?;
        let bytes = match param {
            CL_PROGRAM_REFERENCE_COUNT => u32_of(state.references(program as usize)),
            CL_PROGRAM_CONTEXT => sizes_of(&[found.context]),
            CL_PROGRAM_NUM_DEVICES => u32_of(found.devices.len() as u32),
            CL_PROGRAM_DEVICES => sizes_of(&found.devices),
            CL_PROGRAM_SOURCE => text_of(""),
            CL_PROGRAM_IL if config().version >= (2, 1) => match &found.source {
                Source::Il(bytes) => bytes.clone(),
                _ => vec![],
            },
            CL_PROGRAM_BINARY_SIZES => sizes_of(&binaries(found).iter().map(Vec::len).collect::<Vec<_>>()),
            CL_PROGRAM_BINARIES => return answer_binaries(&binaries(found), size, value, size_ret),
            CL_PROGRAM_NUM_KERNELS | CL_PROGRAM_KERNEL_NAMES if !is_executable(found) => {
                return Err(CL_INVALID_PROGRAM_EXECUTABLE);
            }
            CL_PROGRAM_NUM_KERNELS => sizes_of(&[found.text.kernels.len()]),
            CL_PROGRAM_KERNEL_NAMES => text_of(&found.text.kernels.join(";")),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clGetProgramBuildInfo(
        program: *mut c_void,
        device: *mut c_void,
        param: cl_uint,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        let state = lock();
        let build = state.program(program as usize)?.builds.get(&(device as usize)).ok_or(CL_INVALID_DEVICE)?;
        let bytes = match param {
            CL_PROGRAM_BUILD_STATUS => u32_of(build.status as u32),
            CL_PROGRAM_BUILD_OPTIONS => text_of(&build.options),
            CL_PROGRAM_BUILD_LOG => text_of(&build.log),
            CL_PROGRAM_BINARY_TYPE => u32_of(build.binary_type),
            CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE if config().version >= (2, 0) => sizes_of(&[0]),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }
}

/// Whether a program has been built for one of its devices.
pub fn is_executable(program: &Program) -> bool {
    program.builds.values().any(|build| build.status == 0 && build.binary_type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
}

/// The binaries for the devices; empty for those that it has not been built for.
fn binaries(program: &Program) -> Vec<Vec<u8>> {
    let of = |device| program.builds.get(device).map_or(0, |build| build.binary_type);
    let types = program.devices.iter().map(of);
    types.map(|binary_type| if binary_type == 0 { vec![] } else { program.text.binary(binary_type) }).collect()
}

/// Answers with binaries: the caller gives a list of places for them.
fn answer_binaries(binaries: &[Vec<u8>], size: usize, value: *mut c_void, size_ret: *mut usize) -> Outcome {
    let bytes = binaries.len() * size_of::<usize>();
    parameters::write(size_ret, bytes);
    if value.is_null() {
        return Ok(());
    }
    if size < bytes {
        return Err(CL_INVALID_VALUE);
    }
    let places = parameters::list(value.cast::<usize>().cast_const(), binaries.len())?;
    for (place, binary) in places.into_iter().zip(binaries).filter(|(place, _)| *place != 0) {
        copy_bytes(binary.as_ptr() as usize, place, binary.len());
    }
    Ok(())
}
