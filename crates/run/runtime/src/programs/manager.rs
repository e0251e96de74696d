//! Looking kernels up, and building the programs that they are in.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_image::DeviceImage;
use tandem_image::demangle;
use tandem_image::device_global::{HOST_PIPES, display_name, pipe_name};
use tandem_pi_abi::PI_ERROR_INVALID_BINARY;
use tandem_pi_abi::binary::PiDeviceBinaryStruct;
use tandem_pi_host as pi;

use super::build::{Inputs, Plan, Source, Sources};
use super::cache::{self, Claim, Program, ProgramKey};
use super::constants::SpecValues;
use super::context::Context;
use super::device_global::HostVariable;
use super::image::Image;
use super::kernel::Kernel;
use super::kernel_id::KernelId;
use super::kernel_slot::KernelSlot;
use super::module_origin::{DescriptorOrigin, module_of};
use super::modules::Modules;
use super::part::Part;
use super::registry::Registry;
use super::resolve::{self, Extent, Formats};
use crate::base::address::Address;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::instrumentation;

/// The registered images of the process.
#[derive(Debug, Default)]
pub(crate) struct ProgramManager(Mutex<Registry>);

impl ProgramManager {
    /// Notes the images of a module.
    ///
    /// # Safety
    /// `binaries` is the address of a `pi_device_binaries_struct` that stays in
    /// place, with everything it leads to, until it is unregistered.
    pub(crate) unsafe fn register(&self, binaries: usize) {
        // Constructors run under the dynamic linker's lock, so that is never taken with the registry locked.
        let site = DescriptorOrigin::of(binaries);
        let is_first = self.0.lock().loaded.is_none();
        let loaded = is_first.then(Modules::loaded);
        let mut registry = self.0.lock();
        if let Some(loaded) = loaded {
            registry.loaded.get_or_insert(loaded);
        }
        registry.unread.push((binaries, site));
    }

    /// Adds images that were read from a file. Returns their numbers.
    pub(crate) fn add(&self, file: &str, images: Vec<DeviceImage>) -> Result<Vec<usize>> {
        let images = images.into_iter().map(|image| Image::of_file(file, image).map(Arc::new));
        let images: Vec<_> = images.collect::<Result<_>>()?;
        let mut registry = self.0.lock();
        registry.read();
        images.iter().for_each(|image| registry.add(image));
        Ok(images.iter().map(|image| image.number).collect())
    }

    /// Forgets images that were added.
    pub(crate) fn remove(&self, numbers: &[usize]) {
        let mut registry = self.0.lock();
        let gone: Vec<_> = registry.images.iter().filter(|image| numbers.contains(&image.number)).cloned().collect();
        registry.forget(&gone);
        drop(registry);
        forget_programs(&gone, None);
    }

    /// Forgets the images of a module, and the programs that were built from
    /// them. Kernels that run keep their code until they are done; programs that
    /// are being built have a copy of the images.
    pub(crate) fn unregister(&self, binaries: usize) {
        let module = module_of(binaries);
        let mut registry = self.0.lock();
        registry.unread.retain(|(known, _)| *known != binaries);
        registry.broken.retain(|(known, _)| *known != binaries);
        let gone = registry.modules.remove(&binaries).unwrap_or_default();
        if let Some(loaded) = &mut registry.loaded {
            loaded.forget(module);
        }
        registry.forget(&gone);
        registry.forget_ids(&gone);
        drop(registry);
        forget_programs(&gone, Some(module));
    }

    /// Makes contexts that outlive the program, such as the default ones, trace their programs
    /// before these are released with their images.
    pub(crate) fn trace_end(&self) {
        if Config::get().trace_programs {
            cache::all().iter().for_each(|cache| cache.trace_end());
        }
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
        let unknown = || Error::UnknownKernel { kernel: demangle::kernel(name), symbol: name.to_owned() };
        if candidates.is_empty() {
            let registry = self.0.lock();
            let broken = registry.broken.first().map(|(_, error)| error.clone());
            return Err(broken.unwrap_or_else(unknown));
        }
        let supported = supported(device, candidates, name)?;
        let plan = Plan { kernel: name, context, device, constants };
        let mut unresolved = None;
        // An image whose imports are all defined in its own format comes before one that has to be mixed with others.
        for formats in [Formats::Same, Formats::Mixed] {
            let mut candidates = supported.clone();
            while !candidates.is_empty() {
                let image = match (self.select(device, &candidates, name), &unresolved) {
                    (Err(_), Some(_)) => break,
                    (selected, _) => selected?,
                };
                match self.kernel_program(plan, &image, formats) {
                    Err(error @ Error::UnresolvedImports { .. }) => {
                        candidates.retain(|candidate| !Arc::ptr_eq(candidate, &image));
                        unresolved = Some(error);
                    }
                    program => return program?.kernel(name, image.layout(name)?),
                }
            }
        }
        Err(unresolved.unwrap_or_else(unknown))
    }

    /// The image that the plugin prefers for a device, among those that are
    /// still registered.
    pub(crate) fn select(&self, device: &Device, candidates: &[Arc<Image>], kernel: &str) -> Result<Arc<Image>> {
        // Descriptors stay in place as long as the lock keeps them from being unregistered.
        let _registry = self.0.lock();
        let registered: Vec<_> = candidates.iter().filter(|image| image.is_registered()).cloned().collect();
        select(device, &registered, kernel)
    }

    /// The program of an image with all its kernels, built for a device together with
    /// the images that it needs. `kernel` is whose build errors name.
    pub(crate) fn program(
        &self,
        context: &Context,
        device: &Object<Device>,
        image: &Arc<Image>,
        kernel: &str,
        constants: &SpecValues,
        formats: Formats,
    ) -> Result<Arc<Program>> {
        let plan = Plan { kernel, context, device, constants };
        self.build(plan, plan.key(image, Extent::Whole)?, image, Extent::Whole, formats)
    }

    /// A program of an image with the plan's kernel: that with all kernels, if a bundle
    /// asked for it before, else one with what this kernel needs.
    fn kernel_program(&self, plan: Plan<'_>, image: &Arc<Image>, formats: Formats) -> Result<Arc<Program>> {
        let whole = plan.key(image, Extent::Whole)?;
        if let Some(program) = plan.context.programs().built(&whole) {
            instrumentation::cache_hit(|| plan.names());
            return Ok(program);
        }
        self.find_parts(image, plan.kernel)?;
        let key = if image.has_parts() { plan.key(image, Extent::Kernel)? } else { whole };
        self.build(plan, key, image, Extent::Kernel, formats)
    }

    /// Finds the parts of an image, without the lock.
    fn find_parts(&self, image: &Image, kernel: &str) -> Result<()> {
        let code = {
            let _registry = self.0.lock();
            check_registered(image, kernel)?;
            // SAFETY: just checked, and the registry is locked.
            unsafe { image.unread_code() }
        };
        if let Some(code) = code {
            image.find_parts(&code);
        }
        Ok(())
    }

    fn build(
        &self,
        plan: Plan<'_>,
        key: ProgramKey,
        image: &Arc<Image>,
        extent: Extent,
        formats: Formats,
    ) -> Result<Arc<Program>> {
        let build = |claim: Option<&Claim<'_>>| {
            let sources = self.sources(image, extent, plan.device, plan.kernel, formats)?;
            if let Some(claim) = claim {
                claim.cover(plan.further_keys(&sources.sources)?);
            }
            plan.build(&sources)
        };
        if Config::get().cache_programs {
            let mut is_new = false;
            let program = plan.context.programs().get_or_build(key, |claim| {
                is_new = true;
                build(Some(claim))
            })?;
            if !is_new {
                instrumentation::cache_hit(|| plan.names());
            }
            Ok(program)
        } else {
            build(None).map(Arc::new)
        }
    }

    /// The sources of a program: those from the image with the kernel, and those from its
    /// dependencies.
    fn sources(
        &self,
        main: &Arc<Image>,
        extent: Extent,
        device: &Device,
        kernel: &str,
        formats: Formats,
    ) -> Result<Sources> {
        let mut registry = self.0.lock();
        let Registry { images, exports, globals, .. } = &mut *registry;
        check_registered(main, kernel)?;
        // SAFETY: the registry is locked, and only has registered images.
        let program = unsafe { exports.program_of(main, extent, images, device, kernel, formats)? };
        let globals = globals.of_program(&program).map_err(|missing| resolve::undefined(kernel, &missing, images))?;
        // SAFETY: as above.
        let sources = program.into_iter().map(|part| unsafe { Source::new(part) }).collect();
        Ok(Sources { sources, globals })
    }

    /// Where the memory of a device global is on a device.
    pub(crate) fn device_global(
        &self,
        context: &Context,
        device: &Object<Device>,
        variable: HostVariable,
    ) -> Result<Address> {
        let (definition, users) = {
            let mut registry = self.0.lock();
            registry.read();
            let users =
                if variable.image_scope { registry.globals.users_of(variable.address.get()) } else { Vec::new() };
            (registry.globals.of_host(variable), users)
        };
        if !variable.image_scope {
            return Ok(context.programs().globals().memory(context.pi(), device, &definition)?.address());
        }
        let unused = |_| Error::UnusedDeviceGlobal { device: device.name().to_owned() };
        let image = &self.select(device, &users, "").map_err(unused)?;
        let count = users.iter().filter(|other| other.target == image.target).count();
        if count != 1 {
            return Err(Error::Invalid(format!(
                "device_global `{}` has device_image_scope, but is in {count} device images",
                display_name(&definition.name)
            )));
        }
        let (kernel, constants) = (image.any_kernel(), SpecValues::default());
        let program = self.program(context, device, image, kernel, &constants, Formats::Same)?;
        let address = program.pi().global_address(device.pi(), &definition.name)?;
        Ok(Address::new(address))
    }

    /// A program for a device that has a host pipe, with the variable's name in it. Its ring is the memory of the
    /// device global.
    pub(crate) fn host_pipe(
        &self,
        context: &Context,
        device: &Object<Device>,
        variable: HostVariable,
    ) -> Result<(Arc<Program>, String)> {
        let (definition, users) = {
            let mut registry = self.0.lock();
            registry.read();
            (registry.globals.of_host(variable), registry.globals.users_of(variable.address.get()))
        };
        if !device.has_extension(HOST_PIPES) {
            let (device, pipe) = (device.name(), pipe_name(&definition.name));
            return Err(Error::Unsupported(format!("{device} has no host pipes: {pipe} cannot be used on the host")));
        }
        let unused = |_| Error::UnusedPipe { device: device.name().to_owned() };
        let image = &self.select(device, &users, "").map_err(unused)?;
        let (kernel, constants) = (image.any_kernel(), SpecValues::default());
        let program = self.program(context, device, image, kernel, &constants, Formats::Mixed)?;
        Ok((program, definition.name))
    }

    /// The program of an image, compiled for a device for a later
    /// [`Self::link`].
    pub(crate) fn compile(
        &self,
        context: &Context,
        device: &Object<Device>,
        image: &Arc<Image>,
        constants: &SpecValues,
    ) -> Result<pi::Program> {
        let kernel = image.any_kernel();
        let source = {
            let _registry = self.0.lock();
            check_registered(image, kernel)?;
            // SAFETY: just checked, and the registry is locked.
            unsafe { Source::new(Part::whole(image.clone())) }
        };
        Plan { kernel, context, device, constants }.compile(&source)
    }

    /// Links the compiled program of an image with those of other images that it needs. Images that
    /// are not compiled yet are compiled here.
    pub(crate) fn link(
        &self,
        context: &Context,
        device: &Object<Device>,
        image: &Arc<Image>,
        compiled: &[(Arc<Image>, pi::Program)],
    ) -> Result<Arc<Program>> {
        let kernel = image.any_kernel();
        let sources = self.sources(image, Extent::Whole, device, kernel, Formats::Mixed)?;
        let plan = Plan { kernel, context, device, constants: &SpecValues::default() };
        plan.link(&sources, &Inputs(compiled)).map(Arc::new)
    }

    /// The image that represents the built-in kernels of a device; `None` if it has none, or its
    /// plugin cannot make programs from them.
    pub(crate) fn built_in(&self, device: &Device) -> Result<Option<Arc<Image>>> {
        let names = device.built_in_kernels()?;
        if names.is_empty() {
            return Ok(None);
        }
        let platform = Arc::as_ptr(&device.platform()?) as usize;
        let image = self.0.lock().built_in.image(platform, &names)?;
        let is_taken = self.select(device, std::slice::from_ref(&image), image.any_kernel()).is_ok();
        Ok(is_taken.then_some(image))
    }

    /// The images for built-in kernels whose identities were handed out.
    pub(crate) fn built_in_images(&self) -> Vec<Arc<Image>> {
        self.0.lock().built_in.images().cloned().collect()
    }

    /// All images.
    pub(crate) fn images(&self) -> Vec<Arc<Image>> {
        let mut registry = self.0.lock();
        registry.read();
        registry.images.clone()
    }

    /// The names of all kernels.
    pub(crate) fn kernel_names(&self) -> Vec<String> {
        let mut registry = self.0.lock();
        registry.read();
        registry.images.iter().flat_map(|image| image.kernels().map(str::to_owned)).collect()
    }

    /// The identity of the kernel with one of these names. `<name>@<unit>` has precedence over
    /// `<name>`, and kernels of the module over others.
    pub fn kernel_id(&self, names: &[&str], unit: &str, module: usize) -> Result<Arc<Object<KernelId>>> {
        for &name in names {
            let internal = format!("{name}@{unit}");
            for name in [internal.as_str(), name] {
                if let Some(image) = self.images_of(name, module).first() {
                    return Ok(self.0.lock().ids.get(name, image.module()));
                }
            }
        }
        let name = names.first().copied().unwrap_or_default();
        Err(Error::UnknownKernel { kernel: demangle::kernel(name), symbol: name.to_owned() })
    }

    /// The identities of all kernels, each once.
    pub fn kernel_ids(&self) -> Vec<Arc<Object<KernelId>>> {
        let mut registry = self.0.lock();
        registry.read();
        let Registry { images, ids, .. } = &mut *registry;
        let mut all: Vec<Arc<Object<KernelId>>> = Vec::new();
        for image in images.iter() {
            all.extend(image.kernels().map(|kernel| ids.get(kernel, image.module())));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|id| seen.insert(Arc::as_ptr(id)));
        all
    }

    /// The identities of the kernels of an image.
    pub(crate) fn ids_of(&self, image: &Image) -> Vec<Arc<Object<KernelId>>> {
        let mut registry = self.0.lock();
        image.kernels().map(|kernel| registry.ids.get(kernel, image.module())).collect()
    }

    /// Whether some image is for a device. Without images, whether it accepts SPIR-V, which programs may supply
    /// themselves.
    pub(crate) fn has_image_for(&self, device: &Device) -> bool {
        let mut registry = self.0.lock();
        registry.read();
        match registry.images.as_slice() {
            [] => device.takes_spirv(),
            images => select(device, images, "").is_ok(),
        }
    }

    /// The images that have a kernel: those of the module, if there are any,
    /// else all.
    fn images_of(&self, kernel: &str, module: usize) -> Vec<Arc<Image>> {
        let mut registry = self.0.lock();
        registry.read();
        let all = registry.kernels.get(kernel).cloned().unwrap_or_default();
        let near: Vec<_> = all.iter().filter(|image| image.module() == module).cloned().collect();
        if near.is_empty() { all } else { near }
    }
}

/// The images whose requirements a device fulfils. There is at least one.
fn supported(device: &Device, mut candidates: Vec<Arc<Image>>, kernel: &str) -> Result<Vec<Arc<Image>>> {
    let mut refusal = None;
    candidates.retain(|image| match image.check_device(kernel, device) {
        Ok(()) => true,
        Err(error) => {
            refusal.get_or_insert(error);
            false
        }
    });
    match refusal {
        Some(error) if candidates.is_empty() => Err(error),
        _ => Ok(candidates),
    }
}

/// The library with the image may have been closed meanwhile.
fn check_registered(image: &Image, kernel: &str) -> Result<()> {
    if image.is_registered() {
        return Ok(());
    }
    Err(Error::UnknownKernel { kernel: demangle::kernel(kernel), symbol: kernel.to_owned() })
}

/// The image that the plugin prefers for a device; called with the registry
/// locked.
fn select(device: &Device, candidates: &[Arc<Image>], kernel: &str) -> Result<Arc<Image>> {
    let descriptors: Vec<*const PiDeviceBinaryStruct> = candidates.iter().map(|image| image.descriptor()).collect();
    // SAFETY: the images are registered, so their descriptors are in place.
    match unsafe { device.pi().select_binary(&descriptors) } {
        Ok(index) => Ok(candidates[index].clone()),
        Err(refusal) if refusal.code == PI_ERROR_INVALID_BINARY => {
            let targets: Vec<&str> = candidates.iter().map(|image| image.target.as_str()).collect();
            Err(Error::NoImageForDevice {
                kernel: demangle::kernel(kernel),
                device: device.name().to_owned(),
                targets: targets.join(", "),
                reason: refusal.message,
            })
        }
        Err(error) => Err(error.into()),
    }
}

/// Drops what contexts have built from images that are gone, and device globals of their module.
fn forget_programs(gone: &[Arc<Image>], module: Option<usize>) {
    if !gone.is_empty() {
        cache::all().iter().for_each(|cache| cache.remove_unregistered(module));
    }
}
