//! The index space of a kernel launch, in SPIR-V order (index 0 varies fastest).

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
    /// All work-groups run at the same time, because they wait for each other; then
    /// `local` is given, and there are at most
    /// [`Device::max_cooperative_groups`](crate::Device::max_cooperative_groups). A launch of
    /// more fails with [`Error::OutOfResources`](crate::Error::OutOfResources).
    pub is_cooperative: bool,
}

impl NdRange {
    /// A one-dimensional range whose work-group size the driver chooses.
    pub fn linear(global: u64) -> Self {
        Self { dims: 1, global: [global, 1, 1], local: None, offset: [0; 3], is_cooperative: false }
    }

    /// Number of work-items, saturating.
    pub fn items(&self) -> u64 {
        self.global.iter().fold(1, |product, &size| product.saturating_mul(size))
    }
}
