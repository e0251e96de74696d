//! Device images as plain data and bytes, shared by compile time and run time:
//! descriptors, property sets, symbol tables, fat-object sections, bundles and
//! the metadata of native kernels.

pub mod codegen_abi;
pub mod native;
