//! The `tandem++` driver as a library: options, host and device pass,
//! post-link, wrap, device link.
//!
//! A compilation, by module:
//!
//! * [`driver`] decides what is to be done with a command line ([`options`]);
//! * [`compile`] runs the passes over one source ([`stages`] writes their
//!   command lines; [`precompiled`] keeps SYCL's header parsed), [`link`] the
//!   link;
//! * [`device_parts`] collects what objects and archives carry;
//! * [`post_link`] is the compiler behind the device pass. It runs in a program
//!   of its own, [`post_link_tool`], so that the driver starts without LLVM;
//!   [`post_link_request`] is what the two say to each other.
//!
//! [`offload_tools`] are steps of this kind for other build systems.

pub mod driver;
pub mod error;
pub mod offload_tools;
pub mod options;
pub mod post_link;
pub mod post_link_request;
pub mod post_link_tool;
pub mod toolchain;

mod archive_members;
mod attributes;
mod compile;
mod device_parts;
mod host_only;
mod inputs;
mod invocation;
mod job;
mod link;
mod output;
mod precompiled;
mod scan;
mod session;
mod stages;
