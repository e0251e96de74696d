//! The steps of post-link as separate tools, with DPC++'s options: each is a function here and a thin command of
//! `tandem-post-link`.

pub mod no_kernel;
pub mod post_link;

mod device_code;

pub use device_code::ToolError;
