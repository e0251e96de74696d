//! The host's side of PI.
//!
//! * [`loader`] finds, loads and binds plugins; [`selector`] says which devices the
//!   environment allows.
//! * A loaded [`Plugin`] has PI's calls under their C names; [`trace`] prints them.
//! * PI's objects (devices, queues, events, …) are safe values over the calls. Methods
//!   are `unsafe` only where the caller passes memory that a device will use later;
//!   everything else is checked here or by the plugin.

mod backend;
mod bindless;
mod buffer;
mod calls;
mod command_buffer;
mod destination;
mod enqueue;
mod event;
mod external;
mod host_pipe;
mod image;
mod info;
pub mod loader;
mod native;
mod owned;
mod platform;
mod plugin;
mod program;
mod queue;
pub mod selector;
mod source_location;
pub mod trace;

pub use backend::Backend;
pub use bindless::{ImageShape, PixelCopy};
pub use buffer::{Rect, RectSide};
pub use command_buffer::Record;
pub use destination::Destination;
pub use enqueue::{Enqueue, Enqueued, Rows};
pub use external::SemaphoreOperation;
pub use host_pipe::PipeWord;
pub use image::{BindlessSampler, HostPixels, ImageInfo, SamplerProperties};
pub use info::Plain;
pub use owned::{CommandBuffer, Context, Counted, Device, Event, Kernel, Mem, Owned, Program, Queue, Sampler};
pub use platform::Platform;
pub use plugin::{PiError, Plugin, is_any_thread_delayed};
pub use program::LinkError;
pub use queue::{Launch, WaitList};
pub use source_location::{CurrentLocation, SourceLocation, SourceLocations};
