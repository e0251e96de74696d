//! Devices, apart from their properties, which are in [`crate::device_info`].

use std::ffi::CStr;

use opencl_sys::{CL_DEVICE_NOT_FOUND, CL_DEVICE_TYPE};
use tandem_pi_abi::binary::PiDeviceBinaryStruct;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::api::check;
use crate::convert::ToCl;
use crate::query;

/// `piDevicesGet`: an empty list where OpenCL has an error for it.
///
/// # Safety
/// `devices` is null or has room for `capacity` handles, `count` is null or valid.
pub unsafe fn list(
    platform: PiPlatform,
    types: PiDeviceType,
    capacity: u32,
    devices: *mut PiDevice,
    count: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    match unsafe { function!(clGetDeviceIDs)(platform.cl(), types.cl(), capacity, devices.cl(), count) } {
        CL_DEVICE_NOT_FOUND => {
            if !count.is_null() {
                // SAFETY: the caller's duty.
                unsafe { count.write(0) };
            }
            Ok(())
        }
        status => check("clGetDeviceIDs", status),
    }
}

/// Whether a device takes SPIR-V: its core has it from 2.1 on, where 3.0 makes it optional.
pub fn takes_spirv(device: PiDevice) -> Result<bool, Failure> {
    Ok(query::il_versions(device)?.split_ascii_whitespace().any(|version| version.starts_with("SPIR-V")))
}

/// The target of OpenCL's native code for CPUs.
const CPU_TARGET: &CStr = c"spir64_x86_64";

/// The targets of device code that a device takes, the best first.
fn targets(device: PiDevice) -> Result<Vec<&'static CStr>, Failure> {
    let kind = PiDeviceType(query::device_value(device, CL_DEVICE_TYPE)?);
    let native = if kind.intersects(PI_DEVICE_TYPE_CPU) {
        CPU_TARGET
    } else if kind.intersects(PI_DEVICE_TYPE_GPU) {
        c"spir64_gen"
    } else {
        c"spir64_fpga"
    };
    let mut targets = vec![native];
    if takes_spirv(device)? {
        targets.push(c"spir64");
    }
    Ok(targets)
}

/// Distinguishes native code of Tandem's CPU plugin, which has the same target, from OpenCL's: a section of its
/// objects, and the first bytes of packages of objects.
const TANDEMS_SECTION: &[u8] = b".tandem.kernels\0";
const TANDEMS_PACKAGE: &[u8] = b"TNDP";

/// Whether an image is native code of Tandem's.
///
/// # Safety
/// The image is valid, and so are its bytes.
unsafe fn is_tandems_own(image: &PiDeviceBinaryStruct) -> bool {
    let (start, end) = (image.binary_start, image.binary_end);
    if start.is_null() || end.addr() <= start.addr() {
        return false;
    }
    // SAFETY: the caller's duty.
    let bytes = unsafe { std::slice::from_raw_parts(start, end.addr() - start.addr()) };
    // The names of sections are at the end of an object.
    let is_object = || bytes.windows(TANDEMS_SECTION.len()).rev().any(|name| name == TANDEMS_SECTION);
    bytes.starts_with(TANDEMS_PACKAGE) || (bytes.starts_with(b"\x7fELF") && is_object())
}

/// `piextDeviceSelectBinary`: the first image of the best target.
///
/// # Safety
/// `images` points to `count` pointers to images, whose targets are texts; `selected` is valid.
pub unsafe fn select_binary(
    device: PiDevice,
    images: *mut *mut PiDeviceBinaryStruct,
    count: u32,
    selected: *mut u32,
) -> Result<(), Failure> {
    let targets = targets(device)?;
    let images: &[*mut PiDeviceBinaryStruct] = match count {
        0 => &[],
        // SAFETY: the caller's duty.
        _ => unsafe { std::slice::from_raw_parts(images, count as usize) },
    };
    let is_of = |image: &*mut PiDeviceBinaryStruct, target: &CStr| {
        // SAFETY: the caller's duty.
        unsafe {
            let is_for_cpus = target == CPU_TARGET;
            CStr::from_ptr((**image).device_target_spec) == target && !(is_for_cpus && is_tandems_own(&**image))
        }
    };
    let found = targets.iter().find_map(|target| images.iter().position(|image| is_of(image, target)));
    let Some(index) = found else {
        let text = if takes_spirv(device)? {
            "no image is SPIR-V or for the device's target"
        } else {
            "the device does not accept SPIR-V, and no image is for its target"
        };
        return Err(Failure::new(PI_ERROR_INVALID_BINARY, text));
    };
    // SAFETY: the caller's duty.
    unsafe { selected.write(index as u32) };
    Ok(())
}
