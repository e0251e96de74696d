//! The command-line programs `tandem++`, `tandem-post-link` and `tandem`. The
//! first two are all in `tandem-compiler`; here is what `tandem` does.

pub mod cache;
pub mod command_line;
pub mod device_list;
pub mod image_dump;
pub mod offload;
