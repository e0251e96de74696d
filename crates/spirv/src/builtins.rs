//! Names of device builtins: `__spirv_*` functions of device IR and the SPIR-V instructions, variables and extended
//! instructions that they stand for. Shared by the writer and the reader.
