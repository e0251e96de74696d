//! What tools are told, as C types.

use std::ffi::{CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use tandem_image::demangle;

use super::interface::{self, Callbacks};
use crate::base::clock::Span;
use crate::observers::activity::{Activity, BuildStep, MemoryKind, MemoryLevel};
use crate::observers::running::{self, End, Thread};

/// `tandem_tool_command_kind`
const KERNEL: u32 = 0;
const OTHER: u32 = 1;
/// `tandem_tool_status`
const COMPLETE: u32 = 0;
const FAILED: u32 = 1;
const UNTIMED: u32 = 2;
/// `tandem_tool_host_kind`
const QUEUE_WAIT: u32 = 0;
const EVENT_WAIT: u32 = 1;
const HOST_TASK: u32 = 2;
/// `TANDEM_TOOL_CACHE_HIT`, after the numbers of [`BuildStep`].
const CACHE_HIT: u32 = BuildStep::Link as u32 + 1;

impl Callbacks {
    /// Whether any callback is about commands.
    pub(super) fn take_commands(&self) -> bool {
        self.command_submitted.is_some() || self.command_ended.is_some()
    }

    pub(super) fn command(&self, command: &running::Command) {
        let Some(call) = self.command_submitted else { return };
        let (name, symbol, device) = (readable(command), text(&command.name), text(command.device.name()));
        let record = interface::Command {
            size: size_of::<interface::Command>() as u32,
            kind: kind_of(command),
            command: command.number,
            queue: command.queue as u64,
            name: name.as_ptr(),
            symbol: if command.is_kernel { symbol.as_ptr() } else { ptr::null() },
            device: device.as_ptr(),
            thread: command.thread.system,
            begin: command.submitted.start,
            end: command.submitted.end,
            waits: command.waits.as_ptr(),
            wait_count: command.waits.len() as u64,
        };
        // SAFETY: the tool's callback, with a record and texts that are valid during the call.
        unsafe { call(self.user, &raw const record) };
    }

    pub(super) fn ended(&self, command: &running::Command, end: End) {
        let Some(call) = self.command_ended else { return };
        let (name, device) = (readable(command), text(command.device.name()));
        let span = end.span().unwrap_or(Span { start: 0, end: 0 });
        let record = interface::Run {
            size: size_of::<interface::Run>() as u32,
            status: match end {
                End::Timed(_) => COMPLETE,
                End::Failed => FAILED,
                End::Untimed => UNTIMED,
            },
            command: command.number,
            queue: command.queue as u64,
            name: name.as_ptr(),
            device: device.as_ptr(),
            begin: span.start,
            end: span.end,
            kind: kind_of(command),
            reserved: 0,
        };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    pub(super) fn host(&self, activity: &Activity, span: Span, thread: Thread) {
        match activity {
            Activity::QueueWait => self.host_span(QUEUE_WAIT, span, thread),
            Activity::EventWait => self.host_span(EVENT_WAIT, span, thread),
            Activity::HostTask => self.host_span(HOST_TASK, span, thread),
            Activity::Build { step, kernel, succeeded } => {
                self.build(*step as u32, kernel, *succeeded, span, thread);
            }
            Activity::CacheHit { kernel } => self.build(CACHE_HIT, kernel, true, span, thread),
            Activity::UsmAllocation { address, bytes, kind, device } => {
                let usm = Usm { address: *address, bytes: *bytes, kind: *kind, device: device.as_deref() };
                self.usm(true, &usm, span, thread);
            }
            Activity::UsmFree { address, bytes, kind, device } => {
                let usm = Usm { address: *address, bytes: *bytes, kind: *kind, device: device.as_deref() };
                self.usm(false, &usm, span, thread);
            }
            Activity::UsmFreeCall => {}
            Activity::PluginLoad { path } => self.plugin(true, path, span),
            Activity::PluginUnload { path } => self.plugin(false, path, span),
        }
    }

    fn host_span(&self, kind: u32, Span { start: begin, end }: Span, thread: Thread) {
        let Some(call) = self.host_span else { return };
        let size = size_of::<interface::HostSpan>() as u32;
        let record = interface::HostSpan { size, kind, thread: thread.system, begin, end };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    fn build(&self, kind: u32, kernel: &str, succeeded: bool, span: Span, thread: Thread) {
        let Some(call) = self.build else { return };
        let kernel = text(&demangle::kernel(kernel));
        let record = interface::Build {
            size: size_of::<interface::Build>() as u32,
            kind,
            succeeded: u32::from(succeeded),
            reserved: 0,
            kernel: kernel.as_ptr(),
            thread: thread.system,
            begin: span.start,
            end: span.end,
        };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    fn usm(&self, is_new: bool, usm: &Usm<'_>, span: Span, thread: Thread) {
        let Some(call) = (if is_new { self.usm_allocated } else { self.usm_freed }) else { return };
        let device = usm.device.map(text);
        let record = interface::Usm {
            size: size_of::<interface::Usm>() as u32,
            kind: usm.kind as u32,
            address: usm.address as u64,
            bytes: usm.bytes as u64,
            device: or_null(device.as_ref()),
            thread: thread.system,
            begin: span.start,
            end: span.end,
        };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    pub(super) fn level(&self, level: &MemoryLevel, time: u64) {
        let Some(call) = self.memory else { return };
        let device = level.device.as_deref().map(text);
        let record = interface::Memory {
            size: size_of::<interface::Memory>() as u32,
            kind: level.kind as u32,
            device: or_null(device.as_ref()),
            device_id: level.id as u64,
            bytes: level.bytes[level.kind as usize],
            time,
        };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    fn plugin(&self, is_new: bool, path: &Path, Span { start: begin, end }: Span) {
        let Some(call) = (if is_new { self.plugin_loaded } else { self.plugin_unloaded }) else { return };
        let path = terminated(path.as_os_str().as_bytes());
        let size = size_of::<interface::Plugin>() as u32;
        let record = interface::Plugin { size, reserved: 0, path: path.as_ptr(), begin, end };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }

    pub(super) fn end(&self, lost: u64) {
        let Some(call) = self.finished else { return };
        let record = interface::Finished { size: size_of::<interface::Finished>() as u32, reserved: 0, lost };
        // SAFETY: as in `command`.
        unsafe { call(self.user, &raw const record) };
    }
}

struct Usm<'a> {
    address: usize,
    bytes: usize,
    kind: MemoryKind,
    device: Option<&'a str>,
}

fn kind_of(command: &running::Command) -> u32 {
    if command.is_kernel { KERNEL } else { OTHER }
}

/// The name of a command for people.
fn readable(command: &running::Command) -> CString {
    if command.is_kernel { text(&demangle::kernel(&command.name)) } else { text(&command.name) }
}

fn text(text: &str) -> CString {
    terminated(text.as_bytes())
}

/// The bytes up to the first zero.
fn terminated(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

fn or_null(text: Option<&CString>) -> *const c_char {
    text.map_or(ptr::null(), |text| text.as_ptr())
}
