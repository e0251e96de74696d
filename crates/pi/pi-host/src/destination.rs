//! The commands that queues and command buffers have in common: one table with PI's entries for both.

use std::ffi::c_void;

use crate::buffer::Rect;
use crate::command_buffer::Record;
use crate::enqueue::Enqueue;
use crate::owned::{Event, Kernel, Mem};
use crate::plugin::PiError;
use crate::queue::Launch;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// Makes [`Destination`] and what implements it from a list of commands. Each names the entry for
/// queues and the one for command buffers, with the arguments between the destination, which comes
/// first, and the order, which comes last. Of an entry that is `unordered`, the order is a barrier
/// before it.
macro_rules! commands {
    ($(
        $(#[$doc:meta])*
        [$($unsafe:tt)?] fn $name:ident($($arg:ident: $ty:ty),* $(,)?)
            queue { $($queue:tt)* }
            buffer { $entry:ident($($value:expr),* $(,)?) }
    )*) => {
        /// The destination of a command, with the command's dependencies: [`Enqueue`] runs it on a queue, [`Record`]
        /// adds it to a command buffer.
        ///
        /// # Safety
        /// For the unsafe methods: memory that the command uses stays valid, without conflicting uses, until it is
        /// complete; in a command buffer, until each replay is.
        pub trait Destination {
            /// The value by which other commands refer to the command.
            type Done;
            $(
                $(#[$doc])*
                #[allow(clippy::missing_safety_doc, reason = "the trait's section")]
                $($unsafe)? fn $name(&self, $($arg: $ty),*) -> Result<Self::Done, PiError>;
            )*
        }

        impl Destination for Enqueue<'_> {
            /// There is one if it was asked for.
            type Done = Option<Event>;
            $(
                #[inline]
                $($unsafe)? fn $name(&self, $($arg: $ty),*) -> Result<Option<Event>, PiError> {
                    commands!(@queue self, $($queue)*)
                }
            )*
        }

        impl Destination for Record<'_> {
            type Done = PiExtSyncPoint;
            $(
                $($unsafe)? fn $name(&self, $($arg: $ty),*) -> Result<PiExtSyncPoint, PiError> {
                    self.record(stringify!($entry), |plugin, buffer, count, points, point| {
                        // SAFETY: live objects, and arguments that the call reads before it returns; what the command
                        // uses later is the caller's duty.
                        unsafe { plugin.$entry(buffer, $($value,)* count, points, point) }
                    })
                }
            )*
        }
    };
    (@queue $self:ident, $entry:ident($($value:expr),* $(,)?)) => {
        $self.enqueue(stringify!($entry), |plugin, queue, count, events, event| {
            // SAFETY: live objects, and arguments that the call reads before it returns; what the command uses
            // later is the caller's duty.
            unsafe { plugin.$entry(queue, $($value,)* count, events, event) }
        })
    };
    (@queue $self:ident, unordered $entry:ident($($value:expr),* $(,)?)) => {
        $self.enqueue_unordered(stringify!($entry), |plugin, queue, event| {
            // SAFETY: as above.
            unsafe { plugin.$entry(queue, $($value,)* event) }
        })
    };
}

commands! {
    /// Launches a kernel with the arguments that it has now. Its work-groups do not wait for each other.
    [unsafe] fn launch(kernel: &Kernel, launch: &Launch)
        queue { piEnqueueKernelLaunch(
            kernel.raw(), launch.dims, launch.offset.as_ptr(), launch.global.as_ptr(), launch.local_ptr(),
        ) }
        buffer { piextCommandBufferNDRangeKernel(
            kernel.raw(), launch.dims, launch.offset.as_ptr(), launch.global.as_ptr(), launch.local_ptr(),
        ) }

    /// Copies between USM or host addresses.
    [unsafe] fn usm_copy(dst: *mut c_void, src: *const c_void, bytes: usize)
        queue { piextUSMEnqueueMemcpy(PI_FALSE, dst, src, bytes) }
        buffer { piextCommandBufferMemcpyUSM(dst, src, bytes) }

    /// Fills `bytes` bytes of USM with a repeated pattern. PI 15.47 has no linear fill for queues: there
    /// it is a fill of one row.
    [unsafe] fn usm_fill(ptr: *mut c_void, pattern: &[u8], bytes: usize)
        queue { piextUSMEnqueueFill2D(ptr, bytes, pattern.len(), pattern.as_ptr().cast(), bytes, 1) }
        buffer { piextCommandBufferFillUSM(ptr, pattern.as_ptr().cast(), pattern.len(), bytes) }

    /// Hints that USM will be used on the device.
    [unsafe] fn usm_prefetch(ptr: *const c_void, bytes: usize)
        queue { piextUSMEnqueuePrefetch(ptr, bytes, PI_USM_MIGRATION_TBD0) }
        buffer { piextCommandBufferPrefetchUSM(ptr, bytes, PI_USM_MIGRATION_TBD0) }

    /// Gives device-specific advice about the use of USM.
    [unsafe] fn usm_advise(ptr: *const c_void, bytes: usize, advice: PiMemAdvice)
        queue { unordered piextUSMEnqueueMemAdvise(ptr, bytes, advice) }
        buffer { piextCommandBufferAdviseUSM(ptr, bytes, advice) }

    /// Reads bytes of a buffer into host memory.
    [unsafe] fn read(mem: &Mem, offset: usize, bytes: usize, ptr: *mut c_void)
        queue { piEnqueueMemBufferRead(mem.raw(), PI_FALSE, offset, bytes, ptr) }
        buffer { piextCommandBufferMemBufferRead(mem.raw(), offset, bytes, ptr) }

    /// Writes bytes of host memory to a buffer.
    [unsafe] fn write(mem: &Mem, offset: usize, bytes: usize, ptr: *const c_void)
        queue { piEnqueueMemBufferWrite(mem.raw(), PI_FALSE, offset, bytes, ptr) }
        buffer { piextCommandBufferMemBufferWrite(mem.raw(), offset, bytes, ptr) }

    /// Reads a rectangle of a buffer, its source, into host memory.
    [unsafe] fn read_rect(mem: &Mem, rect: &Rect, ptr: *mut c_void)
        queue { piEnqueueMemBufferReadRect(
            mem.raw(), PI_FALSE, &raw const rect.src.origin, &raw const rect.dst.origin, &raw const rect.region,
            rect.src.row_pitch, rect.src.slice_pitch, rect.dst.row_pitch, rect.dst.slice_pitch, ptr,
        ) }
        buffer { piextCommandBufferMemBufferReadRect(
            mem.raw(), &raw const rect.src.origin, &raw const rect.dst.origin, &raw const rect.region,
            rect.src.row_pitch, rect.src.slice_pitch, rect.dst.row_pitch, rect.dst.slice_pitch, ptr,
        ) }

    /// Writes a rectangle of host memory to a buffer, its destination.
    [unsafe] fn write_rect(mem: &Mem, rect: &Rect, ptr: *const c_void)
        queue { piEnqueueMemBufferWriteRect(
            mem.raw(), PI_FALSE, &raw const rect.dst.origin, &raw const rect.src.origin, &raw const rect.region,
            rect.dst.row_pitch, rect.dst.slice_pitch, rect.src.row_pitch, rect.src.slice_pitch, ptr,
        ) }
        buffer { piextCommandBufferMemBufferWriteRect(
            mem.raw(), &raw const rect.dst.origin, &raw const rect.src.origin, &raw const rect.region,
            rect.dst.row_pitch, rect.dst.slice_pitch, rect.src.row_pitch, rect.src.slice_pitch, ptr,
        ) }

    /// Copies bytes between buffers, from the first one, at the first offset, to the second one.
    [] fn copy(mems: [&Mem; 2], offsets: [usize; 2], bytes: usize)
        queue { piEnqueueMemBufferCopy(mems[0].raw(), mems[1].raw(), offsets[0], offsets[1], bytes) }
        buffer { piextCommandBufferMemBufferCopy(mems[0].raw(), mems[1].raw(), offsets[0], offsets[1], bytes) }

    /// Copies a rectangle from the first buffer to the second one.
    [] fn copy_rect(mems: [&Mem; 2], rect: &Rect)
        queue { piEnqueueMemBufferCopyRect(
            mems[0].raw(), mems[1].raw(), &raw const rect.src.origin, &raw const rect.dst.origin, &raw const rect.region,
            rect.src.row_pitch, rect.src.slice_pitch, rect.dst.row_pitch, rect.dst.slice_pitch,
        ) }
        buffer { piextCommandBufferMemBufferCopyRect(
            mems[0].raw(), mems[1].raw(), &raw const rect.src.origin, &raw const rect.dst.origin, &raw const rect.region,
            rect.src.row_pitch, rect.src.slice_pitch, rect.dst.row_pitch, rect.dst.slice_pitch,
        ) }

    /// Fills bytes of a buffer with a repeated pattern.
    [] fn fill(mem: &Mem, pattern: &[u8], offset: usize, bytes: usize)
        queue { piEnqueueMemBufferFill(mem.raw(), pattern.as_ptr().cast(), pattern.len(), offset, bytes) }
        buffer { piextCommandBufferMemBufferFill(mem.raw(), pattern.as_ptr().cast(), pattern.len(), offset, bytes) }
}
