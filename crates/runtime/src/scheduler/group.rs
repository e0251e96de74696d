//! Command groups with accessors. The bytes of each accessor are brought to where the
//! command runs, conflicting events become dependencies, and the command is entered
//! in the buffers' access logs. All buffers of a group are locked meanwhile, in order
//! of address, so that two groups cannot deadlock.

use std::borrow::Cow;
use std::sync::Arc;

use parking_lot::MutexGuard;
use smallvec::SmallVec;
use tandem_pi::host as pi;

use super::command::{Command, Extent};
use super::deferred::Deps;
use crate::buffer::{BufferCore, DeferredStarts, Residency};
use crate::error::{Error, Result};
use crate::event::EventRef;
use crate::kernel::{AccessorMemory, Kernel};
use crate::object::Object;
use crate::queue::{Dispatched, Queue};
use crate::submission::{Access, Args, Endpoint, NdRange, Operation, RectCopy, Submission};

/// Submits a command group that has accessors.
pub(crate) fn submit(
    queue: &Arc<Object<Queue>>,
    submission: Submission<'_>,
    want_event: bool,
) -> Result<Option<EventRef>> {
    let Submission { operation, accesses, deps } = submission;
    let prepared = Prepared::new(queue, operation)?;
    let mut to_start = DeferredStarts::new();
    let dispatched = {
        let mut buffers = Locked::new(accesses);
        run(queue, prepared, accesses, deps.into(), &mut buffers, &mut to_start)
    };
    // Movement that was planned must happen whether or not the command runs.
    to_start.into_iter().for_each(|deferred| deferred.start());
    let event = dispatched?.start();
    Ok(event.filter(|_| want_event))
}

/// The command of an operation that has nothing to do with accessors.
pub(crate) fn plain_command(operation: Operation<'_>) -> Result<Command<'_>> {
    Ok(match operation {
        Operation::Empty => Command::Marker,
        Operation::Barrier => Command::Barrier,
        Operation::UsmCopy { dst, src, bytes } => Command::UsmCopy { dst, src, bytes },
        Operation::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch } => {
            Command::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch }
        }
        Operation::UsmFill { dst, pattern, bytes } => Command::UsmFill { dst, pattern: Cow::Borrowed(pattern), bytes },
        Operation::Prefetch { ptr, bytes } => Command::Prefetch { ptr, bytes },
        Operation::Advise { ptr, bytes, advice } => Command::Advise { ptr, bytes, advice },
        Operation::Copy { .. } | Operation::BufferFill { .. } | Operation::UpdateHost => {
            return Err(Error::Accessor("the command needs an accessor".to_owned()));
        }
        Operation::Kernel { .. } | Operation::HostTask(_) => {
            unreachable!("kernels and host tasks are not plain commands")
        }
    })
}

/// An operation whose kernel, if it has one, is ready.
enum Prepared<'a> {
    Kernel { kernel: Arc<Kernel>, range: NdRange, args: Args<'a> },
    Other(Operation<'a>),
}

impl<'a> Prepared<'a> {
    /// Looks the kernel up, which may take a build: no lock may be held.
    fn new(queue: &Object<Queue>, operation: Operation<'a>) -> Result<Self> {
        Ok(match operation {
            Operation::Kernel { source, range, args } => {
                let kernel = queue.kernel(source)?;
                kernel.check_range(&range)?;
                Self::Kernel { kernel, range, args }
            }
            other => Self::Other(other),
        })
    }

    /// Whether the host, not the device, uses the accessors' bytes.
    fn runs_on_host(&self) -> bool {
        matches!(self, Self::Other(Operation::HostTask(_) | Operation::UpdateHost))
    }
}

fn run(
    queue: &Arc<Object<Queue>>,
    prepared: Prepared<'_>,
    accesses: &[Access<'_>],
    mut deps: Deps,
    buffers: &mut Locked<'_>,
    to_start: &mut DeferredStarts,
) -> Result<Dispatched> {
    let mut mems = AccessorMemory::new();
    for access in accesses {
        let range = access.buffer.absolute(access.offset, access.size)?;
        let residency = buffers.get(access);
        if prepared.runs_on_host() {
            residency.bring_to_host(access.mode, &range, to_start)?;
        } else {
            let view = access.buffer.view();
            let mem = residency.bring_to_device(queue, view, access.mode, &range, to_start)?;
            mems.push((access.key, mem));
        }
    }
    for access in accesses {
        let range = access.buffer.absolute(access.offset, access.size)?;
        buffers.get(access).log.conflicts(&range, access.mode.writes(), |event| {
            if !deps.contains(event) {
                deps.push(event.clone());
            }
        });
    }
    let dispatched = match prepared {
        Prepared::Kernel { kernel, range, args } => {
            let command = Command::kernel(Cow::Owned(kernel), range, args, mems);
            queue.dispatch(command, &deps, true)?
        }
        Prepared::Other(Operation::HostTask(task)) => queue.host_task(task, deps.clone()),
        Prepared::Other(operation) => {
            let command = buffer_command(operation, accesses, &mems)?;
            queue.dispatch(command, &deps, true)?
        }
    };
    if let Some(event) = &dispatched.event {
        for access in accesses {
            let range = access.buffer.absolute(access.offset, access.size)?;
            let log = &mut buffers.get(access).log;
            log.insert(range, access.mode.writes(), event.clone(), |old| deps.contains(old) || is_behind(queue, old));
        }
    }
    Ok(dispatched)
}

/// Whether everything that an in-order queue gets comes after this event.
fn is_behind(queue: &Arc<Object<Queue>>, event: &EventRef) -> bool {
    queue.is_in_order() && event.queue().is_some_and(|other| Arc::ptr_eq(other, queue))
}

/// The command of an operation on accessors.
fn buffer_command<'a>(operation: Operation<'a>, accesses: &[Access<'_>], mems: &AccessorMemory) -> Result<Command<'a>> {
    match operation {
        Operation::Copy { src, dst, rects } => copy(src, dst, rects, accesses, mems),
        Operation::BufferFill { pattern, rect } => {
            let (access, mem) = endpoint(0, accesses, mems)?;
            let pattern = Cow::Borrowed(pattern);
            Ok(match rect {
                Some(rect) => Command::FillRect { mem, pattern, rect },
                None => Command::Fill { mem, pattern, offset: access.offset, bytes: access.size },
            })
        }
        Operation::UpdateHost => Ok(Command::Marker),
        operation => plain_command(operation),
    }
}

fn copy<'a>(
    src: Endpoint,
    dst: Endpoint,
    rects: Option<RectCopy>,
    accesses: &[Access<'_>],
    mems: &AccessorMemory,
) -> Result<Command<'a>> {
    let extent = |src_offset, dst_offset, bytes| match rects {
        Some(rects) if rects.is_one_shape() => Extent::Rect(rects.rect),
        Some(rects) => Extent::RectCopy(rects),
        None => Extent::Linear { src_offset, dst_offset, bytes },
    };
    match (src, dst) {
        (Endpoint::Access(src), Endpoint::Access(dst)) => {
            let (from, src) = endpoint(src, accesses, mems)?;
            let (to, dst) = endpoint(dst, accesses, mems)?;
            if rects.is_none() && from.size > to.size {
                return Err(Error::Invalid(format!(
                    "copy: the source has {} bytes, the destination only {}",
                    from.size, to.size
                )));
            }
            let extent = extent(from.offset, to.offset, from.size);
            Ok(Command::Copy { src, dst, extent })
        }
        (Endpoint::Access(src), Endpoint::Memory(dst)) => {
            let (from, mem) = endpoint(src, accesses, mems)?;
            let extent = extent(from.offset, 0, from.size);
            Ok(Command::Read { mem, dst, extent })
        }
        (Endpoint::Memory(src), Endpoint::Access(dst)) => {
            let (to, mem) = endpoint(dst, accesses, mems)?;
            let extent = extent(0, to.offset, to.size);
            Ok(Command::Write { mem, src, extent })
        }
        (Endpoint::Memory(_), Endpoint::Memory(_)) => {
            Err(Error::Accessor("copy: neither side is an accessor".to_owned()))
        }
    }
}

fn endpoint<'a>(
    index: usize,
    accesses: &'a [Access<'a>],
    mems: &AccessorMemory,
) -> Result<(&'a Access<'a>, Arc<pi::Mem>)> {
    match (accesses.get(index), mems.get(index)) {
        (Some(access), Some((_, mem))) => Ok((access, mem.clone())),
        _ => Err(Error::Accessor(format!("accessor {index} is missing: the command has {}", accesses.len()))),
    }
}

/// The locked buffers of a command group, each once.
struct Locked<'a>(SmallVec<[(*const BufferCore, MutexGuard<'a, Residency>); 4]>);

impl<'a> Locked<'a> {
    fn new(accesses: &[Access<'a>]) -> Self {
        let mut cores: SmallVec<[&'a BufferCore; 4]> = accesses.iter().map(|access| access.buffer.core()).collect();
        cores.sort_unstable_by_key(|core| std::ptr::from_ref(*core));
        cores.dedup_by_key(|core| std::ptr::from_ref(*core));
        let lock = |core: &'a BufferCore| (std::ptr::from_ref(core), core.residency().lock());
        Self(cores.into_iter().map(lock).collect())
    }

    /// The memory behind an accessor of the group.
    fn get(&mut self, access: &Access<'_>) -> &mut Residency {
        let core = std::ptr::from_ref(access.buffer.core());
        let found = self.0.iter_mut().find(|(known, _)| *known == core);
        let (_, guard) = found.expect("the buffers of all accessors are locked");
        guard
    }
}
