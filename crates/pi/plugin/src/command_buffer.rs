//! Command buffers: commands are recorded with sync points, and replayed on queues.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Command, CommandBuffer as Replayable, Device as Driver, Recording, SyncPoint, Work};
use tandem_pi_abi::export::{Failure, guarded};
use tandem_pi_abi::*;

use crate::context::Context;
use crate::destination::Destination;
use crate::device::{Device, SharedDevice};
use crate::enqueue::{Sync, submit_with};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::kernel::Kernel;
use crate::launch::{self, IndexSpace};
use crate::object::{Kind, Object};
use crate::parameters::{List, Out, Parameter};
use crate::queue::Queue;

/// Commands of one device.
pub struct CommandBuffer {
    context: Arc<Object<Context>>,
    device: SharedDevice,
    /// The driver's device, as the context has it.
    on: Arc<dyn Driver>,
    state: Mutex<State>,
}

enum State {
    Recording(Recording),
    Ready(Arc<Replayable>),
}

impl Kind for CommandBuffer {
    type Raw = PiExtCommandBuffer;
    const TAG: u64 = 0x7469_636d_6462_000a;
    const INVALID: PiResult = PI_ERROR_INVALID_COMMAND_BUFFER_KHR;
    const NAME: &'static str = "command buffer";
}

impl CommandBuffer {
    /// The commands, which can be replayed.
    fn ready(&self) -> Result<Arc<Replayable>, Failure> {
        match &*self.state.lock() {
            State::Ready(buffer) => Ok(Arc::clone(buffer)),
            State::Recording(_) => Err(failure!(PI_ERROR_INVALID_OPERATION, "the command buffer is not finalized")),
        }
    }
}

/// The sync points after which a command runs, and the place for its own: what recording entries end with.
pub struct SyncPoints<'a> {
    after: List<'a, SyncPoint>,
    own: Out<'a, PiExtSyncPoint>,
}

impl Parameter for SyncPoints<'_> {
    type Raw = (u32, *const PiExtSyncPoint, *mut PiExtSyncPoint);

    unsafe fn read((len, points, point): Self::Raw) -> Self {
        const { assert!(size_of::<SyncPoint>() == size_of::<PiExtSyncPoint>()) };
        // SAFETY: what PI says of all parameters; a `SyncPoint` is its number.
        unsafe { Self { after: List::read((len as usize, points.cast())), own: Out::read(point) } }
    }
}

/// The next place in a command buffer.
pub struct InBuffer<'a> {
    buffer: &'a Object<CommandBuffer>,
    after: &'a [SyncPoint],
    sync_point: Out<'a, PiExtSyncPoint>,
}

impl<'a> InBuffer<'a> {
    /// The first and the last parameters of a recording entry.
    pub fn new(buffer: Handle<'a, CommandBuffer>, points: SyncPoints<'a>) -> Result<Self, Failure> {
        let buffer = buffer.object()?;
        let after = points.after.get("the list of sync points");
        let after = after.map_err(|failure| Failure { code: PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR, ..failure })?;
        Ok(Self { buffer, after, sync_point: points.own })
    }
}

impl Destination for InBuffer<'_> {
    fn what(&self) -> &'static str {
        "command buffer"
    }

    fn context(&self) -> &Object<Context> {
        &self.buffer.context
    }

    fn device(&self) -> &Object<Device> {
        &self.buffer.device
    }

    fn driver_device(&self) -> &dyn Driver {
        &*self.buffer.on
    }

    fn accept(self, command: Command, _: PiCommandType, _: bool) -> Result<(), Failure> {
        let mut state = self.buffer.state.lock();
        let State::Recording(recording) = &mut *state else {
            return Err(failure!(PI_ERROR_INVALID_OPERATION, "the command buffer is finalized"));
        };
        let count = recording.commands().len();
        ensure!(
            self.after.iter().all(|point| point.index() < count),
            PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "a sync point in the list is not one of the {count} of the command buffer"
        );
        let point = recording.add(command, self.after).map_err(from_driver)?;
        self.sync_point.store(point.0);
        Ok(())
    }
}

/// `piextCommandBufferCreate`
pub fn create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    out: Out<'_, PiExtCommandBuffer>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the command buffer")?;
    let (context, device) = (context.shared()?, device.shared()?);
    ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
    let state = Mutex::new(State::Recording(Recording::default()));
    let on = context.driver(&device)?;
    let buffer = Object::new(CommandBuffer { context, device, on, state });
    out.write(buffer.publish());
    Ok(())
}

/// `piextCommandBufferFinalize`
pub fn finalize(buffer: Handle<'_, CommandBuffer>) -> Result<(), Failure> {
    let buffer = buffer.object()?;
    let mut state = buffer.state.lock();
    let State::Recording(recording) = &mut *state else {
        return Err(failure!(PI_ERROR_INVALID_OPERATION, "the command buffer is finalized already"));
    };
    let ready = Replayable::new(&*buffer.on, std::mem::take(recording)).map_err(from_driver)?;
    *state = State::Ready(Arc::new(ready));
    Ok(())
}

/// `piextEnqueueCommandBuffer`
pub fn enqueue(buffer: Handle<'_, CommandBuffer>, queue: Handle<'_, Queue>, sync: Sync<'_>) -> Result<(), Failure> {
    let (buffer, queue) = (buffer.object()?, queue.object()?);
    ensure!(
        Arc::ptr_eq(queue.context(), &buffer.context),
        PI_ERROR_INVALID_CONTEXT,
        "queue and command buffer belong to different contexts"
    );
    ensure!(
        std::ptr::eq(queue.device(), &raw const *buffer.device),
        PI_ERROR_INVALID_DEVICE,
        "queue and command buffer belong to different devices"
    );
    let ready = buffer.ready()?;
    let replay =
        |driver: &dyn tandem_device::Queue, wait: &[_], event: Option<&mut _>| ready.replay(driver, wait, event);
    submit_with(queue, replay, PI_COMMAND_TYPE_EXT_COMMAND_BUFFER, sync)
}

/// Replaces the launch at a sync point by one of this kernel, with the arguments that it has now.
fn update_launch(
    buffer: Handle<'_, CommandBuffer>,
    sync_point: PiExtSyncPoint,
    kernel: Handle<'_, Kernel>,
    space: IndexSpace<'_>,
) -> Result<(), Failure> {
    let buffer = buffer.object()?;
    let ready = buffer.ready()?;
    let to = InBuffer { buffer, after: &[], sync_point: Out::none() };
    match launch::command(&to, kernel, space, false)? {
        Command::Work(Work::Kernel(launch)) => {
            ready.update(SyncPoint(sync_point), (*launch).clone()).map_err(from_driver)
        }
        _ => Err(failure!(PI_ERROR_INVALID_GLOBAL_WORK_SIZE, "a launch cannot be updated to zero work-items")),
    }
}

/// The function that `PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE` returns.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe extern "C" fn update(
    buffer: PiExtCommandBuffer,
    sync_point: PiExtSyncPoint,
    kernel: PiKernel,
    dims: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
) -> PiResult {
    // SAFETY: the caller keeps the contract of the entry.
    let (buffer, kernel, space) =
        unsafe { (Handle::read(buffer), Handle::read(kernel), IndexSpace::read((dims, offset, global, local))) };
    guarded("the update of a command buffer", || update_launch(buffer, sync_point, kernel, space))
}
