//! Command buffers: commands are recorded once, and replayed on queues.

use std::ffi::c_void;

use crate::buffer::Rect;
use crate::owned::{CommandBuffer, Context, Device, Event, Kernel, Mem, Queue};
use crate::plugin::PiError;
use crate::queue::{Launch, WaitList};
use tandem_pi::constants::*;
use tandem_pi::types::*;

/// Every recording method takes the sync points of the commands that the new one comes after, and
/// returns the new one's. Memory that a recorded command uses must be valid for each replay.
impl CommandBuffer {
    /// A command buffer for a device of a context.
    pub fn new(context: &Context, device: &Device) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let desc = PiExtCommandBufferDesc { stype: 0, next: std::ptr::null() };
        Self::create(plugin, "piextCommandBufferCreate", |out| {
            // SAFETY: live objects, a descriptor and a place for the result.
            unsafe { plugin.piextCommandBufferCreate(context.raw(), device.raw(), &raw const desc, out) }
        })
    }

    /// Makes one of the calls that record a command.
    fn record(
        &self,
        call: &'static str,
        after: &[PiExtSyncPoint],
        record: impl FnOnce(u32, *const PiExtSyncPoint, *mut PiExtSyncPoint) -> PiResult,
    ) -> Result<PiExtSyncPoint, PiError> {
        // PI wants null for an empty list.
        let points = if after.is_empty() { std::ptr::null() } else { after.as_ptr() };
        let mut point = 0;
        self.plugin().check(call, record(after.len() as u32, points, &raw mut point)).map(|()| point)
    }

    /// Records the launch of a kernel with the arguments that it has now.
    ///
    /// # Safety
    /// As for [`Queue::launch`], for each replay.
    pub unsafe fn launch(
        &self,
        kernel: &Kernel,
        launch: &Launch,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferNDRangeKernel", after, |count, points, point| {
            // SAFETY: arrays of three, a list; the caller's duty covers the memory.
            unsafe {
                self.plugin().piextCommandBufferNDRangeKernel(
                    self.raw(),
                    kernel.raw(),
                    launch.dims,
                    launch.offset.as_ptr(),
                    launch.global.as_ptr(),
                    launch.local_ptr(),
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a copy between USM or host addresses.
    ///
    /// # Safety
    /// As for [`Queue::usm_copy`], for each replay.
    pub unsafe fn usm_copy(
        &self,
        dst: *mut c_void,
        src: *const c_void,
        bytes: usize,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemcpyUSM", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe { self.plugin().piextCommandBufferMemcpyUSM(self.raw(), dst, src, bytes, count, points, point) }
        })
    }

    /// Records a fill of USM with a repeated pattern.
    ///
    /// # Safety
    /// As for [`Queue::usm_copy`], for each replay.
    pub unsafe fn usm_fill(
        &self,
        ptr: *mut c_void,
        pattern: &[u8],
        bytes: usize,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferFillUSM", after, |count, points, point| {
            // SAFETY: the pattern is copied before the call returns; the rest is the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferFillUSM(
                    self.raw(),
                    ptr,
                    pattern.as_ptr().cast(),
                    pattern.len(),
                    bytes,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records the hint that USM will be used on the device.
    ///
    /// # Safety
    /// The range stays valid for each replay.
    pub unsafe fn usm_prefetch(
        &self,
        ptr: *const c_void,
        bytes: usize,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferPrefetchUSM", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferPrefetchUSM(
                    self.raw(),
                    ptr,
                    bytes,
                    PI_USM_MIGRATION_TBD0,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records advice about the use of USM.
    ///
    /// # Safety
    /// The range stays valid for each replay.
    pub unsafe fn usm_advise(
        &self,
        ptr: *const c_void,
        bytes: usize,
        advice: PiMemAdvice,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferAdviseUSM", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe { self.plugin().piextCommandBufferAdviseUSM(self.raw(), ptr, bytes, advice, count, points, point) }
        })
    }

    /// Records a read of a buffer into host memory.
    ///
    /// # Safety
    /// `ptr` is valid for `bytes` bytes in each replay.
    pub unsafe fn read(
        &self,
        mem: &Mem,
        offset: usize,
        bytes: usize,
        ptr: *mut c_void,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferRead", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferMemBufferRead(
                    self.raw(),
                    mem.raw(),
                    offset,
                    bytes,
                    ptr,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a write of host memory to a buffer.
    ///
    /// # Safety
    /// `ptr` is valid for `bytes` bytes in each replay.
    pub unsafe fn write(
        &self,
        mem: &Mem,
        offset: usize,
        bytes: usize,
        ptr: *const c_void,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferWrite", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferMemBufferWrite(
                    self.raw(),
                    mem.raw(),
                    offset,
                    bytes,
                    ptr,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a read of a rectangle of a buffer, its source, into host memory.
    ///
    /// # Safety
    /// `ptr` is valid for the rectangle in each replay.
    pub unsafe fn read_rect(
        &self,
        mem: &Mem,
        rect: &Rect,
        ptr: *mut c_void,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferReadRect", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferMemBufferReadRect(
                    self.raw(),
                    mem.raw(),
                    &raw const rect.src.origin,
                    &raw const rect.dst.origin,
                    &raw const rect.region,
                    rect.src.row_pitch,
                    rect.src.slice_pitch,
                    rect.dst.row_pitch,
                    rect.dst.slice_pitch,
                    ptr,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a write of a rectangle of host memory to a buffer, its destination.
    ///
    /// # Safety
    /// `ptr` is valid for the rectangle in each replay.
    pub unsafe fn write_rect(
        &self,
        mem: &Mem,
        rect: &Rect,
        ptr: *const c_void,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferWriteRect", after, |count, points, point| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextCommandBufferMemBufferWriteRect(
                    self.raw(),
                    mem.raw(),
                    &raw const rect.dst.origin,
                    &raw const rect.src.origin,
                    &raw const rect.region,
                    rect.dst.row_pitch,
                    rect.dst.slice_pitch,
                    rect.src.row_pitch,
                    rect.src.slice_pitch,
                    ptr,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a copy between buffers.
    pub fn copy(
        &self,
        [src, dst]: [&Mem; 2],
        [src_offset, dst_offset]: [usize; 2],
        bytes: usize,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferCopy", after, |count, points, point| {
            // SAFETY: live objects, which the command buffer keeps.
            unsafe {
                self.plugin().piextCommandBufferMemBufferCopy(
                    self.raw(),
                    src.raw(),
                    dst.raw(),
                    src_offset,
                    dst_offset,
                    bytes,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a copy of a rectangle between buffers.
    pub fn copy_rect(
        &self,
        [src, dst]: [&Mem; 2],
        rect: &Rect,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferCopyRect", after, |count, points, point| {
            // SAFETY: as above; the structs are read during the call.
            unsafe {
                self.plugin().piextCommandBufferMemBufferCopyRect(
                    self.raw(),
                    src.raw(),
                    dst.raw(),
                    &raw const rect.src.origin,
                    &raw const rect.dst.origin,
                    &raw const rect.region,
                    rect.src.row_pitch,
                    rect.src.slice_pitch,
                    rect.dst.row_pitch,
                    rect.dst.slice_pitch,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Records a fill of a part of a buffer with a repeated pattern.
    pub fn fill(
        &self,
        mem: &Mem,
        pattern: &[u8],
        offset: usize,
        bytes: usize,
        after: &[PiExtSyncPoint],
    ) -> Result<PiExtSyncPoint, PiError> {
        self.record("piextCommandBufferMemBufferFill", after, |count, points, point| {
            // SAFETY: the pattern is copied before the call returns.
            unsafe {
                self.plugin().piextCommandBufferMemBufferFill(
                    self.raw(),
                    mem.raw(),
                    pattern.as_ptr().cast(),
                    pattern.len(),
                    offset,
                    bytes,
                    count,
                    points,
                    point,
                )
            }
        })
    }

    /// Ends the recording: from now on the commands can be replayed.
    pub fn finalize(&self) -> Result<(), PiError> {
        // SAFETY: a live command buffer.
        let code = unsafe { self.plugin().piextCommandBufferFinalize(self.raw()) };
        self.plugin().check("piextCommandBufferFinalize", code)
    }

    /// Replaces a launch in later replays, by a call of Tandem's plugins
    /// ([`PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE`]); an error for a plugin that lacks it.
    ///
    /// # Safety
    /// As for [`launch`](Self::launch). Replays that were enqueued before are complete.
    pub unsafe fn update(
        &self,
        device: &Device,
        point: PiExtSyncPoint,
        kernel: &Kernel,
        launch: &Launch,
    ) -> Result<(), PiError> {
        let update = device.info::<usize>(PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE)?;
        // SAFETY: that is what the answer is; the query was answered, so it is no null pointer.
        let update = unsafe { std::mem::transmute::<usize, PiExtTandemCommandBufferUpdate>(update) };
        let call = || {
            // SAFETY: live objects of one plugin and arrays of three; the caller's duty.
            unsafe {
                update(
                    self.raw(),
                    point,
                    kernel.raw(),
                    launch.dims,
                    launch.offset.as_ptr(),
                    launch.global.as_ptr(),
                    launch.local_ptr(),
                )
            }
        };
        let code = self.plugin().call_extension("update of a command buffer", call);
        self.plugin().check("update of a command buffer", code)
    }
}

impl Queue {
    /// Replays the commands of a finalized command buffer, as one command.
    ///
    /// # Safety
    /// The memory that the commands use stays valid, without conflicting uses, until the replay is
    /// complete.
    pub unsafe fn replay(
        &self,
        buffer: &CommandBuffer,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextEnqueueCommandBuffer", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextEnqueueCommandBuffer(buffer.raw(), self.raw(), wait.len(), wait.as_ptr(), event)
            }
        })
    }
}
