//===- sycl/detail/std_headers.hpp - what comes along with sycl.hpp -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: headers of the C++ library that Tandem does not need itself, but that
// programs written for DPC++ expect of <sycl/sycl.hpp> without naming them.
// With precompiled headers, the default, they take less than 3 ms together.
#pragma once

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cstring>
#include <unordered_map>
