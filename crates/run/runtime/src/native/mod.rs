//! Interoperation with back ends (SYCL 2020, 4.5.1).
//!
//! * `handles`: the native objects of SYCL objects.
//! * `make`: SYCL objects around native objects.

mod handles;
mod make;

use tandem_pi_abi::constants::PiPlatformBackend;

pub use handles::{Interop, native_handle, native_handles, native_memory_on};
pub use make::{
    make_buffer, make_bundle, make_context, make_device, make_event, make_image, make_kernel, make_platform, make_queue,
};

use crate::base::error::{Error, Result};
use crate::devices::device::Platform;

fn check_backend(platform: &Platform, wanted: PiPlatformBackend) -> Result<()> {
    match platform.backend().pi() == wanted {
        true => Ok(()),
        false => Err(Error::BackendMismatch(format!(
            "the object belongs to the backend {}, not to the requested one",
            platform.backend()
        ))),
    }
}
