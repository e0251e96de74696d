//! The timeline of a process (`TANDEM_TRACE`): a list of events that viewers of Chrome's format understand, with
//! what the host did and when commands ran.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tandem_tests::{prefix, root, run, transcript};

/// The number of the group of rows that are the host's.
const HOST: u64 = 1;

/// A slice: what happened in a row, from a start to an end in microseconds.
#[derive(Clone, Debug)]
struct Slice {
    row: (u64, u64),
    name: String,
    start: f64,
    end: f64,
}

/// An end of an arrow: its kind and number, and the slice that it is at.
type ArrowEnd = ((String, u64), (u64, u64), f64);

/// The timeline of a run of `chain.cpp`.
struct Timeline {
    slices: Vec<Slice>,
    begins: Vec<ArrowEnd>,
    ends: Vec<ArrowEnd>,
    names: HashMap<(u64, u64), String>,
    /// Changes of memory: the group, and the bytes by kind.
    counters: Vec<(u64, Value)>,
}

impl Timeline {
    fn parse(text: &str) -> Result<Self> {
        let events: Vec<Value> = serde_json::from_str(text)?;
        let mut timeline =
            Self { slices: vec![], begins: vec![], ends: vec![], names: HashMap::new(), counters: vec![] };
        for event in events {
            let text = |key: &str| event[key].as_str().map(str::to_owned).with_context(|| format!("{key}: {event}"));
            let number = |key: &str| event[key].as_u64().with_context(|| format!("{key}: {event}"));
            let time = |key: &str| event[key].as_f64().with_context(|| format!("{key}: {event}"));
            let row = (number("pid")?, number("tid")?);
            match text("ph")?.as_str() {
                "X" => {
                    let start = time("ts")?;
                    timeline.slices.push(Slice { row, name: text("name")?, start, end: start + time("dur")? });
                }
                "s" => timeline.begins.push(((text("cat")?, number("id")?), row, time("ts")?)),
                "f" => timeline.ends.push(((text("cat")?, number("id")?), row, time("ts")?)),
                "M" => _ = timeline.names.insert(row, event["args"]["name"].as_str().unwrap_or_default().to_owned()),
                "C" => timeline.counters.push((row.0, event["args"].clone())),
                other => anyhow::bail!("an event of kind {other}"),
            }
        }
        Ok(timeline)
    }

    fn on_devices(&self) -> impl Iterator<Item = &Slice> {
        self.slices.iter().filter(|slice| slice.row.0 != HOST)
    }

    fn on_device(&self, name: &str) -> Result<&Slice> {
        let found = self.on_devices().find(|slice| slice.name.contains(name));
        found.with_context(|| format!("no command `{name}` in {:?}", self.slices))
    }
}

/// Runs the program on a device, with a timeline.
fn timeline_on(device: &str) -> Result<Timeline> {
    let folder = tempfile::tempdir()?;
    let (program, file) = (folder.path().join("chain"), folder.path().join("timeline.json"));
    build(&program)?;
    let mut command = Command::new(&program);
    command.env("TANDEM_TRACE", &file).env("ONEAPI_DEVICE_SELECTOR", device).env("TANDEM_ISLAND_DEVICE", "1");
    let output = run(&mut command)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    ensure!(output.stdout == b"32766 5\n" && output.stderr.is_empty(), "{}", transcript(&output));
    Timeline::parse(&fs::read_to_string(&file)?)
}

fn build(program: &Path) -> Result<()> {
    let mut compile = Command::new(prefix()?.join("bin/tandem++"));
    compile.args(["-fsycl", "-O1"]).arg(root().join("tests/timeline/chain.cpp")).arg("-o").arg(program);
    let output = run(&mut compile)?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}

fn check_timeline(device: &str) -> Result<()> {
    let timeline = timeline_on(device)?;
    let [first, second] = ["first_kernel", "second_kernel"].map(|name| timeline.on_device(name));
    let (first, second) = (first?, second?);
    let [fill, copy] = ["fill 65536 bytes", "copy 65536 bytes"].map(|name| timeline.on_device(name));
    let (fill, copy) = (fill?, copy?);
    ensure!(first.end <= second.start, "kernels in order: {first:?} {second:?}");
    ensure!(fill.end <= copy.start, "copies in order: {fill:?} {copy:?}");
    ensure!(first.row != second.row, "each queue has a row");
    for name in ["build ", "submit ", "queue::wait", "host task", "allocate 65536 bytes of USM", "free USM"] {
        let is_there = timeline.slices.iter().any(|slice| slice.row.0 == HOST && slice.name.starts_with(name));
        ensure!(is_there, "no `{name}` on the host: {:?}", timeline.slices);
    }
    check_rows(&timeline)?;
    check_memory(&timeline, device)?;
    check_arrows(&timeline, fill, copy)
}

/// Counters have groups with names, rise by what the program allocates, and fall again.
fn check_memory(timeline: &Timeline, device: &str) -> Result<()> {
    for (group, _) in &timeline.counters {
        let name = timeline.names.get(&(*group, 0)).with_context(|| format!("the counters {group} have no name"))?;
        ensure!(name.starts_with("memory: "), "{name}");
    }
    let values =
        |kind: &str| -> Vec<u64> { timeline.counters.iter().filter_map(|(_, bytes)| bytes[kind].as_u64()).collect() };
    let usm = values("USM device");
    ensure!(usm.iter().max() == Some(&65536) && usm.last() == Some(&0), "USM: {usm:?}");
    // The buffer is in the host's memory, which the CPU uses in place; the island has separate memory.
    let buffers = values("buffers");
    let expected: &[u64] = if device.starts_with("island") { &[65536, 0] } else { &[] };
    let mut seen = buffers.clone();
    seen.dedup();
    ensure!(seen == expected, "buffers: {buffers:?}");
    Ok(())
}

/// Rows have names; slices of one row do not overlap on devices.
fn check_rows(timeline: &Timeline) -> Result<()> {
    for slice in &timeline.slices {
        ensure!(timeline.names.contains_key(&slice.row), "the row of {slice:?} has no name");
        ensure!(slice.start <= slice.end, "{slice:?}");
    }
    for left in timeline.on_devices() {
        for right in timeline.on_devices().filter(|right| right.row == left.row && right.start > left.start) {
            // Times have three digits after the point.
            ensure!(left.end <= right.start + 0.002, "{left:?} overlaps {right:?}");
        }
    }
    Ok(())
}

/// Each command has an arrow from its submission, and one from what it waited for.
fn check_arrows(timeline: &Timeline, fill: &Slice, copy: &Slice) -> Result<()> {
    for (key, row, time) in &timeline.ends {
        let begin = timeline.begins.iter().find(|(begin, ..)| begin == key);
        let (_, _, from) = begin.with_context(|| format!("the arrow {key:?} does not begin"))?;
        ensure!(from <= time, "the arrow {key:?} goes back in time");
        let at_slice = timeline.slices.iter().any(|slice| slice.row == *row && slice.start == *time);
        ensure!(at_slice, "the arrow {key:?} ends nowhere");
    }
    let submissions = timeline.ends.iter().filter(|((kind, _), ..)| kind == "submission").count();
    ensure!(submissions == timeline.on_devices().count(), "{submissions} submissions");
    let from_fill = timeline
        .begins
        .iter()
        .find(|((kind, _), row, time)| kind == "dependency" && *row == fill.row && (*time - fill.end).abs() < 0.002);
    let (key, ..) = from_fill.context("no arrow from the fill")?;
    let to_copy = timeline.ends.iter().any(|(end, row, time)| end == key && *row == copy.row && *time == copy.start);
    ensure!(to_copy, "no arrow from the fill to the copy");
    Ok(())
}

#[test]
fn the_timeline_of_a_program_on_the_cpu() -> Result<()> {
    check_timeline("native_cpu:cpu")
}

#[test]
fn the_timeline_of_a_program_on_a_device_with_a_clock_of_its_own() -> Result<()> {
    check_timeline("island:gpu")
}

#[test]
fn a_file_that_cannot_be_written_is_a_warning() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("chain");
    build(&program)?;
    let mut command = Command::new(&program);
    command.env("TANDEM_TRACE", folder.path().join("missing/timeline.json"));
    let output = run(command.env("ONEAPI_DEVICE_SELECTOR", "native_cpu:cpu"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && output.stdout == b"32766 5\n", "{}", transcript(&output));
    ensure!(errors.starts_with("tandem: warning: TANDEM_TRACE=") && errors.lines().count() == 1, "{errors}");
    Ok(())
}
