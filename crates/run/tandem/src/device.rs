//! Devices.

use std::sync::Arc;

use tandem_runtime::Result;
use tandem_runtime::device::Device as Inner;
use tandem_runtime::object::Object;
use tandem_runtime::pi::{PI_DEVICE_TYPE_CPU, PI_DEVICE_TYPE_GPU};

/// The type of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeviceType {
    /// Anything else.
    Accelerator,
    /// The host's processor.
    Cpu,
    /// A graphics processor.
    Gpu,
}

/// A device that kernels can run on.
///
/// ```
/// # fn main() -> tandem::Result<()> {
/// for device in tandem::Device::all()? {
///     println!("{}: {:?} by {}", device.name(), device.device_type(), device.platform_name()?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Device(Arc<Object<Inner>>);

impl Device {
    /// All devices that the environment lets through (`ONEAPI_DEVICE_SELECTOR`).
    pub fn all() -> Result<Vec<Self>> {
        let platforms = tandem_runtime::platforms()?;
        let devices = platforms.iter().flat_map(|platform| platform.devices());
        Ok(devices.cloned().map(Self).collect())
    }

    /// The device that programs use if they do not choose: a GPU, else a CPU, else any; the first of several. Devices
    /// that take SPIR-V come before the others.
    ///
    /// # Errors
    /// [`Error::NoDevice`](tandem_runtime::Error::NoDevice), and whatever keeps plugins from loading.
    pub fn preferred() -> Result<Self> {
        tandem_runtime::default_device().map(Self)
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The name of the platform.
    pub fn platform_name(&self) -> Result<String> {
        let mut name = self.0.platform()?.info(tandem_runtime::pi::PI_PLATFORM_INFO_NAME)?;
        name.retain(|&byte| byte != 0);
        Ok(String::from_utf8_lossy(&name).into_owned())
    }

    /// The device's type.
    pub fn device_type(&self) -> DeviceType {
        match self.0.device_type() {
            kind if kind.intersects(PI_DEVICE_TYPE_GPU) => DeviceType::Gpu,
            kind if kind.intersects(PI_DEVICE_TYPE_CPU) => DeviceType::Cpu,
            _ => DeviceType::Accelerator,
        }
    }

    pub(crate) fn inner(&self) -> &Arc<Object<Inner>> {
        &self.0
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Device {}
