//! PI's types as OpenCL's: the same numbers and pointers under other names.

use std::ffi::{c_char, c_void};

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// The pairs of a list of properties: a number and its value each, and 0 at the end.
///
/// # Safety
/// `list` is null or such a list.
pub unsafe fn pairs(list: *const u64) -> Vec<(u64, u64)> {
    let mut pairs = Vec::new();
    let mut next = list;
    // SAFETY: the caller's duty: the list ends with 0.
    while !next.is_null() && unsafe { *next } != 0 {
        // SAFETY: as above; each number has a value.
        pairs.push(unsafe { (*next, *next.add(1)) });
        // SAFETY: as above.
        next = unsafe { next.add(2) };
    }
    pairs
}

/// A value of PI that is one of OpenCL's.
pub trait ToCl {
    /// OpenCL's type.
    type Cl;

    /// Returns the same value in OpenCL's type.
    fn cl(self) -> Self::Cl;
}

macro_rules! same {
    ($($type:ty),*) => {$(
        impl ToCl for $type {
            type Cl = $type;

            fn cl(self) -> $type {
                self
            }
        }
    )*};
}
same!(i32, u32, usize, *const c_void, *mut c_void, *const c_char, *const usize, *mut usize, *mut u32, *const isize);
same!(*mut u64, *mut *const c_char);

macro_rules! handles {
    ($($type:ty),*) => {$(
        impl ToCl for $type {
            type Cl = *mut c_void;

            fn cl(self) -> *mut c_void {
                self.as_ptr()
            }
        }

        impl ToCl for *const $type {
            type Cl = *const *mut c_void;

            fn cl(self) -> *const *mut c_void {
                self.cast()
            }
        }

        impl ToCl for *mut $type {
            type Cl = *mut *mut c_void;

            fn cl(self) -> *mut *mut c_void {
                self.cast()
            }
        }
    )*};
}
handles!(PiPlatform, PiDevice, PiContext, PiQueue, PiMem, PiProgram, PiKernel, PiEvent, PiSampler);

macro_rules! numbers {
    ($($type:ty: $number:ty),*) => {$(
        impl ToCl for $type {
            type Cl = $number;

            fn cl(self) -> $number {
                self.0.into()
            }
        }
    )*};
}
numbers!(
    PiDeviceType: u64, PiDeviceInfo: u32, PiContextInfo: u32, PiQueueInfo: u32, PiMemInfo: u32, PiImageInfo: u32,
    PiProgramInfo: u32, PiProgramBuildInfo: u32, PiKernelInfo: u32, PiKernelGroupInfo: u32, PiKernelSubGroupInfo: u32,
    PiEventInfo: u32, PiProfilingInfo: u32, PiSamplerInfo: u32, PiMemFlags: u64, PiMapFlags: u64, PiBufferCreateType: u32
);

macro_rules! triples {
    ($($type:ty),*) => {$(
        impl ToCl for *const $type {
            type Cl = *const usize;

            /// Three numbers in the order of OpenCL's array.
            fn cl(self) -> *const usize {
                const { assert!(size_of::<$type>() == 3 * size_of::<usize>()) };
                self.cast()
            }
        }
    )*};
}
triples!(PiBuffRectOffset, PiBuffRectRegion, PiImageOffset, PiImageRegion);
