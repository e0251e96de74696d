//! The functions of the library as `include/tandem/abi.h` declares them.
#![allow(dead_code, reason = "each test calls some")]
#![allow(improper_ctypes, reason = "handles are opaque to C")]

// The library has them.
use tandem_rt as _;
use tandem_rt::abi::*;

include!(concat!(env!("OUT_DIR"), "/functions.rs"));
