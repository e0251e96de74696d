//! Requirements of an image's kernels for a device (SYCL 2020, 5.7 and 5.8.1;
//! `docs/internals/boundaries.md`, section 7).

use tandem_image::demangle;
use tandem_image::property::{ASPECTS, KernelProperty, PropertySetName};

use super::image::Image;
use crate::base::error::{Error, Result, shape};
use crate::devices::aspect;
use crate::devices::device::Device;

impl Image {
    /// Refuses a device that lacks what a kernel of this image needs.
    pub(crate) fn check_device(&self, kernel: &str, device: &Device) -> Result<()> {
        self.check_aspects(kernel, device)?;
        self.check_sub_group_size(kernel, device)?;
        self.check_work_group_size(kernel, device)
    }

    /// The kernel's `reqd_sub_group_size`, if it has one.
    pub(crate) fn required_sub_group_size(&self, kernel: &str) -> Option<u32> {
        let value =
            self.property(PropertySetName::ProgramMetadata, &KernelProperty::RequiredSubGroupSize.key(kernel))?;
        value.as_u32()
    }

    fn check_aspects(&self, kernel: &str, device: &Device) -> Result<()> {
        let bytes = self.property(PropertySetName::DeviceRequirements, ASPECTS).and_then(|value| value.as_bytes());
        let words = bytes.unwrap_or_default().as_chunks::<4>().0;
        let mut aspects = words.iter().map(|word| u32::from_le_bytes(*word));
        match aspects.find(|aspect| !device.has_aspect(*aspect)) {
            Some(aspect) => Err(Error::MissingAspect {
                kernel: demangle::kernel(kernel),
                device: device.name().to_owned(),
                aspect: aspect::name(aspect),
            }),
            None => Ok(()),
        }
    }

    fn check_sub_group_size(&self, kernel: &str, device: &Device) -> Result<()> {
        let Some(size) = self.required_sub_group_size(kernel) else {
            return Ok(());
        };
        let sizes = device.sub_group_sizes();
        // A plugin that knows no sizes is left to decide by itself.
        if sizes.is_empty() || sizes.contains(&(size as usize)) {
            return Ok(());
        }
        Err(Error::SubGroupSize {
            kernel: demangle::kernel(kernel),
            device: device.name().to_owned(),
            required: size,
            sizes: sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
        })
    }

    fn check_work_group_size(&self, kernel: &str, device: &Device) -> Result<()> {
        let Some(mut sizes) = self.group_size(kernel, KernelProperty::RequiredWorkGroupSize) else {
            return Ok(());
        };
        let limits = device.limits();
        let total = sizes.iter().fold(1, |total: usize, &size| total.saturating_mul(size));
        if total <= limits.work_group_size
            && sizes.iter().zip(limits.work_item_sizes).all(|(&size, limit)| size <= limit)
        {
            return Ok(());
        }
        sizes.reverse();
        Err(Error::RequiredSizeUnsupported {
            kernel: demangle::kernel(kernel),
            device: device.name().to_owned(),
            required: shape(&sizes),
            limit: limits.work_group_size,
        })
    }
}
