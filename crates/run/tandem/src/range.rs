//! Index spaces.

use tandem_runtime::submission::NdRange;

/// How many work-items run. As in SYCL, the last dimension varies fastest.
///
/// ```
/// use tandem::Range;
///
/// let line = Range::from(1000);
/// let plane = Range::from([480, 640]);
/// let groups = Range::from([480, 640]).in_groups([8, 64]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range(NdRange);

impl Range {
    /// Cuts the range into work-groups of this size, which must divide it.
    pub fn in_groups<const N: usize>(mut self, local: [usize; N]) -> Self {
        self.0.local = Some(padded(local, 1));
        self
    }

    /// Adds an offset to every id.
    pub fn with_offset<const N: usize>(mut self, offset: [usize; N]) -> Self {
        self.0.offset = padded(offset, 0);
        self
    }

    pub(crate) fn inner(self) -> NdRange {
        self.0
    }
}

/// An array of three; what is missing is `unused`, what is too much is ignored.
fn padded<const N: usize>(sizes: [usize; N], unused: usize) -> [usize; 3] {
    std::array::from_fn(|dimension| sizes.get(dimension).copied().unwrap_or(unused))
}

impl From<usize> for Range {
    fn from(size: usize) -> Self {
        Self::from([size])
    }
}

macro_rules! from_array {
    ($($dims:literal),*) => {$(
        impl From<[usize; $dims]> for Range {
            fn from(global: [usize; $dims]) -> Self {
                Self(NdRange { dims: $dims, global: padded(global, 1), ..NdRange::SINGLE })
            }
        }
    )*};
}
from_array!(1, 2, 3);
