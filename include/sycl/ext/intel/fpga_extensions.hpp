//===- sycl/ext/intel/fpga_extensions.hpp - extensions for FPGAs ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the name under which programs include pipes. The rest of what the name
// stands for is about circuits, and is not there.
#pragma once

#include <sycl/ext/intel/experimental/pipes.hpp>
#include <sycl/ext/intel/pipes.hpp>
