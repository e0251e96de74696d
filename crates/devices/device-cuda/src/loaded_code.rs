//! The code of a program on the device.

use tandem_device::Error;

use crate::api::Module;
use crate::assertion::AssertionBlock;

/// A loaded module, which kernels keep on the device.
pub struct LoadedCode {
    module: Module,
    assertion: Option<AssertionBlock>,
}

impl LoadedCode {
    /// A module, and where its kernels record failed assertions.
    pub fn new(module: Module, assertion: Option<AssertionBlock>) -> Self {
        Self { module, assertion }
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The assertion that failed, once.
    pub fn take_assertion(&self) -> Option<Error> {
        self.assertion.as_ref()?.take()
    }
}
