//! Platforms, devices and contexts.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::Arc;

use tandem_runtime::Error;
use tandem_runtime::context::Context;
use tandem_runtime::no_device::{self, Wanted};
use tandem_runtime::object::Object;
use tandem_runtime::pi::constants::{PiDeviceAffinityDomain, PiDeviceInfo, PiDeviceType, PiPeerAttr, PiPlatformInfo};
use tandem_runtime::sub_device::Partition;

use crate::abi::{ContextHandle, DeviceHandle, PlatformHandle};
use crate::call::{acting, answer, array, output, producing};
use crate::handle::{hand_out, hand_out_list, object, shared};

/// `tandem_platforms`
///
/// # Safety
/// `out` is null or valid for `capacity` handles; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_platforms(capacity: usize, out: *mut PlatformHandle, count: *mut usize) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_list(&tandem_runtime::platforms()?, capacity, out, count) })
}

/// `tandem_platform_devices`
///
/// # Safety
/// `platform` is a handle; `out` is null or valid for `capacity` handles;
/// `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_platform_devices(
    platform: PlatformHandle,
    device_type: u64,
    capacity: usize,
    out: *mut DeviceHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let platform = unsafe { object(platform)? };
        let devices = platform.devices_of_type(PiDeviceType(device_type));
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(&devices, capacity, out, count) }
    })
}

/// `tandem_device_platform`
///
/// # Safety
/// `device` is a handle, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_platform(device: DeviceHandle, out: *mut PlatformHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(device)?.platform()?, out, "the result") })
}

/// `tandem_device_partition`
///
/// # Safety
/// `device` is a handle; `values` is null or valid for `num_values` numbers,
/// `out` null or valid for `capacity` handles; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_partition(
    device: DeviceHandle,
    kind: u32,
    num_values: usize,
    values: *const usize,
    capacity: usize,
    out: *mut DeviceHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let (device, values) = unsafe { (shared(device)?, array(values, num_values, "the list of values")?) };
        let first = values.first().copied().unwrap_or(0);
        let partition = match kind {
            1 => Partition::Equally(first),
            2 => Partition::ByCounts(values),
            3 => Partition::ByAffinityDomain(PiDeviceAffinityDomain(first as u64)),
            _ => return Err(Error::Invalid(format!("{kind} is not a kind of partition"))),
        };
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(&device.partition(partition)?, capacity, out, count) }
    })
}

/// `tandem_device_parent`
///
/// # Safety
/// `device` is a handle, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_parent(device: DeviceHandle, out: *mut DeviceHandle) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let parent = unsafe { object(device)?.parent().cloned() };
        let parent = parent.ok_or_else(|| Error::Invalid("the device is not a sub-device".to_owned()))?;
        // SAFETY: the caller's duty.
        unsafe { hand_out(parent, out, "the result") }
    })
}

/// `tandem_device_can_access_peer`
///
/// # Safety
/// `device` and `peer` are handles, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_can_access_peer(
    device: DeviceHandle,
    peer: DeviceHandle,
    attribute: u32,
    out: *mut c_int,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty is that of each call.
        unsafe {
            let can = object(device)?.can_access_peer(object(peer)?, PiPeerAttr(attribute));
            output(out, "the result", c_int::from(can))
        }
    })
}

/// `tandem_device_set_peer_access`
///
/// # Safety
/// `device` and `peer` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_set_peer_access(device: DeviceHandle, peer: DeviceHandle, on: c_int) -> c_int {
    // SAFETY: the caller's duty is that of each call.
    acting(|| unsafe { object(device)?.set_peer_access(object(peer)?, on != 0) })
}

/// `tandem_default_device`
///
/// # Safety
/// `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_default_device(out: *mut DeviceHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(tandem_runtime::default_device()?, out, "the result") })
}

/// `tandem_no_device`
///
/// # Safety
/// `selector` is null or a text that ends with zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_no_device(selector: *const c_char, wanted: u64, unwanted: u64) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let selector = unsafe { optional_text(selector) };
        Err(no_device::error(Wanted { selector: selector.as_deref(), with: wanted, without: unwanted }))
    })
}

/// `tandem_select_device`
///
/// # Safety
/// `selector` is null or a text that ends with zero, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_select_device(
    selector: *const c_char,
    wanted: u64,
    unwanted: u64,
    out: *mut DeviceHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let selector = unsafe { optional_text(selector) };
        let wanted = Wanted { selector: selector.as_deref(), with: wanted, without: unwanted };
        // SAFETY: the caller's duty.
        unsafe { hand_out(tandem_runtime::choose(wanted)?, out, "the result") }
    })
}

/// # Safety
/// `text` is null or ends with zero, and lives as long as the result.
unsafe fn optional_text<'a>(text: *const c_char) -> Option<Cow<'a, str>> {
    // SAFETY: the caller's duty.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// `tandem_device_has`
///
/// # Safety
/// `device` is a handle, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_has(device: DeviceHandle, aspect: u32, out: *mut c_int) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let has = unsafe { object(device)?.has_aspect(aspect) };
        // SAFETY: the caller's duty.
        unsafe { output(out, "the result", c_int::from(has)) }
    })
}

/// `tandem_platform_info`
///
/// # Safety
/// `platform` is a handle; `value` is null or valid for `size` bytes; `size_ret`
/// is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_platform_info(
    platform: PlatformHandle,
    param: u32,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        unsafe { answer(&object(platform)?.info(PiPlatformInfo(param))?, size, value, size_ret) }
    })
}

/// `tandem_device_info`
///
/// # Safety
/// As for [`tandem_platform_info`], with a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_device_info(
    device: DeviceHandle,
    param: u32,
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        unsafe { answer(&object(device)?.info(PiDeviceInfo(param))?, size, value, size_ret) }
    })
}

/// `tandem_context_create`
///
/// # Safety
/// `devices` is valid for `num_devices` handles; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_context_create(
    num_devices: usize,
    devices: *const DeviceHandle,
    out: *mut ContextHandle,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let handles = unsafe { array(devices, num_devices, "the list of devices")? };
        let mut devices = Vec::with_capacity(handles.len());
        for &handle in handles {
            // SAFETY: the caller's duty.
            let device = unsafe { shared(handle)? };
            devices.push(Arc::clone(&device));
        }
        // SAFETY: the caller's duty.
        unsafe { hand_out(Context::new(&devices)?, out, "the result") }
    })
}

/// `tandem_context_default`
///
/// # Safety
/// `device` is a handle, and `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_context_default(device: DeviceHandle, out: *mut ContextHandle) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(tandem_runtime::default_context(&*shared(device)?)?, out, "the result") })
}

/// `tandem_context_devices`
///
/// # Safety
/// `context` is a handle; `out` is null or valid for `capacity` handles;
/// `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_context_devices(
    context: ContextHandle,
    capacity: usize,
    out: *mut DeviceHandle,
    count: *mut usize,
) -> c_int {
    producing(|| {
        // SAFETY: the caller's duty.
        let context: &Object<Context> = unsafe { object(context)? };
        // SAFETY: the caller's duty.
        unsafe { hand_out_list(context.devices(), capacity, out, count) }
    })
}
