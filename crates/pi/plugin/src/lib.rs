//! PI on top of any device driver: the objects of PI's handles, and the validation of all input
//! from the caller. Drivers below this layer validate nothing.
//!
//! [`entries`] is the list of supported entries; each calls the module of its object. An entry that
//! is not in the list reports that it is unsupported.
//!
//! [`export_drivers!`] makes a plugin library.

mod adapter;
mod answer;
mod arguments;
mod bits;
mod built_in;
mod command_buffer;
mod context;
mod destination;
mod device;
mod device_info;
mod enqueue;
mod entries;
mod entry;
mod event;
mod external;
mod failure;
mod handle;
mod host_pipe;
mod image;
mod image_copy;
mod image_format;
mod image_handle;
mod image_memory;
mod image_object;
mod image_transfer;
mod kernel;
mod kernel_args;
mod launch;
mod mem;
mod native;
mod object;
mod parameters;
mod partition;
mod platform;
mod program;
mod queue;
mod sampler;
mod sampler_object;
mod source_location;
mod transfer;
mod usm;

pub use adapter::{Adapter, DriverSource};
pub use platform::State;
#[doc(no_inline)]
pub use tandem_device::{Driver, Result};
#[doc(hidden)]
pub use tandem_pi_abi as pi;
