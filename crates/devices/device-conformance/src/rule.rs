//! Rules: statements that hold, the devices that they apply to, and their checks.

use tandem_device::{HOST_PIPES, MemoryDomain};

use crate::target::TestedDevice;

/// One rule of the contract.
pub struct Rule {
    /// Short name.
    pub name: &'static str,
    /// The statement.
    pub text: &'static str,
    /// The features that the device must have for the rule to apply.
    pub needs: Need,
    /// Panics if the device breaks the rule.
    pub check: fn(&TestedDevice),
}

/// Rules about one thing.
pub struct Group {
    /// Short name.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
}

/// A feature that devices need not have. Devices report themselves whether they have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The rule is required.
    Nothing,
    /// [`DeviceInfo::out_of_order`](tandem_device::DeviceInfo::out_of_order).
    OutOfOrder,
    /// [`DeviceInfo::profiling`](tandem_device::DeviceInfo::profiling).
    Profiling,
    /// Images with symbols: [`Subject::linked`](crate::Subject::linked).
    Symbols,
    /// Kernels whose work-groups wait for each other:
    /// [`Subject::cooperative`](crate::Subject::cooperative).
    Cooperation,
    /// A driver that loses devices: [`Subject::lose`](crate::Subject::lose).
    Loss,
    /// [`Device::built_in_kernels`](tandem_device::Device::built_in_kernels).
    BuiltInKernels,
    /// [`Device::images`](tandem_device::Device::images).
    Images,
    /// [`ImageLimits::mipmaps`](tandem_device::ImageLimits::mipmaps).
    Mipmaps,
    /// [`ImageLimits::cubes`](tandem_device::ImageLimits::cubes).
    Cubes,
    /// Images, and another device of the driver whose memory it cannot access.
    ImagesAndStranger,
    /// [`Device::usm`](tandem_device::Device::usm).
    Usm,
    /// The extension [`HOST_PIPES`].
    HostPipes,
    /// [`Device::partitioning`](tandem_device::Device::partitioning).
    SubDevices,
    /// [`Device::native`](tandem_device::Device::native).
    Native,
    /// A memory domain that is not the host's.
    OwnMemory,
    /// The driver has another device.
    Another,
    /// The driver has another device in the same memory domain.
    SharedDomain,
    /// The driver has another device whose memory it can access.
    Peer,
    /// Another device of the driver whose memory it cannot access.
    Stranger,
}

impl Need {
    /// Why the rule does not apply to a device; `None` if it does.
    pub fn missing(self, target: &TestedDevice) -> Option<&'static str> {
        let device = target.device();
        let (is_met, reason) = match self {
            Self::Nothing => return None,
            Self::OutOfOrder => (device.info().out_of_order, "queues run in order"),
            Self::Profiling => (device.info().profiling, "events have no times"),
            Self::Symbols => (target.subject.linked.is_some(), "its images have no symbols"),
            Self::Cooperation => (target.subject.cooperative.is_some(), "its work-groups cannot wait for each other"),
            Self::Loss => (target.subject.lose.is_some(), "it cannot be lost"),
            Self::BuiltInKernels => (device.built_in_kernels().is_some(), "no built-in kernels"),
            Self::Images => (device.images().is_some(), "no images"),
            Self::Cubes => (device.info().images.cubes, "no cube maps"),
            Self::Mipmaps => (device.info().images.mipmaps, "no mipmaps"),
            Self::ImagesAndStranger => (
                device.images().is_some() && target.stranger().is_some_and(|other| other.device().images().is_some()),
                "no images, or no device that is out of reach",
            ),
            Self::Usm => (device.usm().is_some(), "no unified shared memory"),
            Self::HostPipes => (device.info().extensions.iter().any(|name| name == HOST_PIPES), "no host pipes"),
            Self::SubDevices => (device.partitioning().is_some(), "it cannot be divided"),
            Self::Native => (device.native().is_some(), "no native objects"),
            Self::OwnMemory => (device.memory_domain() != MemoryDomain::HOST, "its memory is the host's"),
            Self::Another => (target.others().next().is_some(), "it is the only device"),
            Self::SharedDomain => (target.domain_mate().is_some(), "no other device uses its memory"),
            Self::Peer => (target.peer().is_some(), "no peer"),
            Self::Stranger => (target.stranger().is_some(), "no device that is out of reach"),
        };
        if is_met { None } else { Some(reason) }
    }
}
