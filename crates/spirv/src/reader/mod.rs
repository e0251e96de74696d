//! SPIR-V to LLVM IR.
