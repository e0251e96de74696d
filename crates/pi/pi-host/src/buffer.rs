//! Buffers, and rectangles in them.

use std::ffi::c_void;

use crate::owned::{Context, Mem};
use crate::plugin::PiError;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// One side of a rectangular copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RectSide {
    /// The start of the rectangle.
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
    /// The source.
    pub src: RectSide,
    /// The destination.
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
