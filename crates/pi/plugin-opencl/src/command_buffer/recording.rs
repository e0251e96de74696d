//! The object of PI's handle, and the OpenCL command buffers that it consists of.

use std::ffi::c_void;
use std::sync::Arc;

use opencl_sys::*;
use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use super::capabilities::{EXTENSION, SIMULTANEOUS_USE_FLAG, queue_properties};
use crate::convert::ToCl;
use crate::extensions::{self, Extensions};
use crate::queue;

/// The commands as OpenCL has recorded them for queues with some properties.
pub(super) struct Recording {
    pub(super) extensions: &'static Extensions,
    pub(super) properties: u64,
    /// The queue that it is recorded for. Nothing else runs on it.
    pub(super) queue: PiQueue,
    pub(super) buffer: cl_command_buffer_khr,
}

// SAFETY: handles, which OpenCL lets all threads use.
unsafe impl Send for Recording {}
// SAFETY: as above. Calls that change the command buffer are made under a lock.
unsafe impl Sync for Recording {}

impl Recording {
    fn new(context: PiContext, device: PiDevice, properties: u64) -> Result<Self, Failure> {
        let extensions = extensions::of_device(device)?;
        let create = extension!(extensions, clCreateCommandBufferKHR);
        let mut queue = PiQueue::NULL;
        // SAFETY: live objects, and a place for the queue.
        unsafe { queue::create(context, device, PiQueueFlags(properties), &raw mut queue)? };
        let flags = [CL_COMMAND_BUFFER_FLAGS_KHR, SIMULTANEOUS_USE_FLAG, 0];
        let (mut target, mut status) = (queue.cl(), 0);
        // SAFETY: a list of one queue, a list that ends with 0, and a place for the status.
        let buffer = unsafe { create(1, &raw mut target, flags.as_ptr(), &raw mut status) };
        if let Err(failure) = crate::api::check("clCreateCommandBufferKHR", status) {
            // The first failure is the one to report.
            let _ = queue::release(queue);
            return Err(failure);
        }
        Ok(Self { extensions, properties, queue, buffer })
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // SAFETY: references that are this object's. A replay that runs keeps what it needs. Nobody asks for errors.
        unsafe {
            if let Some(release) = self.extensions.clReleaseCommandBufferKHR {
                release(self.buffer);
            }
        }
        let _ = queue::release(self.queue);
    }
}

/// Kernels that launches use. OpenCL does not guarantee that a command buffer keeps them.
pub(super) struct Kept(PiKernel);

// SAFETY: a handle, which OpenCL lets all threads use.
unsafe impl Send for Kept {}

impl Drop for Kept {
    fn drop(&mut self) {
        // Errors have no recipient here.
        let _ = self.release();
    }
}

impl Kept {
    pub(super) fn new(kernel: PiKernel) -> Result<Self, Failure> {
        // SAFETY: a live kernel.
        unsafe { call!(clRetainKernel(kernel.cl())).map(|()| Self(kernel)) }
    }

    fn release(&self) -> Result<(), Failure> {
        // SAFETY: the reference is this object's, which goes.
        unsafe { call!(clReleaseKernel(self.0.cl())) }
    }
}

/// A command buffer of PI.
pub(super) struct CommandBuffer {
    /// Without profiling, and with it.
    pub(super) recordings: [Recording; 2],
    pub(super) state: Mutex<State>,
}

#[derive(Default)]
pub(super) struct State {
    /// The sync points of each command, by PI's sync point.
    pub(super) points: Vec<[u32; 2]>,
    pub(super) kernels: Vec<Kept>,
}

/// `piextCommandBufferCreate`
///
/// # Safety
/// `out` is valid.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` if the device has no command buffers; OpenCL's errors.
pub unsafe fn create(context: PiContext, device: PiDevice, out: *mut PiExtCommandBuffer) -> Result<(), Failure> {
    let Some([plain, profiling]) = queue_properties(device)? else {
        let text = format!("the device does not have {EXTENSION} 0.9.5 or newer with simultaneous use");
        return Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text));
    };
    let recordings = [Recording::new(context, device, plain)?, Recording::new(context, device, profiling)?];
    let made = Arc::new(CommandBuffer { recordings, state: Mutex::default() });
    // SAFETY: the caller's duty.
    unsafe { out.write(PiExtCommandBuffer::from_ptr(Arc::into_raw(made).cast_mut().cast::<c_void>())) };
    Ok(())
}

/// # Safety
/// `buffer` is null or a command buffer of [`create()`] with a reference.
pub(super) unsafe fn of<'a>(buffer: PiExtCommandBuffer) -> Result<&'a CommandBuffer, Failure> {
    // SAFETY: the caller's duty.
    unsafe { buffer.as_ptr().cast::<CommandBuffer>().as_ref() }
        .ok_or_else(|| Failure::new(PI_ERROR_INVALID_COMMAND_BUFFER_KHR, "the command buffer is null"))
}

/// `piextCommandBufferRetain`
///
/// # Safety
/// `buffer` is null or a live command buffer.
pub unsafe fn retain(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { Arc::increment_strong_count(std::ptr::from_ref(of(buffer)?)) };
    Ok(())
}

/// `piextCommandBufferRelease`
///
/// # Safety
/// `buffer` is null or a live command buffer; the reference is the caller's.
pub unsafe fn release(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe { Arc::decrement_strong_count(std::ptr::from_ref(of(buffer)?)) };
    Ok(())
}

/// `piextCommandBufferFinalize`
///
/// # Safety
/// `buffer` is null or a live command buffer.
pub unsafe fn finalize(buffer: PiExtCommandBuffer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let found = unsafe { of(buffer)? };
    let _state = found.state.lock();
    for Recording { extensions, buffer, .. } in &found.recordings {
        // SAFETY: a live command buffer.
        unsafe { call_extension!(extensions, clFinalizeCommandBufferKHR(*buffer))? };
    }
    Ok(())
}
