//! Properties of devices.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::config::{Graphs, config};
use crate::devices;
use crate::exported::exported;
use crate::handles::{COMMAND_BUFFERS, extensions, is_root_device, platform_of, version_text};
use crate::limits::*;
use crate::object::State;
use crate::parameters::{self, sizes_of, text_of, u32_of, u64_of};
use crate::state::lock;

/// All capabilities of USM: access, atomic, concurrent, both.
const USM_ALL: u64 = 0b1111;

exported! {
    fn clGetDeviceInfo(device: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        state.device(device as usize)?;
        parameters::answer(&info(&state, device as usize, param)?, size, value, size_ret)
    }
}

fn info(state: &State, device: usize, param: u32) -> Result<Vec<u8>, c_int> {
    Ok(match param {
        CL_DEVICE_TYPE => u64_of(config().device_type),
        CL_DEVICE_MAX_COMPUTE_UNITS => u32_of(devices::units(state, device)),
        CL_DEVICE_PLATFORM => sizes_of(&[platform_of(devices::root(state, device))]),
        CL_DEVICE_PARENT_DEVICE => sizes_of(&[state.sub_device(device).map_or(0, |part| part.parent)]),
        CL_DEVICE_REFERENCE_COUNT => u32_of(if is_root_device(device) { 1 } else { state.references(device) }),
        CL_DEVICE_PARTITION_TYPE => {
            let properties = state.sub_device(device).map(|part| part.properties.clone()).unwrap_or_default();
            sizes_of(&properties.iter().map(|value| *value as usize).collect::<Vec<_>>())
        }
        CL_DEVICE_PARTITION_PROPERTIES => {
            sizes_of(&[CL_DEVICE_PARTITION_EQUALLY as usize, CL_DEVICE_PARTITION_BY_COUNTS as usize])
        }
        CL_DEVICE_PARTITION_MAX_SUB_DEVICES => u32_of(UNITS),
        CL_DEVICE_PARTITION_AFFINITY_DOMAIN => u64_of(0),
        CL_DEVICE_QUEUE_PROPERTIES => u64_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE),
        CL_DEVICE_SINGLE_FP_CONFIG | CL_DEVICE_DOUBLE_FP_CONFIG => u64_of(0b11_1111),
        CL_DEVICE_EXECUTION_CAPABILITIES => u64_of(1),
        _ => return texts(param).or_else(|| sizes(param)).map_or_else(|| of_versions(param), Ok),
    })
}

fn texts(param: u32) -> Option<Vec<u8>> {
    Some(text_of(&match param {
        CL_DEVICE_NAME => "Fake device".to_owned(),
        CL_DEVICE_VENDOR => "Tandem".to_owned(),
        CL_DRIVER_VERSION => "1".to_owned(),
        CL_DEVICE_PROFILE => "FULL_PROFILE".to_owned(),
        CL_DEVICE_VERSION => version_text(),
        CL_DEVICE_OPENCL_C_VERSION => "OpenCL C 1.2 fake".to_owned(),
        CL_DEVICE_EXTENSIONS => extensions(),
        CL_DEVICE_BUILT_IN_KERNELS => String::new(),
        _ => return None,
    }))
}

fn sizes(param: u32) -> Option<Vec<u8>> {
    Some(match param {
        CL_DEVICE_MAX_WORK_GROUP_SIZE => sizes_of(&[MAX_GROUP]),
        CL_DEVICE_MAX_WORK_ITEM_SIZES => sizes_of(&[MAX_GROUP; 3]),
        CL_DEVICE_MAX_PARAMETER_SIZE => sizes_of(&[4096]),
        CL_DEVICE_IMAGE2D_MAX_WIDTH | CL_DEVICE_IMAGE2D_MAX_HEIGHT => sizes_of(&[16384]),
        CL_DEVICE_IMAGE3D_MAX_WIDTH | CL_DEVICE_IMAGE3D_MAX_HEIGHT | CL_DEVICE_IMAGE3D_MAX_DEPTH => sizes_of(&[2048]),
        CL_DEVICE_IMAGE_MAX_BUFFER_SIZE => sizes_of(&[65536]),
        CL_DEVICE_IMAGE_MAX_ARRAY_SIZE => sizes_of(&[2048]),
        CL_DEVICE_PROFILING_TIMER_RESOLUTION => sizes_of(&[1]),
        CL_DEVICE_PRINTF_BUFFER_SIZE => sizes_of(&[1 << 20]),
        CL_DEVICE_MAX_MEM_ALLOC_SIZE => u64_of(MAX_BYTES),
        CL_DEVICE_GLOBAL_MEM_SIZE => u64_of(4 * MAX_BYTES),
        CL_DEVICE_GLOBAL_MEM_CACHE_SIZE | CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE => u64_of(1 << 16),
        CL_DEVICE_LOCAL_MEM_SIZE => u64_of(1 << 15),
        CL_DEVICE_VENDOR_ID => u32_of(0x7a4d),
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS => u32_of(3),
        CL_DEVICE_MAX_CLOCK_FREQUENCY => u32_of(1000),
        CL_DEVICE_ADDRESS_BITS | CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE => u32_of(64),
        CL_DEVICE_MEM_BASE_ADDR_ALIGN => u32_of(8 * ALIGNMENT),
        CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE => u32_of(128),
        CL_DEVICE_MAX_READ_IMAGE_ARGS => u32_of(128),
        CL_DEVICE_MAX_WRITE_IMAGE_ARGS | CL_DEVICE_MAX_CONSTANT_ARGS => u32_of(8),
        CL_DEVICE_MAX_SAMPLERS => u32_of(16),
        CL_DEVICE_GLOBAL_MEM_CACHE_TYPE => u32_of(2),
        CL_DEVICE_ERROR_CORRECTION_SUPPORT => u32_of(0),
        CL_DEVICE_LOCAL_MEM_TYPE
        | CL_DEVICE_IMAGE_SUPPORT
        | CL_DEVICE_ENDIAN_LITTLE
        | CL_DEVICE_AVAILABLE
        | CL_DEVICE_COMPILER_AVAILABLE
        | CL_DEVICE_LINKER_AVAILABLE
        | CL_DEVICE_HOST_UNIFIED_MEMORY
        | CL_DEVICE_PREFERRED_INTEROP_USER_SYNC
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR..=CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR..=CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF => u32_of(1),
        _ => return None,
    })
}

/// The extensions as a list of `cl_name_version`.
fn versions_of_extensions() -> Vec<u8> {
    let text = extensions();
    let entries = text.split_ascii_whitespace().flat_map(|name| {
        let patch = if config().graphs == Graphs::Old { 4 } else { 5 };
        let version: u32 = if name == COMMAND_BUFFERS { 9 << 12 | patch } else { 1 << 22 };
        let mut bytes = version.to_ne_bytes().to_vec();
        bytes.extend(name.as_bytes());
        bytes.resize(size_of::<cl_name_version>(), 0);
        bytes
    });
    entries.collect()
}

/// Properties of command buffers. `in-order` is a device that is older than the query of supported properties.
fn of_graphs(param: u32) -> Result<Vec<u8>, c_int> {
    const SIMULTANEOUS_USE: u64 = 1 << 2;
    let graphs = config().graphs;
    let has_supported = !matches!(graphs, Graphs::InOrder | Graphs::Old);
    Ok(u64_of(match param {
        _ if graphs == Graphs::None => return Err(CL_INVALID_VALUE),
        CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR if graphs == Graphs::SingleUse => 0,
        CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR => SIMULTANEOUS_USE,
        CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR if graphs == Graphs::Profiled => {
            CL_QUEUE_PROFILING_ENABLE
        }
        CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR => 0,
        _ if has_supported => CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        _ => return Err(CL_INVALID_VALUE),
    }))
}

/// Properties that not every version or configuration has.
fn of_versions(param: u32) -> Result<Vec<u8>, c_int> {
    let since = |major, minor| config().since(major, minor).map_err(|_| CL_INVALID_VALUE);
    Ok(match param {
        CL_DEVICE_SVM_CAPABILITIES => {
            since(2, 0)?;
            u64_of(config().svm)
        }
        CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE | CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE => {
            since(2, 0)?;
            sizes_of(&[1 << 16])
        }
        CL_DEVICE_IL_VERSION => {
            if !config().has_spirv {
                since(3, 0)?;
            }
            text_of(if config().has_spirv { "SPIR-V_1.0 SPIR-V_1.2" } else { "" })
        }
        CL_DEVICE_MAX_NUM_SUB_GROUPS => {
            since(2, 1)?;
            u32_of(16)
        }
        CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS => {
            since(2, 1)?;
            u32_of(1)
        }
        CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES | CL_DEVICE_ATOMIC_FENCE_CAPABILITIES => {
            since(3, 0)?;
            u64_of(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)
        }
        CL_DEVICE_EXTENSIONS_WITH_VERSION => {
            since(3, 0)?;
            versions_of_extensions()
        }
        CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR..=CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR
        | CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR => of_graphs(param)?,
        CL_DEVICE_SUB_GROUP_SIZES_INTEL => sizes_of(&[16]),
        CL_DEVICE_UUID | CL_DRIVER_UUID => vec![0x5a; 16],
        // Host, device, shared, shared of another device, memory of the process.
        0x4190..=0x4193 if config().has_usm => u64_of(USM_ALL),
        0x4194 if config().has_usm => u64_of(0),
        // Slices, parts, units, threads.
        0x4252..=0x4255 if config().device_type == CL_DEVICE_TYPE_GPU => u32_of(2),
        _ => return Err(CL_INVALID_VALUE),
    })
}
