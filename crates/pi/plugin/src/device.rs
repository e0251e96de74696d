//! Devices, apart from their many properties, which are in [`crate::device_info`].

use std::ffi::CStr;
use std::sync::Arc;

use tandem_device::{
    CodeFormat, Device as Driver, DeviceCode, DeviceKind, MemoryDomain, Partition, PeerCapabilities, Timers,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{Answer, ensure, failure, list, required, store};
use crate::built_in;
use crate::failure::from_driver;
use crate::object::{self, Kind, Object, borrow};

/// A device. A root device belongs to its platform: the caller's references do
/// not count, as in OpenCL. A sub-device lives as long as something refers to
/// it.
pub struct Device {
    driver: Arc<dyn Driver>,
    platform: PiPlatform,
    division: Option<Division>,
}

/// Where a sub-device comes from.
pub struct Division {
    /// The device that was divided.
    pub parent: SharedDevice,
    /// How.
    pub partition: Partition,
}

/// A device that others share.
pub type SharedDevice = Arc<Object<Device>>;

impl Kind for Device {
    type Raw = PiDevice;
    const TAG: u64 = 0x7469_6465_7669_0002;
    const INVALID: PiResult = PI_ERROR_INVALID_DEVICE;
    const NAME: &'static str = "device";
}

impl Device {
    /// A device of a platform.
    pub fn new(driver: Arc<dyn Driver>, platform: PiPlatform) -> Self {
        Self { driver, platform, division: None }
    }

    /// A sub-device.
    pub fn part(driver: Arc<dyn Driver>, division: Division) -> Self {
        Self { driver, platform: division.parent.platform, division: Some(division) }
    }

    /// Where a sub-device comes from; `None` for a root device.
    pub fn division(&self) -> Option<&Division> {
        self.division.as_ref()
    }

    /// The driver's device, for queries. What a context makes it makes through
    /// [`Context::driver`](crate::context::Context::driver).
    pub fn driver(&self) -> &dyn Driver {
        self.driver.as_ref()
    }

    /// The same, to be kept.
    pub fn shared_driver(&self) -> &Arc<dyn Driver> {
        &self.driver
    }

    /// The handle of the platform.
    pub fn platform(&self) -> PiPlatform {
        self.platform
    }

    /// What PI calls the kind of device.
    pub fn device_type(&self) -> PiDeviceType {
        match self.driver.info().kind {
            DeviceKind::Cpu => PI_DEVICE_TYPE_CPU,
            DeviceKind::Gpu => PI_DEVICE_TYPE_GPU,
            DeviceKind::Accelerator => PI_DEVICE_TYPE_ACC,
        }
    }

    /// Whether the device addresses the host's memory as the host does.
    pub fn shares_host_memory(&self) -> bool {
        self.driver.memory_domain() == MemoryDomain::HOST
    }
}

/// The index of a device in a list, or of the nearest device that it is a part
/// of: what is made for a device serves its parts as well.
pub fn position<'a>(device: &Object<Device>, list: impl Iterator<Item = &'a SharedDevice> + Clone) -> Option<usize> {
    let exact = list.clone().position(|own| std::ptr::eq(&raw const **own, device));
    exact.or_else(|| position(&device.division()?.parent, list))
}

/// The devices of a list of handles, all of `allowed` or parts of them, which
/// stand for their parts.
///
/// # Safety
/// As for [`crate::object::borrow`], for each handle.
pub unsafe fn select(handles: &[PiDevice], allowed: &[SharedDevice]) -> Result<Vec<SharedDevice>, Failure> {
    if handles.is_empty() {
        return Ok(allowed.to_vec());
    }
    let mut selected: Vec<SharedDevice> = Vec::with_capacity(handles.len());
    for &handle in handles {
        // SAFETY: the caller's duty.
        let device = unsafe { borrow::<Device>(handle)? };
        let index = position(device, allowed.iter());
        let index = index.ok_or_else(|| failure!(PI_ERROR_INVALID_DEVICE, "the device is not one of the context"))?;
        if !selected.iter().any(|known| Arc::ptr_eq(known, &allowed[index])) {
            selected.push(Arc::clone(&allowed[index]));
        }
    }
    Ok(selected)
}

/// `piDeviceRetain`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn retain(device: PiDevice) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        match borrow::<Device>(device)?.division() {
            Some(_) => object::retain::<Device>(device),
            None => Ok(()),
        }
    }
}

/// `piDeviceRelease`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn release(device: PiDevice) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        match borrow::<Device>(device)?.division() {
            Some(_) => object::release::<Device>(device).map(drop),
            None => Ok(()),
        }
    }
}

/// `piextDeviceSelectBinary`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn select_binary(
    device: PiDevice,
    binaries: *mut *mut PiDeviceBinaryStruct,
    count: u32,
    selected: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let device = borrow::<Device>(device)?;
        let binaries = list(binaries.cast_const(), count as usize, "the list of images")?;
        let selected = required(selected, "the place for the index")?;
        let mut best: Option<(u32, usize)> = None;
        let mut refusals = Vec::new();
        for (index, &binary) in binaries.iter().enumerate() {
            let image = image(binary.as_ref().ok_or(PI_ERROR_INVALID_VALUE)?)?;
            match built_in::accepts(device.driver(), &image) {
                Ok(score) if best.is_none_or(|(highest, _)| score > highest) => best = Some((score, index)),
                Ok(_) => {}
                Err(error) => refusals.push(format!("image for `{}`: {error}", image.target)),
            }
        }
        let (_, index) = best.ok_or_else(|| {
            failure!(PI_ERROR_INVALID_BINARY, "none of {count} images runs on the device: {}", refusals.join("; "))
        })?;
        selected.write(index as u32);
    }
    Ok(())
}

/// The image that a descriptor describes.
///
/// # Safety
/// The descriptor's pointers are valid while the result is in use.
unsafe fn image(binary: &PiDeviceBinaryStruct) -> Result<DeviceCode<'_>, Failure> {
    ensure!(
        PI_DEVICE_BINARY_VERSIONS.contains(&binary.version) && binary.kind == PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
        PI_ERROR_INVALID_BINARY,
        "the image descriptor has version {} and kind {}",
        binary.version,
        binary.kind
    );
    let len = (binary.binary_end as usize)
        .checked_sub(binary.binary_start as usize)
        .ok_or_else(|| failure!(PI_ERROR_INVALID_BINARY, "the image ends before it begins"))?;
    // SAFETY: the caller's duty.
    let bytes = unsafe { list(binary.binary_start, len, "the image")? };
    let target = if binary.device_target_spec.is_null() {
        ""
    } else {
        // SAFETY: a terminated text, by the caller's duty.
        unsafe { CStr::from_ptr(binary.device_target_spec) }.to_str().unwrap_or_default()
    };
    let format = match binary.format {
        PI_DEVICE_BINARY_TYPE_NATIVE => CodeFormat::Native,
        PI_DEVICE_BINARY_TYPE_SPIRV => CodeFormat::SpirV,
        PI_DEVICE_BINARY_TYPE_LLVMIR_BITCODE => CodeFormat::LlvmBitcode,
        _ => format_of(bytes),
    };
    Ok(DeviceCode { format, target, bytes })
}

/// The format that the first bytes of an image show.
pub fn format_of(bytes: &[u8]) -> CodeFormat {
    match bytes.first_chunk() {
        Some([0x03, 0x02, 0x23, 0x07] | [0x07, 0x23, 0x02, 0x03]) => CodeFormat::SpirV,
        Some(b"BC\xC0\xDE") => CodeFormat::LlvmBitcode,
        _ => CodeFormat::Native,
    }
}

/// `piGetDeviceAndHostTimer`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn timers(device: PiDevice, device_time: *mut u64, host_time: *mut u64) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        let device = borrow::<Device>(device)?;
        let Timers { device: by_device, host: by_host } = device.driver().timers();
        store(device_time, by_device);
        store(host_time, by_host);
    }
    Ok(())
}

/// What a device can do with the memory of another one. Devices of one memory
/// domain use each other's memory as it is.
fn peer_capabilities(device: &Device, peer: &Device) -> PeerCapabilities {
    let domain = peer.driver().memory_domain();
    if device.driver().memory_domain() == domain {
        return PeerCapabilities { access: true, atomics: true };
    }
    device.driver().peers().map_or_else(PeerCapabilities::default, |peers| peers.capabilities(domain))
}

/// `piextPeerAccessGetInfo`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn peer_info(device: PiDevice, peer: PiDevice, attr: PiPeerAttr, answer: Answer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let (device, peer) = unsafe { (borrow::<Device>(device)?, borrow::<Device>(peer)?) };
    let capabilities = peer_capabilities(device, peer);
    match attr {
        PI_PEER_ACCESS_SUPPORTED => answer.value(u32::from(capabilities.access)),
        PI_PEER_ATOMICS_SUPPORTED => answer.value(u32::from(capabilities.atomics)),
        other => answer.unknown(other),
    }
}

/// `piextEnablePeerAccess` and `piextDisablePeerAccess`. Access within a memory
/// domain is always on.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn set_peer_access(device: PiDevice, peer: PiDevice, enabled: bool) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let (device, peer) = unsafe { (borrow::<Device>(device)?, borrow::<Device>(peer)?) };
    ensure!(
        peer_capabilities(device, peer).access,
        PI_ERROR_INVALID_OPERATION,
        "{} cannot access the memory of {}",
        device.driver().info().name,
        peer.driver().info().name
    );
    let domain = peer.driver().memory_domain();
    match device.driver().peers() {
        Some(peers) if domain != device.driver().memory_domain() => {
            peers.set_enabled(domain, enabled).map_err(from_driver)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognized() {
        assert_eq!(format_of(&0x0723_0203_u32.to_le_bytes()), CodeFormat::SpirV);
        assert_eq!(format_of(b"BC\xC0\xDE..."), CodeFormat::LlvmBitcode);
        assert_eq!(format_of(b"\x7fELF"), CodeFormat::Native);
        assert_eq!(format_of(b""), CodeFormat::Native);
    }
}
