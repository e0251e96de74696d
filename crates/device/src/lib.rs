//! The device-driver API, after PoCL's model: small traits that a driver
//! implements, and everything that drivers share.
//!
//! A driver is a [`Driver`] that probes [`Device`]s. Methods without a default
//! are the required groups (memory, compilation, execution); optional groups
//! are separate traits that a device hands out as `Option<&dyn …>`.
//!
//! *Who validates*: the plugin layer validates everything a caller can get
//! wrong (sizes, ranges, argument kinds); drivers report only what the caller
//! could not foresee (out of memory, build failure, device lost).
//!
//! Lifecycle: `Driver::probe` → `Device` → `Device::create_program` →
//! `Program::kernel` → `Queue::submit(Command)` → `Event`.

pub mod error;

use std::sync::Arc;

pub use error::{Error, Result};
