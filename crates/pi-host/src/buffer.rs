//! Buffers and the commands on them.

use std::ffi::c_void;

use crate::owned::{Context, Event, Mem, Queue};
use crate::plugin::PiError;
use crate::queue::WaitList;
use tandem_pi::constants::*;
use tandem_pi::types::*;

/// One side of a rectangular copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RectSide {
    /// Where the rectangle begins.
    pub origin: PiBuffRectOffset,
    /// Bytes between rows; 0 for packed rows.
    pub row_pitch: usize,
    /// Bytes between slices; 0 for packed slices.
    pub slice_pitch: usize,
}

/// A rectangular copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Size of the rectangle.
    pub region: PiBuffRectRegion,
    /// Where it comes from.
    pub src: RectSide,
    /// Where it goes.
    pub dst: RectSide,
}

impl Mem {
    /// A buffer.
    ///
    /// # Safety
    /// With `PI_MEM_FLAGS_HOST_PTR_USE`, `host_ptr` stays valid as long as the
    /// buffer; with `PI_MEM_FLAGS_HOST_PTR_COPY`, it is valid now; otherwise it
    /// is null.
    pub unsafe fn buffer(
        context: &Context,
        flags: PiMemFlags,
        bytes: usize,
        host_ptr: *mut c_void,
    ) -> Result<Self, PiError> {
        let plugin = context.plugin();
        Self::create(plugin, "piMemBufferCreate", |out| {
            // SAFETY: the caller's duty.
            unsafe { plugin.piMemBufferCreate(context.raw(), flags, bytes, host_ptr, out, std::ptr::null()) }
        })
    }

    /// A sub-buffer.
    pub fn sub_buffer(&self, flags: PiMemFlags, region: PiBufferRegion) -> Result<Self, PiError> {
        let mut region = region;
        let plugin = self.plugin();
        Self::create(plugin, "piMemBufferPartition", |out| {
            // SAFETY: a region struct goes with the region type.
            unsafe {
                plugin.piMemBufferPartition(
                    self.raw(),
                    flags,
                    PI_BUFFER_CREATE_TYPE_REGION,
                    (&raw mut region).cast(),
                    out,
                )
            }
        })
    }
}

impl Queue {
    /// Reads from a buffer to host memory.
    ///
    /// # Safety
    /// `ptr` stays valid for `bytes` bytes until the command is complete.
    pub unsafe fn read(
        &self,
        mem: &Mem,
        offset: usize,
        bytes: usize,
        ptr: *mut c_void,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferRead", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piEnqueueMemBufferRead(
                    self.raw(),
                    mem.raw(),
                    PI_FALSE,
                    offset,
                    bytes,
                    ptr,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Writes host memory to a buffer.
    ///
    /// # Safety
    /// `ptr` stays valid for `bytes` bytes until the command is complete.
    pub unsafe fn write(
        &self,
        mem: &Mem,
        offset: usize,
        bytes: usize,
        ptr: *const c_void,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferWrite", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piEnqueueMemBufferWrite(
                    self.raw(),
                    mem.raw(),
                    PI_FALSE,
                    offset,
                    bytes,
                    ptr,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Reads a rectangle from a buffer to host memory.
    ///
    /// # Safety
    /// `ptr` stays valid for the rectangle until the command is complete.
    pub unsafe fn read_rect(
        &self,
        mem: &Mem,
        rect: &Rect,
        ptr: *mut c_void,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferReadRect", want_event, |event| {
            // SAFETY: the structs are read during the call; the rest is the
            // caller's duty.
            unsafe {
                self.plugin().piEnqueueMemBufferReadRect(
                    self.raw(),
                    mem.raw(),
                    PI_FALSE,
                    &raw const rect.src.origin,
                    &raw const rect.dst.origin,
                    &raw const rect.region,
                    rect.src.row_pitch,
                    rect.src.slice_pitch,
                    rect.dst.row_pitch,
                    rect.dst.slice_pitch,
                    ptr,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Writes a rectangle of host memory to a buffer.
    ///
    /// # Safety
    /// `ptr` stays valid for the rectangle until the command is complete.
    pub unsafe fn write_rect(
        &self,
        mem: &Mem,
        rect: &Rect,
        ptr: *const c_void,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferWriteRect", want_event, |event| {
            // SAFETY: as above. The buffer is the destination.
            unsafe {
                self.plugin().piEnqueueMemBufferWriteRect(
                    self.raw(),
                    mem.raw(),
                    PI_FALSE,
                    &raw const rect.dst.origin,
                    &raw const rect.src.origin,
                    &raw const rect.region,
                    rect.dst.row_pitch,
                    rect.dst.slice_pitch,
                    rect.src.row_pitch,
                    rect.src.slice_pitch,
                    ptr,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Copies between buffers.
    #[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
    pub fn copy(
        &self,
        src: &Mem,
        dst: &Mem,
        src_offset: usize,
        dst_offset: usize,
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferCopy", want_event, |event| {
            // SAFETY: live objects, which the plugin keeps until completion.
            unsafe {
                self.plugin().piEnqueueMemBufferCopy(
                    self.raw(),
                    src.raw(),
                    dst.raw(),
                    src_offset,
                    dst_offset,
                    bytes,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Copies a rectangle between buffers.
    pub fn copy_rect(
        &self,
        src: &Mem,
        dst: &Mem,
        rect: &Rect,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferCopyRect", want_event, |event| {
            // SAFETY: as above; the structs are read during the call.
            unsafe {
                self.plugin().piEnqueueMemBufferCopyRect(
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
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Fills a part of a buffer with a repeated pattern.
    pub fn fill(
        &self,
        mem: &Mem,
        pattern: &[u8],
        offset: usize,
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemBufferFill", want_event, |event| {
            // SAFETY: the pattern is copied before the call returns.
            unsafe {
                self.plugin().piEnqueueMemBufferFill(
                    self.raw(),
                    mem.raw(),
                    pattern.as_ptr().cast(),
                    pattern.len(),
                    offset,
                    bytes,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Maps a part of a buffer into host memory. The bytes may be used once the
    /// event is complete, until [`Queue::unmap`].
    pub fn map(
        &self,
        mem: &Mem,
        flags: PiMapFlags,
        offset: usize,
        bytes: usize,
        wait: &WaitList<'_>,
    ) -> Result<(*mut c_void, Event), PiError> {
        let mut ptr = std::ptr::null_mut();
        let event = Event::create(self.plugin(), "piEnqueueMemBufferMap", |event| {
            // SAFETY: a live buffer, and places for the results.
            unsafe {
                self.plugin().piEnqueueMemBufferMap(
                    self.raw(),
                    mem.raw(),
                    PI_FALSE,
                    flags,
                    offset,
                    bytes,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                    &raw mut ptr,
                )
            }
        })?;
        Ok((ptr, event))
    }

    /// Ends a mapping.
    ///
    /// # Safety
    /// `ptr` came from [`Queue::map`] of the same buffer, and the bytes are not
    /// used any more.
    pub unsafe fn unmap(
        &self,
        mem: &Mem,
        ptr: *mut c_void,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueMemUnmap", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe { self.plugin().piEnqueueMemUnmap(self.raw(), mem.raw(), ptr, wait.len(), wait.as_ptr(), event) }
        })
    }
}
