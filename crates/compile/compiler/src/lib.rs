//! The `tandem++` driver as a library. Nothing here uses LLVM: the driver starts without loading it.
//!
//! The steps of a compilation, by module:
//!
//! * [`driver`] decides what to do with a command line ([`options`]). Without `-fsycl`, [`plain_clang`] passes it to
//!   clang.
//! * [`compile`] runs host and device pass over one source. [`stages`] writes their command lines; [`precompiled`]
//!   keeps SYCL's header precompiled, and [`dependencies`] completes dependency files. [`attributes`] ensures that the
//!   attributes of kernels reach the device code, and [`front_end`] contains everything that depends on the version of
//!   clang.
//! * The program `tandem-post-link` turns the output of the device pass into device images (crate `tandem-post-link`).
//!   `tandem_command_line::post_link_request` is the interface between the two.
//! * The possible targets of device code are in the registry that the programs pass to both (`tandem-device-target`);
//!   no target is named here.
//! * [`device_parts`] collects the device code of objects and archives, and [`link`] links
//!   it.
//!
//! `clangd` writes the configuration of clangd for SYCL sources;
//! [`offload_tools`] offers single steps to other build systems.

pub mod driver;
pub mod error;
pub mod offload_tools;
pub mod options;
pub mod toolchain;

mod archive_member;
mod attributes;
mod clangd;
mod compile;
mod dependencies;
mod device_parts;
mod front_end;
mod host;
mod host_only;
mod inputs;
mod invocation;
mod job;
mod link;
mod linker_trace;
mod plain_clang;
mod precompiled;
mod scan;
mod session;
mod stages;
