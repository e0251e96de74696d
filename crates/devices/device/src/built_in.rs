//! Optional group: kernels that are part of the device.

use std::sync::Arc;

use crate::error::Result;
use crate::program::Program;

/// Kernels that a device has without an image: functions of fixed hardware, or of
/// the driver's own.
pub trait BuiltInKernels {
    /// Their names, each once, without `;`. Constant; does not allocate.
    fn names(&self) -> &[&'static str];

    /// A program of some of them. The plugin layer passes at least one name, each
    /// once, all of [`names`](Self::names). The program has no binary:
    /// [`Program::binary`] is empty.
    fn program(&self, names: &[&str]) -> Result<Arc<dyn Program>>;
}
