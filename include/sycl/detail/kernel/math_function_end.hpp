//===- sycl/detail/kernel/math_function_end.hpp - drops macros ------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#undef TANDEM_DEVICE_OR_HOST
#undef TANDEM_FUNCTION_1
#undef TANDEM_FUNCTION_2
#undef TANDEM_FUNCTION_3
#undef TANDEM_HOST_1
#undef TANDEM_HOST_2
