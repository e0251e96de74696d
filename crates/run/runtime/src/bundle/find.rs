//! Finds the device images and kernels of a program for given devices (`get_kernel_bundle`,
//! `has_kernel_bundle`, `is_compatible`).

use std::sync::Arc;

use tandem_image::demangle;

use super::{BundleImage, BundleState, KernelBundle, checked_devices};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::aspect;
use crate::devices::device::Device;
use crate::programs::context::Context;
use crate::programs::program_manager;
use crate::programs::{Image, KernelId, ProgramManager};

/// The requested bundle.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// In which state.
    pub state: BundleState,
    /// For a context.
    pub context: &'a Arc<Object<Context>>,
    /// For these of its devices.
    pub devices: &'a [Arc<Object<Device>>],
    /// With these kernels; `None` is all.
    pub kernels: Option<&'a [Arc<Object<KernelId>>]>,
}

/// The bundle of a request. `accept` chooses among its images before anything
/// is built.
pub fn find(
    request: &Request<'_>,
    accept: impl Fn(&Arc<Object<BundleImage>>) -> bool,
) -> Result<Arc<Object<KernelBundle>>> {
    let devices = checked_devices(request.devices, request.context.devices(), "context")?;
    let aspect = aspect_of(request.state);
    if let Some(lacking) = devices.iter().find(|device| aspect.is_some_and(|aspect| !device.has_aspect(aspect))) {
        return Err(Error::Invalid(format!(
            "{} does not have aspect::{}, which kernel bundles of this state need",
            lacking.name(),
            aspect::name(aspect.unwrap_or_default())
        )));
    }
    let candidates = Candidates::new(request.state)?;
    for id in request.kernels.unwrap_or_default() {
        if !devices.iter().any(|device| candidates.runs(id, device)) {
            return Err(Error::Invalid(format!(
                "kernel `{}` does not run on any device of the kernel bundle",
                demangle::kernel(id.name())
            )));
        }
    }
    let found = candidates.fitting(&devices, request.kernels).into_iter().map(|image| {
        let image = Object::new(image);
        accept(&image).then_some(image)
    });
    let accepted: Vec<Arc<Object<BundleImage>>> = found.flatten().collect();
    let images = match request.state {
        BundleState::Input => accepted,
        state => {
            let convert = |image: &Arc<Object<BundleImage>>| image.convert(request.context, &devices, state, &[]);
            let converted = accepted.iter().filter_map(|image| convert(image).transpose());
            converted.map(|image| image.map(Object::new)).collect::<Result<_>>()?
        }
    };
    Ok(KernelBundle::new(request.context.clone(), devices, images))
}

/// Whether there are images for a request: for each kernel, or, where none is
/// named, any at all.
pub fn exists(request: &Request<'_>) -> Result<bool> {
    let devices = checked_devices(request.devices, request.context.devices(), "context")?;
    if let Some(aspect) = aspect_of(request.state)
        && !devices.iter().all(|device| device.has_aspect(aspect))
    {
        return Ok(false);
    }
    let candidates = Candidates::new(request.state)?;
    Ok(match request.kernels {
        Some(ids) => ids.iter().all(|id| devices.iter().any(|device| candidates.runs(id, device))),
        None => !candidates.fitting(&devices, None).is_empty(),
    })
}

/// Whether all of these kernels run on a device.
pub fn is_compatible(ids: &[Arc<Object<KernelId>>], device: &Arc<Object<Device>>) -> Result<bool> {
    let candidates = Candidates::new(BundleState::Executable)?;
    Ok(ids.iter().all(|id| candidates.runs(id, device)))
}

/// The aspect that devices need for bundles of a state.
fn aspect_of(state: BundleState) -> Option<u32> {
    match state {
        BundleState::Input => Some(aspect::ONLINE_COMPILER),
        BundleState::Object => Some(aspect::ONLINE_LINKER),
        BundleState::Executable => None,
    }
}

/// The images with kernels that can be in a state. Native code is executable
/// only.
struct Candidates {
    manager: Arc<ProgramManager>,
    images: Vec<Arc<Image>>,
    /// Images of the devices' built-in kernels, chosen only if such a kernel is named.
    built_in: Vec<Arc<Image>>,
}

impl Candidates {
    fn new(state: BundleState) -> Result<Self> {
        let manager = program_manager()?;
        let mut images = manager.images();
        images
            .retain(|image| image.kernels().next().is_some() && (state == BundleState::Executable || image.is_spirv()));
        let built_in = if state == BundleState::Executable { manager.built_in_images() } else { Vec::new() };
        Ok(Self { manager, images, built_in })
    }

    /// Whether a kernel runs on a device.
    fn runs(&self, id: &KernelId, device: &Device) -> bool {
        let mut with_kernel = self.images.iter().chain(&self.built_in).filter(|image| id.is_in(image));
        with_kernel.any(|image| image.check_device(id.name(), device).is_ok() && self.takes(device, image))
    }

    /// Whether a device takes an image as such.
    fn takes(&self, device: &Device, image: &Arc<Image>) -> bool {
        self.manager.select(device, std::slice::from_ref(image), image.any_kernel()).is_ok()
    }

    /// The images that have a kernel for one of the devices, each with its
    /// devices.
    fn fitting(&self, devices: &[Arc<Object<Device>>], kernels: Option<&[Arc<Object<KernelId>>]>) -> Vec<BundleImage> {
        let is_wanted = |image: &Arc<Image>| kernels.is_none_or(|ids| ids.iter().any(|id| id.is_in(image)));
        let own = self.images.iter().filter(|image| is_wanted(image)).map(|image| {
            let users: Vec<_> = devices.iter().filter(|device| self.is_choice(image, device)).cloned().collect();
            (image, users)
        });
        let built_in = self.built_in.iter().filter(|image| kernels.is_some() && is_wanted(image)).map(|image| {
            let users: Vec<_> = devices.iter().filter(|device| self.takes(device, image)).cloned().collect();
            (image, users)
        });
        let with_users = own.chain(built_in);
        let used = with_users.filter(|(_, users)| !users.is_empty());
        used.map(|(image, users)| BundleImage::new(image.clone(), users)).collect()
    }

    /// Whether a device can use an image and prefers it to others with the same
    /// kernels, as there are for several targets.
    fn is_choice(&self, image: &Arc<Image>, device: &Arc<Object<Device>>) -> bool {
        let runs = |kernel: &str| image.check_device(kernel, device).is_ok();
        if !image.kernels().any(runs) || !self.takes(device, image) {
            return false;
        }
        let is_rival = |other: &&Arc<Image>| {
            other.module() == image.module() && other.entries == image.entries && self.takes(device, other)
        };
        let rivals: Vec<Arc<Image>> = self.images.iter().filter(is_rival).cloned().collect();
        let choice = self.manager.select(device, &rivals, image.any_kernel());
        choice.is_ok_and(|choice| Arc::ptr_eq(&choice, image))
    }
}
