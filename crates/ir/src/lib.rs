//! LLVM 19 behind safe handles: modules, passes, linking and target machines.
