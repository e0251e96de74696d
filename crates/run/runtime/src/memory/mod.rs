//! Memory of the program: buffers, USM, and bindless images.

pub mod bindless;
pub mod buffer;
pub mod external;
mod pixel_direction;
pub mod usm;
