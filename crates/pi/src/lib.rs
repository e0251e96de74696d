//! PI, the C interface between the SYCL runtime and its back-end plugins, in
//! version 15.47: binary compatible with DPC++ 2024.2 in both roles.
//!
//! * [`types`], [`constants`], [`binary`]: the C types under their C names.
//! * [`table`]: the dispatch table, generated with everything that must agree
//!   with it from one list of entries.
//! * [`export`]: a plugin implements the trait [`export::Pi`] and says
//!   [`export_plugin!`].
//! * [`host`]: what the runtime uses: a loaded [`host::Plugin`], and safe
//!   objects (devices, queues, events, …) over it.
//! * [`loader`]: finding, loading and binding plugins.
//! * [`selector`]: `ONEAPI_DEVICE_SELECTOR` and its older relatives.
//! * [`trace`] prints what `SYCL_PI_TRACE` asks for.

pub mod binary;
pub mod constants;
pub mod export;
pub mod host;
pub mod loader;
pub mod selector;
pub mod table;
pub mod trace;
pub mod types;
pub mod version;

pub use binary::*;
pub use constants::*;
pub use table::{PI_VERSION_MAJOR, PI_VERSION_MINOR, PiFunctionTable};
pub use types::*;
