//! Rejects ranges that a kernel cannot be launched over although the device supports launches of
//! that size ([`NdRange::check`]).

use tandem_image::demangle;

use super::nd_range::{Groups, NdRange};
use crate::base::error::{Error, Result, shape};
use crate::devices::device::Device;
use crate::programs::group_sizes::GroupSizes;
use crate::programs::kernel::Kernel;

impl NdRange {
    /// Refuses a launch of a kernel over this range, which the device itself accepts.
    pub(crate) fn check_kernel(&self, kernel: &Kernel, device: &Device) -> Result<()> {
        let Some(local) = &self.local else {
            return match kernel.has_local_accessors() {
                true => Err(kernel.bad_arguments("it captures a local_accessor, so that it needs an nd_range")),
                false => Ok(()),
            };
        };
        if let Some(sizes) = kernel.group_sizes() {
            self.check_group_sizes(kernel, sizes, self.reversed(local, 1))?;
        }
        if self.needs_cooperation() { self.check_cooperation(kernel, device, local) } else { Ok(()) }
    }

    /// `sizes` are those of a work-group, in PI's order. The required size of other kernels than
    /// hierarchical ones is the driver's to check.
    fn check_group_sizes(&self, kernel: &Kernel, allowed: &GroupSizes, sizes: [usize; 3]) -> Result<()> {
        let in_sycl_order = |sizes: [usize; 3]| {
            let sizes: Vec<usize> = sizes[..self.dims].iter().rev().copied().collect();
            shape(&sizes)
        };
        let kernel = || demangle::kernel(&kernel.name());
        let actual = || in_sycl_order(sizes);
        if let Some(required) = allowed.required
            && self.groups == Groups::Hierarchical
            && required != sizes
        {
            let required = in_sycl_order(required);
            return Err(Error::RequiredWorkGroupSize { kernel: kernel(), required, actual: actual() });
        }
        if let Some(largest) = allowed.largest
            && sizes.iter().zip(largest).any(|(&size, largest)| size > largest)
        {
            let largest = in_sycl_order(largest);
            return Err(Error::LargestWorkGroupSize { kernel: kernel(), largest, actual: actual() });
        }
        Ok(())
    }

    #[cold]
    fn check_cooperation(&self, kernel: &Kernel, device: &Device, local: &[usize; 3]) -> Result<()> {
        let groups = self.group_counts().iter().fold(1, |groups: usize, &count| groups.saturating_mul(count));
        let limit = kernel.max_cooperative_groups(device, self.reversed(local, 1), 0)?;
        if groups <= limit {
            return Ok(());
        }
        Err(Error::TooManyWaitingGroups {
            kernel: demangle::kernel(&kernel.name()),
            groups,
            shape: shape(&local[..self.dims]),
            limit,
            device: device.name().to_owned(),
        })
    }
}
