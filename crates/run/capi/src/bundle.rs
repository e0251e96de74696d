//! Kernel bundles and device images.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use tandem_runtime::bundle::{self, BundleImage, BundleState, KernelBundle, Request};
use tandem_runtime::device::Device;
use tandem_runtime::object::Object;
use tandem_runtime::programs::KernelId;
use tandem_runtime::queue::Queue;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::producing;
use crate::handle::{shared, shared_list};
use crate::kernel_slot::{set_constant, with_constant};
use crate::parameters::{Array, Capacity, Handle, Len, Out, Places, Struct};

pub(crate) fn state(number: u32) -> Result<BundleState> {
    BundleState::from_number(number).ok_or_else(|| Error::Invalid(format!("unknown bundle state {number}")))
}

/// Reads a request.
fn with_request<T>(
    raw: Struct<'_, TandemBundleRequest>,
    answer: impl FnOnce(&TandemBundleRequest, &Request<'_>) -> Result<T>,
) -> Result<T> {
    let raw = raw.get("the request")?;
    // SAFETY: the header has the caller hold the handle during the call.
    let context = unsafe { shared(raw.context)? };
    // SAFETY: the header has the lists valid during the call.
    let (devices, kernels) = unsafe {
        let devices: Vec<Arc<Object<Device>>> = shared_list(raw.devices, raw.num_devices, "the list of devices")?;
        let kernels: Option<Vec<Arc<Object<KernelId>>>> = match raw.some_kernels {
            0 => None,
            _ => Some(shared_list(raw.kernels, raw.num_kernels, "the list of kernels")?),
        };
        (devices, kernels)
    };
    let request =
        Request { state: state(raw.state)?, context: &context, devices: &devices, kernels: kernels.as_deref() };
    answer(&raw, &request)
}

/// `tandem_bundle_get`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_get(request: Struct<'_, TandemBundleRequest>, out: Out<'_, BundleHandle>) -> c_int {
    producing(|| {
        out.give(with_request(request, |raw, request| {
            bundle::find(request, |image| {
                // SAFETY: the header promises that the function may be called.
                raw.accept.is_none_or(|accept| unsafe { accept(raw.accept_data, Arc::as_ptr(image)) } != 0)
            })
        })?)
    })
}

/// `tandem_bundle_exists`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_exists(request: Struct<'_, TandemBundleRequest>, out: Out<'_, c_int>) -> c_int {
    producing(|| out.set(with_request(request, |_, request| bundle::exists(request))?.into()))
}

/// `tandem_bundle_convert`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_convert(
    bundles: Array<'_, BundleHandle>,
    num_bundles: Len<BundleHandle>,
    to: u32,
    devices: Array<'_, DeviceHandle>,
    num_devices: Len<DeviceHandle>,
    out: Out<'_, BundleHandle>,
) -> c_int {
    producing(|| {
        let bundles = bundles.shared(num_bundles, "the list of kernel bundles")?;
        let devices = match devices.is_null() {
            true => None,
            false => Some(devices.shared(num_devices, "the list of devices")?),
        };
        let bundles: Vec<&Arc<Object<KernelBundle>>> = bundles.iter().collect();
        out.give(bundle::convert(&bundles, state(to)?, devices.as_deref())?)
    })
}

/// `tandem_bundle_join`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_join(
    bundles: Array<'_, BundleHandle>,
    num_bundles: Len<BundleHandle>,
    out: Out<'_, BundleHandle>,
) -> c_int {
    producing(|| {
        let bundles = bundles.shared(num_bundles, "the list of kernel bundles")?;
        let bundles: Vec<&Arc<Object<KernelBundle>>> = bundles.iter().collect();
        out.give(bundle::join(&bundles)?)
    })
}

/// `tandem_bundle_context`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_context(bundle: Handle<'_, KernelBundle>, out: Out<'_, ContextHandle>) -> c_int {
    producing(|| out.give(bundle.object()?.context().clone()))
}

/// `tandem_bundle_devices`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_devices(
    bundle: Handle<'_, KernelBundle>,
    capacity: Capacity<DeviceHandle>,
    out: Places<'_, DeviceHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, bundle.object()?.devices()))
}

/// `tandem_bundle_images`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_images(
    bundle: Handle<'_, KernelBundle>,
    capacity: Capacity<DeviceImageHandle>,
    out: Places<'_, DeviceImageHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, bundle.object()?.images()))
}

/// `tandem_bundle_kernel_ids`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_kernel_ids(
    bundle: Handle<'_, KernelBundle>,
    capacity: Capacity<KernelIdHandle>,
    out: Places<'_, KernelIdHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, &bundle.object()?.kernel_ids()?))
}

/// `tandem_bundle_has_kernel`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_has_kernel(
    bundle: Handle<'_, KernelBundle>,
    kernel: Handle<'_, KernelId>,
    device: Handle<'_, Device>,
    out: Out<'_, c_int>,
) -> c_int {
    producing(|| out.set(bundle.object()?.has_kernel(kernel.object()?, device.if_any()?.as_deref()).into()))
}

/// `tandem_device_image_has_kernel`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_image_has_kernel(
    image: Handle<'_, BundleImage>,
    kernel: Handle<'_, KernelId>,
    device: Handle<'_, Device>,
    out: Out<'_, c_int>,
) -> c_int {
    producing(|| out.set(image.object()?.has_kernel(kernel.object()?, device.if_any()?.as_deref()).into()))
}

/// `tandem_bundle_check_queue`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_check_queue(bundle: Handle<'_, KernelBundle>, queue: Handle<'_, Queue>) -> c_int {
    producing(|| bundle.object()?.check_context(queue.object()?.context()))
}

/// `tandem_bundle_has_spec_constant`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_has_spec_constant(
    bundle: Handle<'_, KernelBundle>,
    constant: Struct<'_, TandemSpecValue>,
    out: Out<'_, c_int>,
) -> c_int {
    producing(|| {
        let bundle = bundle.object()?;
        let has = match constant.if_any("the constant")? {
            // SAFETY: the header has its texts valid during the call.
            Some(constant) => unsafe { with_constant(&constant, |name| bundle.has_spec_constant(name)) },
            None => bundle.has_spec_constants(),
        };
        out.set(has.into())
    })
}

/// `tandem_bundle_set_spec_constant`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_bundle_set_spec_constant(
    bundle: Handle<'_, KernelBundle>,
    constant: Struct<'_, TandemSpecValue>,
) -> c_int {
    producing(|| {
        let (bundle, constant) = (bundle.object()?, constant.get("the constant")?);
        // SAFETY: the header has its texts and value valid during the call.
        unsafe { set_constant(&constant, |name, bytes| bundle.set_spec_constant(name, bytes)) }
    })
}

/// `tandem_bundle_spec_constant`
///
/// # Safety
/// `out` is null or valid for the size that the constant has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_spec_constant(
    bundle: Handle<'_, KernelBundle>,
    constant: Struct<'_, TandemSpecValue>,
    out: *mut c_void,
) -> c_int {
    producing(|| {
        let (bundle, constant) = (bundle.object()?, constant.get("the constant")?);
        // SAFETY: the header has its texts valid during the call.
        let Some(bytes) = (unsafe { with_constant(&constant, |name| bundle.spec_constant(name)) }) else {
            return Ok(());
        };
        if out.is_null() || bytes.len() != constant.value_size {
            return Err(Error::Invalid(format!("the output buffer does not fit a value of {} bytes", bytes.len())));
        }
        // SAFETY: the caller's duty; not null.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), out.cast(), bytes.len()) };
        Ok(())
    })
}
