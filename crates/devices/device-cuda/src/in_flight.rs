//! Commands in a stream that the device is not known to have completed, with their resources.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::{Command, Error, Result, Work};

use crate::failed_commands::FailedCommands;
use crate::kernel::CudaKernel;
use crate::staging::{HOST_WRITES, Slots};

/// Kernels that the text of a failure names.
const NAMED_KERNELS: usize = 3;

/// Kernels in flight, of all devices, that may assert.
static ASSERTING: AtomicUsize = AtomicUsize::new(0);

/// Failures of a queue's commands that were not yet reported to the program.
pub type Failures = Mutex<VecDeque<Error>>;

/// The commands in flight of a stream.
#[derive(Default)]
pub struct InFlight {
    commands: VecDeque<Held>,
    /// Copies among them on their way to host memory.
    host_writes: usize,
    /// Kernels among them that may assert.
    asserting: usize,
    /// Kernels whose assertions failed.
    failed: FailedCommands,
}

struct Held {
    number: u64,
    command: Command,
    is_reported: bool,
    slots: Option<Slots>,
}

/// Commands that were in flight when the device failed.
pub struct Aborted(VecDeque<Held>);

/// Whether a command in flight on any device has something to do when it is retired: a copy to host
/// memory from its slots, or a kernel that may assert.
pub fn any_needs_retirement() -> bool {
    HOST_WRITES.load(Ordering::Acquire) != 0 || ASSERTING.load(Ordering::Acquire) != 0
}

impl InFlight {
    /// Holds a command until it is retired. Fences hold nothing.
    pub fn add(&mut self, number: u64, command: Command, is_reported: bool, slots: Option<Slots>) {
        if slots.as_ref().is_some_and(Slots::writes_host) {
            self.host_writes += 1;
            HOST_WRITES.fetch_add(1, Ordering::AcqRel);
        }
        if asserting(&command).is_some() {
            self.asserting += 1;
            ASSERTING.fetch_add(1, Ordering::AcqRel);
        }
        if !command.is_fence() {
            self.commands.push_back(Held { number, command, is_reported, slots });
        }
    }

    /// Called when the device has completed commands up to this one: releases their resources. Returns the command's
    /// own failure; all failures go to the queue's.
    pub fn retire_until(&mut self, number: u64, failures: &Failures) -> Result<()> {
        let complete = self.commands.iter().take_while(|held| held.number <= number).count();
        for _ in 0..complete {
            self.retire_first(failures);
        }
        self.failed.result_of(number)
    }

    fn retire_first(&mut self, failures: &Failures) {
        let Some(mut held) = self.commands.pop_front() else { return };
        if let Some(slots) = held.slots.as_mut().filter(|slots| slots.writes_host()) {
            slots.copy_to_target();
            self.host_writes -= 1;
            HOST_WRITES.fetch_sub(1, Ordering::AcqRel);
        }
        let Some(kernel) = asserting(&held.command) else { return };
        if let Some(error) = kernel.take_assertion() {
            failures.lock().push_back(error.clone());
            self.failed.add(held.number, error);
        }
        self.asserting -= 1;
        ASSERTING.fetch_sub(1, Ordering::AcqRel);
    }

    /// The device has failed: takes all commands out.
    pub fn abort(&mut self) -> Aborted {
        HOST_WRITES.fetch_sub(std::mem::take(&mut self.host_writes), Ordering::AcqRel);
        ASSERTING.fetch_sub(std::mem::take(&mut self.asserting), Ordering::AcqRel);
        Aborted(std::mem::take(&mut self.commands))
    }

    /// Whether all copies in flight to pageable memory are in this stream. Then another one may be
    /// enqueued here: it is retired after them.
    pub fn has_all_host_writes(&self) -> bool {
        self.host_writes == HOST_WRITES.load(Ordering::Acquire)
    }

    /// How many commands hold something.
    pub fn len(&self) -> usize {
        self.commands.len()
    }

    /// Whether no command holds anything.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}

impl Aborted {
    /// Names the kernels that may have caused the failure.
    pub fn possible_causes(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for held in &self.0 {
            if let Command::Work(Work::Kernel(launch)) = &held.command {
                let name = format!("{:?}", launch.kernel);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        match names.as_slice() {
            [] => "a command".to_owned(),
            [name] => name.clone(),
            names if names.len() > NAMED_KERNELS => format!("{} or one of the kernels after it", names[0]),
            names => names.join(" or "),
        }
    }

    /// How many failures the queue reports: one of each reported command, and at least one of any.
    pub fn failures(&self) -> usize {
        self.0.iter().filter(|held| held.is_reported).count().max(self.0.len().min(1))
    }
}

/// The kernel that a command launches, if it may assert.
fn asserting(command: &Command) -> Option<&CudaKernel> {
    let Command::Work(Work::Kernel(launch)) = command else { return None };
    launch.kernel.as_any().downcast_ref::<CudaKernel>().filter(|kernel| kernel.record().may_assert)
}
