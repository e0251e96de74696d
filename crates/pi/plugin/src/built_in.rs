//! Programs of built-in kernels: images that name them, made by
//! `piProgramCreateWithBinary` (`docs/internals/boundaries.md`, section 6).

use std::sync::Arc;

use tandem_device::{Device as Driver, DeviceCode, Error, Program};
use tandem_image::built_in;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::failure::{failure, from_driver};

/// Rates how well an image fits a device.
///
/// # Errors
/// The reason why the device rejects it.
pub fn accepts(driver: &dyn Driver, image: &DeviceCode<'_>) -> Result<u32, Error> {
    let Some(names) = built_in::names(image.bytes) else { return driver.accepts(image) };
    let known = driver.built_in_kernels().map(|kernels| kernels.names()).unwrap_or_default();
    match names.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(Error::UnsupportedImage(format!("the device has no built-in kernel `{name}`"))),
        None => Ok(1),
    }
}

/// The program of the built-in kernels that an image names; `None` for an image with
/// code.
pub fn program(driver: &dyn Driver, image: &[u8]) -> Option<Result<Arc<dyn Program>, Failure>> {
    let names = built_in::names(image)?;
    let Some(kernels) = driver.built_in_kernels() else {
        return Some(Err(failure!(PI_ERROR_INVALID_BINARY, "{} has no built-in kernels", driver.info().name)));
    };
    Some(kernels.program(&names).map_err(from_driver))
}

/// The answer to the query for the names.
pub fn names(driver: &dyn Driver) -> String {
    let kernels = driver.built_in_kernels();
    kernels.map(|kernels| kernels.names().join(";")).unwrap_or_default()
}
