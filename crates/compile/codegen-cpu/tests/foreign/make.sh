#!/usr/bin/env bash
# Makes the modules in this folder again: OpenCL C to bitcode with clang, to SPIR-V with llvm-spirv of DPC++ 2024.2
# (package dpcpp-llvm-spirv 2024.2.0 of PyPI), which must be in PATH.
set -euo pipefail
cd "$(dirname "$0")"
. ../../../../../scripts/llvm.sh

for source in *.cl; do
  name=${source%.cl}
  clang-"$LLVM_MAJOR" -target spir64 -cl-std=CL2.0 -O1 -gline-tables-only -fdebug-compilation-dir=. \
    -Xclang -finclude-default-header -c -emit-llvm "$source" -o "$name.bc"
  llvm-spirv --spirv-ext=+all "$name.bc" -o "$name.spv"
  rm "$name.bc"
done
