//===- sycl/detail/kernel/simple_swizzles.hpp - the names of all swizzles -===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: TANDEM_SIMPLE_SWIZZLES(X), which calls X(name, indices...) for each
// name of two to four letters from `xyzw` and from `rgba` (SYCL 2020,
// 4.14.2.2). Programs get them when they define SYCL_SIMPLE_SWIZZLES.
#pragma once

// Each macro appends one of the letters a to d, and hands on to the next.
#define TANDEM_SWIZZLES_1(X, a, b, c, d, name, ...)                            \
  X(name##a, __VA_ARGS__, 0)                                                   \
  X(name##b, __VA_ARGS__, 1)                                                   \
  X(name##c, __VA_ARGS__, 2)                                                   \
  X(name##d, __VA_ARGS__, 3)
#define TANDEM_SWIZZLES_2(X, a, b, c, d, name, ...)                            \
  TANDEM_SWIZZLES_1(X, a, b, c, d, name##a, __VA_ARGS__, 0)                    \
  TANDEM_SWIZZLES_1(X, a, b, c, d, name##b, __VA_ARGS__, 1)                    \
  TANDEM_SWIZZLES_1(X, a, b, c, d, name##c, __VA_ARGS__, 2)                    \
  TANDEM_SWIZZLES_1(X, a, b, c, d, name##d, __VA_ARGS__, 3)
#define TANDEM_SWIZZLES_3(X, a, b, c, d, name, ...)                            \
  TANDEM_SWIZZLES_2(X, a, b, c, d, name##a, __VA_ARGS__, 0)                    \
  TANDEM_SWIZZLES_2(X, a, b, c, d, name##b, __VA_ARGS__, 1)                    \
  TANDEM_SWIZZLES_2(X, a, b, c, d, name##c, __VA_ARGS__, 2)                    \
  TANDEM_SWIZZLES_2(X, a, b, c, d, name##d, __VA_ARGS__, 3)

// The names that begin with `name`.
#define TANDEM_SWIZZLES_FROM(X, a, b, c, d, name, index)                       \
  TANDEM_SWIZZLES_1(X, a, b, c, d, name, index)                                \
  TANDEM_SWIZZLES_2(X, a, b, c, d, name, index)                                \
  TANDEM_SWIZZLES_3(X, a, b, c, d, name, index)
#define TANDEM_SWIZZLES_OF(X, a, b, c, d)                                      \
  TANDEM_SWIZZLES_FROM(X, a, b, c, d, a, 0)                                    \
  TANDEM_SWIZZLES_FROM(X, a, b, c, d, b, 1)                                    \
  TANDEM_SWIZZLES_FROM(X, a, b, c, d, c, 2)                                    \
  TANDEM_SWIZZLES_FROM(X, a, b, c, d, d, 3)

#define TANDEM_SIMPLE_SWIZZLES(X)                                              \
  TANDEM_SWIZZLES_OF(X, x, y, z, w)                                            \
  TANDEM_SWIZZLES_OF(X, r, g, b, a)
