//! Platforms and devices, and the properties that the runtime itself goes by.

use std::sync::{Arc, OnceLock, Weak};

use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::Backend;

use crate::base::clock::Span;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::devices::device_clock::DeviceClock;
use crate::instrumentation::TimedDevice;

/// The devices of one back end.
#[derive(Debug)]
pub struct Platform {
    pub(super) pi: pi::Platform,
    pub(super) backend: Backend,
    pub(super) devices: Vec<Arc<Object<Device>>>,
}

impl Kind for Platform {
    const TAG: u64 = 0x706c_6174_666f_7231;
}

impl Platform {
    /// The devices, as far as the environment lets them through.
    pub fn devices(&self) -> &[Arc<Object<Device>>] {
        &self.devices
    }

    /// The back end.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    pub(crate) fn pi(&self) -> &pi::Platform {
        &self.pi
    }

    /// A `PI_PLATFORM_INFO_*` property, as bytes.
    pub fn info(&self, param: PiPlatformInfo) -> Result<Vec<u8>> {
        Ok(self.pi.info_bytes(param)?)
    }
}

/// A device.
#[derive(Debug)]
pub struct Device {
    pi: pi::Device,
    platform: Weak<Object<Platform>>,
    name: String,
    device_type: PiDeviceType,
    limits: Limits,
    compute_units: OnceLock<usize>,
    runs_out_of_order: bool,
    shares_host_memory: bool,
    clock: DeviceClock,
    /// The device at the top of the chain of parents; this one, if it is no sub-device.
    root: pi::Device,
    /// The device that was divided, if this is a sub-device.
    parent: Option<Arc<Object<Self>>>,
}

/// Sizes that a launch may not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Work-items per group.
    pub(crate) work_group_size: usize,
    /// Work-items per group in each dimension, in PI's order.
    pub(crate) work_item_sizes: [usize; 3],
}

impl Kind for Device {
    const TAG: u64 = 0x6465_7669_6365_5f31;
}

impl Device {
    pub(crate) fn new(pi: pi::Device, platform: Weak<Object<Platform>>) -> Result<Arc<Object<Self>>> {
        Self::with_parent(pi, platform, None)
    }

    /// A sub-device.
    pub(crate) fn part_of(parent: &Arc<Object<Self>>, pi: pi::Device) -> Result<Arc<Object<Self>>> {
        let platform = parent.platform()?;
        Self::with_parent(pi, Arc::downgrade(&platform), Some(Arc::clone(parent)))
    }

    fn with_parent(
        pi: pi::Device,
        platform: Weak<Object<Platform>>,
        parent: Option<Arc<Object<Self>>>,
    ) -> Result<Arc<Object<Self>>> {
        // Other plugins do not support the query, and use host memory only through a mapping.
        let in_place = pi.info::<u32>(PI_EXT_TANDEM_DEVICE_INFO_HOST_PTR_IN_PLACE).unwrap_or(PI_FALSE);
        let properties = pi.info::<u64>(PI_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES).unwrap_or_default();
        let limits = Limits {
            work_group_size: pi.info(PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE)?,
            work_item_sizes: pi.info(PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES)?,
        };
        Ok(Object::new(Self {
            name: pi.info_text(PI_DEVICE_INFO_NAME)?,
            device_type: PiDeviceType(pi.info(PI_DEVICE_INFO_TYPE)?),
            limits,
            compute_units: OnceLock::new(),
            runs_out_of_order: PiQueueFlags(properties).contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
            shares_host_memory: in_place != PI_FALSE && Config::get().host_unified_memory.unwrap_or(true),
            clock: DeviceClock::default(),
            root: std::iter::successors(Some(pi.clone()), pi::Device::parent).last().unwrap_or_else(|| pi.clone()),
            pi,
            platform,
            parent,
        }))
    }

    /// The device that was divided, if this is a sub-device.
    pub fn parent(&self) -> Option<&Arc<Object<Self>>> {
        self.parent.as_ref()
    }

    /// The platform. Fails only after shutdown.
    pub fn platform(&self) -> Result<Arc<Object<Platform>>> {
        self.platform.upgrade().ok_or(Error::TornDown)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type.
    pub fn device_type(&self) -> PiDeviceType {
        self.device_type
    }

    /// A `PI_DEVICE_INFO_*` property, as bytes.
    pub fn info(&self, param: PiDeviceInfo) -> Result<Vec<u8>> {
        Ok(self.pi.info_bytes(param)?)
    }

    /// The names of the device's built-in kernels, with `;` between them.
    pub(crate) fn built_in_kernels(&self) -> Result<String> {
        Ok(self.pi.info_text(PI_DEVICE_INFO_BUILT_IN_KERNELS)?)
    }

    /// The device's score with the default selector: GPUs before CPUs before accelerators. Within a type, devices with
    /// a dedicated back end come before those of OpenCL, which may be the same devices.
    pub(crate) fn default_score(&self) -> u32 {
        let of_type = match self.device_type() {
            kind if kind.intersects(PI_DEVICE_TYPE_GPU) => 500,
            kind if kind.intersects(PI_DEVICE_TYPE_CPU) => 300,
            kind if kind.intersects(PI_DEVICE_TYPE_ACC) => 75,
            _ => 0,
        };
        let is_direct = self.platform().is_ok_and(|platform| platform.backend() != Backend::OpenCl);
        of_type + if is_direct { 50 } else { 0 }
    }

    /// Whether the device takes SPIR-V.
    pub(crate) fn takes_spirv(&self) -> bool {
        self.pi.info_text(PI_DEVICE_INFO_IL_VERSION).is_ok_and(|versions| !versions.is_empty())
    }

    /// The sizes that sub-groups can have; none if the plugin does not say.
    pub(crate) fn sub_group_sizes(&self) -> Vec<usize> {
        self.pi.info_list(PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL).unwrap_or_default()
    }

    pub(crate) fn pi(&self) -> &pi::Device {
        &self.pi
    }

    /// Processors that run work-groups; 1 if the plugin does not say.
    pub(crate) fn compute_units(&self) -> usize {
        let ask = || self.pi.info::<u32>(PI_DEVICE_INFO_MAX_COMPUTE_UNITS).unwrap_or(1) as usize;
        *self.compute_units.get_or_init(ask)
    }

    /// The compute units of the root device, which this one is or belongs to.
    pub(crate) fn root_compute_units(&self) -> usize {
        self.root.info::<u32>(PI_DEVICE_INFO_MAX_COMPUTE_UNITS).map_or(1, |units| units.max(1) as usize)
    }

    /// When a command of the device ran that is complete, by the host's clock.
    pub(crate) fn span_of(&self, event: &pi::Event) -> Result<Span> {
        Ok(self.clock.span_of(&self.pi, event)?)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn runs_out_of_order(&self) -> bool {
        self.runs_out_of_order
    }

    /// The device that this one is a part of, over all levels. Parts of one device have
    /// one memory.
    pub(crate) fn root(&self) -> &pi::Device {
        &self.root
    }

    /// Whether both are the same device, or parts of one.
    pub(crate) fn shares_memory_with(&self, other: &Self) -> bool {
        self.root() == other.root()
    }

    /// Whether commands of this device can use another one's memory directly.
    pub(crate) fn can_access_memory_of(&self, peer: &Self) -> bool {
        self.pi.can_access_memory_of(&peer.pi)
    }

    /// Whether kernels work on the host's memory without mapping or copying.
    pub(crate) fn shares_host_memory(&self) -> bool {
        self.shares_host_memory
    }
}

impl TimedDevice for Device {
    fn name(&self) -> Arc<str> {
        self.name.as_str().into()
    }

    fn memory(&self) -> usize {
        self.root.raw().as_ptr() as usize
    }

    fn span_of(&self, event: &pi::Event) -> Option<Span> {
        self.clock.span_of(&self.pi, event).ok()
    }
}

impl TimedDevice for Object<Device> {
    fn name(&self) -> Arc<str> {
        TimedDevice::name(&**self)
    }

    fn memory(&self) -> usize {
        TimedDevice::memory(&**self)
    }

    fn span_of(&self, event: &pi::Event) -> Option<Span> {
        TimedDevice::span_of(&**self, event)
    }
}
