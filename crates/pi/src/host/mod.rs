//! The host's side of PI.

mod plugin;

pub use plugin::{PiError, Plugin};
