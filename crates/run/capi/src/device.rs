//! Platforms, devices and contexts.

use std::borrow::Cow;
use std::ffi::{CStr, c_int};

use tandem_runtime::Error;
use tandem_runtime::context::Context;
use tandem_runtime::device::{Device, Platform};
use tandem_runtime::no_device::{self, Wanted};
use tandem_runtime::pi::constants::{PiDeviceAffinityDomain, PiDeviceInfo, PiDeviceType, PiPeerAttr, PiPlatformInfo};
use tandem_runtime::sub_device::Partition;

use crate::abi::{ContextHandle, DeviceHandle, PlatformHandle};
use crate::call::{acting, producing};
use crate::parameters::{Array, Capacity, Handle, Len, Out, Places, Text};

/// `tandem_platforms`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_platforms(
    capacity: Capacity<PlatformHandle>,
    out: Places<'_, PlatformHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, &tandem_runtime::platforms()?))
}

/// `tandem_platform_devices`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_platform_devices(
    platform: Handle<'_, Platform>,
    device_type: u64,
    capacity: Capacity<DeviceHandle>,
    out: Places<'_, DeviceHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, &platform.object()?.devices_of_type(PiDeviceType(device_type))))
}

/// `tandem_device_platform`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_platform(device: Handle<'_, Device>, out: Out<'_, PlatformHandle>) -> c_int {
    producing(|| out.give(device.object()?.platform()?))
}

/// `tandem_device_partition`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_partition(
    device: Handle<'_, Device>,
    kind: u32,
    num_values: Len<usize>,
    values: Array<'_, usize>,
    capacity: Capacity<DeviceHandle>,
    out: Places<'_, DeviceHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| {
        let (device, values) = (device.shared()?, values.get(num_values, "the list of values")?);
        let first = values.first().copied().unwrap_or(0);
        let partition = match kind {
            1 => Partition::Equally(first),
            2 => Partition::ByCounts(values),
            3 => Partition::ByAffinityDomain(PiDeviceAffinityDomain(first as u64)),
            _ => return Err(Error::Invalid(format!("unknown kind {kind} of partition"))),
        };
        out.give(capacity, count, &device.partition(partition)?)
    })
}

/// `tandem_device_parent`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_parent(device: Handle<'_, Device>, out: Out<'_, DeviceHandle>) -> c_int {
    producing(|| {
        let parent = device.object()?.parent().cloned();
        out.give(parent.ok_or_else(|| Error::Invalid("the device is not a sub-device".to_owned()))?)
    })
}

/// `tandem_device_can_access_peer`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_can_access_peer(
    device: Handle<'_, Device>,
    peer: Handle<'_, Device>,
    attribute: u32,
    out: Out<'_, c_int>,
) -> c_int {
    producing(|| out.set(device.object()?.can_access_peer(peer.object()?, PiPeerAttr(attribute)).into()))
}

/// `tandem_device_set_peer_access`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_set_peer_access(
    device: Handle<'_, Device>,
    peer: Handle<'_, Device>,
    on: c_int,
) -> c_int {
    acting(|| device.object()?.set_peer_access(peer.object()?, on != 0))
}

/// `tandem_default_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_default_device(out: Out<'_, DeviceHandle>) -> c_int {
    producing(|| out.give(tandem_runtime::default_device()?))
}

/// `tandem_no_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_no_device(selector: Text<'_>, wanted: u64, unwanted: u64) -> c_int {
    producing(|| {
        let selector = selector.get().map(CStr::to_string_lossy);
        Err(no_device::error(wanted_device(&selector, wanted, unwanted)))
    })
}

/// `tandem_select_device`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_select_device(
    selector: Text<'_>,
    wanted: u64,
    unwanted: u64,
    out: Out<'_, DeviceHandle>,
) -> c_int {
    producing(|| {
        let selector = selector.get().map(CStr::to_string_lossy);
        out.give(tandem_runtime::choose(wanted_device(&selector, wanted, unwanted))?)
    })
}

fn wanted_device<'a>(selector: &'a Option<Cow<'_, str>>, with: u64, without: u64) -> Wanted<'a> {
    Wanted { selector: selector.as_deref(), with, without }
}

/// `tandem_device_has`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_has(device: Handle<'_, Device>, aspect: u32, out: Out<'_, c_int>) -> c_int {
    producing(|| out.set(device.object()?.has_aspect(aspect).into()))
}

/// `tandem_platform_info`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_platform_info(
    platform: Handle<'_, Platform>,
    param: u32,
    size: Capacity<u8>,
    value: Places<'_, u8>,
    size_ret: Out<'_, usize>,
) -> c_int {
    producing(|| value.answer(size, size_ret, &platform.object()?.info(PiPlatformInfo(param))?))
}

/// `tandem_device_info`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_info(
    device: Handle<'_, Device>,
    param: u32,
    size: Capacity<u8>,
    value: Places<'_, u8>,
    size_ret: Out<'_, usize>,
) -> c_int {
    producing(|| value.answer(size, size_ret, &device.object()?.info(PiDeviceInfo(param))?))
}

/// `tandem_context_create`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_context_create(
    num_devices: Len<DeviceHandle>,
    devices: Array<'_, DeviceHandle>,
    out: Out<'_, ContextHandle>,
) -> c_int {
    producing(|| out.give(Context::new(&devices.shared(num_devices, "the list of devices")?)?))
}

/// `tandem_context_default`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_context_default(device: Handle<'_, Device>, out: Out<'_, ContextHandle>) -> c_int {
    producing(|| out.give(tandem_runtime::default_context(&*device.shared()?)?))
}

/// `tandem_context_devices`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_context_devices(
    context: Handle<'_, Context>,
    capacity: Capacity<DeviceHandle>,
    out: Places<'_, DeviceHandle>,
    count: Out<'_, usize>,
) -> c_int {
    producing(|| out.give(capacity, count, context.object()?.devices()))
}
