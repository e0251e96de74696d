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
    /// How the work-groups run.
    pub groups: Groups,
}

/// How the work-groups of a launch run. Other than plainly only where `local` is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Groups {
    /// In any order.
    #[default]
    Plain,
    /// All at the same time, since they wait for each other.
    Cooperative,
    /// One work-item runs a whole group: those of the range are logical work-items, which
    /// the kernel itself goes through (SYCL 2020, 4.9.4.2.3).
    Hierarchical,
}

impl NdRange {
    /// The range of a single task.
    pub const SINGLE: Self = Self { dims: 1, global: [1; 3], local: None, offset: [0; 3], groups: Groups::Plain };

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.global[..self.dims].contains(&0)
    }

    /// How many work-groups there are in each dimension. The range is checked.
    pub(crate) fn group_counts(&self) -> [usize; 3] {
        let local = self.local.unwrap_or([1; 3]);
        [0, 1, 2].map(|dim| if dim < self.dims { self.global[dim] / local[dim].max(1) } else { 1 })
    }

    /// Whether work-groups wait for each other; a single one never waits.
    pub(crate) fn needs_cooperation(&self) -> bool {
        self.groups == Groups::Cooperative && self.group_counts() != [1; 3]
    }

    /// Work-items of a group; 1 where the driver chooses.
    pub(crate) fn group_items(&self) -> usize {
        self.local.map_or(1, |local| local[..self.dims].iter().product())
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

    /// Refuses more work-items than can be numbered.
    fn check_count(&self) -> Result<()> {
        let global = &self.global[..self.dims];
        let count = global.iter().try_fold(1, |count: usize, size| count.checked_mul(*size));
        if count.is_some() || self.is_empty() {
            return Ok(());
        }
        Err(Error::Invalid(format!("a range of {} has more work-items than can be numbered", shape(global))))
    }

    /// Refuses what no kernel can be launched with.
    pub(crate) fn check(&self, device: &Device) -> Result<()> {
        self.check_count()?;
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
    use crate::base::errc::Errc;

    #[test]
    fn the_fastest_dimension_of_sycl_comes_first_in_pi() {
        let range = NdRange { dims: 3, global: [2, 3, 4], ..NdRange::SINGLE };
        assert_eq!(range.reversed(&range.global, 1), [4, 3, 2]);
        let plane = NdRange { dims: 2, ..range };
        assert_eq!(plane.reversed(&plane.global, 1), [3, 2, 1]);
        assert!(!range.is_empty());
        let nothing = NdRange { global: [2, 0, 4], ..range };
        assert!(nothing.is_empty());
    }

    #[test]
    fn work_items_can_be_numbered() {
        let range = |global| NdRange { dims: 3, global, ..NdRange::SINGLE };
        let most = 1 << 21;
        for possible in [[most, most, most], [usize::MAX, 1, 1], [usize::MAX, usize::MAX, 0]] {
            range(possible).check_count().expect("a possible range");
        }
        let error = range([1 << 22, 1 << 22, 1 << 22]).check_count().unwrap_err();
        assert_eq!(error.errc(), Errc::Invalid);
        assert!(error.to_string().contains("4194304x4194304x4194304"), "{error}");
        let line = NdRange { dims: 1, ..range([4, usize::MAX, usize::MAX]) };
        line.check_count().expect("one dimension counts");
    }
}
