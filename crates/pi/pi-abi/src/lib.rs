//! PI, the C interface between the SYCL runtime and its back-end plugins, in
//! version 15.47: binary compatible with DPC++ 2024.2 in both roles.
//!
//! * [`types`], [`constants`], [`binary`]: the C types under their C names.
//! * [`table`]: the dispatch table, generated with everything that must agree
//!   with it from one list of entries.
//! * [`plugin`]: what a host and a plugin exchange when the plugin is loaded.
//! * [`export`]: a plugin implements the trait [`export::Pi`] and says
//!   [`export_plugin!`].
//!
//! The host's side is in crate `pi-host`.

pub mod binary;
pub mod constants;
pub mod export;
pub mod plugin;
pub mod table;
pub mod types;
pub mod version;

pub use binary::*;
pub use constants::*;
pub use plugin::{PiPlugin, PiPluginInit};
pub use table::{PI_VERSION_MAJOR, PI_VERSION_MINOR, PiFunctionTable};
pub use types::*;
