//! Identities of kernels, and kernels as objects.

use std::ffi::{c_char, c_int, c_void};

use tandem_runtime::bundle::{self, BundleKernel, KernelBundle};
use tandem_runtime::device::Device;
use tandem_runtime::pi::constants::PiKernelInfo;
use tandem_runtime::programs::KernelId;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::CText;

use crate::abi::*;
use crate::call::producing;
use crate::parameters::{Array, Capacity, Handle, In, Len, Out, Places, Text};

/// `tandem_kernel_id`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_id(
    names: Array<'_, *const c_char>,
    num_names: Len<*const c_char>,
    unit: Text<'_>,
    here: *const c_void,
    out: Out<'_, KernelIdHandle>,
) -> c_int {
    producing(|| {
        let names = names.get(num_names, "the list of names")?;
        // SAFETY: the header has them end with zero.
        let texts: Vec<_> = names.iter().map(|&name| unsafe { CText::new(name) }.get()).collect();
        let names: Vec<&str> = texts.iter().map(|text| &**text).collect();
        // SAFETY: as for the names.
        let unit = unsafe { CText::new(unit.as_ptr()) };
        out.give(bundle::kernel_id(&names, &unit.get(), here as usize)?)
    })
}

/// `tandem_kernel_id_name`: a text that lives as long as the caller holds the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_id_name(kernel: Handle<'_, KernelId>) -> *const c_char {
    kernel.object().map_or(c"".as_ptr(), |kernel| kernel.c_name().as_ptr())
}

/// `tandem_kernel_ids`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_ids(
    capacity: Capacity<KernelIdHandle>,
    out: Places<'_, KernelIdHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, &bundle::kernel_ids()?))
}

/// `tandem_device_built_in_kernel_ids`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_built_in_kernel_ids(
    device: Handle<'_, Device>,
    capacity: Capacity<KernelIdHandle>,
    out: Places<'_, KernelIdHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, &bundle::built_in_kernel_ids(device.object()?)?))
}

/// `tandem_kernels_compatible`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernels_compatible(
    kernels: Array<'_, KernelIdHandle>,
    num_kernels: Len<KernelIdHandle>,
    device: Handle<'_, Device>,
    out: Out<'_, c_int>,
) -> c_int {
    producing(|| {
        let kernels = kernels.shared(num_kernels, "the list of kernels")?;
        out.set(bundle::is_compatible(&kernels, &*device.shared()?)?.into())
    })
}

/// `tandem_bundle_kernel`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_kernel(
    bundle: Handle<'_, KernelBundle>,
    kernel: Handle<'_, KernelId>,
    out: Out<'_, KernelHandle>,
) -> c_int {
    producing(|| out.give(BundleKernel::new(&*bundle.shared()?, kernel.object()?)?))
}

/// `tandem_kernel_bundle`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_bundle(kernel: Handle<'_, BundleKernel>, out: Out<'_, BundleHandle>) -> c_int {
    producing(|| out.give(kernel.object()?.bundle().clone()))
}

/// `tandem_kernel_max_cooperative_groups`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_max_cooperative_groups(
    kernel: Handle<'_, BundleKernel>,
    queue: Handle<'_, Queue>,
    dims: u32,
    local: In<'_, usize>,
    local_bytes: usize,
    out: Out<'_, usize>,
) -> c_int {
    producing(|| {
        // SAFETY: the header has as many sizes as dimensions.
        let local = unsafe { local.many(dims as usize, "the work-group size")? };
        out.set(kernel.object()?.max_cooperative_groups(queue.object()?.device(), local, local_bytes)?)
    })
}

/// `tandem_kernel_info`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_kernel_info(
    kernel: Handle<'_, BundleKernel>,
    device: Handle<'_, Device>,
    param: u32,
    size: Capacity<u8>,
    value: Places<'_, u8>,
    size_ret: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let kernel = kernel.object()?;
        let bytes = match device.if_any()? {
            None => kernel.info(PiKernelInfo(param))?,
            Some(device) => kernel.device_info(&device, param)?,
        };
        value.answer(size, size_ret, &bytes)
    })
}
