//! The host's side of PI: a loaded [`Plugin`] with its raw calls, and PI's
//! objects as safe values over it.
//!
//! Methods are `unsafe` only where the caller passes memory that a device will
//! use later; everything else is checked here or by the plugin.

mod buffer;
mod calls;
mod event;
mod info;
mod native;
mod object;
mod platform;
mod plugin;
mod program;
mod queue;

pub use buffer::{Rect, RectSide};
pub use info::Plain;
pub use object::{Context, Device, Event, Handle, Kernel, Mem, Object, Program, Queue, Sampler};
pub use platform::Platform;
pub use plugin::{PiError, Plugin};
pub use program::LinkError;
pub use queue::{Launch, WaitList};
