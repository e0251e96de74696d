//! Results of calls.

use std::ffi::c_int;

/// `CUresult`
pub type Code = c_int;

pub const SUCCESS: Code = 0;
pub const INVALID_VALUE: Code = 1;
pub const OUT_OF_MEMORY: Code = 2;
pub const DEINITIALIZED: Code = 4;
pub const NO_DEVICE: Code = 100;
pub const INVALID_DEVICE: Code = 101;
pub const INVALID_IMAGE: Code = 200;
pub const INVALID_CONTEXT: Code = 201;
pub const INVALID_PTX: Code = 218;
pub const INVALID_HANDLE: Code = 400;
pub const NOT_FOUND: Code = 500;
pub const NOT_READY: Code = 600;
pub const LAUNCH_OUT_OF_RESOURCES: Code = 701;
pub const COOPERATIVE_LAUNCH_TOO_LARGE: Code = 720;
pub const PEER_ACCESS_ALREADY_ENABLED: Code = 704;
pub const UNKNOWN: Code = 999;
