//! Enumerations of LLVM.

pub use llvm_sys::LLVMAtomicOrdering as Ordering;
pub use llvm_sys::LLVMAtomicRMWBinOp as RmwOp;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMLinkage as Linkage;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as FloatPredicate;
