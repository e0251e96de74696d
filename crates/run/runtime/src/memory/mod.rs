//! Memory of the program: buffers, and USM.

pub mod buffer;
pub mod usm;
