# The version of LLVM that Tandem is built with. Sourced by scripts; crate `llvm-version` has the same for Rust.
# shellcheck shell=bash disable=SC2034
readonly LLVM_MAJOR=19
