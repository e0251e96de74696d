//! Ranges of work-items.

use crate::base::error::{Error, Result, shape};
use crate::devices::device::Device;

/// How many work-items run, in SYCL order: index `dims - 1` varies fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdRange {
    /// Dimensions in use, 1 to 3.
    pub dims: usize,
    /// Work-items.
    pub global: [usize; 3],
    /// Work-items per group; `None` leaves it to the driver.
    pub local: Option<[usize; 3]>,
    /// Added to every id.
    pub offset: [usize; 3],
}

impl NdRange {
    /// The range of a single task.
    pub const SINGLE: Self = Self { dims: 1, global: [1; 3], local: None, offset: [0; 3] };

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.global[..self.dims].contains(&0)
    }

    /// The dimensions in use of an array in SYCL order, in PI's (SPIR-V's)
    /// order. Dimensions out of use become `unused`.
    pub(crate) fn reversed(&self, array: &[usize; 3], unused: usize) -> [usize; 3] {
        let mut out = [unused; 3];
        for (dim, value) in array[..self.dims].iter().rev().enumerate() {
            out[dim] = *value;
        }
        out
    }

    /// Refuses what no kernel can be launched with.
    pub(crate) fn check(&self, device: &Device) -> Result<()> {
        let Some(local) = &self.local else {
            return Ok(());
        };
        let limits = device.limits();
        let local = &local[..self.dims];
        for (dimension, (&local, &global)) in local.iter().zip(&self.global).enumerate() {
            if local == 0 || global % local != 0 {
                return Err(Error::NotDivisible { dimension, global, local });
            }
        }
        let too_large = |limit, device| {
            Err(Error::WorkGroupTooLarge {
                size: local.iter().fold(1, |size: usize, local| size.saturating_mul(*local)),
                shape: shape(local),
                limit,
                device,
            })
        };
        let size = local.iter().try_fold(1, |size: usize, local| size.checked_mul(*local));
        if size.is_none_or(|size| size > limits.work_group_size) {
            return too_large(limits.work_group_size, device.name().to_owned());
        }
        for (dim, (&local, &limit)) in local.iter().rev().zip(&limits.work_item_sizes).enumerate() {
            if local > limit {
                let dimension = self.dims - 1 - dim;
                return too_large(limit, format!("{} in dimension {dimension}", device.name()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_dimension_of_sycl_comes_first_in_pi() {
        let range = NdRange { dims: 3, global: [2, 3, 4], local: None, offset: [0; 3] };
        assert_eq!(range.reversed(&range.global, 1), [4, 3, 2]);
        let plane = NdRange { dims: 2, ..range };
        assert_eq!(plane.reversed(&plane.global, 1), [3, 2, 1]);
        assert!(!range.is_empty());
        let nothing = NdRange { global: [2, 0, 4], ..range };
        assert!(nothing.is_empty());
    }
}
