//! Bundles from bundles: `compile`, `link`, `build` and `join` (SYCL 2020,
//! 4.11.11 to 4.11.13).

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_pi_host as pi;

use super::{BundleImage, BundleState, KernelBundle, checked_devices, native};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::programs::choice::default_device;
use crate::programs::context::default_context;

/// Brings the images of bundles into a later state, for the given devices or
/// for all that the bundles share.
pub fn convert(
    bundles: &[&Arc<Object<KernelBundle>>],
    state: BundleState,
    devices: Option<&[Arc<Object<Device>>]>,
) -> Result<Arc<Object<KernelBundle>>> {
    let shared = shared_devices(bundles)?;
    let devices = checked_devices(devices.unwrap_or(&shared), &shared, "kernel bundles")?;
    let context = bundles[0].context();
    let inputs: Vec<Arc<Object<BundleImage>>> =
        bundles.iter().flat_map(|bundle| bundle.images_with_constants()).collect();
    let mut images = Vec::new();
    for image in &inputs {
        images.extend(image.convert(context, &devices, state, &inputs)?.map(Object::new));
    }
    let native = native::convert(context, &devices, native_programs(bundles), state)?;
    Ok(Object::new(KernelBundle { context: context.clone(), devices, images, constants: Mutex::default(), native }))
}

/// The programs of the back end in several bundles, each once.
fn native_programs(bundles: &[&Arc<Object<KernelBundle>>]) -> Vec<Arc<pi::Program>> {
    let mut found: Vec<Arc<pi::Program>> = Vec::new();
    for program in bundles.iter().flat_map(|bundle| &bundle.native) {
        if !found.iter().any(|known| known.raw() == program.raw()) {
            found.push(program.clone());
        }
    }
    found
}

/// The images of several bundles in one, and their programs of the back end. No bundles make an empty one.
pub fn join(bundles: &[&Arc<Object<KernelBundle>>]) -> Result<Arc<Object<KernelBundle>>> {
    let Some(first) = bundles.first() else {
        let device = default_device()?;
        return Ok(KernelBundle::new(default_context(&device)?, vec![device], Vec::new()));
    };
    let shared = shared_devices(bundles)?;
    if bundles.iter().any(|bundle| bundle.devices().len() != shared.len()) {
        return Err(Error::Invalid("kernel bundles with different devices cannot be joined".to_owned()));
    }
    let mut images: Vec<Arc<Object<BundleImage>>> = Vec::new();
    for image in bundles.iter().flat_map(|bundle| bundle.images_with_constants()) {
        if !images.iter().any(|known| Arc::ptr_eq(known, &image)) {
            images.push(image);
        }
    }
    let (context, constants) = (first.context().clone(), Mutex::default());
    Ok(Object::new(KernelBundle { context, devices: shared, images, constants, native: native_programs(bundles) }))
}

/// The devices that all bundles have; they must have one context.
fn shared_devices(bundles: &[&Arc<Object<KernelBundle>>]) -> Result<Vec<Arc<Object<Device>>>> {
    let Some(first) = bundles.first() else {
        return Err(Error::Invalid("there are no kernel bundles to join".to_owned()));
    };
    if bundles.iter().any(|bundle| !Arc::ptr_eq(bundle.context(), first.context())) {
        return Err(Error::Invalid("the kernel bundles belong to different contexts".to_owned()));
    }
    let is_shared = |device: &&Arc<Object<Device>>| {
        bundles.iter().all(|bundle| bundle.devices().iter().any(|known| Arc::ptr_eq(known, device)))
    };
    Ok(first.devices().iter().filter(is_shared).cloned().collect())
}
