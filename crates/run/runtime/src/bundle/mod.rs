//! Kernel bundles (SYCL 2020, 4.11): sets of device images in one state.
//!
//! * `find`: which images and kernels the program has for given devices.
//! * `convert`: bundles from bundles: compiled, linked, built, joined.
//! * `image`: one image of a bundle, with its specialization constants
//!   and what was made of it.
//! * `kernel`: kernels as objects, and what can be asked of them.
//! * `native`: compiling and linking programs of a back end.
//!
//! Images in executable state use the same programs as plain submissions where
//! the context has them already.

mod convert;
mod find;
mod image;
mod kernel;
mod native;

use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_image::demangle;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;

pub use convert::{convert, join};
pub use find::{Request, exists, find, is_compatible};
pub use image::BundleImage;
pub use kernel::BundleKernel;

use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::devices::device::Device;
use crate::programs::context::Context;
use crate::programs::kernel::Kernel;
use crate::programs::kernel_slot::KernelSlot;
use crate::programs::program_manager;
use crate::programs::{KernelId, SpecName, SpecValues, module_of};

/// `sycl::bundle_state`, with the numbers of `tandem_bundle_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleState {
    /// Code that must be compiled and linked.
    Input = 0,
    /// Code that must be linked.
    Object = 1,
    /// Code that can run.
    Executable = 2,
}

impl BundleState {
    /// The state of this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::Input, Self::Object, Self::Executable].into_iter().find(|state| *state as u32 == number)
    }
}

/// A kernel bundle.
#[derive(Debug)]
pub struct KernelBundle {
    context: Arc<Object<Context>>,
    devices: Vec<Arc<Object<Device>>>,
    images: Vec<Arc<Object<BundleImage>>>,
    /// Values that were set in this bundle. Images may be shared by several.
    constants: Mutex<SpecValues>,
    /// Programs of the back end. SYCL does not know their kernels.
    native: Vec<Arc<pi::Program>>,
}

impl Kind for KernelBundle {
    const TAG: u64 = 0x6275_6e64_6c65_5f31;
}

impl KernelBundle {
    fn new(
        context: Arc<Object<Context>>,
        devices: Vec<Arc<Object<Device>>>,
        images: Vec<Arc<Object<BundleImage>>>,
    ) -> Arc<Object<Self>> {
        Object::new(Self { context, devices, images, constants: Mutex::default(), native: Vec::new() })
    }

    /// Around a program of the back end, which is compiled or built as the state asks.
    pub(crate) fn around(
        program: pi::Program,
        context: &Arc<Object<Context>>,
        state: BundleState,
    ) -> Result<Arc<Object<Self>>> {
        let devices: Vec<_> = program.info_list::<usize>(PI_PROGRAM_INFO_DEVICES)?;
        let is_of_program = |device: &&Arc<Object<Device>>| devices.contains(&(device.pi().raw().as_ptr() as usize));
        let devices: Vec<_> = context.devices().iter().filter(is_of_program).cloned().collect();
        let raw: Vec<_> = devices.iter().map(|device| device.pi().clone()).collect();
        let first =
            raw.first().ok_or_else(|| Error::Invalid("the program is not for any device of the context".to_owned()))?;
        let program = match (program.binary_type(first)?, state) {
            (PI_PROGRAM_BINARY_TYPE_NONE, BundleState::Input)
            | (PI_PROGRAM_BINARY_TYPE_COMPILED_OBJECT | PI_PROGRAM_BINARY_TYPE_LIBRARY, BundleState::Object)
            | (PI_PROGRAM_BINARY_TYPE_EXECUTABLE, BundleState::Executable) => Arc::new(program),
            (
                PI_PROGRAM_BINARY_TYPE_NONE | PI_PROGRAM_BINARY_TYPE_COMPILED_OBJECT | PI_PROGRAM_BINARY_TYPE_LIBRARY,
                _,
            ) if state != BundleState::Input => native::in_state(context, &raw, Arc::new(program), state)?,
            _ => {
                return Err(Error::Invalid("the program is already beyond the state of the kernel bundle".to_owned()));
            }
        };
        Ok(Self::of_native(Some(program), context, devices))
    }

    /// Around a program of the back end as it is, or around none.
    fn of_native(
        program: Option<Arc<pi::Program>>,
        context: &Arc<Object<Context>>,
        devices: Vec<Arc<Object<Device>>>,
    ) -> Arc<Object<Self>> {
        let (context, constants) = (context.clone(), Mutex::default());
        Object::new(Self { context, devices, images: Vec::new(), constants, native: program.into_iter().collect() })
    }

    /// The compiled or linked programs, one per device.
    pub(crate) fn programs(&self) -> Vec<&pi::Program> {
        let native = self.native.iter().map(|program| &**program);
        native.chain(self.images.iter().flat_map(|image| image.programs())).collect()
    }

    /// The images with the values that were set in this bundle.
    fn images_with_constants(&self) -> Vec<Arc<Object<BundleImage>>> {
        let constants = self.constants.lock();
        if constants.is_empty() {
            return self.images.clone();
        }
        self.images.iter().map(|image| Object::new(image.with_constants(&constants))).collect()
    }

    /// The context.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// The devices that the bundle is associated with.
    pub fn devices(&self) -> &[Arc<Object<Device>>] {
        &self.devices
    }

    /// The device images.
    pub fn images(&self) -> &[Arc<Object<BundleImage>>] {
        &self.images
    }

    /// Whether the bundle has a kernel: for the device, or for any.
    pub fn has_kernel(&self, id: &KernelId, device: Option<&Arc<Object<Device>>>) -> bool {
        self.images.iter().any(|image| image.has_kernel(id, device))
    }

    /// The kernels, each once.
    pub fn kernel_ids(&self) -> Result<Vec<Arc<Object<KernelId>>>> {
        let mut ids: Vec<Arc<Object<KernelId>>> = Vec::new();
        for image in &self.images {
            for id in image.kernel_ids()? {
                if !ids.iter().any(|known| Arc::ptr_eq(known, &id)) {
                    ids.push(id);
                }
            }
        }
        Ok(ids)
    }

    /// Whether any image uses a specialization constant.
    pub fn has_spec_constants(&self) -> bool {
        self.images.iter().any(|image| image.has_spec_constants())
    }

    /// Whether any image uses this specialization constant.
    pub fn has_spec_constant(&self, name: SpecName<'_>) -> bool {
        self.images.iter().any(|image| image.has_spec_constant(name))
    }

    /// Sets a specialization constant.
    pub fn set_spec_constant(&self, name: SpecName<'_>, bytes: &[u8]) {
        self.constants.lock().set(name, bytes);
    }

    /// The value that a specialization constant was set to, here or before the
    /// bundle was made. Images that use it come first.
    pub fn spec_constant(&self, name: SpecName<'_>) -> Option<Vec<u8>> {
        if let Some(bytes) = self.constants.lock().get(name) {
            return Some(bytes.to_vec());
        }
        let (users, others): (Vec<_>, Vec<_>) = self.images.iter().partition(|image| image.has_spec_constant(name));
        users.into_iter().chain(others).find_map(|image| image.spec_constant(name)).map(<[u8]>::to_vec)
    }

    /// Refuses a context other than the bundle's.
    pub fn check_context(&self, context: &Arc<Object<Context>>) -> Result<()> {
        if Arc::ptr_eq(&self.context, context) {
            return Ok(());
        }
        Err(Error::Invalid("the kernel bundle belongs to a different context than the queue".to_owned()))
    }

    /// The kernel of a slot, for a command group that uses this bundle.
    pub fn slot_kernel(&self, slot: &KernelSlot<'_>, device: &Arc<Object<Device>>) -> Result<Arc<Kernel>> {
        let (name, unit) = (slot.name.get(), slot.unit.get());
        let internal = format!("{name}@{unit}");
        let module = module_of(std::ptr::from_ref(slot.id) as usize);
        for name in [internal.as_str(), &name] {
            let with_kernel = |image: &&Arc<Object<BundleImage>>| image.image().has_kernel(name);
            let mut images: SmallVec<[_; 4]> = self.images.iter().filter(with_kernel).collect();
            images.sort_by_key(|image| image.image().module() != module);
            if let Some(first) = images.first() {
                let image = images.iter().find(|image| image.is_for(device)).unwrap_or(first);
                image.image().check_device(name, device)?;
                let kernel = image.kernel(name, device)?;
                kernel.check_closure(slot.closure_size)?;
                return Ok(kernel);
            }
        }
        Err(Error::NotInBundle { kernel: demangle::kernel(&name) })
    }
}

/// Devices that are given, or those of a context or bundle; there must be one,
/// and the owner must have all.
fn checked_devices(
    given: &[Arc<Object<Device>>],
    owner: &[Arc<Object<Device>>],
    what: &str,
) -> Result<Vec<Arc<Object<Device>>>> {
    let mut devices: Vec<Arc<Object<Device>>> = Vec::new();
    for device in given {
        if !owner.iter().any(|known| Arc::ptr_eq(known, device)) {
            return Err(Error::Invalid(format!("{} does not belong to the {what}", device.name())));
        }
        if !devices.iter().any(|known| Arc::ptr_eq(known, device)) {
            devices.push(device.clone());
        }
    }
    if devices.is_empty() {
        return Err(Error::Invalid("a kernel bundle needs at least one device".to_owned()));
    }
    Ok(devices)
}

/// The identity of the kernel that a module knows by one of these names; `here` is an address in
/// the module.
pub fn kernel_id(names: &[&str], unit: &str, here: usize) -> Result<Arc<Object<KernelId>>> {
    program_manager()?.kernel_id(names, unit, module_of(here))
}

/// The identities of the kernels that a device has without an image of the program.
pub fn built_in_kernel_ids(device: &Device) -> Result<Vec<Arc<Object<KernelId>>>> {
    let manager = program_manager()?;
    Ok(manager.built_in(device)?.map(|image| manager.ids_of(&image)).unwrap_or_default())
}

/// The identities of all kernels of the program.
pub fn kernel_ids() -> Result<Vec<Arc<Object<KernelId>>>> {
    Ok(program_manager()?.kernel_ids())
}
