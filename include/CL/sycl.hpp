//===- CL/sycl.hpp - the header of SYCL 1.2.1 -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the names that programs for SYCL 1.2.1 and for the first releases of
// DPC++ use and SYCL 2020 no longer has. sycl/sycl.hpp does not pay for them.
#pragma once

// Standard headers that the original included.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include <CL/group_algorithms.hpp>
#include <CL/program.hpp>

namespace sycl {
inline namespace _V1 {

/// As `std::vector`. This and the following names are those of SYCL 1.2.1,
/// section 3.2; new code uses the standard library's.
template <class Type, class Allocator = std::allocator<Type>>
using vector_class = std::vector<Type, Allocator>;
/// As `std::string`.
using string_class = std::string;
/// As `std::function`.
template <class Signature> using function_class = std::function<Signature>;
/// As `std::mutex`.
using mutex_class = std::mutex;
/// As `std::unique_ptr`.
template <class Type, class Deleter = std::default_delete<Type>>
using unique_ptr_class = std::unique_ptr<Type, Deleter>;
/// As `std::shared_ptr`.
template <class Type> using shared_ptr_class = std::shared_ptr<Type>;
/// As `std::weak_ptr`.
template <class Type> using weak_ptr_class = std::weak_ptr<Type>;
/// As `std::hash`.
template <class Type> using hash_class = std::hash<Type>;
/// As `std::exception_ptr`.
using exception_ptr_class = std::exception_ptr;

/// A selector for the host device, which no longer exists. It rejects every
/// device.
class host_selector : public device_selector {
public:
  /// The score of a device: -1.
  int operator()(const device &) const override { return -1; }
};

// Names that have moved to the namespaces of extensions.
using ext::intel::device_ptr;
using ext::intel::host_ptr;
using ext::oneapi::group_local_memory;
using ext::oneapi::group_local_memory_for_overwrite;
namespace intel {
using namespace ::sycl;
}

// Queries of the work-item that were free functions of the namespace.
using ext::oneapi::experimental::this_group;
using ext::oneapi::experimental::this_id;
using ext::oneapi::experimental::this_item;
using ext::oneapi::experimental::this_nd_item;
using ext::oneapi::experimental::this_sub_group;

// Where DPC++'s extensions were before SYCL 2020 took most of them up. Names of
// ext::oneapi are declared one by one: programs have this namespace and sycl
// open at once, and both would have a namespace `info`.
namespace ONEAPI {
using namespace ::sycl;
using ext::oneapi::bfloat16;
using ext::oneapi::filter_selector;
using ext::oneapi::group_ballot;
using ext::oneapi::group_local_memory;
using ext::oneapi::group_local_memory_for_overwrite;
using ext::oneapi::sub_group_mask;
namespace experimental {
using namespace ::sycl::ext::oneapi::experimental;
}
} // namespace ONEAPI

} // namespace _V1
} // namespace sycl

namespace cl {
namespace sycl = ::sycl;
}
