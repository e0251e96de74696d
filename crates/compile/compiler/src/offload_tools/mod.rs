//! The steps of an offload compilation as tools of their own, with the options
//! of DPC++'s: each is a function here and a thin command of `tandem`.
//!
//! Those that look into device code, which takes LLVM, are in `tandem-post-link`.

pub mod bundler;
pub mod wrapper;
