//! Platforms: one for each driver of the library, with its devices, found at the
//! first call.

use std::ffi::c_char;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Driver, PlatformInfo};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::{Answer, Places};
use crate::device::{Device, SharedDevice};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::object::{Kind, Object};
use crate::parameters::Out;

/// The platform of a driver.
pub struct Platform {
    driver: Arc<dyn Driver>,
    info: PlatformInfo,
    devices: Vec<SharedDevice>,
}

impl Kind for Platform {
    type Raw = PiPlatform;
    const TAG: u64 = 0x7469_706c_6174_0001;
    const INVALID: PiResult = PI_ERROR_INVALID_PLATFORM;
    const NAME: &'static str = "platform";
}

impl Platform {
    /// Probes the driver. Devices point back to the platform without owning it.
    fn probe(driver: Arc<dyn Driver>) -> Result<Arc<Object<Self>>, Failure> {
        let devices = driver.probe().map_err(from_driver)?;
        let mut platform = Object::unique(Self { info: driver.platform(), driver, devices: Vec::new() });
        let handle = platform.handle();
        platform.value_mut().devices =
            devices.into_iter().map(|device| Object::new(Device::new(device, handle))).collect();
        Ok(platform.share())
    }

    /// The driver.
    pub fn driver(&self) -> &dyn Driver {
        self.driver.as_ref()
    }

    /// Its devices.
    pub fn devices(&self) -> &[SharedDevice] {
        &self.devices
    }
}

/// The platforms that have devices.
pub type Platforms = Arc<[Arc<Object<Platform>>]>;

/// The state of a plugin library between calls: the platforms, from the first `piPlatformsGet` to
/// `piTearDown`.
pub struct State {
    platforms: Mutex<Option<Platforms>>,
}

impl State {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { platforms: Mutex::new(None) }
    }

    fn platforms(
        &self,
        drivers: impl FnOnce() -> tandem_device::Result<Vec<Arc<dyn Driver>>>,
    ) -> Result<Platforms, Failure> {
        let mut platforms = self.platforms.lock();
        if let Some(platforms) = &*platforms {
            return Ok(Arc::clone(platforms));
        }
        let mut probed = Vec::new();
        for driver in drivers().map_err(from_driver)? {
            let platform = Platform::probe(driver)?;
            if !platform.devices.is_empty() {
                probed.push(platform);
            }
        }
        Ok(Arc::clone(platforms.insert(probed.into())))
    }

    /// The platforms that were found; none before the first `piPlatformsGet`.
    pub fn found(&self) -> Platforms {
        self.platforms.lock().clone().unwrap_or_default()
    }

    /// Gives up the platforms and, with the last objects, the drivers' threads.
    pub fn tear_down(&self) {
        let platforms = self.platforms.lock().take();
        drop(platforms);
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

/// `piPlatformsGet`. A driver without devices has no platform.
pub fn get(
    state: &State,
    drivers: impl FnOnce() -> tandem_device::Result<Vec<Arc<dyn Driver>>>,
    out: Places<'_, PiPlatform>,
) -> Result<(), Failure> {
    let platforms = state.platforms(drivers)?;
    let handles: Vec<PiPlatform> = platforms.iter().map(|platform| platform.handle()).collect();
    // DPC++ passes a capacity of zero with a list when there are no platforms.
    out.if_room().store(&handles).map(drop)
}

/// `piPlatformGetInfo`
pub fn info(platform: Handle<'_, Platform>, param: PiPlatformInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let platform = platform.object()?;
    let info = &platform.info;
    match param {
        PI_PLATFORM_INFO_NAME => answer.text(&info.name),
        PI_PLATFORM_INFO_VENDOR => answer.text(&info.vendor),
        PI_PLATFORM_INFO_VERSION => answer.text(&info.version),
        PI_PLATFORM_INFO_PROFILE => answer.text(&info.profile),
        PI_PLATFORM_INFO_EXTENSIONS => answer.text(&info.extensions.join(" ")),
        PI_EXT_PLATFORM_INFO_BACKEND => answer.value(PiPlatformBackend(info.backend)),
        other => answer.unknown(other),
    }
}

/// `piDevicesGet`
pub fn devices(
    platform: Handle<'_, Platform>,
    device_type: PiDeviceType,
    out: Places<'_, PiDevice>,
) -> Result<(), Failure> {
    let platform = platform.object()?;
    let default_only = device_type == PI_DEVICE_TYPE_DEFAULT;
    let handles: Vec<PiDevice> = platform
        .devices
        .iter()
        .filter(|device| default_only || device_type.intersects(device.device_type()))
        .take(if default_only { 1 } else { usize::MAX })
        .map(|device| device.handle())
        .collect();
    ensure!(!handles.is_empty(), PI_ERROR_DEVICE_NOT_FOUND, "no device has a type of {:#x}", device_type.0);
    out.store(&handles).map(drop)
}

/// `piPluginGetBackendOption`: which option of the back-end means the same as
/// one of the compiler driver. Optimization levels are passed on as they are.
pub fn backend_option(
    platform: Handle<'_, Platform>,
    frontend: &str,
    out: Out<'_, *const c_char>,
) -> Result<(), Failure> {
    platform.object()?;
    let out = out.required("the output pointer for the option")?;
    let option = match frontend {
        "-O0" => c"-O0",
        "-O1" => c"-O1",
        "-O2" => c"-O2",
        "-O3" => c"-O3",
        "" | "-ftarget-compile-fast" => c"",
        other => return Err(failure!(PI_ERROR_INVALID_VALUE, "unknown option `{other}`")),
    };
    out.write(option.as_ptr());
    Ok(())
}
