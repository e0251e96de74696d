//! Command buffers: commands are recorded with sync points, and replayed on queues.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Command, CommandBuffer as Replayable, Device as Driver, Recording, SyncPoint, Work};
use tandem_pi_abi::export::{Failure, guarded};
use tandem_pi_abi::*;

use crate::args::{ensure, failure, list, required, store};
use crate::context::Context;
use crate::destination::Destination;
use crate::device::{Device, SharedDevice};
use crate::enqueue::{Sync, submit_with};
use crate::failure::from_driver;
use crate::launch;
use crate::object::{Kind, Object, borrow, share};
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

/// The next place in a command buffer.
pub struct InBuffer<'a> {
    buffer: &'a Object<CommandBuffer>,
    after: &'a [SyncPoint],
    sync_point: *mut PiExtSyncPoint,
}

impl InBuffer<'_> {
    /// The first and the last three parameters of a recording entry.
    ///
    /// # Safety
    /// As for [`tandem_pi_abi::export::Pi`].
    pub unsafe fn new(
        buffer: PiExtCommandBuffer,
        num_sync_points: u32,
        sync_points: *const PiExtSyncPoint,
        sync_point: *mut PiExtSyncPoint,
    ) -> Result<Self, Failure> {
        const { assert!(size_of::<SyncPoint>() == size_of::<PiExtSyncPoint>()) };
        // SAFETY: the caller's duty, for all of the block; a `SyncPoint` is its number.
        unsafe {
            let buffer = borrow::<CommandBuffer>(buffer)?;
            let after = list(sync_points.cast::<SyncPoint>(), num_sync_points as usize, "the list of sync points")
                .map_err(|failure| Failure { code: PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR, ..failure })?;
            Ok(Self { buffer, after, sync_point })
        }
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

    unsafe fn accept(self, command: Command, _: PiCommandType, _: bool) -> Result<(), Failure> {
        let mut state = self.buffer.state.lock();
        let State::Recording(recording) = &mut *state else {
            return Err(failure!(PI_ERROR_INVALID_OPERATION, "the command buffer is finalized"));
        };
        let count = recording.commands().len();
        ensure!(
            self.after.iter().all(|point| point.index() < count),
            PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "a sync point of the list is none of the {count} of the command buffer"
        );
        let point = recording.add(command, self.after).map_err(from_driver)?;
        // SAFETY: the caller's duty.
        unsafe { store(self.sync_point, point.0) };
        Ok(())
    }
}

/// `piextCommandBufferCreate`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn create(context: PiContext, device: PiDevice, out: *mut PiExtCommandBuffer) -> Result<(), Failure> {
    let out = required(out, "the place for the command buffer")?;
    // SAFETY: the caller's duty.
    let (context, device) = unsafe { (share::<Context>(context)?, share::<Device>(device)?) };
    ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device is not one of the context");
    let state = Mutex::new(State::Recording(Recording::default()));
    let on = context.driver(&device)?;
    let buffer = Object::new(CommandBuffer { context, device, on, state });
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(buffer.publish()) };
    Ok(())
}

/// `piextCommandBufferFinalize`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn finalize(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let buffer = unsafe { borrow::<CommandBuffer>(buffer)? };
    let mut state = buffer.state.lock();
    let State::Recording(recording) = &mut *state else {
        return Err(failure!(PI_ERROR_INVALID_OPERATION, "the command buffer is finalized already"));
    };
    let ready = Replayable::new(&*buffer.on, std::mem::take(recording)).map_err(from_driver)?;
    *state = State::Ready(Arc::new(ready));
    Ok(())
}

/// `piextEnqueueCommandBuffer`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn enqueue(buffer: PiExtCommandBuffer, queue: PiQueue, sync: Sync) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let (buffer, queue) = (borrow::<CommandBuffer>(buffer)?, borrow::<Queue>(queue)?);
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
}

/// What `PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE` answers with.
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
    guarded("the update of a command buffer", || {
        // SAFETY: the caller's duty, for all of the block.
        unsafe {
            let borrowed = borrow::<CommandBuffer>(buffer)?;
            let ready = borrowed.ready()?;
            let to = InBuffer { buffer: borrowed, after: &[], sync_point: std::ptr::null_mut() };
            match launch::command(&to, kernel, dims, offset, global, local, false)? {
                Command::Work(Work::Kernel(launch)) => {
                    ready.update(SyncPoint(sync_point), (*launch).clone()).map_err(from_driver)
                }
                _ => Err(failure!(PI_ERROR_INVALID_GLOBAL_WORK_SIZE, "a launch cannot be updated to no work-items")),
            }
        }
    })
}
