//! One device image of a bundle.

use std::sync::Arc;

use tandem_image::demangle;
use tandem_pi_host as pi;

use super::BundleState;
use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::devices::device::Device;
use crate::programs::context::Context;
use crate::programs::kernel::Kernel;
use crate::programs::program_manager;
use crate::programs::{Formats, Image, KernelId, Program, SpecName, SpecValues};

/// A device image in one of the states of [`BundleState`].
#[derive(Debug)]
pub struct BundleImage {
    image: Arc<Image>,
    /// The devices that take the image.
    devices: Vec<Arc<Object<Device>>>,
    constants: SpecValues,
    code: Code,
}

/// The result of compiling or building the image; one element per device.
#[derive(Clone, Debug)]
enum Code {
    Input,
    Compiled(Vec<pi::Program>),
    Linked(Vec<Arc<Program>>),
}

impl Kind for BundleImage {
    const TAG: u64 = 0x6465_765f_696d_6731;
}

impl BundleImage {
    /// An image that nothing was done with.
    pub(super) fn new(image: Arc<Image>, devices: Vec<Arc<Object<Device>>>) -> Self {
        Self { image, devices, constants: SpecValues::default(), code: Code::Input }
    }

    /// This image with other values of specialization constants.
    pub(super) fn with_constants(&self, newer: &SpecValues) -> Self {
        let mut constants = self.constants.clone();
        constants.merge(newer);
        Self { image: self.image.clone(), devices: self.devices.clone(), constants, code: self.code.clone() }
    }

    /// This image, brought into a state for these devices. `None` if none of
    /// them takes it. Compiled images are linked with `others`, where they need
    /// functions of these.
    pub(super) fn convert(
        &self,
        context: &Context,
        devices: &[Arc<Object<Device>>],
        state: BundleState,
        others: &[Arc<Object<Self>>],
    ) -> Result<Option<Self>> {
        let is_wanted = |device: &&Arc<Object<Device>>| devices.iter().any(|wanted| Arc::ptr_eq(wanted, device));
        let devices: Vec<_> = self.devices.iter().filter(is_wanted).cloned().collect();
        if devices.is_empty() {
            return Ok(None);
        }
        let manager = program_manager()?;
        let code = match (&self.code, state) {
            (Code::Input, BundleState::Object) => Code::Compiled(
                devices
                    .iter()
                    .map(|device| manager.compile(context, device, &self.image, &self.constants))
                    .collect::<Result<_>>()?,
            ),
            (Code::Input, BundleState::Executable) => Code::Linked(
                devices
                    .iter()
                    .map(|device| {
                        let (image, kernel) = (&self.image, self.image.any_kernel());
                        manager.program(context, device, image, kernel, &self.constants, Formats::Mixed)
                    })
                    .collect::<Result<_>>()?,
            ),
            (Code::Compiled(_), BundleState::Executable) => {
                let link = |device| {
                    let compiled = |image: &Self| Some((image.image.clone(), image.compiled_for(device)?.clone()));
                    let others = others.iter().map(|image| &***image);
                    let inputs: Vec<_> = std::iter::once(self).chain(others).filter_map(compiled).collect();
                    manager.link(context, device, &self.image, &inputs)
                };
                Code::Linked(devices.iter().map(link).collect::<Result<_>>()?)
            }
            _ => return Err(Error::Invalid("the kernel bundle cannot be converted to this state".to_owned())),
        };
        Ok(Some(Self { image: self.image.clone(), devices, constants: self.constants.clone(), code }))
    }

    pub(super) fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// Whether the image is in the bundle for this device.
    pub(super) fn is_for(&self, device: &Arc<Object<Device>>) -> bool {
        self.index_of(device).is_some()
    }

    fn index_of(&self, device: &Arc<Object<Device>>) -> Option<usize> {
        self.devices.iter().position(|known| Arc::ptr_eq(known, device))
    }

    fn compiled_for(&self, device: &Arc<Object<Device>>) -> Option<&pi::Program> {
        match &self.code {
            Code::Compiled(programs) => programs.get(self.index_of(device)?),
            _ => None,
        }
    }

    /// The programs made from the image, one per device.
    pub(super) fn programs(&self) -> Vec<&pi::Program> {
        match &self.code {
            Code::Input => Vec::new(),
            Code::Compiled(programs) => programs.iter().collect(),
            Code::Linked(programs) => programs.iter().map(|program| program.pi()).collect(),
        }
    }

    /// Whether the image has a kernel: for the device, or for any.
    pub fn has_kernel(&self, id: &KernelId, device: Option<&Arc<Object<Device>>>) -> bool {
        let is_asked = |known: &&Arc<Object<Device>>| device.is_none_or(|device| Arc::ptr_eq(known, device));
        let runs_on = |device: &Arc<Object<Device>>| self.image.check_device(id.name(), device).is_ok();
        id.is_in(&self.image) && self.devices.iter().filter(is_asked).any(runs_on)
    }

    /// The kernels that run on at least one of the devices.
    pub(super) fn kernel_ids(&self) -> Result<Vec<Arc<Object<KernelId>>>> {
        let mut ids = program_manager()?.ids_of(&self.image);
        ids.retain(|id| self.has_kernel(id, None));
        Ok(ids)
    }

    /// A kernel of an executable image, ready to run on a device.
    pub(super) fn kernel(&self, name: &str, device: &Arc<Object<Device>>) -> Result<Arc<Kernel>> {
        match (&self.code, self.index_of(device)) {
            (Code::Linked(programs), Some(index)) => programs[index].kernel(name, self.image.layout(name)?),
            _ => Err(Error::NotInBundle { kernel: demangle::kernel(name) }),
        }
    }

    /// The devices for which the image has a kernel.
    pub(super) fn devices_with(&self, id: &KernelId) -> impl Iterator<Item = &Arc<Object<Device>>> {
        self.devices.iter().filter(|device| self.has_kernel(id, Some(device)))
    }

    pub(super) fn has_spec_constants(&self) -> bool {
        self.image.has_spec_constants()
    }

    pub(super) fn has_spec_constant(&self, name: SpecName<'_>) -> bool {
        self.image.has_spec_constant(name)
    }

    pub(super) fn spec_constant(&self, name: SpecName<'_>) -> Option<&[u8]> {
        self.constants.get(name)
    }
}
