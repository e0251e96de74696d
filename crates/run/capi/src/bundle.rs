//! Kernel bundles and device images.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

use tandem_runtime::bundle::{self, BundleState, KernelBundle, Request};
use tandem_runtime::device::Device;
use tandem_runtime::object::Object;
use tandem_runtime::programs::KernelId;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{output, producing};
use crate::handle::{hand_out, hand_out_list, object, shared, shared_list};
use crate::kernel_slot::{set_constant, with_constant};
use crate::sized::{sized, sized_or_null};

pub(crate) fn state(number: u32) -> Result<BundleState> {
    BundleState::from_number(number).ok_or_else(|| Error::Invalid(format!("there is no bundle state {number}")))
}

/// Reads a request.
///
/// # Safety
/// `raw` is null or valid, with everything it leads to.
unsafe fn with_request<T>(
    raw: *const TandemBundleRequest,
    answer: impl FnOnce(&TandemBundleRequest, &Request<'_>) -> Result<T>,
) -> Result<T> {
    let mut room = MaybeUninit::uninit();
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        let raw = sized(raw, &mut room, "the request")?;
        let context = shared(raw.context)?;
        let devices: Vec<Arc<Object<Device>>> = shared_list(raw.devices, raw.num_devices, "the list of devices")?;
        let kernels: Option<Vec<Arc<Object<KernelId>>>> = match raw.some_kernels {
            0 => None,
            _ => Some(shared_list(raw.kernels, raw.num_kernels, "the list of kernels")?),
        };
        let request =
            Request { state: state(raw.state)?, context: &context, devices: &devices, kernels: kernels.as_deref() };
        answer(raw, &request)
    }
}

/// `tandem_bundle_get`
///
/// # Safety
/// `request` is null or valid, with everything it leads to; `out` is null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_get(request: *const TandemBundleRequest, out: *mut BundleHandle) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundle = with_request(request, |raw, request| {
                bundle::find(request, |image| {
                    // The header promises that the function may be called.
                    raw.accept.is_none_or(|accept| accept(raw.accept_data, Arc::as_ptr(image)) != 0)
                })
            })?;
            hand_out(bundle, out, "the result")
        }
    })
}

/// `tandem_bundle_exists`
///
/// # Safety
/// `request` is null or valid, with everything it leads to; `out` is null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_exists(request: *const TandemBundleRequest, out: *mut c_int) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let exists = with_request(request, |_, request| bundle::exists(request))?;
            output(out, "the result", c_int::from(exists))
        }
    })
}

/// `tandem_bundle_convert`
///
/// # Safety
/// The lists are null or valid for their lengths, with live handles; `out` is
/// null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_convert(
    bundles: *const BundleHandle,
    num_bundles: usize,
    to: u32,
    devices: *const DeviceHandle,
    num_devices: usize,
    out: *mut BundleHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundles = shared_list(bundles, num_bundles, "the list of kernel bundles")?;
            let devices = match devices.is_null() {
                true => None,
                false => Some(shared_list(devices, num_devices, "the list of devices")?),
            };
            let bundles: Vec<&Arc<Object<KernelBundle>>> = bundles.iter().collect();
            hand_out(bundle::convert(&bundles, state(to)?, devices.as_deref())?, out, "the result")
        }
    })
}

/// `tandem_bundle_join`
///
/// # Safety
/// The list is null or valid for its length, with live handles; `out` is null or
/// valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_join(
    bundles: *const BundleHandle,
    num_bundles: usize,
    out: *mut BundleHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundles = shared_list(bundles, num_bundles, "the list of kernel bundles")?;
            let bundles: Vec<&Arc<Object<KernelBundle>>> = bundles.iter().collect();
            hand_out(bundle::join(&bundles)?, out, "the result")
        }
    })
}

/// `tandem_bundle_context`
///
/// # Safety
/// `bundle` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_context(bundle: BundleHandle, out: *mut ContextHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(bundle)?.context().clone(), out, "the result") })
}

/// `tandem_bundle_devices`
///
/// # Safety
/// `bundle` is a handle; `out` is null or valid for `capacity` handles; `count`
/// is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_devices(
    bundle: BundleHandle,
    capacity: usize,
    out: *mut DeviceHandle,
    count: *mut usize,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_list(object(bundle)?.devices(), capacity, out, count) })
}

/// `tandem_bundle_images`
///
/// # Safety
/// As for [`tandem_bundle_devices`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_images(
    bundle: BundleHandle,
    capacity: usize,
    out: *mut DeviceImageHandle,
    count: *mut usize,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_list(object(bundle)?.images(), capacity, out, count) })
}

/// `tandem_bundle_kernel_ids`
///
/// # Safety
/// As for [`tandem_bundle_devices`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_kernel_ids(
    bundle: BundleHandle,
    capacity: usize,
    out: *mut KernelIdHandle,
    count: *mut usize,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_list(&object(bundle)?.kernel_ids()?, capacity, out, count) })
}

/// `tandem_bundle_has_kernel`
///
/// # Safety
/// `bundle` and `kernel` are handles; `device` is null or a handle; `out` is
/// null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_has_kernel(
    bundle: BundleHandle,
    kernel: KernelIdHandle,
    device: DeviceHandle,
    out: *mut c_int,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe {
        let has = has_kernel(device, |device| Ok(object(bundle)?.has_kernel(object(kernel)?, device)))?;
        output(out, "the result", has)
    })
}

/// `tandem_device_image_has_kernel`
///
/// # Safety
/// As for [`tandem_bundle_has_kernel`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_image_has_kernel(
    image: DeviceImageHandle,
    kernel: KernelIdHandle,
    device: DeviceHandle,
    out: *mut c_int,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe {
        let has = has_kernel(device, |device| Ok(object(image)?.has_kernel(object(kernel)?, device)))?;
        output(out, "the result", has)
    })
}

/// Asks for a kernel for a device, or for any where the handle is null.
///
/// # Safety
/// `device` is null or a handle.
unsafe fn has_kernel(
    device: DeviceHandle,
    ask: impl FnOnce(Option<&Arc<Object<Device>>>) -> Result<bool>,
) -> Result<c_int> {
    let has = match device.is_null() {
        true => ask(None),
        // SAFETY: the caller's duty.
        false => ask(Some(&*unsafe { shared(device)? })),
    };
    has.map(c_int::from)
}

/// `tandem_bundle_check_queue`
///
/// # Safety
/// `bundle` and `queue` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_check_queue(bundle: BundleHandle, queue: QueueHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { object(bundle)?.check_context(object(queue)?.context()) })
}

/// `tandem_bundle_has_spec_constant`
///
/// # Safety
/// `bundle` is a handle; `constant` is null or valid, with its texts; `out` is
/// null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_has_spec_constant(
    bundle: BundleHandle,
    constant: *const TandemSpecValue,
    out: *mut c_int,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundle = object(bundle)?;
            let mut room = MaybeUninit::uninit();
            let has = match sized_or_null(constant, &mut room, "the constant")? {
                Some(constant) => with_constant(constant, |name| bundle.has_spec_constant(name)),
                None => bundle.has_spec_constants(),
            };
            output(out, "the result", c_int::from(has))
        }
    })
}

/// `tandem_bundle_set_spec_constant`
///
/// # Safety
/// `bundle` is a handle; `constant` is null or valid, with its texts and value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_set_spec_constant(
    bundle: BundleHandle,
    constant: *const TandemSpecValue,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let bundle = object(bundle)?;
            let mut room = MaybeUninit::uninit();
            set_constant(sized(constant, &mut room, "the constant")?, |name, bytes| {
                bundle.set_spec_constant(name, bytes)
            })
        }
    })
}

/// `tandem_bundle_spec_constant`
///
/// # Safety
/// `bundle` is a handle; `constant` is null or valid, with its texts; `out` is
/// null or valid for the size that the constant has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_bundle_spec_constant(
    bundle: BundleHandle,
    constant: *const TandemSpecValue,
    out: *mut c_void,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let mut room = MaybeUninit::uninit();
            let (bundle, constant) = (object(bundle)?, sized(constant, &mut room, "the constant")?);
            let Some(bytes) = with_constant(constant, |name| bundle.spec_constant(name)) else {
                return Ok(());
            };
            if out.is_null() || bytes.len() != constant.value_size {
                return Err(Error::Invalid(format!("there is no place for a value of {} bytes", bytes.len())));
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), out.cast(), bytes.len());
        }
        Ok(())
    })
}
