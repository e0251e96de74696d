//! The trace event format of Chrome: a list of objects, each of which is an event. Times are in microseconds. Viewers
//! accept a list without its end, so the file of a process that crashes is readable.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::memory::MemoryTotal;
use crate::base::clock::Span;

/// The row of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    /// A thread of the program.
    Host { thread: u64 },
    /// A queue of a device. Slices that overlap are in different lanes.
    Queue { device: &'a str, queue: usize, lane: usize },
}

/// Lanes of a queue that have rows.
const LANES: usize = 1000;
/// The process number of the host; queues have later numbers.
const HOST: usize = 1;
/// The process numbers of device memories, which follow those of all queues.
const MEMORIES: usize = 1_000_000_000;

impl Row<'_> {
    /// The numbers of the group and of the row in it.
    fn numbers(&self) -> (usize, usize) {
        match *self {
            Self::Host { thread } => (HOST, thread as usize),
            Self::Queue { queue, lane, .. } => (HOST + 1 + queue, queue * LANES + lane.min(LANES - 1)),
        }
    }
}

/// The meaning of an arrow between two slices.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arrow {
    /// From the call to the command.
    Submission { number: u64 },
    /// From a command to one that waited for it.
    Dependency { number: u64 },
}

impl Arrow {
    fn name(self) -> &'static str {
        match self {
            Self::Submission { .. } => "submission",
            Self::Dependency { .. } => "dependency",
        }
    }

    /// Arrows of different kinds have different numbers.
    fn id(self) -> u64 {
        match self {
            Self::Submission { number } => 2 * number,
            Self::Dependency { number } => 2 * number + 1,
        }
    }
}

/// The file. A failure to write ends it, with a warning.
pub(super) struct File {
    to: Option<BufWriter<std::fs::File>>,
    /// The text before the next event.
    separator: &'static str,
    /// The rows that already have names.
    named: HashSet<(usize, usize)>,
}

impl File {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let to = BufWriter::with_capacity(1 << 16, std::fs::File::create(path)?);
        Ok(Self { to: Some(to), separator: "[\n", named: HashSet::new() })
    }

    /// Writes an event of a row from a start to an end.
    pub(super) fn slice(&mut self, row: Row<'_>, name: &str, span: Span) {
        self.name_row(row);
        let (group, row) = row.numbers();
        let (start, length) = (Micros(span.start), Micros(span.end.saturating_sub(span.start)));
        let name = Escaped(name);
        self.event(format_args!(
            r#"{{"ph":"X","pid":{group},"tid":{row},"ts":{start},"dur":{length},"name":"{name}"}}"#
        ));
    }

    /// Writes the bytes in a memory from a time on.
    pub(super) fn counter(&mut self, total: &MemoryTotal, time: u64) {
        let group = match &total.device {
            Some((number, device)) => {
                let group = MEMORIES + number;
                if self.named.insert((group, 0)) {
                    self.name("process_name", group, 0, format_args!("memory: {}", Escaped(device)));
                }
                group
            }
            None => HOST,
        };
        let values: Vec<String> = total.bytes.iter().map(|(kind, bytes)| format!("\"{kind}\":{bytes}")).collect();
        let (values, time) = (values.join(","), Micros(time));
        self.event(format_args!(
            r#"{{"ph":"C","pid":{group},"tid":0,"ts":{time},"name":"bytes in use","args":{{{values}}}}}"#
        ));
    }

    /// An arrow from the slice of one row at a time to that of another one.
    pub(super) fn arrow(&mut self, arrow: Arrow, from: (Row<'_>, u64), to: (Row<'_>, u64)) {
        self.arrow_begin(arrow, from.0, from.1);
        self.arrow_end(arrow, to.0, to.1);
    }

    /// The begin of arrows.
    pub(super) fn arrow_begin(&mut self, arrow: Arrow, row: Row<'_>, time: u64) {
        self.arrow_point("s", "", arrow, row, time);
    }

    /// The end of an arrow, at the slice of that time.
    pub(super) fn arrow_end(&mut self, arrow: Arrow, row: Row<'_>, time: u64) {
        self.arrow_point("f", r#","bp":"e""#, arrow, row, time);
    }

    fn arrow_point(&mut self, phase: &str, binding: &str, arrow: Arrow, row: Row<'_>, time: u64) {
        let ((group, row), name, id, time) = (row.numbers(), arrow.name(), arrow.id(), Micros(time));
        self.event(format_args!(
            r#"{{"ph":"{phase}"{binding},"pid":{group},"tid":{row},"ts":{time},"cat":"{name}","name":"{name}","id":{id}}}"#
        ));
    }

    /// Names a row that is used for the first time, and its group.
    fn name_row(&mut self, row: Row<'_>) {
        let numbers @ (group, number) = row.numbers();
        if !self.named.insert(numbers) {
            return;
        }
        match row {
            Row::Host { thread } => {
                self.name("process_name", group, 0, format_args!("host"));
                self.name("thread_name", group, number, format_args!("thread {thread}"));
            }
            Row::Queue { device, queue, lane } => {
                self.name("process_name", group, 0, format_args!("queue {queue}: {}", Escaped(device)));
                self.name("thread_name", group, number, format_args!("commands {lane}"));
            }
        }
    }

    fn name(&mut self, what: &str, group: usize, row: usize, name: fmt::Arguments<'_>) {
        self.event(format_args!(
            r#"{{"ph":"M","pid":{group},"tid":{row},"name":"{what}","args":{{"name":"{name}"}}}}"#
        ));
    }

    fn event(&mut self, event: fmt::Arguments<'_>) {
        let separator = self.separator;
        self.write(|to| write!(to, "{separator}{event}"));
        self.separator = ",\n";
    }

    /// Hands the written data to the system, so that it outlives a crash of the process.
    pub(super) fn flush(&mut self) {
        self.write(BufWriter::flush);
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<std::fs::File>) -> io::Result<()>) {
        if let Some(to) = &mut self.to
            && let Err(error) = write(to)
        {
            eprintln!("tandem: warning: the timeline ends here: {error}");
            self.to = None;
        }
    }

    /// Ends the list.
    pub(super) fn finish(mut self) {
        // A list has at least one event.
        self.name("process_name", HOST, 0, format_args!("host"));
        if let Some(mut to) = self.to
            && let Err(error) = to.write_all(b"\n]\n").and_then(|()| to.flush())
        {
            eprintln!("tandem: warning: the end of the timeline is missing: {error}");
        }
    }
}

/// Nanoseconds as microseconds.
struct Micros(u64);

impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// A text in a string of JSON.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c < ' ' => write!(f, "\\u{:04x}", c as u32)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_times_are_those_of_json() {
        assert_eq!(Escaped("a\"b\\c\n").to_string(), r#"a\"b\\c\u000a"#);
        assert_eq!(Micros(1_234_567).to_string(), "1234.567");
        assert_eq!(Micros(7).to_string(), "0.007");
    }

    #[test]
    fn a_file_is_a_list_of_events() {
        let path = std::env::temp_dir().join(format!("tandem-timeline-{}.json", std::process::id()));
        let mut file = File::create(&path).expect("a file");
        let row = Row::Queue { device: "CPU \"x\"", queue: 3, lane: 0 };
        file.slice(row, "kernel", Span { start: 1000, end: 3500 });
        file.arrow(Arrow::Submission { number: 4 }, (Row::Host { thread: 1 }, 500), (row, 1000));
        let device = Some((0, "CPU \"x\"".into()));
        file.counter(&MemoryTotal { device, bytes: vec![("USM device", 64), ("buffers", 0)] }, 2000);
        file.counter(&MemoryTotal { device: None, bytes: vec![("USM host", 5)] }, 3000);
        file.finish();
        let text = std::fs::read_to_string(&path).expect("text");
        std::fs::remove_file(&path).expect("the file was there");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.first(), Some(&"["));
        assert_eq!(lines.last(), Some(&"]"));
        assert!(text.contains(r#""args":{"name":"queue 3: CPU \"x\""}"#), "{text}");
        assert!(text.contains(r#"{"ph":"X","pid":5,"tid":3000,"ts":1.000,"dur":2.500,"name":"kernel"}"#), "{text}");
        let counter = r#"{"ph":"C","pid":1000000000,"tid":0,"ts":2.000,"name":"bytes in use","args":{"USM device":64,"buffers":0}}"#;
        assert!(text.contains(counter), "{text}");
        assert!(text.contains(r#""pid":1,"tid":0,"ts":3.000,"name":"bytes in use","args":{"USM host":5}"#), "{text}");
        assert!(
            text.contains(r#""pid":1000000000,"tid":0,"name":"process_name","args":{"name":"memory: CPU \"x\""}"#),
            "{text}"
        );
        let [begin, end] = ["\"ph\":\"s\"", "\"ph\":\"f\",\"bp\":\"e\""];
        assert!(text.contains(begin) && text.contains(end) && text.matches("\"id\":8}").count() == 2, "{text}");
    }
}
