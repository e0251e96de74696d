//! Identities of kernels, and kernels as objects.

use std::ffi::{c_char, c_int, c_void};

use tandem_runtime::bundle::{self, BundleKernel};
use tandem_runtime::device::Device;
use tandem_runtime::pi::constants::PiKernelInfo;
use tandem_runtime::submission::CText;

use crate::abi::*;
use crate::call::{answer, array, output, producing};
use crate::handle::{hand_out, hand_out_list, object, shared, shared_list};

/// `tandem_kernel_id`
///
/// # Safety
/// `names` is null or valid for `num_names` texts; `unit` is null or a text;
/// `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_id(
    names: *const *const c_char,
    num_names: usize,
    unit: *const c_char,
    here: *const c_void,
    out: *mut KernelIdHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let names = array(names, num_names, "the list of names")?;
            let texts: Vec<_> = names.iter().map(|&name| CText::new(name).get()).collect();
            let names: Vec<&str> = texts.iter().map(|text| &**text).collect();
            let id = bundle::kernel_id(&names, &CText::new(unit).get(), here as usize)?;
            hand_out(id, out, "the result")
        }
    })
}

/// `tandem_kernel_id_name`
///
/// # Safety
/// `kernel` is a handle that the caller holds as long as it uses the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_id_name(kernel: KernelIdHandle) -> *const c_char {
    // SAFETY: the caller's duty.
    unsafe { object(kernel) }.map_or(c"".as_ptr(), |kernel| kernel.c_name().as_ptr())
}

/// `tandem_kernel_ids`
///
/// # Safety
/// `out` is null or valid for `capacity` handles; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_ids(capacity: usize, out: *mut KernelIdHandle, count: *mut usize) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_list(&bundle::kernel_ids()?, capacity, out, count) })
}

/// `tandem_device_built_in_kernel_ids`
///
/// # Safety
/// `device` is a handle; `out` is null or valid for `capacity` handles; `count` is
/// null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_built_in_kernel_ids(
    device: DeviceHandle,
    capacity: usize,
    out: *mut KernelIdHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe { hand_out_list(&bundle::built_in_kernel_ids(object(device)?)?, capacity, out, count) }
    })
}

/// `tandem_kernels_compatible`
///
/// # Safety
/// `kernels` is null or valid for its length, with live handles; `device` is a
/// handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernels_compatible(
    kernels: *const KernelIdHandle,
    num_kernels: usize,
    device: DeviceHandle,
    out: *mut c_int,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let kernels = shared_list(kernels, num_kernels, "the list of kernels")?;
            let is_compatible = bundle::is_compatible(&kernels, &*shared(device)?)?;
            output(out, "the result", c_int::from(is_compatible))
        }
    })
}

/// `tandem_bundle_kernel`
///
/// # Safety
/// `bundle` and `kernel` are handles; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_kernel(
    bundle: BundleHandle,
    kernel: KernelIdHandle,
    out: *mut KernelHandle,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(BundleKernel::new(&*shared(bundle)?, object(kernel)?)?, out, "the result") })
}

/// `tandem_kernel_bundle`
///
/// # Safety
/// `kernel` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_bundle(kernel: KernelHandle, out: *mut BundleHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(kernel)?.bundle().clone(), out, "the result") })
}

/// `tandem_kernel_max_cooperative_groups`
///
/// # Safety
/// `kernel` and `queue` are handles; `local` is null or valid for `dims` numbers; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_max_cooperative_groups(
    kernel: KernelHandle,
    queue: QueueHandle,
    dims: u32,
    local: *const usize,
    local_bytes: usize,
    out: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let local = array(local, dims as usize, "the work-group size")?;
            let count = object(kernel)?.max_cooperative_groups(object(queue)?.device(), local, local_bytes)?;
            output(out, "the result", count)
        }
    })
}

/// `tandem_kernel_info`
///
/// # Safety
/// `kernel` is a handle; `device` is null or one; `value` is null or valid for
/// `size` bytes; `size_ret` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_kernel_info(
    kernel: KernelHandle,
    device: DeviceHandle,
    param: u32,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let kernel = object(kernel)?;
            let bytes = match device.is_null() {
                true => kernel.info(PiKernelInfo(param))?,
                false => kernel.device_info(&*shared::<Device>(device)?, param)?,
            };
            answer(&bytes, size, value, size_ret)
        }
    })
}
