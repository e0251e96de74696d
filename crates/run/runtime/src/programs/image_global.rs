//! A device global as an image has it.

use std::sync::Arc;

use tandem_image::device_global::DeviceGlobal;

/// A device global of an image.
#[derive(Clone, Debug)]
pub(crate) struct ImageGlobal {
    pub(crate) name: String,
    /// What the image says of it.
    pub(crate) global: Arc<DeviceGlobal>,
    /// Address of the object on the host; 0 where its module has none.
    pub(crate) address: usize,
}
