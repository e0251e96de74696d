//! The steps of an offload compilation as tools of their own, with the options
//! of DPC++'s: each is a function here and a thin command of `tandem`.
//!
//! [`post_link`] and [`no_kernel`] look into device code, which takes LLVM:
//! `tandem` hands their command lines to `tandem-post-link`.

pub mod bundler;
pub mod no_kernel;
pub mod post_link;
pub mod wrapper;

mod arguments;
mod device_code;

pub use device_code::ToolError;
