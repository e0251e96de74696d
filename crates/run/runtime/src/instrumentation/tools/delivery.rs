//! Calls the callbacks of tools on a separate thread, because the reporting thread may hold locks of the runtime.

use std::ffi::{CString, c_char};
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle, ThreadId};

use parking_lot::{Condvar, Mutex};

use super::abi::{
    Callback, ToolBuild, ToolCacheHit, ToolCallbacks, ToolCommand, ToolCommandEnd, ToolHostSpan, ToolMemory,
    ToolPlugin, size,
};
use crate::base::clock::Span;
use crate::base::process;
use crate::instrumentation::event::{Activity, Allocation, Command, End, Event, Observer};

/// Events on their way to tools.
pub(super) struct Delivery {
    shared: Arc<Shared>,
    thread: ThreadId,
    handle: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    pending: Mutex<Pending>,
    /// Events, or the end, have arrived.
    changed: Condvar,
}

#[derive(Default)]
struct Pending {
    events: Vec<Event>,
    has_ended: bool,
}

impl Delivery {
    /// Starts the thread.
    pub(super) fn start(subscriptions: Vec<ToolCallbacks>) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let (pending, tools) = (shared.clone(), Tools(subscriptions));
        let handle = thread::Builder::new().name("tandem-tools".to_owned()).spawn(move || pending.serve(&tools))?;
        Ok(Self { shared, thread: handle.thread().id(), handle: Mutex::new(Some(handle)) })
    }
}

impl Observer for Delivery {
    fn observe(&self, event: &Event) {
        let mut pending = self.shared.pending.lock();
        if !pending.has_ended {
            pending.events.push(event.clone());
            if pending.events.len() == 1 {
                self.shared.changed.notify_one();
            }
        }
    }

    fn finish(&self) {
        if process::is_forked() {
            return;
        }
        self.shared.pending.lock().has_ended = true;
        self.shared.changed.notify_one();
        // A callback that ends the process would wait for itself for ever.
        let handle = self.handle.lock().take();
        if let Some(handle) = handle
            && thread::current().id() != self.thread
        {
            let _ = handle.join();
        }
    }
}

impl Shared {
    fn serve(&self, tools: &Tools) {
        loop {
            let events = {
                let mut pending = self.pending.lock();
                while pending.events.is_empty() && !pending.has_ended {
                    self.changed.wait(&mut pending);
                }
                std::mem::take(&mut pending.events)
            };
            if events.is_empty() {
                return tools.finish();
            }
            events.iter().for_each(|event| tools.tell(event));
        }
    }
}

/// The callbacks of all tools.
struct Tools(Vec<ToolCallbacks>);

// SAFETY: a tool leaves it to the runtime which thread calls it, with the pointer that it gave; only one thread does.
unsafe impl Send for Tools {}

impl Tools {
    fn tell(&self, event: &Event) {
        match event {
            Event::Submitted(command) => {
                with_command(command, |command| self.call(command, |tool| tool.command_submitted));
            }
            Event::Ended(command, end) => self.ended(command, *end),
            Event::Host { thread, activity, span } => self.host(*thread, activity, *span),
            Event::CacheHit { thread, time, kernel, device } => {
                let (kernel, device) = (text(kernel), text(device));
                let hit = ToolCacheHit {
                    size: size::<ToolCacheHit>(),
                    reserved: 0,
                    thread: *thread,
                    time: *time,
                    kernel: kernel.as_ptr(),
                    device: device.as_ptr(),
                };
                self.call(&hit, |tool| tool.program_found);
            }
            Event::Allocated { thread, time, allocation } => {
                self.memory(*thread, *time, allocation, |tool| tool.memory_allocated);
            }
            Event::Freed { thread, time, allocation } => {
                self.memory(*thread, *time, allocation, |tool| tool.memory_freed);
            }
            Event::Plugin { is_loaded, time, path, backend } => {
                let (path, backend) = (text(path), text(backend));
                let plugin = ToolPlugin {
                    size: size::<ToolPlugin>(),
                    reserved: 0,
                    time: *time,
                    path: path.as_ptr(),
                    backend: backend.as_ptr(),
                };
                self.call(&plugin, |tool| if *is_loaded { tool.plugin_loaded } else { tool.plugin_unloaded });
            }
        }
    }

    fn call<T>(&self, told: &T, which: impl Fn(&ToolCallbacks) -> Callback<T>) {
        for tool in &self.0 {
            if let Some(callback) = which(tool) {
                // SAFETY: a function of a tool that stays loaded, and a struct that is valid for the call.
                unsafe { callback(tool.user, told) };
            }
        }
    }

    fn ended(&self, command: &Command, end: End) {
        with_command(command, |command| {
            let Span { start, end: finish } = end.span.unwrap_or(Span { start: 0, end: 0 });
            let ended = ToolCommandEnd {
                size: size::<ToolCommandEnd>(),
                failed: u32::from(end.failed),
                command,
                begin: start,
                end: finish,
            };
            self.call(&ended, |tool| tool.command_ended);
        });
    }

    fn host(&self, thread: u64, activity: &Activity, Span { start: begin, end }: Span) {
        match activity {
            Activity::Wait(_) | Activity::HostTask => {
                let name = text(&activity.to_string());
                let (size, name) = (size::<ToolHostSpan>(), name.as_ptr());
                let span = ToolHostSpan { size, reserved: 0, thread, begin, end, name };
                self.call(&span, |tool| tool.host_span);
            }
            Activity::Build { step, kernel, device, succeeded } => {
                let (kernel, device) = (text(kernel), text(device));
                let build = ToolBuild {
                    size: size::<ToolBuild>(),
                    step: *step as u32,
                    thread,
                    begin,
                    end,
                    kernel: kernel.as_ptr(),
                    device: device.as_ptr(),
                    failed: u32::from(!succeeded),
                    reserved: 0,
                };
                self.call(&build, |tool| tool.program_built);
            }
            // Reported as allocations.
            Activity::Allocate { .. } | Activity::Free => {}
        }
    }

    fn memory(
        &self,
        thread: u64,
        time: u64,
        allocation: &Allocation,
        which: impl Fn(&ToolCallbacks) -> Callback<ToolMemory>,
    ) {
        let device = allocation.device.as_ref().map(|(_, name)| text(name));
        let memory = ToolMemory {
            size: size::<ToolMemory>(),
            kind: allocation.kind as u32,
            thread,
            time,
            address: allocation.address as u64,
            bytes: allocation.bytes as u64,
            device: device.as_ref().map_or(std::ptr::null::<c_char>(), |name| name.as_ptr()),
        };
        self.call(&memory, which);
    }

    fn finish(&self) {
        for tool in &self.0 {
            if let Some(finished) = tool.finished {
                // SAFETY: a function of a tool that stays loaded.
                unsafe { finished(tool.user) };
            }
        }
    }
}

/// The command in the form for tools.
fn with_command(command: &Command, tell: impl FnOnce(&ToolCommand)) {
    let (name, device) = (text(&command.name), text(&command.device.name()));
    tell(&ToolCommand {
        size: size::<ToolCommand>(),
        kind: command.kind as u32,
        number: command.number,
        queue: command.queue as u64,
        thread: command.thread,
        submit_begin: command.submitted.start,
        submit_end: command.submitted.end,
        name: name.as_ptr(),
        device: device.as_ptr(),
        waits: command.waits.as_ptr(),
        wait_count: command.waits.len() as u64,
    });
}

/// A text for C, up to its first zero.
fn text(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}
