//===- sycl/detail/std_headers.hpp - what comes along with sycl.hpp -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: headers of the C++ library that Tandem does not need itself, but that
// programs written for DPC++ expect of <sycl/sycl.hpp> without naming them.
// They come where tandem++ compiles: precompiled, they take less than 3 ms
// together. Parsed, they take as long as a third of sycl.hpp.
#pragma once

#include <atomic>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <unordered_map>

// What programs lean on is std::sort and the clocks: parallel algorithms, and
// the ranges and calendars of C++20, are for those that include them.
#if __has_include(<bits/stl_algo.h>) && __has_include(<bits/chrono.h>)
#include <bits/chrono.h>
#include <bits/stl_algo.h>
#else
#include <algorithm>
#include <chrono>
#endif
