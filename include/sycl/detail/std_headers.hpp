//===- sycl/detail/std_headers.hpp - what comes along with sycl.hpp -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: headers of the C++ library that Tandem does not need itself, but that
// programs written for DPC++ expect of <sycl/sycl.hpp> without naming them.
// They come where tandem++ compiles: precompiled, they take less than 3 ms
// together. Parsed, they take as long as a third of sycl.hpp. The clocks come
// with <mutex>, which property_list.hpp needs; <chrono> would add the calendars
// of C++20.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <unordered_map>
