//! `libtandem.so`: the C ABI that the C++ headers call, as
//! `include/tandem/abi.h` declares it.
//!
//! Every function here follows the same steps: it checks that the runtime is
//! still there, that pointers are not null and that handles carry the tag of
//! their kind; it calls the runtime; and it turns an error into its
//! `sycl::errc`, with the text kept for `tandem_last_error`. A panic becomes an
//! error, too: it never crosses into C++.
//!
//! * `abi`: the C structs and constants, made from the header.
//! * `call`: the steps above. `handle`: handles and their tags. `parameters`: what functions take, as
//!   types that know what the header promises.
//! * `sized`, `version`: structs and programs of other versions of the ABI.
//! * the other modules: one part of the header each.

pub mod abi;
mod bindless;
mod buffer;
mod bundle;
mod call;
mod device;
mod device_library;
mod event;
mod external;
mod graph;
mod handle;
mod image;
mod kernel;
mod kernel_slot;
mod last_error;
mod native;
mod object;
mod parameters;
mod pipe;
mod queue;
mod reduction;
mod registration;
mod sized;
mod stream;
mod submission;
mod submit;
mod usm;
mod version;

pub use buffer::*;
pub use bundle::*;
pub use device::*;
pub use device_library::*;
pub use event::*;
pub use graph::*;
pub use image::*;
pub use kernel::*;
pub use last_error::*;
pub use object::*;
pub use queue::*;
pub use registration::*;
pub use stream::*;
pub use submit::*;
pub use usm::*;
pub use version::tandem_abi_check;
