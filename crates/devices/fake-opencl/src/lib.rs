//! `libfake_opencl.so`: the part of OpenCL that Tandem uses, on the host.
//!
//! * Each queue has a thread, which runs its commands in any order that OpenCL allows (`engine`).
//! * Callers are checked: dead handles, sizes, flags and properties get the error that OpenCL defines. Behaviour that
//!   OpenCL leaves undefined ends the process with a message (`checks`), and so does an object that is left when the
//!   process ends (`exit`).
//! * Programs are texts, or SPIR-V modules of which only the names of the kernels are read (`program_text`).
//!   Kernels are host functions with known names (`effects`).
//! * Versions from 1.2 to 3.0, with or without SPIR-V, USM, SVM and command buffers, and failures of any call (`config`).
//!
//! `TANDEM_OPENCL_LIBRARY` makes the OpenCL plugin open this library.

mod buffers;
mod checks;
mod command_buffers;
mod config;
mod contexts;
mod device_info;
mod devices;
mod effects;
mod engine;
mod events;
mod exit;
mod exported;
mod extensions;
mod globals;
mod handles;
mod image_transfers;
mod images;
mod kernels;
mod launches;
mod limits;
mod linking;
mod mappings;
mod object;
mod parameters;
mod pixels;
mod platforms;
mod program_text;
mod programs;
mod queues;
mod rectangles;
mod samplers;
mod state;
mod svm;
mod transfers;
mod usm;
mod waits;
