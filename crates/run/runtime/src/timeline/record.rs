//! What is noted while the program runs.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::demangle;
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
    /// Names of kernels for people, by their symbols.
    kernels: FxHashMap<String, String>,
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

    /// Notes what a thread of the host did.
    pub(super) fn host(&self, name: Cow<'static, str>, span: Span) {
        self.with(|notes| notes.file.slice(Row::Host { thread: thread_number() }, &name, span));
    }

    /// Notes a command.
    pub(super) fn command(&self, submitted: Submitted<'_>, span: Span, event: &pi::Event) {
        let due = self.with(|notes| notes.add(submitted, span, event)).flatten();
        if let Some(commands) = due {
            let looked = Looked::at(commands);
            self.with(|notes| notes.write_looked(looked.ended.as_slice(), looked.running));
        }
    }

    /// Ends the file.
    pub(super) fn finish(&self) {
        if process::is_forked() {
            return;
        }
        let notes = self.notes.lock().take();
        if let Some(mut notes) = notes {
            let Looked { ended, running } = Looked::at(std::mem::take(&mut notes.commands));
            notes.write_looked(&ended, running);
            notes.file.finish();
        }
    }
}

/// Commands, after plugins were asked whether they are complete. Nothing is locked then: a driver may run callbacks
/// of the program meanwhile.
struct Looked {
    /// Those that have ended, in the order of time, and when they ran. Of one that has failed, or whose times are not
    /// known, there is no time.
    ended: Vec<(Option<Span>, Command)>,
    running: Vec<Command>,
}

impl Looked {
    fn at(commands: Vec<Command>) -> Self {
        let mut looked = Self { ended: Vec::new(), running: Vec::new() };
        for command in commands {
            match command.event.status() {
                Ok(status) if status.0 > 0 => looked.running.push(command),
                Ok(status) if status.0 == 0 => {
                    looked.ended.push((command.device.span_of(&command.event).ok(), command));
                }
                _ => looked.ended.push((None, command)),
            }
        }
        // Lanes are given in the order of time.
        looked.ended.sort_by_key(|(span, command)| span.map_or(command.submitted.start, |span| span.start));
        looked
    }
}

impl Notes {
    /// Adds a command. Returns all that are there when it is time to look at them.
    fn add(&mut self, submitted: Submitted<'_>, span: Span, event: &pi::Event) -> Option<Vec<Command>> {
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
        (self.commands.len() >= self.limit).then(|| std::mem::take(&mut self.commands))
    }

    /// Writes the commands that have ended, and keeps the others. Of one without a time, only the hand-over is there.
    fn write_looked(&mut self, ended: &[(Option<Span>, Command)], running: Vec<Command>) {
        for (span, command) in ended {
            self.numbers.remove(&(command.event.raw().as_ptr() as usize));
            self.write(*span, command);
        }
        self.file.flush();
        self.commands.extend(running);
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

    fn write(&mut self, span: Option<Span>, command: &Command) {
        let host = Row::Host { thread: command.thread };
        let name = self.readable(&command.name);
        self.file.slice(host, &format!("submit {name}"), command.submitted);
        let Some(span) = span else { return };
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
}

/// A small number for each thread.
fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.try_with(|number| *number).unwrap_or(0)
}
