//! Properties of devices. Those that OpenCL has are queried; those that PI adds are derived from OpenCL's answers.

use opencl_sys::*;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;
use crate::query::{device_list, device_text, device_value, has_extension, il_versions, version};
use crate::usm::EXTENSION;
use crate::{command_buffer, svm};

/// Extensions with 64-bit atomic operations.
const ATOMICS_64: [&str; 2] = ["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"];
/// Properties of Intel's GPUs (`cl_intel_device_attribute_query`).
const SLICES: u32 = 0x4252;
const SUB_SLICES_PER_SLICE: u32 = 0x4253;
const EXECUTION_UNITS_PER_SUB_SLICE: u32 = 0x4254;
const THREADS_PER_EXECUTION_UNIT: u32 = 0x4255;

/// `piDeviceGetInfo`
pub fn info(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    match param {
        PI_DEVICE_INFO_ATOMIC_64
        | PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES
        | PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES
        | PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES
        | PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES => atomics(device, param, answer),
        PI_DEVICE_INFO_USM_HOST_SUPPORT
        | PI_DEVICE_INFO_USM_DEVICE_SUPPORT
        | PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT
        | PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT
        | PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT => usm(device, param, answer),
        PI_DEVICE_INFO_GPU_SLICES => of_gpu(device, &[SLICES], answer),
        PI_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE => of_gpu(device, &[SUB_SLICES_PER_SLICE], answer),
        PI_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE => of_gpu(device, &[EXECUTION_UNITS_PER_SUB_SLICE], answer),
        PI_DEVICE_INFO_GPU_HW_THREADS_PER_EU => of_gpu(device, &[THREADS_PER_EXECUTION_UNIT], answer),
        PI_DEVICE_INFO_GPU_EU_COUNT => {
            of_gpu(device, &[SLICES, SUB_SLICES_PER_SLICE, EXECUTION_UNITS_PER_SUB_SLICE], answer)
        }
        PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS
        | PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS
        | PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL => sub_groups(device, param, answer),
        PI_DEVICE_INFO_IL_VERSION => answer.text(&il_versions(device)?),
        PI_DEVICE_INFO_IMAGE_SRGB => {
            let has_images = device_value::<u32>(device, CL_DEVICE_IMAGE_SUPPORT)? != 0;
            answer.bool(has_images && version(device)? >= (2, 0))
        }
        PI_DEVICE_INFO_BUILD_ON_SUBDEVICE => {
            let kind = PiDeviceType(device_value(device, CL_DEVICE_TYPE)?);
            answer.bool(!kind.intersects(PI_DEVICE_TYPE_GPU))
        }
        PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT => answer.bool(command_buffer::is_there(device)?),
        PI_DEVICE_INFO_BACKEND_VERSION => answer.text(&device_text(device, CL_DEVICE_VERSION)?),
        PI_DEVICE_INFO_UUID if !has_extension(device, "cl_khr_device_uuid")? => Err(lacks(param)),
        _ => of_extensions(device, param, answer),
    }
}

/// Properties of sub-groups, which older versions lack.
fn sub_groups(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    match param {
        PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS if version(device)? < (2, 1) => answer.u32(0),
        PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS if version(device)? < (2, 1) => answer.bool(false),
        PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL if !has_extension(device, "cl_intel_required_subgroup_size")? => {
            answer.bytes(&[])
        }
        _ => of_opencl(device, param, answer),
    }
}

/// A property that OpenCL or one of its extensions defines.
fn of_opencl(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    let (size, value, size_ret) = answer.parts();
    // SAFETY: a live device, and places as the answer says.
    unsafe { call!(clGetDeviceInfo(device.cl(), param.0, size, value, size_ret)) }
}

/// Properties that PI's own extensions add, none of which OpenCL has.
fn of_extensions(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    match param {
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_GLOBAL_WORK_GROUPS | PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_1D => {
            answer.sizes(&[usize::MAX])
        }
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_2D => answer.sizes(&[usize::MAX; 2]),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_3D => answer.sizes(&[usize::MAX; 3]),
        PI_EXT_ONEAPI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS
        | PI_EXT_ONEAPI_DEVICE_INFO_CUDA_ASYNC_BARRIER
        | PI_EXT_CODEPLAY_DEVICE_INFO_SUPPORTS_FUSION
        | PI_EXT_INTEL_DEVICE_INFO_MEM_CHANNEL_SUPPORT
        | PI_EXT_INTEL_DEVICE_INFO_ESIMD_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_EXPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_EXPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_UPDATE_SUPPORT => answer.bool(false),
        PI_EXT_INTEL_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES => answer.u32(1),
        PI_EXT_ONEAPI_DEVICE_INFO_MATRIX_COMBINATIONS
        | PI_EXT_ONEAPI_DEVICE_INFO_COMPONENT_DEVICES
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_WORK_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_WORK_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_SUB_GROUP_LEVEL => answer.bytes(&[]),
        PI_EXT_ONEAPI_DEVICE_INFO_COMPOSITE_DEVICE => answer.sizes(&[0]),
        // The numbers that OpenCL and its extensions define.
        param if param.0 < 0x10000 => of_opencl(device, param, answer),
        param => Err(lacks(param)),
    }
}

#[cold]
fn lacks(param: PiDeviceInfo) -> Failure {
    Failure::new(PI_ERROR_INVALID_VALUE, format!("OpenCL has no property {param} for this device"))
}

/// The product of properties of Intel's GPUs; Intel's CPU device answers with meaningless numbers.
fn of_gpu(device: PiDevice, params: &[u32], answer: Answer) -> Result<(), Failure> {
    let kind = PiDeviceType(device_value(device, CL_DEVICE_TYPE)?);
    if !kind.intersects(PI_DEVICE_TYPE_GPU) {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, "only GPUs have slices and execution units"));
    }
    let numbers: Result<Vec<u32>, _> = params.iter().map(|param| device_value(device, *param)).collect();
    answer.u32(numbers?.into_iter().product())
}

/// The capabilities of atomic operations, or of fences. OpenCL 3.0 reports them; 2.x has all of them, and earlier
/// versions have relaxed operations in a work-group.
fn capabilities(device: PiDevice, param: u32) -> Result<u64, Failure> {
    let all = CL_DEVICE_ATOMIC_ORDER_RELAXED
        | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
        | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
        | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM
        | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
        | CL_DEVICE_ATOMIC_SCOPE_DEVICE
        | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
    let least = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
    match version(device)? {
        found if found >= (3, 0) => device_value(device, param),
        found if found >= (2, 0) => Ok(all),
        _ => Ok(least),
    }
}

fn atomics(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    match param {
        PI_DEVICE_INFO_ATOMIC_64 => {
            let [base, extended] = ATOMICS_64;
            answer.bool(has_extension(device, base)? && has_extension(device, extended)?)
        }
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES => {
            answer.u64(orders(capabilities(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES)?).0)
        }
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES => {
            answer.u64(scopes(capabilities(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES)?).0)
        }
        PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES => {
            answer.u64(orders(capabilities(device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES)?).0)
        }
        _ => answer.u64(scopes(capabilities(device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES)?).0),
    }
}

/// OpenCL's orders of memory as PI's. Acquire and release come with their sum.
fn orders(capabilities: u64) -> PiMemoryOrderCapabilities {
    let mut orders = PiMemoryOrderCapabilities::default();
    if capabilities & CL_DEVICE_ATOMIC_ORDER_RELAXED != 0 {
        orders |= PI_MEMORY_ORDER_RELAXED;
    }
    if capabilities & CL_DEVICE_ATOMIC_ORDER_ACQ_REL != 0 {
        orders |= PI_MEMORY_ORDER_ACQUIRE | PI_MEMORY_ORDER_RELEASE | PI_MEMORY_ORDER_ACQ_REL;
    }
    if capabilities & CL_DEVICE_ATOMIC_ORDER_SEQ_CST != 0 {
        orders |= PI_MEMORY_ORDER_SEQ_CST;
    }
    orders
}

/// OpenCL's scopes as PI's: a device with work-group scope also has sub-group scope.
fn scopes(capabilities: u64) -> PiMemoryScopeCapabilities {
    let mut scopes = PiMemoryScopeCapabilities::default();
    if capabilities & CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM != 0 {
        scopes |= PI_MEMORY_SCOPE_WORK_ITEM;
    }
    if capabilities & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP != 0 {
        scopes |= PI_MEMORY_SCOPE_SUB_GROUP | PI_MEMORY_SCOPE_WORK_GROUP;
    }
    if capabilities & CL_DEVICE_ATOMIC_SCOPE_DEVICE != 0 {
        scopes |= PI_MEMORY_SCOPE_DEVICE;
    }
    if capabilities & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES != 0 {
        scopes |= PI_MEMORY_SCOPE_SYSTEM;
    }
    scopes
}

/// Capabilities of USM, which have OpenCL's numbers; without the extension, those that SVM gives.
fn usm(device: PiDevice, param: PiDeviceInfo, answer: Answer) -> Result<(), Failure> {
    if has_extension(device, EXTENSION)? {
        return answer.u64(device_list::<u64>(device, param.0)?.first().copied().unwrap_or(0));
    }
    answer.u64(svm::usm_capabilities(device, param)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_have_pis_numbers() {
        let all = orders(u64::MAX);
        assert_eq!(all.0, 0b11111);
        assert_eq!(orders(CL_DEVICE_ATOMIC_ORDER_RELAXED), PI_MEMORY_ORDER_RELAXED);
        let group = scopes(CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
        assert_eq!(group, PI_MEMORY_SCOPE_SUB_GROUP | PI_MEMORY_SCOPE_WORK_GROUP);
        assert_eq!(scopes(u64::MAX).0, 0b11111);
    }
}
