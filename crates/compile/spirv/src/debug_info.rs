//! The extended instruction set `OpenCL.DebugInfo.100`, which carries types and variables: it is the one that OpenCL's
//! consumers of SPIR-V support.

use rspirv::spirv::Word;

pub(crate) use rspirv::spirv::OpenclDebuginfo100Op as DebugOp;

/// Name of the set.
pub(crate) const DEBUG_INFO: &str = "OpenCL.DebugInfo.100";

/// Version of the set's format.
pub(crate) const VERSION: Word = 0x0001_0000;

/// The meanings of flags.
pub(crate) mod flags {
    use super::Word;

    pub const LOCAL: Word = 1 << 2;
    pub const DEFINITION: Word = 1 << 3;
    pub const DECLARATION: Word = 1 << 4;
    pub const ARTIFICIAL: Word = 1 << 5;
    pub const REFERENCE: Word = 1 << 11;
    pub const RVALUE_REFERENCE: Word = 1 << 12;
}

/// `DW_ATE_*` of each encoding of basic types, in the set's order; 0 if it is unspecified.
pub(crate) const ENCODINGS: [u32; 8] = [0, 0x01, 0x02, 0x04, 0x05, 0x06, 0x07, 0x08];
