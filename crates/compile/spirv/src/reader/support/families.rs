//! Selects the part of the reader that reads an instruction.

/// The kind of an instruction, by its position and the part that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Names, decorations and whatever else the scan has taken as a whole.
    Annotation,
    /// The memory model.
    MemoryModel,
    /// Imports of extended instruction sets.
    Import,
    /// Ids without meaning in LLVM IR.
    Marker,
    /// Types.
    Type,
    /// Constants, those of specialization included.
    Constant,
    /// The beginning, the parameters and the end of functions.
    Function,
    /// Instructions that may be anywhere: lines, and instructions that do nothing.
    Anywhere,
    /// The beginning of a block.
    Label,
    /// Phis, which open a block.
    Phi,
    /// An instruction that continues the one before.
    Continuation,
    /// An instruction in a block that has no result.
    Statement(Statement),
    /// An instruction in a block that has a result.
    Operation(Operation),
}

/// Instructions of blocks without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Terminators, and annotations of the control flow.
    Control,
    /// Stores, copies and the lifetime of memory.
    Memory,
    /// Atomic stores, and fences.
    Atomic,
    /// Calls of device builtins.
    Builtin,
    /// Waits for asynchronous copies.
    AsyncCopy,
}

/// Instructions of blocks with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Undefined values, at module level too.
    Undef,
    /// Variables, at module level too.
    Variable,
    /// Loads and the stack.
    Memory,
    /// Addresses, and casts of pointers.
    Pointer,
    /// Arithmetic on integers and floating-point numbers.
    Arithmetic,
    /// Shifts, bit fields and counts of bits.
    Bits,
    /// Comparisons, logical operations and selections.
    Relational,
    /// Conversions of numbers.
    Conversion,
    /// Vectors, arrays and structures, and copies.
    Composite,
    /// Atomic loads and read-modify-write instructions.
    Atomic,
    /// Calls of functions.
    Call,
    /// Calls of device builtins.
    Builtin,
    /// Asynchronous copies.
    AsyncCopy,
    /// Instructions of extended instruction sets, at module level too.
    Extended,
}
