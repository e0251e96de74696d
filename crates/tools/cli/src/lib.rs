//! The command-line programs `tandem++`, `tandem-post-link` and `tandem`. The first two are
//! implemented in `tandem-compiler` and `tandem-post-link`; this crate implements `tandem`.

pub mod cache;
pub mod command_line;
pub mod device_list;
pub mod image_dump;
mod names;
pub mod offload;
pub mod spirv_dump;
