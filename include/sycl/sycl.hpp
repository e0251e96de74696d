//===- sycl/sycl.hpp - everything of SYCL 2020 ----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

// Where tandem++ compiles, which names the translation unit.
#ifdef __SYCL_TU_ID
#include <sycl/detail/std_headers.hpp>
#elif !defined(SYCL_DISABLE_FSYCL_SYCLHPP_WARNING)
#pragma message(                                                               \
    "<sycl/sycl.hpp> without -fsycl: kernels of this source have no device code; define SYCL_DISABLE_FSYCL_SYCLHPP_WARNING if it has none")
#endif

#include <sycl/accessor.hpp>
#include <sycl/atomic.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/common_functions.hpp>
#include <sycl/ext/device_info.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>
#include <sycl/ext/oneapi/experimental/address_cast.hpp>
#include <sycl/ext/oneapi/experimental/bfloat16_math.hpp>
#include <sycl/ext/oneapi/experimental/builtins.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/non_uniform_groups.hpp>
#include <sycl/ext/oneapi/experimental/opportunistic_group.hpp>
#include <sycl/ext/oneapi/experimental/root_group.hpp>
#include <sycl/ext/oneapi/filter_selector.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/ext/oneapi/get_kernel_info.hpp>
#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#include <sycl/ext/tandem/device_dlopen.hpp>
#include <sycl/feature_test.hpp>
#include <sycl/functional.hpp>
#include <sycl/geometric_functions.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/integer_functions.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/legacy_image.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/marray.hpp>
#include <sycl/math_functions.hpp>
#include <sycl/opencl_types.hpp>
#include <sycl/queue.hpp>
#include <sycl/reduction.hpp>
#include <sycl/relational_functions.hpp>
#include <sycl/span.hpp>
#include <sycl/stream.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm_allocator.hpp>
#include <sycl/vec.hpp>
#include <sycl/version.hpp>

// Complex numbers are for those that ask: <complex> is long.
#ifdef SYCL_EXT_ONEAPI_COMPLEX
#include <sycl/ext/oneapi/experimental/complex/complex.hpp>
#endif
