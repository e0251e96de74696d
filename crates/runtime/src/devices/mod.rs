//! Platforms and devices, and which of them the environment lets through.

pub(crate) mod allowlist;
pub mod aspect;
pub mod device;
pub mod no_device;
pub mod peer_access;
pub mod platform;
pub mod sub_device;
