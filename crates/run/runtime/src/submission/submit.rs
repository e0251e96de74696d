//! Submissions without accessors.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{KernelSource, Operation, Submission, group};
use crate::base::config::Config;
use crate::base::errc::Errc;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::commands::args::{AccessorMemory, Args};
use crate::commands::command::Command;
use crate::commands::nd_range::NdRange;
use crate::programs::kernel::Kernel;
use crate::programs::kernel_slot::KernelSlot;
use crate::programs::{SpecValues, image_generation, program_manager};
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::{Queue, QueueState};
use crate::scheduler::{DependencyLists, Dispatch, Dispatched};

/// Command groups from one flush of PI's queue to the next.
const SUBMISSIONS_PER_FLUSH: u32 = 256;

impl Object<Queue> {
    /// Submits a command group. Returns its event if one is wanted.
    ///
    /// # Safety
    /// Addresses in the submission, and those that a kernel uses, stay valid
    /// and free of conflicting uses until the command is complete. A kernel
    /// gets the arguments that it expects.
    pub unsafe fn submit(self: &Arc<Self>, submission: Submission<'_>) -> Result<Option<EventRef>> {
        // SAFETY: the caller's duty.
        let event = unsafe { self.submit_group(submission)? };
        self.count_submission();
        self.device_queue().bound_scratch();
        Ok(event)
    }

    /// Flushes PI's queue now and then, which starts what the driver still
    /// holds back, and lets it bound its memory. The driver may run commands
    /// and their callbacks meanwhile, so no lock is held.
    fn count_submission(&self) {
        // Threads that count at the same time only make it less often.
        let unflushed = self.unflushed.load(Ordering::Relaxed) + 1;
        if unflushed < SUBMISSIONS_PER_FLUSH {
            self.unflushed.store(unflushed, Ordering::Relaxed);
        } else {
            self.unflushed.store(0, Ordering::Relaxed);
            // A command that fails reports so itself.
            let _ = self.pi().flush();
        }
    }

    /// # Safety
    /// As for [`submit`](Self::submit).
    unsafe fn submit_group(self: &Arc<Self>, submission: Submission<'_>) -> Result<Option<EventRef>> {
        if let Operation::Kernel { source, range, .. } = &submission.operation
            && !range.is_empty()
        {
            self.check_launch(*source, range)?;
        }
        if !submission.accesses.is_empty() {
            return group::submit(self, submission);
        }
        let Submission { operation, deps, location, wants_event, .. } = submission;
        let to = self.after(DependencyLists::needed(deps)).with_event_if(wants_event);
        let command = match operation {
            operation if operation.does_nothing() => Command::Marker,
            Operation::Kernel { source, range, args } => return Ok(self.launch(source, range, args, to)?.start()),
            Operation::HostTask(task) => return Ok(to.host_task(task)?.start()),
            Operation::Barrier => return Ok(to.barrier()?.start()),
            Operation::Empty => Command::Marker,
            Operation::Usm(command) => Command::Usm { command, location },
            Operation::DeviceGlobal(copy) => Command::Usm { command: copy.on(self)?, location },
            Operation::Semaphore(command) => Command::Semaphore(command),
            Operation::Buffer(_) => return Err(Error::Accessor("the command needs an accessor".to_owned())),
            Operation::Replay(buffer) => Command::Replay(buffer),
        };
        Ok(to.command(command)?.start())
    }

    /// Refuses a range that the device has no launches of.
    pub(crate) fn check_launch(&self, source: KernelSource<'_>, range: &NdRange) -> Result<()> {
        range.check(self.device()).map_err(|error| {
            // A kernel that the device refuses altogether is the better reason.
            let refusal = self.kernel(source).err();
            refusal.filter(|refusal| refusal.errc() == Errc::KernelNotSupported).unwrap_or(error)
        })
    }

    /// The kernel of a submission; looked up and built where it is new.
    pub fn kernel(&self, source: KernelSource<'_>) -> Result<Arc<Kernel>> {
        match source {
            KernelSource::Kernel(kernel) => Ok(kernel.clone()),
            KernelSource::Slot(slot) => {
                let known = self.state.lock().kernels.get(&slot).cloned();
                known.map_or_else(|| self.look_up(&slot), Ok)
            }
        }
    }

    /// The kernel of a slot with these values of specialization constants.
    pub fn specialized_kernel(&self, slot: &KernelSlot<'_>, constants: &SpecValues) -> Result<Arc<Kernel>> {
        let kernel = program_manager()?.slot_kernel(self.context(), self.device(), slot, constants)?;
        kernel.check_closure(slot.closure_size)?;
        Ok(kernel)
    }

    fn launch(
        self: &Arc<Self>,
        source: KernelSource<'_>,
        range: NdRange,
        args: Args<'_>,
        to: Dispatch<'_>,
    ) -> Result<Dispatched> {
        let slot = match source {
            KernelSource::Kernel(kernel) => {
                range.check_kernel(kernel, self.device())?;
                let command = Command::kernel(Cow::Borrowed(kernel), range, args, AccessorMemory::new());
                return to.command(command);
            }
            KernelSource::Slot(slot) => slot,
        };
        let mut state = self.state.lock();
        let QueueState { kernels, order } = &mut *state;
        if let Some(kernel) = kernels.get(&slot) {
            range.check_kernel(kernel, self.device())?;
            let command = Command::kernel(Cow::Borrowed(kernel), range, args, AccessorMemory::new());
            return to.command_in(order, command);
        }
        drop(state);
        let kernel = self.look_up(&slot)?;
        range.check_kernel(&kernel, self.device())?;
        let command = Command::kernel(Cow::Owned(kernel), range, args, AccessorMemory::new());
        to.command(command)
    }

    fn look_up(&self, slot: &KernelSlot<'_>) -> Result<Arc<Kernel>> {
        let generation = image_generation();
        let kernel = program_manager()?.slot_kernel(self.context(), self.device(), slot, &SpecValues::default())?;
        kernel.check_closure(slot.closure_size)?;
        // With a bound on the cache, it has to see each launch, to know what was not used for longest.
        if Config::get().cached_bytes.is_none() {
            self.state.lock().kernels.insert(slot, &kernel, generation);
        }
        Ok(kernel)
    }
}
