//! The arguments of kernels.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_pi_host as pi;

use crate::base::address::Address;

/// How a command accesses a buffer (`tandem_access_mode`).
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
    /// Bit, of a host task: the task uses the memory of its queue's device, by native handles.
    pub const NATIVE: u32 = 8;

    /// Whether the buffer is read.
    pub fn reads(self) -> bool {
        self.0 & Self::READ.0 != 0
    }

    /// Whether the buffer is written.
    pub fn writes(self) -> bool {
        self.0 & Self::WRITE.0 != 0
    }

    /// Whether a host task uses the memory of its queue's device.
    pub fn is_native(self) -> bool {
        self.0 & Self::NATIVE != 0
    }

    /// Whether what was in the buffer before is of no interest.
    pub fn discards(self) -> bool {
        self.0 & Self::NO_INIT != 0
    }
}

/// The memory of a command's accessors, in their order.
pub(crate) type AccessorMemory = SmallVec<[AccessedMemory; 4]>;

/// The memory of one accessor.
#[derive(Debug)]
pub(crate) struct AccessedMemory {
    /// The key that represents the accessor's buffer in a closure.
    pub(crate) key: usize,
    /// The memory object.
    pub(crate) mem: Arc<pi::Mem>,
    /// The combined access mode of all accessors with this key.
    pub(crate) mode: AccessMode,
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
    /// A sampler, as closures have it.
    Sampler(u64),
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
    /// The size of the scratch memory for an accessor whose key is [`SCRATCH_KEY`]. The first 64
    /// bytes are zero when the kernel begins, and the kernel must leave them zero. The others have
    /// no defined contents.
    pub scratch_bytes: usize,
}

/// The key of an accessor for scratch memory (`TANDEM_SCRATCH`).
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

/// The arguments of a kernel command.
#[derive(Debug)]
pub(crate) enum CommandArgs<'a> {
    Closure { bytes: Cow<'a, [u8]>, scratch_bytes: usize },
    List(Cow<'a, [Arg]>),
}

impl CommandArgs<'_> {
    pub(super) fn as_args(&self) -> Args<'_> {
        match self {
            Self::Closure { bytes, scratch_bytes } => Args::Closure(Closure { bytes, scratch_bytes: *scratch_bytes }),
            Self::List(list) => Args::List(list),
        }
    }

    pub(super) fn into_owned(self) -> CommandArgs<'static> {
        match self {
            Self::Closure { bytes, scratch_bytes } => {
                CommandArgs::Closure { bytes: bytes.into_owned().into(), scratch_bytes }
            }
            Self::List(list) => CommandArgs::List(list.into_owned().into()),
        }
    }
}
