//! The steps of post-link as tools of their own, with the options of DPC++'s:
//! each is a function here and a thin command of `tandem-post-link`.

pub mod no_kernel;
pub mod post_link;

mod device_code;

pub use device_code::ToolError;
