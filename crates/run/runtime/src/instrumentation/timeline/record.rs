//! The observer that writes the timeline.

use std::io;
use std::path::Path;

use parking_lot::Mutex;

use super::file::{Arrow, File, Row};
use super::lanes::Lanes;
use super::memory::MemoryTotals;
use crate::base::clock::Span;
use crate::base::process;
use crate::instrumentation::event::{Allocation, Command, Event, Observer};

/// The number of commands between two flushes of the file.
const COMMANDS_PER_FLUSH: usize = 1024;

/// Records events of all threads.
pub(super) struct Recorder {
    notes: Mutex<Option<Notes>>,
}

struct Notes {
    file: File,
    lanes: Lanes,
    memory: MemoryTotals,
    /// Commands that were written since the last flush.
    unflushed: usize,
}

impl Recorder {
    /// Creates the file.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let notes =
            Notes { file: File::create(path)?, lanes: Lanes::default(), memory: MemoryTotals::default(), unflushed: 0 };
        Ok(Self { notes: Mutex::new(Some(notes)) })
    }
}

impl Observer for Recorder {
    fn observe(&self, event: &Event) {
        if let Some(notes) = self.notes.lock().as_mut() {
            notes.write(event);
        }
    }

    fn finish(&self) {
        // The records of a child of `fork` are its parent's, and the thread that held the lock does not exist in it.
        if !process::is_forked()
            && let Some(notes) = self.notes.lock().take()
        {
            notes.file.finish();
        }
    }
}

impl Notes {
    fn write(&mut self, event: &Event) {
        match event {
            Event::Ended(command, end) => self.command(end.span, command),
            Event::Host { thread, activity, span } => {
                self.file.slice(Row::Host { thread: *thread }, &activity.to_string(), *span);
            }
            Event::Allocated { time, allocation, .. } => self.memory(*time, allocation, false),
            Event::Freed { time, allocation, .. } => self.memory(*time, allocation, true),
            Event::Submitted(_) | Event::CacheHit { .. } | Event::Plugin { .. } => {}
        }
    }

    /// A command that ended. If it has no time, only its submission is written.
    fn command(&mut self, span: Option<Span>, command: &Command) {
        let host = Row::Host { thread: command.thread };
        self.file.slice(host, &format!("submit {}", command.name), command.submitted);
        if let Some(span) = span {
            self.on_device(span, command, host);
        }
        self.unflushed += 1;
        if self.unflushed >= COMMANDS_PER_FLUSH {
            self.unflushed = 0;
            self.file.flush();
        }
    }

    fn on_device(&mut self, span: Span, command: &Command, host: Row<'_>) {
        let lane = self.lanes.lane(command.queue, span);
        let device = command.device.name();
        let row = Row::Queue { device: &device, queue: command.queue, lane };
        self.file.slice(row, &command.name, span);
        let number = command.number;
        self.file.arrow(Arrow::Submission { number }, (host, command.submitted.start), (row, span.start));
        // The end of an earlier command was written with it, as the begin of its arrows.
        self.file.arrow_begin(Arrow::Dependency { number }, row, span.end);
        for wait in &command.waits {
            self.file.arrow_end(Arrow::Dependency { number: *wait }, row, span.start);
        }
    }

    fn memory(&mut self, time: u64, allocation: &Allocation, is_freed: bool) {
        let total = self.memory.change(allocation, is_freed);
        self.file.counter(&total, time);
    }
}
