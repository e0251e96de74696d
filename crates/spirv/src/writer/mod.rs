//! LLVM IR to SPIR-V.
