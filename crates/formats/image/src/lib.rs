//! Device images as plain data and bytes, shared by compile time and run time: descriptors, property sets, kernel
//! layouts, and the images that a linked file registers. Code of a device is bytes here, whatever its format.
//!
//! Nothing here runs, links or loads anything, and all input is untrusted: every reader checks its bounds and reports
//! the error and its location.

pub mod archive;
pub mod built_in;
pub mod bytes;
pub mod demangle;
pub mod descriptor;
pub mod device_global;
pub mod device_image;
pub mod layout;
pub mod property;
pub mod reader;
pub mod spec_constant;
pub mod spirv;

pub use device_image::{DeviceImage, ImageFormat};
pub use layout::KernelLayout;
pub use property::{PropertySetRegistry, PropertyValue};
