//! `libfake_cuda.so`: the part of CUDA's driver API that Tandem uses, on the host.
//!
//! * Streams run on a thread of their own, in any order that CUDA allows, after delays by chance
//!   (`engine`).
//! * Handles, addresses and the order of frees are checked. What CUDA leaves undefined ends the
//!   process with a message, and so does an object that is left when the process ends
//!   (`checks`).
//! * Copies from pageable memory read it when they are called, and copies to it block, as CUDA's do.
//! * Kernels are host functions by the symbol of a PTX entry (`kernels`).
//! * Calls and kernels fail where `FAKE_CUDA_FAIL` says so (`config`).
//!
//! `TANDEM_CUDA_DRIVER` makes the driver open this library.

mod checks;
mod config;
mod devices;
mod engine;
mod graphs;
mod kernels;
mod memory;
mod modules;
mod state;
mod streams;
mod transfers;

use std::ffi::c_int;

/// `CUresult`
pub(crate) type Code = c_int;

pub(crate) const SUCCESS: Code = 0;
pub(crate) const INVALID_VALUE: Code = 1;
pub(crate) const OUT_OF_MEMORY: Code = 2;
pub(crate) const DEINITIALIZED: Code = 4;
pub(crate) const NO_DEVICE: Code = 100;
pub(crate) const INVALID_DEVICE: Code = 101;
pub(crate) const INVALID_IMAGE: Code = 200;
pub(crate) const INVALID_CONTEXT: Code = 201;
pub(crate) const INVALID_PTX: Code = 218;
pub(crate) const INVALID_HANDLE: Code = 400;
pub(crate) const NOT_FOUND: Code = 500;
pub(crate) const NOT_READY: Code = 600;
pub(crate) const LAUNCH_OUT_OF_RESOURCES: Code = 701;
pub(crate) const COOPERATIVE_LAUNCH_TOO_LARGE: Code = 720;
pub(crate) const PEER_ACCESS_ALREADY_ENABLED: Code = 704;
