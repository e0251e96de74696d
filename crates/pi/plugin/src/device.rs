//! Devices, apart from their many properties, which are in [`crate::device_info`].

use std::sync::Arc;

use tandem_device::{
    CodeFormat, Device as Driver, DeviceCode, DeviceKind, MemoryDomain, Partition, PeerCapabilities, Timers,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::built_in;
use crate::failure::{ensure, failure, from_driver};
use crate::handle::{Handle, Handles, Reference};
use crate::object::{Kind, Object};
use crate::parameters::{Bytes, In, List, Out, Parameter, Text};

/// A device. A root device belongs to its platform: the caller's references do
/// not count, as in OpenCL. A sub-device lives as long as something refers to
/// it.
pub struct Device {
    driver: Arc<dyn Driver>,
    platform: PiPlatform,
    division: Option<Division>,
}

/// The origin of a sub-device.
pub struct Division {
    /// The device that was divided.
    pub parent: SharedDevice,
    /// The kind of partition.
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

    /// The origin of a sub-device; `None` for a root device.
    pub fn division(&self) -> Option<&Division> {
        self.division.as_ref()
    }

    /// The driver's device, for queries. Objects of a context are made through
    /// [`Context::driver`](crate::context::Context::driver) instead.
    pub fn driver(&self) -> &dyn Driver {
        self.driver.as_ref()
    }

    /// The driver's device, for callers that keep it.
    pub fn shared_driver(&self) -> &Arc<dyn Driver> {
        &self.driver
    }

    /// The handle of the platform.
    pub fn platform(&self) -> PiPlatform {
        self.platform
    }

    /// PI's type for the kind of device.
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

/// The devices of a list of handles. Each must be in `allowed` or a part of a device in it, which
/// represents its parts.
pub fn select(handles: Handles<'_, Device>, allowed: &[SharedDevice]) -> Result<Vec<SharedDevice>, Failure> {
    let handles = handles.get("the list of devices")?;
    if handles.is_empty() {
        return Ok(allowed.to_vec());
    }
    let mut selected: Vec<SharedDevice> = Vec::with_capacity(handles.len());
    for &handle in handles {
        let device = handle.object()?;
        let index = position(device, allowed.iter());
        let index =
            index.ok_or_else(|| failure!(PI_ERROR_INVALID_DEVICE, "the device does not belong to the context"))?;
        if !selected.iter().any(|known| Arc::ptr_eq(known, &allowed[index])) {
            selected.push(Arc::clone(&allowed[index]));
        }
    }
    Ok(selected)
}

/// `piDeviceRetain`
pub fn retain(device: Handle<'_, Device>) -> Result<(), Failure> {
    match device.object()?.division() {
        Some(_) => device.retain(),
        None => Ok(()),
    }
}

/// `piDeviceRelease`
pub fn release(device: Reference<'_, Device>) -> Result<(), Failure> {
    match device.object()?.division() {
        Some(_) => device.release().map(drop),
        None => Ok(()),
    }
}

/// `piextDeviceSelectBinary`
pub fn select_binary(device: Handle<'_, Device>, images: Images<'_>, selected: Out<'_, u32>) -> Result<(), Failure> {
    let device = device.object()?;
    let images = images.get("the list of images")?;
    let selected = selected.required("the output pointer for the index")?;
    let mut best: Option<(u32, usize)> = None;
    let mut refusals = Vec::new();
    for (index, image) in images.iter().enumerate() {
        let image = describe(image.if_any().ok_or(PI_ERROR_INVALID_VALUE)?)?;
        match built_in::accepts(device.driver(), &image) {
            Ok(score) if best.is_none_or(|(highest, _)| score > highest) => best = Some((score, index)),
            Ok(_) => {}
            Err(error) => refusals.push(format!("image for `{}`: {error}", image.target)),
        }
    }
    let (_, index) = best.ok_or_else(|| {
        failure!(PI_ERROR_INVALID_BINARY, "none of {} images runs on the device: {}", images.len(), refusals.join("; "))
    })?;
    selected.write(index as u32);
    Ok(())
}

/// Descriptors of images.
pub type Images<'a> = List<'a, In<'a, PiDeviceBinaryStruct>>;

/// The image that a descriptor describes.
fn describe(binary: &PiDeviceBinaryStruct) -> Result<DeviceCode<'_>, Failure> {
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
    // SAFETY: PI says the same of a descriptor's pointers as of parameters.
    let (bytes, target) = unsafe { (Bytes::read((len, binary.binary_start)), Text::read(binary.device_target_spec)) };
    let (bytes, target) = (bytes.get("the image")?, target.get("the target").unwrap_or_default());
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
pub fn timers(device: Handle<'_, Device>, device_time: Out<'_, u64>, host_time: Out<'_, u64>) -> Result<(), Failure> {
    let device = device.object()?;
    let Timers { device: by_device, host: by_host } = device.driver().timers();
    device_time.store(by_device);
    host_time.store(by_host);
    Ok(())
}

/// The access that a device has to another device's memory. Devices of one memory domain can use
/// each other's memory directly.
fn peer_capabilities(device: &Device, peer: &Device) -> PeerCapabilities {
    let domain = peer.driver().memory_domain();
    if device.driver().memory_domain() == domain {
        return PeerCapabilities { access: true, atomics: true };
    }
    device.driver().peers().map_or_else(PeerCapabilities::default, |peers| peers.capabilities(domain))
}

/// `piextPeerAccessGetInfo`
pub fn peer_info(
    device: Handle<'_, Device>,
    peer: Handle<'_, Device>,
    attr: PiPeerAttr,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let (device, peer) = (device.object()?, peer.object()?);
    let capabilities = peer_capabilities(device, peer);
    match attr {
        PI_PEER_ACCESS_SUPPORTED => answer.value(u32::from(capabilities.access)),
        PI_PEER_ATOMICS_SUPPORTED => answer.value(u32::from(capabilities.atomics)),
        other => answer.unknown(other),
    }
}

/// `piextEnablePeerAccess` and `piextDisablePeerAccess`. Access within a memory
/// domain is always on.
pub fn set_peer_access(device: Handle<'_, Device>, peer: Handle<'_, Device>, enabled: bool) -> Result<(), Failure> {
    let (device, peer) = (device.object()?, peer.object()?);
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
