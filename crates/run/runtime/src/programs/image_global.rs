//! A device global as an image has it.

use std::sync::Arc;

use tandem_image::device_global::DeviceGlobal;
use tandem_image::property::PropertySetRegistry;

/// A device global of an image.
#[derive(Clone, Debug)]
pub(crate) struct ImageGlobal {
    pub(crate) name: String,
    /// The image's description of it.
    pub(crate) global: Arc<DeviceGlobal>,
    /// Address of the object on the host; 0 where its module has none.
    pub(crate) address: usize,
}

/// The device globals of an image, each with what `address` tells.
pub(super) fn all(
    properties: &PropertySetRegistry,
    mut address: impl FnMut(&str) -> usize,
) -> Result<Vec<ImageGlobal>, String> {
    let all = DeviceGlobal::all(properties).map_err(|error| error.to_string())?;
    let globals = all.into_iter().map(|(name, global)| {
        let address = address(&name);
        ImageGlobal { name, global: Arc::new(global), address }
    });
    Ok(globals.collect())
}
