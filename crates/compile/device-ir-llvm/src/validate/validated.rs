//! The proof of validation.

use tandem_device_ir::Device;
use tandem_ir::Module;

use super::Invalid;
use super::violation::{Violation, ViolationKind};

/// A module of device IR: the proof that [`validate`](super::validate()) has accepted it, for a
/// device if it was validated for one.
///
/// The SPIR-V writer and code generators accept modules only in this form. Changing the module requires the module
/// itself ([`into_module`](Self::into_module)), which discards the proof.
#[derive(Debug)]
pub struct Validated {
    module: Module,
    device: Option<&'static Device>,
}

impl Validated {
    pub(super) fn new(module: Module, device: Option<&'static Device>) -> Self {
        Self { module, device }
    }

    /// The module, to be read.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The module, to be changed: the proof is given up.
    pub fn into_module(self) -> Module {
        self.module
    }

    /// The module, for the code generator of a device: the proof is given up.
    ///
    /// # Errors
    /// A module that was not validated for this device.
    pub fn into_module_for(self, device: &Device) -> Result<Module, Invalid> {
        if self.device == Some(device) {
            return Ok(self.module);
        }
        let validated = self.device.map(|device| device.name);
        let kind = ViolationKind::OtherDevice { validated, compiled: device.name };
        Err(Invalid { violations: vec![Violation { function: None, place: None, kind }] })
    }
}
