//! How device code gets to a driver.
//!
//! * [`codegen_library`]: the libraries of code generators, which bring LLVM with them.
//! * [`cache`]: code that was made before, on disk.
//! * `generated`: code from there, or from a code generator ([`CodeCache`]).

pub mod cache;
pub mod codegen_library;

mod generated;

pub use generated::{CodeCache, Generated, Lookup};
