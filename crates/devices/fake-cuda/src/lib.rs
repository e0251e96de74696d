//! `libfake_cuda.so`: the part of CUDA's driver API that Tandem uses, on the host.
//!
//! * Streams run on a separate thread, in any order that CUDA allows, after random delays (`engine`).
//! * Handles, addresses and the order of frees are checked. Behavior that CUDA leaves undefined ends the process with a
//!   message (`checks`), and so does an object that is left when the process ends (`exit`).
//! * Copies from pageable memory read it when they are called, and copies to it block, as CUDA's do.
//! * Kernels are host functions by the symbol of a PTX entry (`kernels`).
//! * Calls and kernels fail where `FAKE_CUDA_FAIL` says so (`config`).
//!
//! `TANDEM_CUDA_DRIVER` makes the driver open this library.

mod access;
mod arrays;
mod captured;
mod checks;
mod codes;
mod config;
mod devices;
mod engine;
mod execute;
mod exit;
mod exported;
mod external;
mod graphs;
mod hardware;
mod kernels;
mod launches;
mod memory;
mod modules;
mod operation;
mod parameters;
mod pixel_objects;
mod shared_file;
mod state;
mod streams;
mod transfers;
