//! How device code gets to a driver.
//!
//! * [`codegen_library`]: the libraries of code generators, which bring LLVM with them.
//! * [`cache`]: code that was made before, on disk.

pub mod cache;
pub mod codegen_library;
