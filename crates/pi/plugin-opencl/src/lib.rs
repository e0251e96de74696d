//! `libpi_opencl.so`: the devices of OpenCL as a PI plugin.
//!
//! PI 15.47 was made after OpenCL: its objects, numbers and most of its calls are OpenCL's. The handles of this
//! plugin therefore are the handles of OpenCL, and most entries are one call ([`entries`]). Each difference has a
//! module:
//!
//! * [`api`]: OpenCL's functions, from the ICD loader that the machine has; [`extensions`]: those of extensions,
//!   of which each platform has its own.
//! * [`device_info`]: properties of devices that PI adds, and those that older versions of OpenCL lack.
//! * [`command_buffer`]: commands that are recorded and replayed, which have a queue in OpenCL and none in PI.
//! * [`names`]: names of kernels that are identifiers, as drivers need them.
//! * [`program`]: SPIR-V and binaries; [`kernel`]: arguments and USM; [`usm`]: memory, [`svm`] where OpenCL has no
//!   USM.
//!
//! A machine without OpenCL has no platforms, and no message is printed.

#[macro_use]
mod api;
#[macro_use]
mod extensions;
mod answer;
mod command_buffer;
mod contents;
mod context;
mod convert;
mod device;
mod device_info;
mod entries;
mod event;
mod kernel;
mod memory;
mod names;
mod platform;
mod program;
mod query;
mod queue;
mod svm;
mod usm;

tandem_pi_abi::export_plugin!(entries::OpenCl);
