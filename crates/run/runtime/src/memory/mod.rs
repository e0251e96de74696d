//! Memory of the program: buffers, USM, and bindless images.

pub mod bindless;
pub mod buffer;
mod pixel_direction;
pub mod usm;
