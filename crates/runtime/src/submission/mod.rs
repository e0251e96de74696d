//! A command group as the C ABI and the Rust API hand it to
//! `Queue::submit`: plain borrowed data, so that
//! submitting costs no allocation.

mod group;
mod operation;
mod submit;

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use smallvec::SmallVec;
use tandem_pi::types::PiBuffRectRegion;
use tandem_pi_host::Rect;

use crate::base::object::Object;
use crate::memory::buffer::Buffer;
use crate::programs::kernel::Kernel;
use crate::scheduler::HostTask;
use crate::scheduler::event::EventRef;

/// An address in host memory, USM memory included, that commands read or
/// write. It is a number until a plugin uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(usize);

impl Address {
    /// The address that a pointer holds.
    pub fn new(ptr: *const c_void) -> Self {
        Self(ptr as usize)
    }

    /// The number.
    pub fn get(self) -> usize {
        self.0
    }

    /// This address plus some bytes.
    pub(crate) fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes))
    }

    pub(crate) fn as_ptr(self) -> *const c_void {
        self.0 as *const _
    }

    pub(crate) fn as_mut_ptr(self) -> *mut c_void {
        self.0 as *mut _
    }
}

/// What a command does with a buffer (`tandem_access_mode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessMode(pub u32);

impl AccessMode {
    /// `sycl::access_mode::read`.
    pub const READ: Self = Self(1);
    /// `sycl::access_mode::write`.
    pub const WRITE: Self = Self(2);
    /// `sycl::access_mode::read_write`.
    pub const READ_WRITE: Self = Self(3);
    /// Bit: previous contents are not needed.
    pub const NO_INIT: u32 = 4;

    /// Whether the buffer is read.
    pub fn reads(self) -> bool {
        self.0 & Self::READ.0 != 0
    }

    /// Whether the buffer is written.
    pub fn writes(self) -> bool {
        self.0 & Self::WRITE.0 != 0
    }

    /// Whether what was in the buffer before is of no interest.
    pub fn discards(self) -> bool {
        self.0 & Self::NO_INIT != 0
    }
}

/// One accessor of a command group.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// What stands for this accessor in the kernel's closure: the address of
    /// the buffer's handle.
    pub key: usize,
    /// The buffer.
    pub buffer: &'a Object<Buffer>,
    /// What is done with it.
    pub mode: AccessMode,
    /// First byte that is accessed, counted from the start of the (sub-)buffer.
    pub offset: usize,
    /// Number of bytes that are accessed.
    pub size: usize,
}

/// How many work-items run, in SYCL order: index `dims - 1` varies fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NdRange {
    /// Dimensions in use, 1 to 3.
    pub dims: usize,
    /// Work-items.
    pub global: [usize; 3],
    /// Work-items per group; `None` leaves it to the driver.
    pub local: Option<[usize; 3]>,
    /// Added to every id.
    pub offset: [usize; 3],
}

impl NdRange {
    /// The range of a single task.
    pub const SINGLE: Self = Self { dims: 1, global: [1; 3], local: None, offset: [0; 3] };

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.global[..self.dims].contains(&0)
    }

    /// The dimensions in use of an array in SYCL order, in PI's (SPIR-V's)
    /// order. Dimensions out of use become `unused`.
    pub(crate) fn reversed(&self, array: &[usize; 3], unused: usize) -> [usize; 3] {
        let mut out = [unused; 3];
        for (dim, value) in array[..self.dims].iter().rev().enumerate() {
            out[dim] = *value;
        }
        out
    }
}

/// Sizes in use, as "8x64".
pub(crate) fn shape(sizes: &[usize]) -> String {
    let parts: Vec<String> = sizes.iter().map(usize::to_string).collect();
    parts.join("x")
}

/// A zero-terminated text of the program, which is measured only when it is read.
#[derive(Clone, Copy)]
pub struct CText<'a>(*const c_char, PhantomData<&'a CStr>);

impl<'a> CText<'a> {
    /// The text at an address.
    ///
    /// # Safety
    /// `ptr` is null or leads to a zero-terminated text that lives for `'a`.
    pub unsafe fn new(ptr: *const c_char) -> Self {
        Self(ptr, PhantomData)
    }

    /// The text; null is empty.
    pub fn get(self) -> Cow<'a, str> {
        if self.0.is_null() {
            return Cow::Borrowed("");
        }
        // SAFETY: `new` was promised a text.
        unsafe { CStr::from_ptr(self.0) }.to_string_lossy()
    }
}

/// The static slot of a kernel instantiation (`tandem_kernel_slot`).
#[derive(Clone, Copy)]
pub struct KernelSlot<'a> {
    /// The slot's number, 0 until the runtime gives it one.
    pub id: &'a AtomicUsize,
    /// The kernel's name.
    pub name: CText<'a>,
    /// The translation unit; null or empty says nothing.
    pub unit: CText<'a>,
    /// Size of the closure in bytes.
    pub closure_size: usize,
}

/// Which kernel to run.
#[derive(Clone, Copy)]
pub enum KernelSource<'a> {
    /// The one that a slot stands for.
    Slot(KernelSlot<'a>),
    /// One that was looked up before.
    Kernel(&'a Arc<Kernel>),
}

/// A value for one kernel parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// Bytes by value.
    Value(SmallVec<[u8; 16]>),
    /// The memory of the accessor with this index.
    Access(usize),
    /// This many bytes of local memory.
    Local(usize),
    /// Scratch memory, with the contents that [`Closure::scratch_bytes`] describes; one
    /// of a kernel's parameters at most.
    Scratch(usize),
    /// A USM pointer.
    Pointer(Address),
}

/// A kernel's arguments.
#[derive(Clone, Copy)]
pub enum Args<'a> {
    /// The host's closure, to be cut as the image's layout says.
    Closure(Closure<'a>),
    /// One value per parameter.
    List(&'a [Arg]),
}

/// The closure of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Closure<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// How many bytes of scratch memory there are behind an accessor whose key is
    /// [`SCRATCH_KEY`]. The first 64 are zero when the kernel begins, and the kernel
    /// leaves them so. The others have no defined contents.
    pub scratch_bytes: usize,
}

/// The key of an accessor that stands for scratch memory (`TANDEM_SCRATCH`).
pub const SCRATCH_KEY: usize = 1;

impl Args<'_> {
    /// The scratch memory that the kernel needs, in bytes.
    pub(crate) fn scratch_bytes(&self) -> usize {
        match self {
            Self::Closure(closure) => closure.scratch_bytes,
            Self::List(list) => {
                let bytes = |arg: &Arg| if let Arg::Scratch(bytes) = arg { Some(*bytes) } else { None };
                list.iter().find_map(bytes).unwrap_or(0)
            }
        }
    }
}

/// One side of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The accessor with this index.
    Access(usize),
    /// Host or USM memory.
    Memory(Address),
}

/// The rectangles that a copy connects. Where the source's has no room in the
/// destination's, but has no more bytes either, both are gone through in order.
#[derive(Clone, Copy, Debug)]
pub struct RectCopy {
    /// Both sides, with the source's region.
    pub rect: Rect,
    /// The destination's region.
    pub dst_region: PiBuffRectRegion,
}

impl RectCopy {
    /// Whether the source's box, as it is, has room in the destination's.
    pub(crate) fn is_one_shape(&self) -> bool {
        let (src, dst) = (&self.rect.region, &self.dst_region);
        src.width_bytes <= dst.width_bytes
            && src.height_scalar <= dst.height_scalar
            && src.depth_scalar <= dst.depth_scalar
    }
}

/// What a command group does.
pub enum Operation<'a> {
    /// Nothing: only its dependencies count.
    Empty,
    /// Runs a kernel.
    Kernel {
        /// Which.
        source: KernelSource<'a>,
        /// Over what.
        range: NdRange,
        /// With what.
        args: Args<'a>,
    },
    /// Runs a function of the host on a thread of the runtime.
    HostTask(HostTask),
    /// Copies between USM or host memory.
    UsmCopy {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// Copies rows between USM or host memory.
    UsmCopy2d {
        /// Destination.
        dst: Address,
        /// Source.
        src: Address,
        /// Bytes per row.
        width: usize,
        /// Rows.
        height: usize,
        /// Bytes from row to row of the destination.
        dst_pitch: usize,
        /// Bytes from row to row of the source.
        src_pitch: usize,
    },
    /// Repeats a pattern.
    UsmFill {
        /// Destination.
        dst: Address,
        /// The pattern.
        pattern: &'a [u8],
        /// Number of bytes to fill.
        bytes: usize,
    },
    /// Moves shared memory to the device.
    Prefetch {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
    },
    /// A hint about shared memory.
    Advise {
        /// Start.
        ptr: Address,
        /// Number of bytes.
        bytes: usize,
        /// `PI_MEM_ADVICE_*`, or a number of the device's own.
        advice: u32,
    },
    /// Copies between accessors, or between one and host memory.
    Copy {
        /// Source.
        src: Endpoint,
        /// Destination.
        dst: Endpoint,
        /// What part; without it, as much as the accessors cover.
        rects: Option<RectCopy>,
    },
    /// Repeats a pattern over accessor 0.
    BufferFill {
        /// The pattern.
        pattern: &'a [u8],
        /// The box to fill, as the destination of a copy; without it, as much
        /// as the accessor covers.
        rect: Option<Rect>,
    },
    /// Makes the host copy of accessor 0 current.
    UpdateHost,
    /// Later commands of the queue wait for the dependencies, or, where there
    /// are none, for all earlier commands of the queue.
    Barrier,
}

/// One command group.
pub struct Submission<'a> {
    /// What it does.
    pub operation: Operation<'a>,
    /// Its accessors.
    pub accesses: &'a [Access<'a>],
    /// Events that it waits for.
    pub deps: &'a [EventRef],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_dimension_of_sycl_comes_first_in_pi() {
        let range = NdRange { dims: 3, global: [2, 3, 4], local: None, offset: [0; 3] };
        assert_eq!(range.reversed(&range.global, 1), [4, 3, 2]);
        let plane = NdRange { dims: 2, ..range };
        assert_eq!(plane.reversed(&plane.global, 1), [3, 2, 1]);
        assert!(!range.is_empty());
        let nothing = NdRange { global: [2, 0, 4], ..range };
        assert!(nothing.is_empty());
    }
}
