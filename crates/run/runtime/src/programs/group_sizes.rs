//! The sizes of work-groups that the attributes of a kernel allow, in PI's order. Those of a
//! hierarchical kernel are about logical work-items, of which drivers know nothing.

use tandem_image::property::{KernelProperty, PropertySetName};

use super::image::Image;

/// The work-group sizes in the attributes of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupSizes {
    /// `reqd_work_group_size`.
    pub(crate) required: Option<[usize; 3]>,
    /// `max_work_group_size`.
    pub(crate) largest: Option<[usize; 3]>,
}

impl GroupSizes {
    /// The sizes of a kernel of an image; `None` if its attributes say nothing.
    pub(crate) fn of(image: &Image, kernel: &str) -> Option<Self> {
        let required = image.group_size(kernel, KernelProperty::RequiredWorkGroupSize);
        let largest = image.group_size(kernel, KernelProperty::MaxWorkGroupSize);
        (required.is_some() || largest.is_some()).then_some(Self { required, largest })
    }
}

impl Image {
    /// The sizes that a property of a kernel gives, in PI's order.
    pub(crate) fn group_size(&self, kernel: &str, property: KernelProperty) -> Option<[usize; 3]> {
        let value = self.property(PropertySetName::ProgramMetadata, &property.key(kernel))?;
        let words = value.as_bytes()?.as_chunks::<4>().0;
        let mut sizes = [1; 3];
        for (size, word) in sizes.iter_mut().zip(words) {
            *size = u32::from_le_bytes(*word) as usize;
        }
        Some(sizes)
    }
}
