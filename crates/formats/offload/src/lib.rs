//! The files that offload tools make and read: fat objects, offload bundles,
//! archives of device code, file tables, wrapper objects.
//!
//! Their contents are bytes here, or a device image of crate `image`, which also reads back the images of a linked
//! program. All input is untrusted: every reader checks its bounds and reports the error and its location.

#![forbid(unsafe_code)]

pub mod bundle;
pub mod device_archive;
pub mod fat;
pub mod file_table;
mod section;
pub mod symbols;
pub mod wrapper;
