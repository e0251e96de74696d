//! SPIR-V: LLVM IR to SPIR-V writer, SPIR-V to LLVM IR reader, and module inspection.
