//! What is noted while the program runs.

use std::io;
use std::path::Path;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::demangle;
use tandem_pi_host as pi;

use super::file::{Arrow, File, Row};
use super::lanes::Lanes;
use crate::base::clock::Span;
use crate::base::process;
use crate::observers::activity::{Activity, MemoryKind, MemoryLevel, Observer, Submitted};
use crate::observers::running::{Command, End, Looked, Numbers, Thread};

/// Commands from one look for complete ones to the next.
const COMMANDS_PER_LOOK: usize = 1024;

/// Takes notes of all threads.
pub(in crate::observers) struct Recorder {
    notes: Mutex<Option<Notes>>,
}

struct Notes {
    file: File,
    commands: Vec<Command>,
    /// How many commands there may be before complete ones are looked for.
    limit: usize,
    numbers: Numbers,
    lanes: Lanes,
    /// Names of kernels for people, by their symbols.
    kernels: FxHashMap<String, String>,
}

impl Recorder {
    /// Creates the file.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let notes = Notes {
            file: File::create(path)?,
            commands: Vec::new(),
            limit: COMMANDS_PER_LOOK,
            numbers: Numbers::default(),
            lanes: Lanes::default(),
            kernels: FxHashMap::default(),
        };
        Ok(Self { notes: Mutex::new(Some(notes)) })
    }

    /// Works on the notes, unless the file has ended. A child of `fork` has none of its own, and whoever held the
    /// lock is not in it.
    fn with<T>(&self, work: impl FnOnce(&mut Notes) -> T) -> Option<T> {
        if process::is_forked() {
            return None;
        }
        self.notes.lock().as_mut().map(work)
    }
}

impl Observer for Recorder {
    fn takes_commands(&self) -> bool {
        true
    }

    fn host(&self, activity: &Activity, span: Span) {
        if matches!(activity, Activity::UsmFree { .. }) {
            // The call has a slice.
            return;
        }
        let row = Row::Host { thread: Thread::current().number };
        let name = activity.describe();
        self.with(|notes| notes.file.slice(row, &name, span));
    }

    fn command(&self, submitted: &Submitted<'_>, span: Span, event: &pi::Event) {
        let due = self.with(|notes| notes.add(submitted, span, event)).flatten();
        if let Some(commands) = due {
            let looked = Looked::at(commands);
            self.with(|notes| notes.write_looked(looked));
        }
    }

    fn memory(&self, level: &MemoryLevel, time: u64) {
        self.with(|notes| notes.write_memory(level, time));
    }

    fn finish_commands(&self) {
        if let Some(commands) = self.with(|notes| std::mem::take(&mut notes.commands)) {
            let Looked { ended, .. } = Looked::at(commands);
            self.with(|notes| notes.write_looked(Looked { ended, running: Vec::new() }));
        }
    }

    fn finish(&self) {
        if process::is_forked() {
            return;
        }
        let notes = self.notes.lock().take();
        if let Some(notes) = notes {
            notes.file.finish();
        }
    }
}

impl Notes {
    /// Adds a command. Returns all that are there when it is time to look at them.
    fn add(&mut self, submitted: &Submitted<'_>, span: Span, event: &pi::Event) -> Option<Vec<Command>> {
        self.commands.push(self.numbers.add(submitted, span, event));
        (self.commands.len() >= self.limit).then(|| std::mem::take(&mut self.commands))
    }

    /// Writes the commands that have ended, and keeps the others. Of one without a time, only the hand-over is there.
    /// Lanes are given in the order of time.
    fn write_looked(&mut self, looked: Looked) {
        for (end, command) in &looked.ended {
            self.numbers.remove(command);
            self.write(*end, command);
        }
        self.file.flush();
        self.commands.extend(looked.running);
        self.limit = self.commands.len() + COMMANDS_PER_LOOK;
    }

    /// A name for people. Demangling takes longer than the rest, and there are few kernels.
    fn readable(&mut self, name: &str) -> String {
        if !name.starts_with("_Z") {
            return name.to_owned();
        }
        let known = self.kernels.entry(name.to_owned());
        known.or_insert_with(|| demangle::kernel(name)).clone()
    }

    fn write(&mut self, end: End, command: &Command) {
        let host = Row::Host { thread: command.thread.number };
        let name = self.readable(&command.name);
        self.file.slice(host, &format!("submit {name}"), command.submitted);
        let Some(span) = end.span() else { return };
        let lane = self.lanes.lane(command.queue, span);
        let row = Row::Queue { device: command.device.name(), queue: command.queue, lane };
        self.file.slice(row, &name, span);
        let number = command.number;
        self.file.arrow(Arrow::Submission { number }, (host, command.submitted.start), (row, span.start));
        // The end of an earlier command was written with it, as the begin of its arrows.
        self.file.arrow_begin(Arrow::Dependency { number }, row, span.end);
        for wait in &command.waits {
            self.file.arrow_end(Arrow::Dependency { number: *wait }, row, span.start);
        }
    }

    fn write_memory(&mut self, level: &MemoryLevel, time: u64) {
        let is_of_host = |kind| matches!(kind, MemoryKind::UsmHost | MemoryKind::Buffer);
        let is_shown =
            |kind: &MemoryKind| if level.device.is_some() { *kind != MemoryKind::UsmHost } else { is_of_host(*kind) };
        let kinds = MemoryKind::ALL.into_iter().filter(is_shown);
        let series: Vec<_> = kinds.map(|kind| (kind.name(), level.bytes[kind as usize])).collect();
        let owner = level.device.as_deref().unwrap_or("the host");
        self.file.counter(&format!("memory of {owner}"), level.id, &series, time);
    }
}
