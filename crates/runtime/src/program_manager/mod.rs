//! Device images: registered by the program's modules, picked for a device,
//! built, and looked up by kernel.
//!
//! * `image`: reading registered descriptors.
//! * `build`: collecting imports, compiling and linking.
//! * `constants`: values of specialization constants.
//! * `cache`: built programs and kernels, per context.
//!
//! Modules register before `main`, so registering only notes the descriptor's
//! address; images are read when the first kernel is looked up. A kernel is
//! searched by (module, name): images of the module that launches it come
//! first, so two libraries may have kernels of the same name, and a library may
//! be closed and opened again.

mod build;
mod cache;
mod constants;
mod image;

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::DeviceImage;
use tandem_image::demangle;
use tandem_pi::binary::PiDeviceBinaryStruct;

pub(crate) use cache::ProgramCache;
pub use constants::{SpecName, SpecValues};
use image::{Image, module_of, read_all};

use crate::aspect;
use crate::config::Config;
use crate::context::Context;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::object::Object;
use crate::submission::KernelSlot;
use build::Plan;

/// The registered images of the process.
#[derive(Debug, Default)]
pub(crate) struct ProgramManager(Mutex<Registry>);

#[derive(Debug, Default)]
struct Registry {
    /// Descriptors that nobody has read yet.
    unread: Vec<usize>,
    /// The images of each descriptor.
    modules: FxHashMap<usize, Vec<Arc<Image>>>,
    /// All images, in order of registration.
    images: Vec<Arc<Image>>,
    /// What could not be read, by descriptor.
    broken: Vec<(usize, Error)>,
}

impl ProgramManager {
    /// Notes the images of a module.
    ///
    /// # Safety
    /// `binaries` is the address of a `pi_device_binaries_struct` that stays in
    /// place, with everything it leads to, until it is unregistered.
    pub(crate) unsafe fn register(&self, binaries: usize) {
        self.0.lock().unread.push(binaries);
    }

    /// Adds images that no module holds. They stay until shutdown.
    pub(crate) fn add(&self, images: Vec<DeviceImage>) {
        let mut registry = self.0.lock();
        registry.read();
        registry.images.extend(images.into_iter().map(Image::from_owned).map(Arc::new));
    }

    /// Forgets the images of a module.
    pub(crate) fn unregister(&self, binaries: usize) {
        let mut registry = self.0.lock();
        registry.unread.retain(|known| *known != binaries);
        registry.broken.retain(|(known, _)| *known != binaries);
        let gone = registry.modules.remove(&binaries).unwrap_or_default();
        gone.iter().for_each(|image| image.unregister());
        registry.images.retain(|image| image.is_registered());
    }

    /// The kernel of a slot for a device of a context: `<name>@<unit>` if there
    /// is such a kernel, else `<name>`.
    pub(crate) fn slot_kernel(
        &self,
        context: &Context,
        device: &Object<Device>,
        slot: &KernelSlot<'_>,
        constants: &SpecValues,
    ) -> Result<Arc<Kernel>> {
        let (name, unit) = (slot.name.get(), slot.unit.get());
        let module = module_of(std::ptr::from_ref(slot.id) as usize);
        if !unit.is_empty() {
            let internal = format!("{name}@{unit}");
            if !self.images_of(&internal, module).is_empty() {
                return self.kernel(context, device, &internal, module, constants);
            }
        }
        self.kernel(context, device, &name, module, constants)
    }

    /// The kernel of this name for a device of a context; `module` is where to
    /// look first.
    pub(crate) fn kernel(
        &self,
        context: &Context,
        device: &Object<Device>,
        name: &str,
        module: usize,
        constants: &SpecValues,
    ) -> Result<Arc<Kernel>> {
        let candidates = self.images_of(name, module);
        if candidates.is_empty() {
            let registry = self.0.lock();
            let broken = registry.broken.first().map(|(_, error)| error.clone());
            let unknown = || Error::UnknownKernel { kernel: demangle::kernel(name), symbol: name.to_owned() };
            return Err(broken.unwrap_or_else(unknown));
        }
        let image = select(device, &supported(device, candidates, name)?, name)?;
        let layout = image.layout(name)?;
        let images = {
            let registry = self.0.lock();
            build::with_imports(image, &registry.images, name)?
        };
        let plan = Plan { images, kernel: name, context, device, constants };
        let program = if Config::get().cache_programs {
            context.programs().get_or_build(plan.key()?, || plan.build())?
        } else {
            Arc::new(plan.build()?)
        };
        program.kernel(name, layout)
    }

    /// The names of all kernels.
    pub(crate) fn kernel_names(&self) -> Vec<String> {
        let mut registry = self.0.lock();
        registry.read();
        let entries = registry.images.iter().flat_map(|image| &image.entries);
        entries.cloned().collect()
    }

    /// The images that have a kernel: those of the module, if there are any,
    /// else all.
    fn images_of(&self, kernel: &str, module: usize) -> Vec<Arc<Image>> {
        let mut registry = self.0.lock();
        registry.read();
        let has_kernel = |image: &&Arc<Image>| image.entries.iter().any(|entry| entry == kernel);
        let all: Vec<_> = registry.images.iter().filter(has_kernel).cloned().collect();
        let near: Vec<_> = all.iter().filter(|image| image.module() == module).cloned().collect();
        if near.is_empty() { all } else { near }
    }
}

impl Registry {
    /// Reads the descriptors that were registered since the last time.
    fn read(&mut self) {
        for binaries in std::mem::take(&mut self.unread) {
            // SAFETY: `register` was promised a valid descriptor, and it was not
            // unregistered.
            for image in unsafe { read_all(binaries) } {
                match image.map(Arc::new) {
                    Ok(image) => {
                        self.modules.entry(binaries).or_default().push(image.clone());
                        self.images.push(image);
                    }
                    Err(error) => self.broken.push((binaries, error)),
                }
            }
        }
    }
}

/// The images whose requirements a device fulfils. There is at least one.
fn supported(device: &Device, mut candidates: Vec<Arc<Image>>, kernel: &str) -> Result<Vec<Arc<Image>>> {
    let mut missing = None;
    candidates.retain(|image| {
        let lacks = image.required_aspects().into_iter().find(|aspect| !device.has_aspect(*aspect));
        missing = missing.or(lacks);
        lacks.is_none()
    });
    match missing {
        Some(aspect) if candidates.is_empty() => Err(Error::MissingAspect {
            kernel: demangle::kernel(kernel),
            device: device.name().to_owned(),
            aspect: aspect::name(aspect),
        }),
        _ => Ok(candidates),
    }
}

/// The image that the plugin prefers for a device.
fn select(device: &Device, candidates: &[Arc<Image>], kernel: &str) -> Result<Arc<Image>> {
    let descriptors: Vec<*const PiDeviceBinaryStruct> = candidates.iter().map(|image| image.descriptor()).collect();
    // SAFETY: the images are registered, so their descriptors are in place.
    let selected = unsafe { device.pi().select_binary(&descriptors)? };
    selected.map(|index| candidates[index].clone()).ok_or_else(|| {
        let targets: Vec<&str> = candidates.iter().map(|image| image.target.as_str()).collect();
        Error::NoImageForDevice {
            kernel: demangle::kernel(kernel),
            device: device.name().to_owned(),
            targets: targets.join(", "),
        }
    })
}

/// Builds a program from SPIR-V that no image holds, and gives one of its
/// kernels.
pub(crate) fn kernel_from_spirv(
    context: &Context,
    device: &Device,
    spirv: &[u8],
    kernel: &str,
    options: &str,
) -> Result<Arc<Kernel>> {
    let failure = |error, program| build::failure(kernel, device, error, program);
    let program = build::create(context, device, spirv, true).map_err(|error| failure(error, None))?;
    let options = Config::get().compile_options.apply(options);
    let built = program.build(std::slice::from_ref(device.pi()), &options);
    built.map_err(|error| failure(error, Some(&program)))?;
    cache::Program::new(program, Vec::new()).kernel(kernel, None)
}
