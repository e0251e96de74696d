//! The destination of a command: a queue or a command buffer. Entries validate commands equally for
//! both.

use tandem_device::{Command, Device as Driver};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::context::Context;
use crate::device::Device;
use crate::enqueue::{Sync, submit};
use crate::handle::Handle;
use crate::object::Object;
use crate::queue::Queue;

/// A queue or command buffer, and what orders the command there.
pub trait Destination {
    /// The name of the destination in messages.
    fn what(&self) -> &'static str;

    /// The context in which the command runs.
    fn context(&self) -> &Object<Context>;

    /// The device that the command runs on.
    fn device(&self) -> &Object<Device>;

    /// The driver's device, as the context has it.
    fn driver_device(&self) -> &dyn Driver;

    /// Takes the command: the end of every entry that makes one.
    fn accept(self, command: Command, command_type: PiCommandType, blocking: bool) -> Result<(), Failure>;
}

/// The next place in a queue.
pub struct OnQueue<'a> {
    queue: &'a Object<Queue>,
    sync: Sync<'a>,
}

impl<'a> OnQueue<'a> {
    /// The first and the last parameters of an enqueuing entry.
    #[inline]
    pub fn new(queue: Handle<'a, Queue>, sync: Sync<'a>) -> Result<Self, Failure> {
        Ok(Self { queue: queue.object()?, sync })
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
    fn accept(self, command: Command, command_type: PiCommandType, blocking: bool) -> Result<(), Failure> {
        submit(self.queue, command, command_type, self.sync, blocking)
    }
}
