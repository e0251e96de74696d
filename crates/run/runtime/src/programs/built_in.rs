//! Kernels that devices have without an image of the program. An image that names them represents
//! their code, so that bundles, programs and caches need no special cases.

use std::sync::Arc;

use tandem_image::built_in::{self, SEPARATOR};
use tandem_image::device_image::ImageFormat;
use tandem_image::{DeviceImage, PropertySetRegistry};

use super::image::Image;
use crate::base::error::Result;

/// The images that represent built-in kernels. They are not among the program's own, so that only
/// the identities of their kernels lead to them.
#[derive(Debug, Default)]
pub(super) struct BuiltIns(Vec<BuiltIn>);

#[derive(Debug)]
struct BuiltIn {
    /// Address of the platform: its devices with the same kernels share an image.
    platform: usize,
    /// The answer to the query for the names.
    names: String,
    image: Arc<Image>,
}

impl BuiltIns {
    /// The image for the kernels of these names, which devices of a platform have.
    pub(super) fn image(&mut self, platform: usize, names: &str) -> Result<Arc<Image>> {
        if let Some(known) = self.0.iter().find(|known| known.platform == platform && known.names == names) {
            return Ok(known.image.clone());
        }
        let list: Vec<&str> = names.split(SEPARATOR).collect();
        let image = Arc::new(Image::built_in(DeviceImage {
            format: ImageFormat::Native,
            target: "built-in kernels".to_owned(),
            compile_options: String::new(),
            link_options: String::new(),
            bytes: built_in::encode(&list),
            entries: list.into_iter().map(str::to_owned).collect(),
            properties: PropertySetRegistry::new(),
        })?);
        self.0.push(BuiltIn { platform, names: names.to_owned(), image: image.clone() });
        Ok(image)
    }

    /// The images that were asked for until now.
    pub(super) fn images(&self) -> impl Iterator<Item = &Arc<Image>> {
        self.0.iter().map(|known| &known.image)
    }
}
