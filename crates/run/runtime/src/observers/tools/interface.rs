//! The types of `include/tandem/tools.h`, which says what they mean.

use std::ffi::{c_char, c_int, c_void};

/// `TANDEM_TOOLS_VERSION`
pub(super) const VERSION: u32 = 1;
/// `TANDEM_TOOL_TOO_NEW`
pub(super) const TOO_NEW: c_int = 1;
/// `TANDEM_TOOL_INVALID`
pub(super) const INVALID: c_int = 2;

/// `tandem_tool_attach`
pub(super) type Attach = unsafe extern "C" fn(host: *const Host) -> c_int;

/// `tandem_tool_host`
#[repr(C)]
pub(super) struct Host {
    pub(super) size: u32,
    pub(super) version: u32,
    pub(super) runtime_version: *const c_char,
    pub(super) subscribe: unsafe extern "C" fn(host: *const Self, callbacks: *const Callbacks) -> c_int,
}

/// A callback; null if the tool does not want the event.
type Callback<Record> = Option<unsafe extern "C" fn(user: *mut c_void, record: *const Record)>;

/// `tandem_tool_callbacks`
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Callbacks {
    pub(super) size: u32,
    pub(super) reserved: u32,
    pub(super) user: *mut c_void,
    pub(super) command_submitted: Callback<Command>,
    pub(super) command_ended: Callback<Run>,
    pub(super) host_span: Callback<HostSpan>,
    pub(super) build: Callback<Build>,
    pub(super) usm_allocated: Callback<Usm>,
    pub(super) usm_freed: Callback<Usm>,
    pub(super) memory: Callback<Memory>,
    pub(super) plugin_loaded: Callback<Plugin>,
    pub(super) plugin_unloaded: Callback<Plugin>,
    pub(super) finished: Callback<Finished>,
}

// SAFETY: by the interface, callbacks and `user` may be used from any thread.
unsafe impl Send for Callbacks {}

/// `tandem_tool_command`
#[repr(C)]
pub(super) struct Command {
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) command: u64,
    pub(super) queue: u64,
    pub(super) name: *const c_char,
    pub(super) symbol: *const c_char,
    pub(super) device: *const c_char,
    pub(super) thread: u64,
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) waits: *const u64,
    pub(super) wait_count: u64,
}

/// `tandem_tool_run`
#[repr(C)]
pub(super) struct Run {
    pub(super) size: u32,
    pub(super) status: u32,
    pub(super) command: u64,
    pub(super) queue: u64,
    pub(super) name: *const c_char,
    pub(super) device: *const c_char,
    pub(super) begin: u64,
    pub(super) end: u64,
    pub(super) kind: u32,
    pub(super) reserved: u32,
}

/// `tandem_tool_host_span`
#[repr(C)]
pub(super) struct HostSpan {
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) thread: u64,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// `tandem_tool_build`
#[repr(C)]
pub(super) struct Build {
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) succeeded: u32,
    pub(super) reserved: u32,
    pub(super) kernel: *const c_char,
    pub(super) thread: u64,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// `tandem_tool_usm`
#[repr(C)]
pub(super) struct Usm {
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) address: u64,
    pub(super) bytes: u64,
    pub(super) device: *const c_char,
    pub(super) thread: u64,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// `tandem_tool_memory`
#[repr(C)]
pub(super) struct Memory {
    pub(super) size: u32,
    pub(super) kind: u32,
    pub(super) device: *const c_char,
    pub(super) device_id: u64,
    pub(super) bytes: u64,
    pub(super) time: u64,
}

/// `tandem_tool_plugin`
#[repr(C)]
pub(super) struct Plugin {
    pub(super) size: u32,
    pub(super) reserved: u32,
    pub(super) path: *const c_char,
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// `tandem_tool_finished`
#[repr(C)]
pub(super) struct Finished {
    pub(super) size: u32,
    pub(super) reserved: u32,
    pub(super) lost: u64,
}
