//! A driver of software devices that differ from the host on purpose.
//!
//! An island device runs kernels on the host's processor, with the code and the launches of `device-cpu`. It differs in
//! everything else:
//!
//! * *memory* (`arena`): the host faults where it touches a device address;
//! * *time* (`engine`): commands run on threads of the device, take a latency, and complete in any order that their
//!   dependencies allow; it has a separate clock and native events (`event`);
//! * *images* (`images`): their pixels are stored in tiles, not in rows;
//! * *limits* (`info`): small work-groups, little local memory, few bytes of arguments, no shared USM, and host USM in
//!   one of two profiles;
//! * *contexts* (`context`): each has separate USM, and devices that are not lost; the part of a device that all of
//!   them share is its *hardware*;
//! * *failures* (`failures`): the N-th operation of a kind fails.
//!
//! `TANDEM_ISLAND_DEVICE` describes the devices ([`Spec`]). They test the layers above with devices that are not like
//! the CPU.

mod arena;
mod backlog;
mod built_in;
mod context;
mod dependencies;
mod device;
mod driver;
mod engine;
mod event;
mod execute;
mod failures;
mod handles;
mod hardware;
mod images;
mod info;
mod interface;
mod native;
mod pending;
mod queue;
mod replay;
mod spec;
mod sub_devices;
mod usm;

pub use device::lose_device;
pub use driver::{IslandDriver, drivers_from_env};
pub use failures::Operation;
pub use spec::{Profile, Spec, SpecError};
