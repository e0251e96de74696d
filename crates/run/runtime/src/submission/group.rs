//! Command groups with accessors.
//!
//! `submit` shows the way of such a group. All of its buffers are locked meanwhile, in
//! order of address, so that two groups cannot deadlock.

use std::borrow::Cow;
use std::sync::Arc;

use parking_lot::MutexGuard;
use smallvec::SmallVec;

use super::{Access, BufferCommand, Operation, Submission};
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::base::source_location::SourceLocation;
use crate::commands::args::{AccessMode, AccessedMemory, AccessorMemory, Args};
use crate::commands::command::Command;
use crate::commands::nd_range::NdRange;
use crate::memory::buffer::{BufferCore, Bytes, DeferredStarts, Entry, Location, Residency};
use crate::programs::kernel::Kernel;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::Queue;
use crate::scheduler::{Dependencies, Dispatched, HostTask};

/// Submits a command group that has accessors.
pub(crate) fn submit(queue: &Arc<Object<Queue>>, submission: Submission<'_>) -> Result<Option<EventRef>> {
    let Submission { operation, accesses, deps, location, wants_event } = submission;
    let prepared = Prepared::new(queue, operation, location)?;
    let entries = enter(accesses)?;
    let mut to_start = DeferredStarts::new();
    let dispatched = {
        let buffers = Locked::new(accesses);
        let mut group = Group { queue, accesses, location, buffers, planned: SmallVec::new() };
        group.submit(prepared, deps, &mut to_start)
    };
    drop(entries);
    // Transfers that were enqueued must happen whether or not the command runs.
    to_start.into_iter().for_each(|deferred| deferred.start());
    let event = dispatched?.start();
    Ok(event.filter(|_| wants_event))
}

/// Locks the mutexes that the program shares with the runtime for these buffers.
fn enter(accesses: &[Access<'_>]) -> Result<SmallVec<[Entry; 1]>> {
    let entries = accesses.iter().filter_map(|access| access.buffer.enter().transpose());
    entries.collect()
}

/// The command of a group with memory on the queue's device, whose contents do not matter yet: for
/// command buffers, whose replays bring the contents.
pub(crate) fn unsubmitted_command<'a>(
    queue: &Arc<Object<Queue>>,
    operation: Operation<'a>,
    accesses: &[Access<'_>],
) -> Result<Command<'a>> {
    let prepared = Prepared::new(queue, operation, None)?;
    let mut memory = AccessorMemory::new();
    // Nothing is brought, so nothing has to be started.
    let mut to_start = DeferredStarts::new();
    for access in accesses {
        let range = access.buffer.absolute(access.offset, access.size)?;
        let discard = AccessMode(AccessMode::WRITE.0 | AccessMode::NO_INIT);
        let mut buffer = access.buffer.core().residency().lock();
        let (mem, _) = buffer.bring_to_device(queue, access.buffer.view(), discard, &range, &mut to_start)?;
        buffer.pin(queue);
        memory.push(AccessedMemory { key: access.key, mem, mode: access.mode });
    }
    join_modes(&mut memory);
    match prepared {
        Prepared::HostTask(_) => Err(Error::Internal("a host task is not a device command".to_owned())),
        Prepared::Command(prepared) => prepared.command(accesses, memory, None),
    }
}

/// An operation, ready to be carried out.
#[expect(clippy::large_enum_variant, reason = "there is one for each submission, on the stack")]
enum Prepared<'a> {
    HostTask(HostTask),
    Command(PreparedCommand<'a>),
}

/// An operation for a device, whose memory is still missing.
enum PreparedCommand<'a> {
    Kernel {
        kernel: Arc<Kernel>,
        range: NdRange,
        args: Args<'a>,
    },
    Buffer(BufferCommand),
    /// One that needs no memory of accessors.
    Ready(Command<'static>),
}

impl<'a> Prepared<'a> {
    /// Looks the kernel up, which may take a build: no lock may be held.
    fn new(queue: &Object<Queue>, operation: Operation<'a>, location: Option<&'static SourceLocation>) -> Result<Self> {
        Ok(Self::Command(match operation {
            operation if operation.does_nothing() => PreparedCommand::Ready(Command::Marker),
            Operation::HostTask(task) => return Ok(Self::HostTask(task)),
            Operation::Kernel { source, range, args } => {
                let kernel = queue.kernel(source)?;
                range.check_kernel(&kernel, queue.device())?;
                PreparedCommand::Kernel { kernel, range, args }
            }
            Operation::Buffer(command) => PreparedCommand::Buffer(command),
            Operation::Usm(command) => PreparedCommand::Ready(Command::Usm { command, location }),
            Operation::DeviceGlobal(copy) => {
                PreparedCommand::Ready(Command::Usm { command: copy.on(queue)?, location })
            }
            Operation::Semaphore(command) => PreparedCommand::Ready(Command::Semaphore(command)),
            Operation::Empty => PreparedCommand::Ready(Command::Marker),
            Operation::Barrier => PreparedCommand::Ready(Command::Barrier),
            Operation::Replay(buffer) => PreparedCommand::Ready(Command::Replay(buffer)),
        }))
    }

    /// The user of an accessor's bytes.
    fn user(&self, access: &Access<'_>) -> User {
        match self {
            Self::HostTask(_) if access.mode.is_native() => User::DeviceByHandle,
            Self::HostTask(_) | Self::Command(PreparedCommand::Buffer(BufferCommand::UpdateHost)) => User::Host,
            Self::Command(_) => User::Command,
        }
    }

    /// The command's access mode for an accessor.
    fn mode(&self, index: usize, accesses: &[Access<'_>]) -> AccessMode {
        let mode = accesses[index].mode;
        match self {
            Self::Command(PreparedCommand::Buffer(command)) if command.overwrites(index, accesses) => {
                AccessMode(mode.0 | AccessMode::NO_INIT)
            }
            _ => mode,
        }
    }
}

impl<'a> PreparedCommand<'a> {
    /// The command with the memory of its accessors.
    fn command(
        self,
        accesses: &[Access<'_>],
        memory: AccessorMemory,
        location: Option<&'static SourceLocation>,
    ) -> Result<Command<'a>> {
        Ok(match self {
            Self::Kernel { kernel, range, args } => Command::kernel(Cow::Owned(kernel), range, args, memory),
            Self::Buffer(command) => match command.command(accesses, &memory)? {
                Some(command) => Command::Mem { command, location },
                None => Command::Marker,
            },
            Self::Ready(command) => command,
        })
    }
}

/// The user of an accessor's bytes, which determines where they have to be.
enum User {
    /// The host, in its copy.
    Host,
    /// A command, with the device's memory object.
    Command,
    /// A host task, which has the device's memory object from the back end.
    DeviceByHandle,
}

/// A command group with its buffers locked.
struct Group<'a> {
    queue: &'a Arc<Object<Queue>>,
    accesses: &'a [Access<'a>],
    location: Option<&'static SourceLocation>,
    buffers: Locked<'a>,
    planned: SmallVec<[PlannedAccess; 4]>,
}

/// The command's planned access through one accessor.
struct PlannedAccess {
    bytes: Bytes,
    mode: AccessMode,
    /// The copy that the command uses.
    at: Location,
}

impl Group<'_> {
    /// The steps of a submission. No step needs to be undone if a later one fails: transfers do not
    /// change contents, and everything else follows the command.
    fn submit(
        &mut self,
        prepared: Prepared<'_>,
        deps: &[EventRef],
        to_start: &mut DeferredStarts,
    ) -> Result<Dispatched> {
        let memory = self.bring(&prepared, to_start)?;
        let mut after = Dependencies { needed: deps.into(), ..Dependencies::default() };
        self.add_dependencies(&mut after);
        let dispatched = self.enqueue(prepared, memory, &after)?;
        if let Some(event) = &dispatched.event {
            self.commit(event, &after);
        }
        Ok(dispatched)
    }

    /// Moves the bytes that the command needs to where it expects them.
    fn bring(&mut self, prepared: &Prepared<'_>, to_start: &mut DeferredStarts) -> Result<AccessorMemory> {
        let mut memory = AccessorMemory::new();
        for (index, access) in self.accesses.iter().enumerate() {
            let bytes = access.buffer.bytes(access.offset, access.size)?;
            let mode = prepared.mode(index, self.accesses);
            let buffer = self.buffers.get(access);
            let view = access.buffer.view();
            let at = match prepared.user(access) {
                User::Host => {
                    buffer.bring_to_host(mode, &bytes.used, to_start)?;
                    Location::HOST
                }
                User::Command => {
                    let (mem, at) = buffer.bring_to_device(self.queue, view, mode, &bytes.used, to_start)?;
                    memory.push(AccessedMemory { key: access.key, mem, mode });
                    at
                }
                User::DeviceByHandle => buffer.bring_to_device(self.queue, view, mode, &bytes.used, to_start)?.1,
            };
            self.planned.push(PlannedAccess { bytes, mode, at });
        }
        join_modes(&mut memory);
        Ok(memory)
    }

    /// Adds what the command has to wait for: transfers, and other users of the bytes.
    fn add_dependencies(&mut self, after: &mut Dependencies) {
        for (access, planned) in self.accesses.iter().zip(&self.planned) {
            let PlannedAccess { bytes, mode, at } = planned;
            let is_later = |event: &EventRef| event.is_before_in(self.queue);
            self.buffers.get(access).dependencies(bytes, *mode, *at, is_later, after);
        }
    }

    /// Gives the command to PI, or defers it.
    fn enqueue(&self, prepared: Prepared<'_>, memory: AccessorMemory, after: &Dependencies) -> Result<Dispatched> {
        match prepared {
            Prepared::HostTask(task) => self.queue.after(after.lists()).host_task(task),
            Prepared::Command(prepared) => {
                let command = prepared.command(self.accesses, memory, self.location)?;
                self.queue.after(after.lists()).command(command)
            }
        }
    }

    /// Records the command, which now exists, in the buffers.
    fn commit(&mut self, event: &EventRef, after: &Dependencies) {
        let queue = self.queue;
        for (access, planned) in self.accesses.iter().zip(&self.planned) {
            let is_later = |old: &EventRef| after.contains(old) || old.is_before_in(queue);
            self.buffers.get(access).commit(&planned.bytes, planned.mode, planned.at, event, is_later);
        }
    }
}

/// Accessors with one key are one argument to the kernel.
fn join_modes(memory: &mut AccessorMemory) {
    for index in 1..memory.len() {
        let AccessedMemory { key, mode, .. } = memory[index];
        for other in memory.iter_mut().filter(|other| other.key == key) {
            other.mode = AccessMode(other.mode.0 | mode.0);
        }
    }
}

/// The locked buffers of a command group, each once.
struct Locked<'a>(SmallVec<[(*const BufferCore, MutexGuard<'a, Residency>); 4]>);

impl<'a> Locked<'a> {
    fn new(accesses: &[Access<'a>]) -> Self {
        let lock = |core: &'a BufferCore| (std::ptr::from_ref(core), core.residency().lock());
        if let [access] = accesses {
            return Self(SmallVec::from_iter([lock(access.buffer.core())]));
        }
        let mut cores: SmallVec<[&'a BufferCore; 4]> = accesses.iter().map(|access| access.buffer.core()).collect();
        cores.sort_unstable_by_key(|core| std::ptr::from_ref(*core));
        cores.dedup_by_key(|core| std::ptr::from_ref(*core));
        Self(cores.into_iter().map(lock).collect())
    }

    /// The memory of an accessor of the group.
    fn get(&mut self, access: &Access<'_>) -> &mut Residency {
        let core = std::ptr::from_ref(access.buffer.core());
        let found = self.0.iter_mut().find(|(known, _)| *known == core);
        let (_, guard) = found.expect("the buffers of all accessors are locked");
        guard
    }
}
