//! What is noted while the program runs.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_pi_host as pi;

use super::Submitted;
use super::file::{Arrow, File, Row};
use super::lanes::Lanes;
use crate::base::clock::Span;
use crate::base::object::Object;
use crate::base::process;
use crate::devices::device::Device;

/// Commands from one look for complete ones to the next.
const COMMANDS_PER_LOOK: usize = 1024;

/// Takes notes of all threads.
pub(super) struct Recorder {
    notes: Mutex<Option<Notes>>,
}

struct Notes {
    file: File,
    commands: Vec<Command>,
    /// How many commands there may be before complete ones are looked for.
    limit: usize,
    /// The numbers of commands that are not written yet, by PI's event.
    numbers: FxHashMap<usize, u64>,
    last_number: u64,
    lanes: Lanes,
}

/// A command that may still run.
struct Command {
    number: u64,
    queue: usize,
    device: Arc<Object<Device>>,
    name: String,
    /// The numbers of the commands that it waits for.
    waits: Vec<u64>,
    /// The thread that handed it over, and when.
    thread: u64,
    submitted: Span,
    event: pi::Event,
}

impl Recorder {
    /// Creates the file.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let notes = Notes {
            file: File::create(path)?,
            commands: Vec::new(),
            limit: COMMANDS_PER_LOOK,
            numbers: FxHashMap::default(),
            last_number: 0,
            lanes: Lanes::default(),
        };
        Ok(Self { notes: Mutex::new(Some(notes)) })
    }

    /// Works on the notes, unless the file has ended; a child of `fork` has none of its own.
    fn with(&self, work: impl FnOnce(&mut Notes)) {
        if let Some(notes) = self.notes.lock().as_mut().filter(|_| !process::is_forked()) {
            work(notes);
        }
    }

    /// Notes what a thread of the host did.
    pub(super) fn host(&self, name: Cow<'static, str>, span: Span) {
        self.with(|notes| notes.file.slice(Row::Host { thread: thread_number() }, &name, span));
    }

    /// Notes a command.
    pub(super) fn command(&self, submitted: Submitted<'_>, span: Span, event: &pi::Event) {
        self.with(|notes| notes.add(submitted, span, event));
    }

    /// Ends the file.
    pub(super) fn finish(&self) {
        if process::is_forked() {
            return;
        }
        let notes = self.notes.lock().take();
        if let Some(mut notes) = notes {
            notes.write_complete();
            notes.file.finish();
        }
    }
}

impl Notes {
    fn add(&mut self, submitted: Submitted<'_>, span: Span, event: &pi::Event) {
        self.last_number += 1;
        let number = self.last_number;
        let known = submitted.waits.iter().filter_map(|raw| self.numbers.get(&(raw.as_ptr() as usize)));
        let waits = known.copied().collect();
        self.numbers.insert(event.raw().as_ptr() as usize, number);
        self.commands.push(Command {
            number,
            queue: submitted.queue,
            device: Arc::clone(submitted.device),
            name: submitted.name,
            waits,
            thread: thread_number(),
            submitted: span,
            event: event.clone(),
        });
        if self.commands.len() >= self.limit {
            self.write_complete();
            self.limit = self.commands.len() + COMMANDS_PER_LOOK;
        }
    }

    /// Writes the commands that are complete. Of one that has failed, or whose times are not known, only the
    /// hand-over is there.
    fn write_complete(&mut self) {
        let commands = std::mem::take(&mut self.commands);
        let mut ended = Vec::new();
        for command in commands {
            match command.event.status() {
                Ok(status) if status.0 > 0 => self.commands.push(command),
                Ok(status) if status.0 == 0 => ended.push((command.device.span_of(&command.event).ok(), command)),
                _ => ended.push((None, command)),
            }
        }
        // Lanes are given in the order of time.
        ended.sort_by_key(|(span, command)| span.map_or(command.submitted.start, |span| span.start));
        for (span, command) in &ended {
            self.numbers.remove(&(command.event.raw().as_ptr() as usize));
            self.write(*span, command);
        }
    }

    fn write(&mut self, span: Option<Span>, command: &Command) {
        let host = Row::Host { thread: command.thread };
        self.file.slice(host, &format!("submit {}", command.name), command.submitted);
        let Some(span) = span else { return };
        let lane = self.lanes.lane(command.queue, span);
        let row = Row::Queue { device: command.device.name(), queue: command.queue, lane };
        self.file.slice(row, &command.name, span);
        let number = command.number;
        self.file.arrow(Arrow::Submission { number }, (host, command.submitted.start), (row, span.start));
        // The end of an earlier command was written with it, as the begin of its arrows.
        self.file.arrow_begin(Arrow::Dependency { number }, row, span.end);
        for wait in &command.waits {
            self.file.arrow_end(Arrow::Dependency { number: *wait }, row, span.start);
        }
    }
}

/// A small number for each thread.
fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.try_with(|number| *number).unwrap_or(0)
}
