//! Queries of OpenCL with typed answers.

use std::ffi::c_void;

use opencl_sys::{
    CL_CONTEXT_DEVICES, CL_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_IL_VERSION,
    CL_DEVICE_PLATFORM, CL_DEVICE_VERSION, CL_KERNEL_CONTEXT, CL_QUEUE_DEVICE,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::convert::ToCl;

/// The room for a name in `cl_name_version`.
const CL_NAME_VERSION_MAX_NAME_SIZE: usize = 64;

/// A type whose values are any bytes.
pub trait Plain: Copy + Default {}
impl Plain for u8 {}
impl Plain for u32 {}
impl Plain for u64 {}
impl Plain for usize {}

/// A property of a device that is one value.
pub fn device_value<T: Plain>(device: PiDevice, param: u32) -> Result<T, Failure> {
    let mut value = T::default();
    // SAFETY: a live device, and room for the value, of which any bytes are one.
    unsafe {
        call!(clGetDeviceInfo(device.cl(), param, size_of::<T>(), (&raw mut value).cast(), std::ptr::null_mut()))?;
    }
    Ok(value)
}

/// A property of a device that is a list.
pub fn device_list<T: Plain>(device: PiDevice, param: u32) -> Result<Vec<T>, Failure> {
    let mut bytes = 0;
    // SAFETY: a live device, and a place for the size.
    unsafe { call!(clGetDeviceInfo(device.cl(), param, 0, std::ptr::null_mut(), &raw mut bytes))? };
    let mut list = vec![T::default(); bytes / size_of::<T>()];
    // SAFETY: a live device, and room for the list, of whose elements any bytes are one.
    unsafe {
        let room = size_of_val(list.as_slice());
        call!(clGetDeviceInfo(device.cl(), param, room, list.as_mut_ptr().cast(), std::ptr::null_mut()))?;
    }
    Ok(list)
}

/// A property of a device that is a text.
pub fn device_text(device: PiDevice, param: u32) -> Result<String, Failure> {
    let bytes = device_list::<u8>(device, param)?;
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// Whether a device has an extension.
pub fn has_extension(device: PiDevice, name: &str) -> Result<bool, Failure> {
    Ok(device_text(device, CL_DEVICE_EXTENSIONS)?.split_ascii_whitespace().any(|each| each == name))
}

/// The version of an extension in the form of `CL_MAKE_VERSION`. `None` if the device does not have the extension, or
/// does not report versions: it is older than 3.0, and has no `cl_khr_extended_versioning`.
pub fn extension_version(device: PiDevice, name: &str) -> Result<Option<u32>, Failure> {
    if !has_extension(device, name)? {
        return Ok(None);
    }
    if version(device)? < (3, 0) && !has_extension(device, "cl_khr_extended_versioning")? {
        return Ok(None);
    }
    let list = device_list::<u8>(device, CL_DEVICE_EXTENSIONS_WITH_VERSION)?;
    Ok(version_in(&list, name))
}

/// The version of a name in a list of `cl_name_version`: 32 bits of the version, and 64 bytes of the name each.
fn version_in(list: &[u8], name: &str) -> Option<u32> {
    list.as_chunks::<{ size_of::<u32>() + CL_NAME_VERSION_MAX_NAME_SIZE }>().0.iter().find_map(|entry| {
        let (version, text) = entry.split_first_chunk()?;
        let text = text.split(|byte| *byte == 0).next()?;
        (text == name.as_bytes()).then(|| u32::from_ne_bytes(*version))
    })
}

/// The version of OpenCL of a device: major and minor.
pub fn version(device: PiDevice) -> Result<(u32, u32), Failure> {
    Ok(parse_version(&device_text(device, CL_DEVICE_VERSION)?).unwrap_or((1, 2)))
}

/// The versions of intermediate languages that a device takes, with blanks between them. Core has the property from
/// 2.1 on.
pub fn il_versions(device: PiDevice) -> Result<String, Failure> {
    let has = version(device)? >= (2, 1) || has_extension(device, "cl_khr_il_program")?;
    if has { device_text(device, CL_DEVICE_IL_VERSION) } else { Ok(String::new()) }
}

/// The version in a text of the form `OpenCL MAJOR.MINOR …`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.strip_prefix("OpenCL ")?.split_ascii_whitespace().next()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// All platforms.
pub fn platforms() -> Result<Vec<PiPlatform>, Failure> {
    let mut count = 0;
    // SAFETY: a place for the number.
    unsafe { call!(clGetPlatformIDs(0, std::ptr::null_mut(), &raw mut count))? };
    let mut platforms = vec![PiPlatform::NULL; count as usize];
    // SAFETY: room for so many handles.
    unsafe { call!(clGetPlatformIDs(count, platforms.as_mut_ptr().cl(), std::ptr::null_mut()))? };
    Ok(platforms)
}

/// The platform of a device.
pub fn platform_of(device: PiDevice) -> Result<PiPlatform, Failure> {
    let address: usize = device_value(device, CL_DEVICE_PLATFORM)?;
    Ok(PiPlatform::from_ptr(address as *mut c_void))
}

/// The devices of a context.
pub fn devices_of(context: PiContext) -> Result<Vec<PiDevice>, Failure> {
    let mut bytes = 0;
    // SAFETY: a live context, and a place for the size.
    unsafe { call!(clGetContextInfo(context.cl(), CL_CONTEXT_DEVICES, 0, std::ptr::null_mut(), &raw mut bytes))? };
    let mut devices = vec![PiDevice::NULL; bytes / size_of::<PiDevice>()];
    // SAFETY: a live context, and room for the list of handles.
    unsafe {
        let place: *mut c_void = devices.as_mut_ptr().cast();
        call!(clGetContextInfo(context.cl(), CL_CONTEXT_DEVICES, bytes, place, std::ptr::null_mut()))?;
    }
    Ok(devices)
}

/// The device of a queue.
pub fn device_of(queue: PiQueue) -> Result<PiDevice, Failure> {
    let mut device = PiDevice::NULL;
    // SAFETY: a live queue, and room for one handle.
    unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut device).cast(), size_of::<PiDevice>());
        call!(clGetCommandQueueInfo(queue.cl(), CL_QUEUE_DEVICE, size, place, std::ptr::null_mut()))?;
    }
    Ok(device)
}

/// The context of a kernel.
pub fn context_of(kernel: PiKernel) -> Result<PiContext, Failure> {
    let mut context = PiContext::NULL;
    // SAFETY: a live kernel, and room for one handle.
    unsafe {
        let (place, size): (*mut c_void, _) = ((&raw mut context).cast(), size_of::<PiContext>());
        call!(clGetKernelInfo(kernel.cl(), CL_KERNEL_CONTEXT, size, place, std::ptr::null_mut()))?;
    }
    Ok(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_extensions_are_read() {
        let entry = |name: &str, version: u32| {
            let mut bytes = version.to_ne_bytes().to_vec();
            bytes.extend(name.as_bytes());
            bytes.resize(68, 0);
            bytes
        };
        let list = [entry("cl_khr_fp64", 7), entry("cl_khr_fp", 8)].concat();
        assert_eq!((version_in(&list, "cl_khr_fp"), version_in(&list, "cl_khr_fp64")), (Some(8), Some(7)));
        assert_eq!((version_in(&list, "cl_khr"), version_in(&list[..67], "cl_khr_fp64")), (None, None));
    }

    #[test]
    fn versions_are_read() {
        assert_eq!(parse_version("OpenCL 3.0 PoCL HSTR: x"), Some((3, 0)));
        assert_eq!(parse_version("OpenCL 1.2"), Some((1, 2)));
        assert_eq!(parse_version("OpenCL 2"), None);
        assert_eq!(parse_version("3.0"), None);
    }
}
