//! Platforms and devices, and the environment's filters for them.
//!
//! * `plugins`: the plugins of the process, and their platforms.
//! * `device`, `sub_device`: the devices of plugins; `discovery`: a plugin's platforms.
//! * `device_clock`: profiling times of all devices on one time base.
//! * `aspect`, `peer_access`: the capabilities of devices.
//! * `allowlist`, `hidden`: the devices that the environment excludes.
//! * `no_device`: why no device matches a program's request.
//! * `reclaim`: memory that the runtime releases when a device runs out.
//! * `fork`: the plugins in a child of `fork`.

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
