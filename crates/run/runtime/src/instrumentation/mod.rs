//! Reports the activity of the runtime while a program runs: commands, waits, builds, memory and plugins. Each place
//! reports once, and all observers receive the event:
//!
//! * `timeline`: writes a file that viewers show (`TANDEM_TRACE`).
//! * `tools`: calls libraries that the environment names (`TANDEM_TOOLS`), by the interface in `include/tandem/tools.h`.
//!
//! `event` defines the events, `commands` follows commands to their ends, `stream` has the functions that the runtime
//! calls. Without an observer, each call costs one relaxed load.

mod commands;
pub(crate) mod event;
mod stream;
mod timeline;
mod tools;

pub(crate) use event::{Activity, BuildStep, CommandKind, MemoryKind, TimedDevice};
pub(crate) use stream::{
    MemoryUse, Submitted, allocated, build, cache_hit, command, finish, freed, is_active, plugin, prepare, settle,
    settle_queue, span, start,
};
