//! Where a command goes: to a queue, or into a command buffer. Entries validate the same for both.

use tandem_device::{Command, Device as Driver};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::context::Context;
use crate::device::Device;
use crate::enqueue::{Sync, submit};
use crate::object::{Object, borrow};
use crate::queue::Queue;

/// A queue or command buffer, and what orders the command there.
pub trait Destination {
    /// What messages call it.
    fn what(&self) -> &'static str;

    /// The context in which the command runs.
    fn context(&self) -> &Object<Context>;

    /// The device that the command runs on.
    fn device(&self) -> &Object<Device>;

    /// The driver's device, as the context has it.
    fn driver_device(&self) -> &dyn Driver;

    /// Takes the command: the end of every entry that makes one.
    ///
    /// # Safety
    /// As for [`tandem_pi_abi::export::Pi`]; the memory of the command stays valid for as long as the
    /// destination uses it.
    unsafe fn accept(self, command: Command, command_type: PiCommandType, blocking: bool) -> Result<(), Failure>;
}

/// The next place in a queue.
#[derive(Clone, Copy)]
pub struct OnQueue<'a> {
    queue: &'a Object<Queue>,
    sync: Sync,
}

impl OnQueue<'_> {
    /// The first and the last three parameters of an enqueuing entry.
    ///
    /// # Safety
    /// As for [`tandem_pi_abi::export::Pi`].
    #[inline]
    pub unsafe fn new(
        queue: PiQueue,
        num_events: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's duty.
        Ok(Self { queue: unsafe { borrow::<Queue>(queue)? }, sync: Sync::new(num_events, events, event) })
    }
}

impl Destination for OnQueue<'_> {
    fn what(&self) -> &'static str {
        "queue"
    }

    fn context(&self) -> &Object<Context> {
        self.queue.context()
    }

    fn device(&self) -> &Object<Device> {
        self.queue.device()
    }

    fn driver_device(&self) -> &dyn Driver {
        self.queue.driver_device()
    }

    #[inline]
    unsafe fn accept(self, command: Command, command_type: PiCommandType, blocking: bool) -> Result<(), Failure> {
        // SAFETY: the caller's duty is the same.
        unsafe { submit(self.queue, command, command_type, self.sync, blocking) }
    }
}
