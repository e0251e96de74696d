//! What the runtime tells of while a program runs: commands, waits, builds, memory and plugins. Each place tells once,
//! and all observers get to know:
//!
//! * `timeline`: writes a file that viewers show (`TANDEM_TRACE`).
//! * `tools`: calls libraries that the environment names (`TANDEM_TOOLS`), by the interface in `include/tandem/tools.h`.
//!
//! `event` has what is told, `commands` follows commands to their ends, `stream` is what the runtime calls. Without an
//! observer, each call costs one relaxed load.

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
