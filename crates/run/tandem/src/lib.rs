//! Tandem for Rust programs: the runtime under the C++ headers, safely.
//!
//! A [`Queue`] runs kernels on a [`Device`]. Memory is a [`UsmSlice`], which host
//! and kernels address directly, or a [`Buffer`], which the runtime moves to
//! where it is needed. Both know which commands use them: a launch waits for what
//! it must wait for, looking at memory on the host blocks as long as needed, and
//! memory that a command still uses is not freed.
//!
//! Kernels come from SPIR-V ([`Kernel::from_spirv`]) or from the device images of
//! a program that `tandem++` made ([`add_images_of_file`], [`Kernel::from_image`]).
//! Their parameters are part of their type, so that a launch is checked by the
//! compiler; that the type is right is what the `unsafe` constructors ask for.
//!
//! ```
//! use tandem::{Device, In, Kernel, Out, Queue};
//!
//! # fn main() -> tandem::Result<()> {
//! let queue = Queue::new()?;
//! let mut numbers = queue.shared::<f32>(1024)?;
//! numbers.host_mut()?.fill(1.5);
//! let copy = queue.to_device(numbers.host()?)?;
//! queue.fill(&mut numbers, 0.0)?.wait()?;
//! queue.copy(&copy, &mut numbers)?.wait()?;
//! assert!(numbers.host()?.iter().all(|number| *number == 1.5));
//! # Ok(())
//! # }
//! ```

mod args;
mod buffer;
mod device;
mod event;
mod kernel;
mod launch;
mod library;
mod memory;
mod queue;
mod range;

pub use args::{Arg, Args, In, Local, LocalMemory, Out};
pub use buffer::{Buffer, HostRead, HostWrite};
pub use device::{Device, DeviceType};
pub use event::Event;
pub use kernel::Kernel;
pub use library::{DeviceLibrary, add_images_of_file};
pub use memory::{Plain, UsmSlice};
pub use queue::{Queue, QueueProperties};
pub use range::Range;
pub use tandem_runtime::usm::UsmKind;
pub use tandem_runtime::{Errc, Error, Result};
