//! Failed assertions. The first work-item of a program whose assertion fails fills a record that
//! the host can read, and ends; so do all others that fail. The context stays usable: CUDA hears
//! nothing of it.

/// Symbol of the variable that holds the address of the [`AssertionRecord`]. It is in every module
/// of code with a kernel that [may assert](crate::CudaKernel::may_assert), and has 8 bytes: 0 until
/// the driver stores the address of memory that host and device share. While it is 0, a
/// failed assertion is a trap, which ends the context.
pub const ASSERTION_SYMBOL: &str = "tandem_assertion_record";

/// Nothing failed.
pub const STATE_NONE: u32 = 0;
/// A work-item is writing the record.
pub const STATE_WRITING: u32 = 1;
/// The record is complete.
pub const STATE_COMPLETE: u32 = 2;

/// The assertion that failed. All zero before it is used; the driver sets it to zero again when it has read it. Texts
/// are addresses of zero-terminated strings in the device's memory, in the module of the kernel, or 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssertionRecord {
    /// [`STATE_NONE`], [`STATE_WRITING`] or [`STATE_COMPLETE`]. It is written last.
    pub state: u32,
    /// Line of the source.
    pub line: u32,
    /// Name of the kernel, or of the function that is called through a pointer.
    pub kernel: u64,
    /// Text of the expression.
    pub expression: u64,
    /// File of the source.
    pub file: u64,
    /// Function of the source.
    pub function: u64,
    /// The work-item's global id, as the source has it.
    pub global_id: [u64; 3],
    /// The work-item's local id, as the source has it.
    pub local_id: [u64; 3],
}

const _: () = assert!(size_of::<AssertionRecord>() == 88);
