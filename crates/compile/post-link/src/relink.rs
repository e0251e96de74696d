//! Links that reuse the images of an earlier device link (`-fsycl-link`): checks that
//! these images contain everything that the objects' device code needs.

use std::collections::HashMap;

use tandem_image::DeviceImage;
use tandem_image::demangle;
use tandem_image::property::{PropertySetName, PropertyValue};
use tandem_ir::{Context, Module};

use super::diagnostics::Diagnostics;
use super::unit::Unit;
use super::{kernel_info, split};

/// Checks that images of an earlier link will do for these units; `linked` names
/// the files that they are in.
///
/// # Errors
/// Every kernel and exported function that is not in the images, and every
/// kernel with other arguments than there.
pub fn check_linked(units: &[Unit], images: &[DeviceImage], linked: &str) -> Result<(), Diagnostics> {
    let mut known: HashMap<&str, Option<&PropertyValue>> = HashMap::new();
    for image in images {
        let layouts = image.properties.set(PropertySetName::KernelLayout);
        known.extend(image.entries.iter().map(|entry| (entry.as_str(), layouts.and_then(|set| set.get(entry)))));
    }
    let mut diagnostics = Diagnostics::default();
    for Unit { file, bitcode } in units {
        let ctx = Context::new();
        let module = Module::parse(&ctx, bitcode, file)?;
        for root in split::roots_of(&module) {
            let layout = module.function(&root).and_then(kernel_info::layout);
            let what = match &layout {
                Some(_) => format!("kernel '{}'", demangle::kernel(&root)),
                None => format!("device function '{}'", demangle::symbol(&root)),
            };
            let problem = match known.get(root.as_str()) {
                None => "is not in",
                Some(Some(value)) if layout.is_some_and(|layout| value.as_bytes() != Some(&layout.encode())) => {
                    "has different arguments than in"
                }
                Some(_) => continue,
            };
            diagnostics.error(
                None,
                format!("{what} of {file} {problem} the device images of {linked}; repeat the link with -fsycl-link"),
            );
        }
    }
    diagnostics.into_result()
}
