//! Enqueuing: what queues do with a command, and the commands that only queues have.

use std::ffi::c_void;

use crate::owned::{CommandBuffer, Event, Kernel, Mem, Queue};
use crate::plugin::{PiError, Plugin};
use crate::queue::{Launch, WaitList};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// A queue that a command is for, the events that it waits for, and whether it has an event itself.
#[derive(Clone, Copy, Debug)]
pub struct Enqueue<'a> {
    queue: &'a Queue,
    wait: &'a WaitList<'a>,
    has_event: bool,
}

/// The result of an enqueuing call: the event, if it was requested.
pub type Enqueued = Result<Option<Event>, PiError>;

impl Queue {
    /// Starts enqueuing a command that waits for these events and has no event itself.
    #[inline]
    pub fn after<'a>(&'a self, wait: &'a WaitList<'a>) -> Enqueue<'a> {
        Enqueue { queue: self, wait, has_event: false }
    }
}

impl<'a> Enqueue<'a> {
    /// Requests an event.
    #[inline]
    pub fn with_event(self) -> Self {
        self.with_event_if(true)
    }

    /// Sets whether the command gets an event.
    #[inline]
    pub fn with_event_if(self, has_event: bool) -> Self {
        Self { has_event, ..self }
    }

    /// The events that the command waits for.
    pub fn wait_list(&self) -> &'a WaitList<'a> {
        self.wait
    }

    /// Makes an enqueuing call with the queue, the wait list and where the event goes.
    #[inline]
    pub(crate) fn enqueue(
        &self,
        call: &'static str,
        enqueue: impl FnOnce(&Plugin, PiQueue, u32, *const PiEvent, *mut PiEvent) -> PiResult,
    ) -> Enqueued {
        let (plugin, queue, wait) = (self.queue.plugin(), self.queue.raw(), self.wait);
        let enqueue = |event| enqueue(plugin, queue, wait.len(), wait.as_ptr(), event);
        if self.has_event {
            return Event::create(plugin, call, enqueue).map(Some);
        }
        plugin.check(call, enqueue(std::ptr::null_mut())).map(|()| None)
    }

    /// Makes an enqueuing call that takes no wait list: a barrier waits.
    pub(crate) fn enqueue_unordered(
        &self,
        call: &'static str,
        enqueue: impl FnOnce(&Plugin, PiQueue, *mut PiEvent) -> PiResult,
    ) -> Enqueued {
        if !self.wait.is_empty() {
            self.barrier()?;
        }
        self.enqueue(call, |plugin, queue, _, _, event| enqueue(plugin, queue, event))
    }

    /// Completes after the events that it waits for, or after everything before it if there are none.
    /// Later commands wait for it too.
    pub fn barrier(&self) -> Enqueued {
        self.enqueue("piEnqueueEventsWaitWithBarrier", |plugin, queue, count, events, event| {
            // SAFETY: a live queue and a borrowed wait list.
            unsafe { plugin.piEnqueueEventsWaitWithBarrier(queue, count, events, event) }
        })
    }

    /// Completes after the events that it waits for, or after everything before it if there are none.
    pub fn marker(&self) -> Enqueued {
        self.enqueue("piEnqueueEventsWait", |plugin, queue, count, events, event| {
            // SAFETY: a live queue and a borrowed wait list.
            unsafe { plugin.piEnqueueEventsWait(queue, count, events, event) }
        })
    }

    /// Launches a kernel whose work-groups, of a size that is given, wait for each other.
    ///
    /// # Safety
    /// As for [`Destination::launch`](crate::Destination::launch).
    pub unsafe fn launch_cooperatively(&self, kernel: &Kernel, launch: &Launch) -> Enqueued {
        self.enqueue("piextEnqueueCooperativeKernelLaunch", |plugin, queue, count, events, event| {
            // SAFETY: arrays of three and a borrowed wait list; the caller's duty covers the memory.
            unsafe {
                plugin.piextEnqueueCooperativeKernelLaunch(
                    queue,
                    kernel.raw(),
                    launch.dims,
                    launch.offset.as_ptr(),
                    launch.global.as_ptr(),
                    launch.local_ptr(),
                    count,
                    events,
                    event,
                )
            }
        })
    }

    /// Fills USM with one byte value.
    ///
    /// # Safety
    /// As for [`Destination::usm_fill`](crate::Destination::usm_fill).
    pub unsafe fn usm_set(&self, ptr: *mut c_void, value: u8, bytes: usize) -> Enqueued {
        self.enqueue("piextUSMEnqueueMemset", |plugin, queue, count, events, event| {
            // SAFETY: the caller's duty.
            unsafe { plugin.piextUSMEnqueueMemset(queue, ptr, i32::from(value), bytes, count, events, event) }
        })
    }

    /// Copies rows of bytes between USM or host addresses.
    ///
    /// # Safety
    /// As for [`Destination::usm_copy`](crate::Destination::usm_copy).
    pub unsafe fn usm_copy_2d(&self, rows: &Rows) -> Enqueued {
        let Rows { dst, dst_pitch, src, src_pitch, width, height } = *rows;
        self.enqueue("piextUSMEnqueueMemcpy2D", |plugin, queue, count, events, event| {
            // SAFETY: the caller's duty.
            unsafe {
                plugin.piextUSMEnqueueMemcpy2D(
                    queue, PI_FALSE, dst, dst_pitch, src, src_pitch, width, height, count, events, event,
                )
            }
        })
    }

    /// Maps a part of a buffer into host memory. The bytes may be used once the event is complete,
    /// until [`Enqueue::unmap`].
    pub fn map(
        &self,
        mem: &Mem,
        flags: PiMapFlags,
        offset: usize,
        bytes: usize,
    ) -> Result<(*mut c_void, Option<Event>), PiError> {
        let mut ptr = std::ptr::null_mut();
        let event = self.enqueue("piEnqueueMemBufferMap", |plugin, queue, count, events, event| {
            let place = &raw mut ptr;
            // SAFETY: a live buffer, and places for the results.
            unsafe {
                plugin.piEnqueueMemBufferMap(
                    queue,
                    mem.raw(),
                    PI_FALSE,
                    flags,
                    offset,
                    bytes,
                    count,
                    events,
                    event,
                    place,
                )
            }
        })?;
        Ok((ptr, event))
    }

    /// Ends a mapping.
    ///
    /// # Safety
    /// `ptr` came from [`Enqueue::map`] of the same buffer, and the bytes are not used any more.
    pub unsafe fn unmap(&self, mem: &Mem, ptr: *mut c_void) -> Enqueued {
        self.enqueue("piEnqueueMemUnmap", |plugin, queue, count, events, event| {
            // SAFETY: the caller's duty.
            unsafe { plugin.piEnqueueMemUnmap(queue, mem.raw(), ptr, count, events, event) }
        })
    }

    /// Replays the commands of a finalized command buffer, as one command.
    ///
    /// # Safety
    /// The memory that the commands use stays valid, without conflicting uses, until the replay is
    /// complete.
    pub unsafe fn replay(&self, buffer: &CommandBuffer) -> Enqueued {
        self.enqueue("piextEnqueueCommandBuffer", |plugin, queue, count, events, event| {
            // SAFETY: the caller's duty.
            unsafe { plugin.piextEnqueueCommandBuffer(buffer.raw(), queue, count, events, event) }
        })
    }
}

/// Rows of bytes that are copied between USM or host addresses.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The destination of the rows.
    pub dst: *mut c_void,
    /// Bytes between the starts of rows there.
    pub dst_pitch: usize,
    /// The source of the rows.
    pub src: *const c_void,
    /// Bytes between the starts of rows there.
    pub src_pitch: usize,
    /// Bytes of a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}
