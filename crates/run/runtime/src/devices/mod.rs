//! Platforms and devices, and which of them the environment lets through.
//!
//! * `plugins`: the plugins of the process, and their platforms.
//! * `device`, `sub_device`: what plugins have; `discovery`: the platforms of one.
//! * `device_clock`: profiling times of all devices on one time base.
//! * `aspect`, `peer_access`: what devices can do.
//! * `allowlist`, `hidden`: which devices the environment leaves out.
//! * `no_device`: why there is none of the devices that a program wants.
//! * `reclaim`: what the runtime gives up where a device is out of memory.
//! * `fork`: what becomes of the plugins in a child of `fork`.

mod allowlist;
pub mod aspect;
pub mod device;
mod device_clock;
pub mod device_type;
mod discovery;
mod fork;
mod hidden;
pub mod no_device;
pub mod peer_access;
pub mod plugins;
pub(crate) mod reclaim;
pub mod sub_device;
