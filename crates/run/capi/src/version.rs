//! The version of the ABI, and the one that the program was compiled with.

use std::ffi::c_int;
use std::sync::atomic::{AtomicU32, Ordering};

use tandem_runtime::Error;

use crate::abi::{TANDEM_ABI_MAJOR, TANDEM_ABI_MINOR};
use crate::call::caught;

/// The newest minor version that a part of the program was compiled with.
static NEWEST_MINOR: AtomicU32 = AtomicU32::new(0);

/// `tandem_abi_check`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_abi_check(major: u32, minor: u32) -> c_int {
    caught(|| {
        if major == TANDEM_ABI_MAJOR {
            NEWEST_MINOR.fetch_max(minor, Ordering::Relaxed);
            return Ok(());
        }
        Err(Error::Unsupported(format!(
            "the program was compiled for ABI {major}.{minor} of libtandem.so and needs libtandem.so.{major}; \
             this library has ABI {TANDEM_ABI_MAJOR}.{TANDEM_ABI_MINOR}"
        )))
    })
}

/// The error of a call that asks for what this library does not know.
#[cold]
pub(crate) fn newer_library_needed(reason: &str) -> Error {
    let minor = NEWEST_MINOR.load(Ordering::Relaxed);
    let compiled = match minor > TANDEM_ABI_MINOR {
        true => format!("it was compiled for ABI {TANDEM_ABI_MAJOR}.{minor} and "),
        false => String::new(),
    };
    Error::Unsupported(format!(
        "{reason}: {compiled}needs a newer libtandem.so than this one with ABI {TANDEM_ABI_MAJOR}.{TANDEM_ABI_MINOR}"
    ))
}
