//! The index space of a kernel launch, in SPIR-V order (index 0 varies fastest).

use tandem_image::native::LaunchInfo;

/// The index space of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdRange {
    /// Dimensions in use, 1 to 3; the others have size 1 and offset 0.
    pub dims: u32,
    /// Work-items in each dimension.
    pub global: [u64; 3],
    /// Work-items per work-group; `None` leaves the choice to the driver.
    pub local: Option<[u64; 3]>,
    /// Added to every global id.
    pub offset: [u64; 3],
}

impl NdRange {
    /// A one-dimensional range whose work-group size the driver chooses.
    pub fn linear(global: u64) -> Self {
        Self { dims: 1, global: [global, 1, 1], local: None, offset: [0; 3] }
    }

    /// Number of work-items, saturating.
    pub fn items(&self) -> u64 {
        self.global.iter().fold(1, |product, &size| product.saturating_mul(size))
    }

    /// The launch parameters for work-groups of `local` items. The last group
    /// of a dimension may be smaller.
    pub fn launch_info(&self, local: [u64; 3]) -> LaunchInfo {
        let groups = |d: usize| self.global[d].div_ceil(local[d].max(1));
        LaunchInfo {
            work_dim: self.dims,
            reserved: 0,
            global_size: self.global,
            local_size: local,
            global_offset: self.offset,
            num_groups: [groups(0), groups(1), groups(2)],
        }
    }
}
