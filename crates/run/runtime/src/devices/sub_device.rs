//! Sub-devices: parts of a device, which are devices themselves.

use std::iter::successors;
use std::sync::Arc;

use tandem_pi_abi::constants::*;

use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;

/// A way to divide a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partition<'a> {
    /// As many sub-devices as possible, each with this number of compute units.
    Equally(usize),
    /// A sub-device for each number of compute units that is not 0.
    ByCounts(&'a [usize]),
    /// A sub-device for each part of an affinity domain.
    ByAffinityDomain(PiDeviceAffinityDomain),
}

impl Partition<'_> {
    /// The list of PI's properties.
    fn properties(self) -> Vec<isize> {
        // Larger values exceed every device.
        let number = |value: usize| isize::try_from(value).unwrap_or(isize::MAX);
        match self {
            Self::Equally(units) => vec![PI_DEVICE_PARTITION_EQUALLY, number(units), 0],
            Self::ByCounts(counts) => {
                let counts = counts.iter().filter(|&&count| count != 0).map(|&count| number(count));
                [PI_DEVICE_PARTITION_BY_COUNTS].into_iter().chain(counts).chain([0, 0]).collect()
            }
            Self::ByAffinityDomain(domain) => {
                vec![PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, number(domain.0 as usize), 0]
            }
        }
    }
}

impl Object<Device> {
    /// Divides the device.
    ///
    /// # Errors
    /// `feature_not_supported` for a kind of partition or an affinity domain that
    /// the device does not have, `invalid` for numbers of compute units.
    pub fn partition(self: &Arc<Self>, partition: Partition<'_>) -> Result<Vec<Arc<Object<Device>>>> {
        let properties = partition.properties();
        let kinds = self.pi().info_list::<isize>(PI_DEVICE_INFO_PARTITION_PROPERTIES).unwrap_or_default();
        if !kinds.contains(&properties[0]) {
            return Err(Error::Unsupported(format!("{} cannot be partitioned in this way", self.name())));
        }
        if let Partition::ByAffinityDomain(domain) = partition {
            let domains = self.pi().info::<u64>(PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN)?;
            if domain.0 & domains == 0 {
                return Err(Error::Unsupported(format!(
                    "{} cannot be partitioned by this affinity domain",
                    self.name()
                )));
            }
        }
        let parts = self.pi().partition(&properties).map_err(|error| match error.code {
            PI_ERROR_INVALID_DEVICE_PARTITION_COUNT | PI_ERROR_INVALID_VALUE => Error::Invalid(error.message),
            _ => error.into(),
        })?;
        parts.into_iter().map(|part| Device::part_of(self, part)).collect()
    }

    /// Whether it is this device, or a part of it.
    pub(crate) fn is_within(self: &Arc<Self>, whole: &Arc<Object<Device>>) -> bool {
        successors(Some(self), |device| device.parent()).any(|device| Arc::ptr_eq(device, whole))
    }

    /// The device at the top of the chain of parents.
    pub(crate) fn root_device(self: &Arc<Self>) -> &Arc<Object<Device>> {
        successors(Some(self), |device| device.parent()).last().unwrap_or(self)
    }
}
