//! The queue that used a copy of a buffer last. The program may release it, and its context, before
//! the buffer: a copy keeps neither, only the plugin's context, which its memory belongs to.

use std::sync::{Arc, Weak};

use tandem_pi_host as pi;

use crate::base::error::Result;
use crate::base::object::Object;
use crate::commands::failures::Failures;
use crate::devices::device::Device;
use crate::programs::context::Context;
use crate::scheduler::queue::Queue;

/// A queue that may be gone.
#[derive(Debug)]
pub(super) struct LastUser {
    queue: Weak<Object<Queue>>,
    context: Weak<Object<Context>>,
    pi_context: pi::Context,
    device: Arc<Object<Device>>,
    /// The failures of the queue; failed transfers are added to them.
    failures: Arc<Failures>,
}

impl LastUser {
    /// A queue.
    pub(super) fn new(queue: &Arc<Object<Queue>>) -> Self {
        Self {
            queue: Arc::downgrade(queue),
            context: Arc::downgrade(queue.context()),
            pi_context: queue.context().pi().clone(),
            device: queue.device().clone(),
            failures: queue.device_queue().failures().clone(),
        }
    }

    /// Whether it is this queue.
    pub(super) fn is(&self, queue: &Arc<Object<Queue>>) -> bool {
        self.queue.as_ptr() == Arc::as_ptr(queue)
    }

    /// Whether it is of this context.
    pub(super) fn is_in(&self, context: &Arc<Object<Context>>) -> bool {
        self.context.as_ptr() == Arc::as_ptr(context)
    }

    /// Whether both are of one context.
    pub(super) fn shares_context_with(&self, other: &Self) -> bool {
        self.context.ptr_eq(&other.context)
    }

    /// Whether nothing but memory is left of the context.
    pub(super) fn is_gone(&self) -> bool {
        self.context.strong_count() == 0
    }

    /// The plugin's context.
    pub(super) fn context(&self) -> &pi::Context {
        &self.pi_context
    }

    /// The device of the queue.
    pub(super) fn device(&self) -> &Arc<Object<Device>> {
        &self.device
    }

    /// The record of failed transfers.
    pub(super) fn failures(&self) -> &Arc<Failures> {
        &self.failures
    }

    /// A queue of the runtime's own that moves the copy's bytes.
    pub(super) fn transfer_queue(&self) -> Result<Arc<Object<Queue>>> {
        match self.queue.upgrade() {
            Some(queue) => queue.transfer_queue(),
            None => self.new_transfer_queue(),
        }
    }

    /// A new transfer queue, for use after the original queue was destroyed.
    fn new_transfer_queue(&self) -> Result<Arc<Object<Queue>>> {
        let context = match self.context.upgrade() {
            Some(context) => context,
            None => Context::around(self.pi_context.clone(), vec![self.device.clone()])?,
        };
        Queue::serving(&context, &self.device, &self.failures)
    }
}
