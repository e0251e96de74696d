//! The steps of an offload compilation as separate tools, with DPC++'s options: each is a function here and a thin
//! command of `tandem`.
//!
//! Tools that inspect device code, which requires LLVM, are in `tandem-post-link`.

pub mod bundler;
pub mod wrapper;
